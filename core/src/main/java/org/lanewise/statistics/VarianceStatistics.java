package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.NonFiniteException;
import org.lanewise.internal.gather.RangeAccumulator;
import org.lanewise.internal.gather.VarianceMoments;
import org.lanewise.internal.gather.VarianceRange;
import org.lanewise.internal.gather.state.ObservedState;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.gather.state.VarianceState;

/// Weight of each class, and mean and sum of squared deviations of each of its features: everything
/// that Gaussian Naive Bayes needs to know about the data.
///
/// For class c with rows x_i of weight w_i (1 without weights; weights count as frequencies) and
/// feature j:
///
/// ```
/// W_c = Σ w_i,   mean_cj = Σ w_i x_ij / W_c,   square_cj = Σ w_i (x_ij − mean_cj)²
/// ```
///
/// Up to rounding, these are the weights, means and diagonals of [GaussianStatistics], in memory of
/// O(k·d) and in the time it takes to read the data. Squares are centred per chunk of rows and
/// combined by the pairwise formula of Chan, Golub and LeVeque (The American Statistician 37, 1983,
/// eq. 2.1); means are stored as a value near the class plus a residual, so large offsets cost no
/// digits. `E[x²] − E[x]²` is never computed.
///
/// **Bits.** Rows are numbered from the first row ever added and cut into ranges of 32,768, which
/// are merged in order. So batches, workers and the kernel tier do not change a bit. [#merge] is
/// bit-identical to one pass if the left side ends on a range boundary and the right side has at
/// most one range; otherwise the order of summation differs, and so does rounding.
///
/// **Missing values.** With [MissingValues#ALLOW], NaN is a missing value. The statistics of a
/// feature then come from the rows in which it is observed, bit-identical to statistics of only
/// this feature and these rows, and each feature has its own weight W_cj ≤ W_c in each class.
/// Priors use the weight of all rows of a class. If no value is missing, the statistics are the
/// same as with [MissingValues#REFUSE].
///
/// If adding a batch throws, nothing of it is added. Not thread-safe. Up to 1,023 rows are stored
/// until their chunk is full.
public final class VarianceStatistics extends RangedStatistics<VarianceStatistics> {

  /// All features together, if all values are observed; else null.
  private ClassSlots<VarianceMoments, VarianceRange> gathering;

  /// Feature by feature, if values are missing; else null.
  private ObservedMoments observed;

  private MissingValues missing = MissingValues.REFUSE;
  private VarianceSummary summary;

  /// Creates empty statistics whose classes come from the labels.
  ///
  /// @param featureCount the number of features d
  /// @throws IllegalArgumentException if it is less than 1
  public VarianceStatistics(int featureCount) {
    this(Features.unnamed(featureCount), Joining.NO_CLASSES);
  }

  /// Empty statistics.
  public VarianceStatistics(Features features, Classes classes) {
    super(features, classes);
    gathering = gathering(features.count(), classes, VarianceStatistics::subtract);
  }

  /// An empty gathering of d features.
  static ClassSlots<VarianceMoments, VarianceRange> gathering(
      int d, Classes classes, ClassSlots.Subtraction<VarianceMoments> subtraction) {
    return new ClassSlots<>(
        classes,
        new RangeAccumulator<VarianceMoments, VarianceRange>(
            d, classes.count(), count -> new VarianceRange(count, d)),
        subtraction);
  }

  /// Computes the statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static VarianceStatistics of(RowBatch rows, Labels labels) {
    return of(rows, labels, MissingValues.REFUSE);
  }

  /// Computes the statistics of one batch, in which values may be missing.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static VarianceStatistics of(RowBatch rows, Labels labels, MissingValues missing) {
    return new VarianceStatistics(rows.features(), labels.classes())
        .withMissing(missing)
        .add(rows, labels)
        .as(VarianceStatistics.class);
  }

  /// Restores statistics from their state.
  static VarianceStatistics of(VarianceState state, Features features, Classes classes) {
    state.check();
    VarianceStatistics statistics = new VarianceStatistics(features, classes);
    statistics.gathering = gathering(state, classes, VarianceStatistics::subtract);
    return statistics;
  }

  /// Restores statistics with missing values from their state.
  static VarianceStatistics of(ObservedState state, Features features, Classes classes) {
    state.check();
    VarianceStatistics statistics = new VarianceStatistics(features, classes);
    statistics.holdApart(new ObservedMoments(state, classes));
    return statistics;
  }

  /// Gathering that continues from a state.
  static ClassSlots<VarianceMoments, VarianceRange> gathering(
      VarianceState state, Classes classes, ClassSlots.Subtraction<VarianceMoments> subtraction) {
    int d = state.featureCount();
    ClassSlots<VarianceMoments, VarianceRange> gathering = gathering(d, classes, subtraction);
    RangeAccumulator<VarianceMoments, VarianceRange> ranges = gathering.ranges();
    ranges.complete().set(state.complete());
    VarianceRange open = new VarianceRange(state.classCount(), d);
    open.restore(state);
    ranges.resume(open, state.rowCount(), state.openRows());
    return gathering;
  }

  @Override
  VarianceStatistics restored(StatisticsState state) {
    VarianceStatistics restored =
        state instanceof ObservedState apart
            ? of(apart, features(), classes())
            : of((VarianceState) state, features(), classes());
    return restored.withMissing(missing);
  }

  @Override
  public Statistics empty() {
    return new VarianceStatistics(features(), classes()).withMissing(missing);
  }

  @Override
  VarianceStatistics reordered(Features ordered, int[] from) {
    return select(from);
  }

  /// In the order of the classes.
  @Override
  StatisticsState state() {
    return observed == null ? state(gathering) : observed.state();
  }

  /// A copy of all that a gathering holds.
  static VarianceState state(ClassSlots<VarianceMoments, VarianceRange> gathering) {
    VarianceRange.Waiting waiting = gathering.ranges().open().waiting();
    return new VarianceState(
            gathering.ranges().rowCount(),
            gathering.ranges().openRows(),
            gathering.ranges().complete().state(),
            gathering.ranges().open().moments.state(),
            waiting.labels(),
            waiting.weights(),
            waiting.rows())
        .arranged(gathering.slots());
  }

  /// Sets the treatment of NaN in future batches.
  ///
  /// @return this
  public VarianceStatistics withMissing(MissingValues values) {
    missing = Objects.requireNonNull(values, "missing values");
    return this;
  }

  /// Whether the rows added so far have missing values.
  public boolean hasMissing() {
    return observed != null;
  }

  @Override
  RangeAccumulator.Addition gather(NumericColumns rows, Labels labels, Classes joined) {
    try {
      if (observed == null) {
        return gathering.prepare(rows, labels, joined, workers());
      }
    } catch (NonFiniteException e) {
      if (missing == MissingValues.REFUSE) {
        throw e.refusal(rows.features());
      }
    }
    ObservedMoments held = observed == null ? copyApart() : observed;
    RangeAccumulator.Addition addition = held.prepare(rows, labels, joined, workers(), missing);
    return () -> {
      addition.take();
      holdApart(held);
    };
  }

  /// A copy of all that is held, feature by feature.
  private ObservedMoments copyApart() {
    if (classCount() == 0) {
      return new ObservedMoments(featureCount(), classes());
    }
    return new ObservedMoments(
        observed == null ? ObservedState.of(state(gathering)) : observed.state(), classes());
  }

  private void holdApart(ObservedMoments held) {
    observed = held;
    gathering = null;
  }

  @Override
  void mergeMoments(VarianceStatistics other, Classes joined) {
    if (observed == null && other.observed == null) {
      gathering.merge(other.gathering, joined);
    } else {
      ObservedMoments merged = copyApart();
      merged.merge(other.copyApart(), joined);
      holdApart(merged);
    }
  }

  @Override
  void subtractMoments(VarianceStatistics other, Classes joined) {
    if (observed == null && other.observed == null) {
      gathering.subtract(other.gathering, features(), joined);
    } else {
      ObservedMoments rest = copyApart();
      rest.subtract(other.copyApart(), features(), joined);
      holdApart(rest);
    }
  }

  @Override
  public double classWeight(int label) {
    return summary().classWeight(label);
  }

  @Override
  public long rowCount() {
    return observed == null ? gathering.ranges().rowCount() : observed.rowCount();
  }

  @Override
  public int partRows() {
    return missing == MissingValues.REFUSE ? VarianceState.RANGE_ROWS : 0;
  }

  @Override
  public long partValues(int classes) {
    return 3L * classes * featureCount();
  }

  @Override
  Statistics newRange() {
    return new VarianceStatistics(featureCount());
  }

  @Override
  boolean endsRange() {
    return observed == null && gathering.ranges().openRows() == 0;
  }

  private static void subtract(
      VarianceMoments rest,
      VarianceMoments other,
      double roundings,
      Features features,
      Classes classes) {
    subtract(rest, other, roundings, features, classes, 0);
  }

  /// @param firstFeature the index of the first of these features
  static void subtract(
      VarianceMoments rest,
      VarianceMoments other,
      double roundings,
      Features features,
      Classes classes,
      int firstFeature) {
    rest.subtract(other, roundings, classes);
    for (int c = 0; c < rest.classCount; c++) {
      for (int j = 0; j < rest.featureCount; j++) {
        double left = rest.square[c * rest.paddedCount + j];
        double error = rest.error[c * rest.paddedCount + j];
        if (!(left >= 0) || error > GaussianStatistics.MAX_ERROR * left && error > 0) {
          throw new BadDataException(
              "too little is left of the squares of %s in %s: %s with an error of up to %s, and at"
                  + " most %s of it is accepted; a fit from the rows themselves is expected",
              Fact.feature(firstFeature + j, features),
              Fact.label(c, classes),
              Fact.value(left),
              error,
              GaussianStatistics.MAX_ERROR);
        }
      }
    }
  }

  @Override
  public double subtractionError() {
    return observed == null ? subtractionError(gathering.settled()) : observed.subtractionError();
  }

  /// The largest share of a variance that may be error.
  static double subtractionError(VarianceMoments moments) {
    double largest = 0;
    for (int i = 0; moments.error != null && i < moments.error.length; i++) {
      if (moments.error[i] > 0) {
        largest = Math.max(largest, moments.error[i] / moments.square[i]);
      }
    }
    return largest;
  }

  /// Returns the statistics of some features, without another pass over the rows.
  ///
  /// @param features indices of features in the new order, each at most once
  /// @throws IllegalArgumentException if it is empty, or an index is out of range or occurs twice
  public VarianceStatistics select(int... features) {
    VarianceStatistics selected = new VarianceStatistics(selected(features), classes());
    if (observed == null) {
      selected.gathering.settle(gathering.settled().select(features), rowCount(), classes());
    } else {
      selected.holdApart(observed.select(features, classes()));
    }
    return selected.withMissing(missing);
  }

  @Override
  VarianceStatistics ofClasses(Classes classes, int[] from) {
    VarianceStatistics copy = new VarianceStatistics(features(), classes);
    if (observed == null) {
      copy.gathering.settle(gathering.settled().arranged(from), rowCount(), classes);
    } else {
      copy.holdApart(observed.ofClasses(classes, from));
    }
    return copy.withMissing(missing);
  }

  /// Returns the summary of the rows added so far. More rows may be added afterwards.
  public VarianceSummary summary() {
    if (summary == null) {
      summary = observed == null ? new VarianceSummary(gathering.settled()) : observed.summary();
    }
    return summary;
  }

  @Override
  void changed() {
    summary = null;
  }
}
