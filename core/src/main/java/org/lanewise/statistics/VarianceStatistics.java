package org.lanewise.statistics;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.moments.RangeAccumulator;
import org.lanewise.internal.state.VarianceState;
import org.lanewise.internal.variance.VarianceMoments;
import org.lanewise.internal.variance.VarianceRange;

/// Weight of each class, and mean and sum of squared deviations of each of its features: all that
/// Gaussian Naive Bayes needs of the data.
///
/// For class c with rows x_i of weight w_i (1 where no weights are given; weights count as
/// frequencies) and feature j:
///
/// ```
/// W_c = Σ w_i,   mean_cj = Σ w_i x_ij / W_c,   square_cj = Σ w_i (x_ij − mean_cj)²
/// ```
///
/// These are weights, means and diagonals of [GaussianStatistics], which they equal to rounding, in
/// memory of O(k·d) and the time it takes to read the data. Squares are centred per chunk of rows,
/// or per row from 9 classes on, and combined by the pairwise formula of Chan, Golub and LeVeque
/// (The American Statistician 37, 1983, eq. 2.1); means are kept as a value near the class plus a
/// residual, so that large offsets cost no digits. `E[x²] − E[x]²` is computed nowhere.
///
/// **Same bits.** Rows are cut into ranges of 32,768 by their index since the statistics began, and
/// ranges merge in order: so neither batches nor the number of workers change a bit, and neither
/// does the kernel tier. [#merge] gives these bits too where the left side ends on a range boundary
/// and the right side holds at most one range; else the two orders of summation differ by rounding.
///
/// A batch is taken whole or, with an exception, not at all. Not safe for use by several threads at
/// once. Up to 8 classes, at most 1,023 rows wait for their chunk to fill, and are kept until then.
public final class VarianceStatistics extends RangedStatistics<VarianceStatistics> {

  /// The largest share of a variance that may be error after a subtraction.
  public static final double MAX_ERROR = GaussianStatistics.MAX_ERROR;

  private final Gathering<VarianceMoments, VarianceRange> gathering;
  private VarianceSummary summary;

  /// Empty statistics of classes that the labels will name.
  ///
  /// @param featureCount the number of features d
  /// @throws IllegalArgumentException if it is less than 1
  public VarianceStatistics(int featureCount) {
    this(Features.unnamed(featureCount), Joining.NO_CLASSES);
  }

  /// Empty statistics of classes without names.
  ///
  /// @param featureCount the number of features d
  /// @param classCount the number of classes k
  /// @throws IllegalArgumentException if one is less than 1
  public VarianceStatistics(int featureCount, int classCount) {
    this(Features.unnamed(featureCount), Classes.unnamed(classCount));
  }

  /// Empty statistics.
  public VarianceStatistics(Features features, Classes classes) {
    int d = features.count();
    int k = classes.count();
    Gathering<VarianceMoments, VarianceRange> gathering =
        new Gathering<>(
            classes,
            new RangeAccumulator<VarianceMoments, VarianceRange>(
                d, k, count -> VarianceRange.of(count, d)),
            VarianceStatistics::subtract);
    super(features, classes, gathering);
    this.gathering = gathering;
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(NumericColumns, Labels)]
  public static VarianceStatistics of(NumericColumns rows, Labels labels) {
    return new VarianceStatistics(rows.features(), labels.classes()).add(rows, labels);
  }

  /// Statistics that hold what others held.
  static VarianceStatistics of(VarianceState state, Features features, Classes classes) {
    state.check();
    VarianceStatistics statistics = new VarianceStatistics(features, classes);
    RangeAccumulator<VarianceMoments, VarianceRange> ranges = statistics.gathering.ranges();
    ranges.complete().set(state.complete());
    boolean runs = VarianceRange.runs(state.schedule());
    VarianceState.Schedule schedule = runs ? state.schedule() : statistics.schedule();
    VarianceRange open = VarianceRange.of(state.classCount(), state.featureCount(), schedule);
    open.restore(state);
    ranges.resume(open, state.rowCount(), state.openRows());
    if (!runs) {
      ranges.settle(ranges.settled(), state.rowCount());
    }
    return statistics;
  }

  /// A copy of all that these statistics hold, in the order of the classes.
  VarianceState state() {
    VarianceRange.Waiting waiting = gathering.ranges().open().waiting();
    return new VarianceState(
            gathering.ranges().rowCount(),
            gathering.ranges().openRows(),
            schedule(),
            gathering.ranges().complete().state(),
            gathering.ranges().open().moments.state(),
            waiting.labels(),
            waiting.weights(),
            waiting.rows())
        .arranged(gathering.slots());
  }

  private VarianceState.Schedule schedule() {
    return gathering.ranges().open().schedule();
  }

  private static void subtract(
      VarianceMoments rest,
      VarianceMoments other,
      double roundings,
      Features features,
      Classes classes) {
    rest.subtract(other, roundings, classes);
    for (int c = 0; c < rest.classCount; c++) {
      for (int j = 0; j < rest.featureCount; j++) {
        double left = rest.square[c * rest.paddedCount + j];
        double error = rest.error[c * rest.paddedCount + j];
        if (!(left >= 0) || error > MAX_ERROR * left && error > 0) {
          throw new BadDataException(
              "too little is left of the squares of %s in %s: %s with an error of up to %s, and at"
                  + " most %s of it is accepted; a fit from the rows themselves is expected",
              Fact.feature(j, features),
              Fact.label(c, classes),
              Fact.value(left),
              error,
              MAX_ERROR);
        }
      }
    }
  }

  @Override
  public double subtractionError() {
    VarianceMoments moments = gathering.settled();
    double largest = 0;
    for (int i = 0; moments.error != null && i < moments.error.length; i++) {
      if (moments.error[i] > 0) {
        largest = Math.max(largest, moments.error[i] / moments.square[i]);
      }
    }
    return largest;
  }

  /// The statistics of some features only, without a new pass over the rows.
  ///
  /// @param features indices of features, in the order they shall have, each at most once
  /// @throws IllegalArgumentException if there is none, or one is out of range or given twice
  public VarianceStatistics select(int... features) {
    VarianceStatistics selected = new VarianceStatistics(selected(features), classes());
    selected.gathering.settle(gathering.settled().select(features), rowCount(), classes());
    return selected;
  }

  /// What the rows added so far amount to. More rows may be added afterwards.
  public VarianceSummary summary() {
    if (summary == null) {
      summary = new VarianceSummary(gathering.settled());
    }
    return summary;
  }

  @Override
  void changed() {
    summary = null;
  }
}
