package org.lanewise.statistics;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

/// Weight, mean and centred scatter of each class: all that the Gaussian models need of the data.
///
/// For class c with rows x_i of weight w_i (1 where no weights are given; weights count as
/// frequencies):
///
/// ```
/// W_c = Σ w_i,   mean_c = Σ w_i x_i / W_c,   scatter_c = Σ w_i (x_i − mean_c)(x_i − mean_c)ᵀ
/// ```
///
/// Second moments are centred per tile of rows and combined by the pairwise formula of Chan, Golub
/// and LeVeque (The American Statistician 37, 1983, eq. 2.1); means are kept as the class's first
/// row plus a residual, so that large offsets cost no digits. `E[x²] − E[x]²` is computed nowhere.
///
/// **Same bits.** Rows are cut into ranges by their index since the statistics began, and ranges
/// merge in order: so neither batches nor the number of workers change a bit, and neither does the
/// kernel tier. [#merge] gives these bits too where the left side ends on a range boundary and the
/// right side holds at most one range; else the two orders of summation differ by rounding.
///
/// A batch is taken whole or, with an exception, not at all. Not safe for use by several threads at
/// once. Memory is O(k·d²), or O(k·d + d²) for the pooled form.
public final class GaussianStatistics implements Statistics {

  /// The largest share of a variance that may be error after a subtraction.
  public static final double LARGEST_ERROR = 1e-6;

  private final boolean pooled;
  private final Ranges<ClassMoments, GaussianRange> ranges;
  private GaussianSummary summary;

  /// Empty statistics with a scatter for each class.
  ///
  /// @param featureCount the number of features d
  /// @param classCount the number of classes k
  /// @throws IllegalArgumentException if one is less than 1
  public GaussianStatistics(int featureCount, int classCount) {
    this(featureCount, classCount, false);
  }

  private GaussianStatistics(int featureCount, int classCount, boolean pooled) {
    this.pooled = pooled;
    ranges =
        new Ranges<>(
            featureCount,
            classCount,
            GaussianRange.rowCount(classCount),
            () -> GaussianRange.of(classCount, featureCount, pooled));
  }

  /// Empty statistics with one scatter, pooled within the classes: all that linear discriminants
  /// need, in memory of O(k·d + d²).
  ///
  /// @param featureCount the number of features d
  /// @param classCount the number of classes k
  /// @throws IllegalArgumentException if one is less than 1
  public static GaussianStatistics pooled(int featureCount, int classCount) {
    return new GaussianStatistics(featureCount, classCount, true);
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(NumericColumns, Labels)]
  public static GaussianStatistics of(NumericColumns rows, Labels labels) {
    return new GaussianStatistics(rows.featureCount(), labels.classCount()).add(rows, labels);
  }

  /// Statistics that hold what others held.
  static GaussianStatistics of(GaussianState state) {
    state.check();
    GaussianStatistics statistics =
        new GaussianStatistics(state.featureCount(), state.classCount(), state.pooled());
    Ranges<ClassMoments, GaussianRange> ranges = statistics.ranges;
    ranges.complete().set(state.complete());
    ranges.open().set(state);
    if (state.schedule().equals(statistics.schedule())) {
      ranges.resume(state.rowCount(), state.openRows());
    } else {
      ranges.settle(ranges.settled(), state.rowCount());
    }
    return statistics;
  }

  /// A copy of all that these statistics hold.
  public GaussianState state() {
    GaussianRange open = ranges.open();
    return new GaussianState(
        ranges.rowCount(),
        ranges.openRows(),
        pooled,
        schedule(),
        ranges.complete().state(),
        open.moments.state(),
        open.waitingWeights(),
        open.waitingRows());
  }

  private GaussianState.Schedule schedule() {
    return ranges.open().schedule(ranges.rangeRows());
  }

  /// Adds a batch of rows of weight 1.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, or
  ///   a value is NaN or infinite
  public GaussianStatistics add(NumericColumns rows, Labels labels) {
    return add(rows, labels, null, Workers.CALLER);
  }

  /// Adds a batch of weighted rows; a row of weight 0 is as if it were absent.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public GaussianStatistics add(NumericColumns rows, Labels labels, double[] weights) {
    return add(rows, labels, Objects.requireNonNull(weights, "weights"), Workers.CALLER);
  }

  /// Adds a batch of rows with several workers.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @return this
  /// @throws IllegalArgumentException as above
  /// @throws CancellationException if the calling thread is interrupted; nothing is added then
  public GaussianStatistics add(
      NumericColumns rows, Labels labels, double[] weights, Workers workers) {
    ranges.add(rows, labels, weights, workers);
    summary = null;
    return this;
  }

  /// Merges other statistics into these, as if their rows came after these rows.
  ///
  /// The order of summation differs from that of one pass, so results differ from it by rounding:
  /// relatively by a few units of 2⁻⁵³ for each merge; see above for when they are the same bits.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of features or classes differ, or `other` is
  ///   this
  public GaussianStatistics merge(GaussianStatistics other) {
    if (other == this) {
      throw new IllegalArgumentException("statistics cannot be merged with themselves");
    }
    requireShape(other);
    ranges.merge(other.ranges);
    summary = null;
    return this;
  }

  /// Subtracts other statistics, whose rows were added before: unlearns them.
  ///
  /// Subtraction cancels digits: what is left of a scatter carries the error of the whole. A bound
  /// of it, from the lengths of the sums, is kept, grows with every subtraction, and is part of
  /// what is merged and saved; see [#subtractionError()]. The weights, the numbers of rows, stay
  /// exact where they are integers; a class of which nothing is left is empty again.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the shapes differ, a class has less weight than is to be
  ///   subtracted, or the bound would exceed [#LARGEST_ERROR] of a variance; these statistics are
  ///   unchanged then
  public GaussianStatistics subtract(GaussianStatistics other) {
    requireShape(other);
    ranges.requireRows(other.rowCount());
    int rangeRows = ranges.rangeRows();
    ClassMoments rest = ranges.settled();
    rest.subtract(
        other.ranges.settled(),
        Math.min(rowCount(), rangeRows) + Math.ceilDiv(rowCount(), rangeRows));
    for (int s = 0; s < rest.scatter.length; s++) {
      for (int j = 0; j < rest.featureCount; j++) {
        double left = rest.diagonal(s, j);
        double error = rest.error[s * rest.paddedCount + j];
        if (!(left >= 0) || error > LARGEST_ERROR * left && error > 0) {
          throw new IllegalArgumentException(
              "too little is left of the scatter of feature %d in %s: %s with an error of up to %s, and at most %s of it is accepted; a fit from the rows themselves is expected"
                  .formatted(j, pooled ? "the classes" : "class " + s, left, error, LARGEST_ERROR));
        }
      }
    }
    ranges.settle(rest, rowCount() - other.rowCount());
    summary = null;
    return this;
  }

  /// A bound of the relative error that subtractions have left in the variances, the largest of all
  /// features and classes; 0 as long as nothing was subtracted.
  public double subtractionError() {
    ClassMoments moments = ranges.settled();
    double largest = 0;
    for (int s = 0; moments.error != null && s < moments.scatter.length; s++) {
      for (int j = 0; j < moments.featureCount; j++) {
        double error = moments.error[s * moments.paddedCount + j];
        if (error > 0) {
          largest = Math.max(largest, error / moments.diagonal(s, j));
        }
      }
    }
    return largest;
  }

  /// The statistics of some features only, without a new pass over the rows.
  ///
  /// @param features indices of features, in the order they shall have, each at most once
  /// @throws IllegalArgumentException if there is none, or one is out of range or given twice
  public GaussianStatistics select(int... features) {
    ranges.requireDistinct(features);
    GaussianStatistics selected = new GaussianStatistics(features.length, classCount(), pooled);
    selected.ranges.settle(ranges.settled().select(features), rowCount());
    return selected;
  }

  private void requireShape(GaussianStatistics other) {
    if (other.featureCount() != featureCount()
        || other.classCount() != classCount()
        || other.pooled != pooled) {
      throw new IllegalArgumentException(
          "the other statistics are of %s; %s are expected".formatted(other.shape(), shape()));
    }
  }

  private String shape() {
    return "%d features and %d classes%s"
        .formatted(featureCount(), classCount(), pooled ? " with a pooled scatter" : "");
  }

  /// What the rows added so far amount to. More rows may be added afterwards.
  public GaussianSummary summary() {
    if (summary == null) {
      summary = new GaussianSummary(ranges.settled());
    }
    return summary;
  }

  /// The number of features d.
  @Override
  public int featureCount() {
    return ranges.featureCount();
  }

  /// The number of classes k.
  @Override
  public int classCount() {
    return ranges.classCount();
  }

  /// The number of rows added, those of weight 0 included.
  @Override
  public long rowCount() {
    return ranges.rowCount();
  }
}
