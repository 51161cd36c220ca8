package org.lanewise.statistics;

import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.gather.counts.ClassCounts;
import org.lanewise.internal.gather.counts.ClassRows;
import org.lanewise.internal.gather.state.BernoulliState;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.ObservedState;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.gather.state.VarianceState;

/// States of statistics.
final class States extends StatisticsBridge {

  @Override
  public StatisticsState state(Object statistics) {
    return ((Statistics) statistics).state();
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
      case ObservedState observed -> VarianceStatistics.of(observed, features, classes);
      case BernoulliState bernoulli -> BernoulliStatistics.of(bernoulli, features, classes);
      case CountState counts ->
          dictionaries == null
              ? CountStatistics.of(counts, features, classes)
              : CategoryStatistics.of(counts, features, dictionaries, classes);
    };
  }

  /// The state of counts.
  static CountState of(ClassRows rows, ClassCounts cells) {
    int k = rows.classCount();
    return new CountState(
        rows.rowCount(),
        rows.counts(),
        cells.exactRows(k),
        rows.weights(),
        cells.sums == null ? new double[0][] : cells.sumRows(k));
  }

  /// Cells [j·k + c] of counts that lie class by class, with their sums where there are any.
  static ClassCounts transposed(long[][] counts, double[][] sums) {
    int k = counts.length;
    ClassCounts cells = new ClassCounts(k * counts[0].length);
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
  static void restore(CountState state, ClassRows rows, ClassCounts cells) {
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
