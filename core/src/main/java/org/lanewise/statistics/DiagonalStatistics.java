package org.lanewise.statistics;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

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
public final class DiagonalStatistics implements Statistics {

  /// The largest share of a variance that may be error after a subtraction.
  public static final double LARGEST_ERROR = GaussianStatistics.LARGEST_ERROR;

  private final Ranges<DiagonalMoments, DiagonalRange> ranges;
  private DiagonalSummary summary;

  /// Empty statistics.
  ///
  /// @param featureCount the number of features d
  /// @param classCount the number of classes k
  /// @throws IllegalArgumentException if one is less than 1
  public DiagonalStatistics(int featureCount, int classCount) {
    ranges =
        new Ranges<>(
            featureCount,
            classCount,
            DiagonalRange.ROWS,
            () -> DiagonalRange.of(classCount, featureCount));
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(NumericColumns, Labels)]
  public static DiagonalStatistics of(NumericColumns rows, Labels labels) {
    return new DiagonalStatistics(rows.featureCount(), labels.classCount()).add(rows, labels);
  }

  /// Statistics that hold what others held.
  static DiagonalStatistics of(DiagonalState state) {
    state.check();
    DiagonalStatistics statistics =
        new DiagonalStatistics(state.featureCount(), state.classCount());
    Ranges<DiagonalMoments, DiagonalRange> ranges = statistics.ranges;
    ranges.complete().set(state.complete());
    DiagonalRange open = ranges.open();
    open.moments.set(state.open());
    int waiting = state.waitingRows().length;
    if (waiting > 0) {
      open.add(
          DoubleColumns.fromRows(state.waitingRows()),
          Labels.ofIndices(state.waitingLabels(), state.classCount()),
          state.waitingWeights(),
          0,
          waiting);
    }
    if (state.schedule().equals(statistics.schedule())) {
      ranges.resume(state.rowCount(), state.openRows());
    } else {
      ranges.settle(ranges.settled(), state.rowCount());
    }
    return statistics;
  }

  /// A copy of all that these statistics hold.
  public DiagonalState state() {
    DiagonalRange.Waiting waiting = ranges.open().waiting();
    return new DiagonalState(
        ranges.rowCount(),
        ranges.openRows(),
        schedule(),
        ranges.complete().state(),
        ranges.open().moments.state(),
        waiting.labels(),
        waiting.weights(),
        waiting.rows());
  }

  private DiagonalState.Schedule schedule() {
    return new DiagonalState.Schedule(ranges.rangeRows(), ranges.open().chunkRows());
  }

  /// Adds a batch of rows of weight 1.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, or
  ///   a value is NaN or infinite
  public DiagonalStatistics add(NumericColumns rows, Labels labels) {
    return add(rows, labels, null, Workers.CALLER);
  }

  /// Adds a batch of weighted rows; a row of weight 0 is as if it were absent.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public DiagonalStatistics add(NumericColumns rows, Labels labels, double[] weights) {
    return add(rows, labels, Objects.requireNonNull(weights, "weights"), Workers.CALLER);
  }

  /// Adds a batch of rows with several workers.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @return this
  /// @throws IllegalArgumentException as above
  /// @throws CancellationException if the calling thread is interrupted; nothing is added then
  public DiagonalStatistics add(
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
  public DiagonalStatistics merge(DiagonalStatistics other) {
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
  /// Subtraction cancels digits: what is left of a sum of squares carries the error of the whole. A
  /// bound of it, from the lengths of the sums, is kept, grows with every subtraction, and is part
  /// of what is merged; see [#subtractionError()]. The weights, the numbers of rows, stay exact
  /// where they are integers; a class of which nothing is left is empty again.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the shapes differ, a class has less weight than is to be
  ///   subtracted, or the bound would exceed [#LARGEST_ERROR] of a variance; these statistics are
  ///   unchanged then
  public DiagonalStatistics subtract(DiagonalStatistics other) {
    requireShape(other);
    ranges.requireRows(other.rowCount());
    DiagonalMoments rest = ranges.settled();
    rest.subtract(other.ranges.settled(), DiagonalRange.roundings(classCount(), rowCount()));
    for (int c = 0; c < rest.classCount; c++) {
      for (int j = 0; j < rest.featureCount; j++) {
        double left = rest.square[c * rest.paddedCount + j];
        double error = rest.error[c * rest.paddedCount + j];
        if (!(left >= 0) || error > LARGEST_ERROR * left && error > 0) {
          throw new IllegalArgumentException(
              "too little is left of the squares of feature %d in class %d: %s with an error of up to %s, and at most %s of it is accepted; a fit from the rows themselves is expected"
                  .formatted(j, c, left, error, LARGEST_ERROR));
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
    DiagonalMoments moments = ranges.settled();
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
  public DiagonalStatistics select(int... features) {
    ranges.requireDistinct(features);
    DiagonalStatistics selected = new DiagonalStatistics(features.length, classCount());
    selected.ranges.settle(ranges.settled().select(features), rowCount());
    return selected;
  }

  private void requireShape(DiagonalStatistics other) {
    if (other.featureCount() != featureCount() || other.classCount() != classCount()) {
      throw new IllegalArgumentException(
          "the other statistics are of %d features and %d classes; %d and %d are expected"
              .formatted(other.featureCount(), other.classCount(), featureCount(), classCount()));
    }
  }

  /// What the rows added so far amount to. More rows may be added afterwards.
  public DiagonalSummary summary() {
    if (summary == null) {
      summary = new DiagonalSummary(ranges.settled());
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
