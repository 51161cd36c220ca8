package org.lanewise.statistics;

import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.counts.ClassRows;
import org.lanewise.internal.counts.Tally;
import org.lanewise.internal.state.BernoulliState;
import org.lanewise.internal.state.CountState;
import org.lanewise.internal.state.GaussianState;
import org.lanewise.internal.state.SeenState;
import org.lanewise.internal.state.StatisticsBridge;
import org.lanewise.internal.state.StatisticsState;
import org.lanewise.internal.state.VarianceState;

/// States of statistics.
final class States extends StatisticsBridge {

  @Override
  public StatisticsState state(Object statistics) {
    return switch ((Statistics) statistics) {
      case GaussianStatistics gaussian -> gaussian.state();
      case VarianceStatistics diagonal -> diagonal.state();
      case BernoulliStatistics bernoulli -> bernoulli.state();
      case CountStatistics counts -> counts.state();
      case CategoryStatistics categories -> categories.state();
      case MixedStatistics mixed -> throw new IllegalStateException();
      case RangedStatistics<?> ranged -> throw new IllegalStateException();
      case CountedStatistics counted -> throw new IllegalStateException();
    };
  }

  @Override
  public double[] packedScatter(Object summary, int label) {
    return ((GaussianSummary) summary).packedScatter(label);
  }

  @Override
  public double[] packedWithinScatter(Object summary) {
    return ((GaussianSummary) summary).packedWithinScatter();
  }

  @Override
  public Statistics restore(
      StatisticsState state,
      Features features,
      List<CategoryDictionary> dictionaries,
      Classes classes) {
    return switch (state) {
      case GaussianState gaussian -> GaussianStatistics.of(gaussian, features, classes);
      case VarianceState diagonal -> VarianceStatistics.of(diagonal, features, classes);
      case SeenState seen -> VarianceStatistics.of(seen, features, classes);
      case BernoulliState bernoulli -> BernoulliStatistics.of(bernoulli, features, classes);
      case CountState counts ->
          dictionaries == null
              ? CountStatistics.of(counts, features, classes)
              : CategoryStatistics.of(counts, features, dictionaries, classes);
    };
  }

  /// A copy of all that statistics hold, and of how they take what comes.
  static Statistics copy(Statistics statistics) {
    Features features = statistics.features();
    Classes classes = statistics.classes();
    List<CategoryDictionary> dictionaries =
        statistics instanceof CategoryStatistics categories ? categories.dictionaries() : null;
    StatisticsBridge bridge = StatisticsBridge.get();
    // Of no classes there is no state.
    Statistics copy =
        classes.count() == 0
            ? fresh(statistics, features, classes)
            : (Statistics)
                bridge.restore(bridge.state(statistics), features, dictionaries, classes);
    if (copy instanceof VarianceStatistics diagonal) {
      diagonal.withMissing(((VarianceStatistics) statistics).missing());
    }
    copy.setWorkers(statistics.workers());
    return copy;
  }

  /// Statistics of no rows and the same form.
  private static Statistics fresh(Statistics like, Features features, Classes classes) {
    return switch (like) {
      case GaussianStatistics gaussian ->
          gaussian.pooled()
              ? GaussianStatistics.pooled(features, classes)
              : new GaussianStatistics(features, classes);
      case VarianceStatistics _ -> new VarianceStatistics(features, classes);
      case BernoulliStatistics _ -> new BernoulliStatistics(features, classes);
      case CategoryStatistics categories ->
          new CategoryStatistics(features, categories.dictionaries(), classes);
      case CountStatistics _ -> new CountStatistics(features, classes);
      default -> throw new IllegalStateException();
    };
  }

  /// The state of counts.
  static CountState of(ClassRows rows, Tally cells) {
    int k = rows.classCount();
    return new CountState(
        rows.rowCount(),
        rows.counts(),
        cells.exactRows(k),
        rows.weights(),
        cells.sums == null ? new double[0][] : cells.sumRows(k));
  }

  /// Cells [j·k + c] of counts that lie class by class, with their sums where there are any.
  static Tally transposed(long[][] counts, double[][] sums) {
    int k = counts.length;
    Tally cells = new Tally(k * counts[0].length);
    if (sums.length > 0) {
      cells.startSums();
    }
    for (int cell = 0; cell < cells.exact.length; cell++) {
      cells.exact[cell] = counts[cell % k][cell / k];
      if (sums.length > 0) {
        cells.sums[cell] = sums[cell % k][cell / k];
      }
    }
    return cells;
  }

  /// Checks numbers, and puts them where there are none.
  static void restore(CountState state, ClassRows rows, Tally cells) {
    int k = rows.classCount();
    int length = k == 0 ? 0 : cells.exact.length / k;
    state.check(k, length);
    rows.restore(state.rowCount(), state.classRows(), state.classWeights());
    if (state.sums().length > 0) {
      cells.startSums();
    }
    for (int c = 0; c < k; c++) {
      System.arraycopy(state.counts()[c], 0, cells.exact, c * length, length);
      if (cells.sums != null) {
        System.arraycopy(state.sums()[c], 0, cells.sums, c * length, length);
      }
    }
  }
}
