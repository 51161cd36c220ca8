package org.lanewise.statistics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

  private final int featureCount;
  private final int classCount;
  private final boolean pooled;
  private final int rangeRows;
  private long rowCount;

  /// Rows in the open range so far.
  private int openRows;

  /// The merged ranges that are complete.
  private ClassMoments complete;

  /// The range that more rows go to.
  private GaussianRange open;

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
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
    if (classCount < 1) {
      throw new IllegalArgumentException(
          "classCount is " + classCount + "; at least 1 is expected");
    }
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.pooled = pooled;
    rangeRows = GaussianRange.rowCount(classCount);
    complete = new ClassMoments(classCount, featureCount, pooled);
    open = GaussianRange.of(classCount, featureCount, pooled);
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
    statistics.complete.set(state.complete());
    statistics.open.set(state);
    if (state.schedule().equals(statistics.schedule())) {
      statistics.rowCount = state.rowCount();
      statistics.openRows = state.openRows();
    } else {
      statistics.settle(statistics.settled(), state.rowCount());
    }
    return statistics;
  }

  /// A copy of all that these statistics hold.
  public GaussianState state() {
    return new GaussianState(
        rowCount,
        openRows,
        pooled,
        schedule(),
        complete.state(),
        open.moments.state(),
        open.waitingWeights(),
        open.waitingRows());
  }

  private GaussianState.Schedule schedule() {
    return open.schedule(rangeRows);
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
    Batches.check(rows, labels, weights, featureCount, classCount);
    int count = rows.rowCount();
    try {
      if (count < rangeRows - openRows) {
        Batches.requireFinite(rows);
        open.add(rows, labels, weights, 0, count);
      } else {
        addRanges(rows, labels, weights, workers);
      }
    } catch (NonFiniteException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    rowCount += count;
    openRows = (int) ((openRows + (long) count) % rangeRows);
    summary = null;
    return this;
  }

  /// Adds a batch that ends the open range: beside the state, which changes last and at once.
  private void addRanges(NumericColumns rows, Labels labels, double[] weights, Workers workers) {
    ClassMoments merged = complete.copy();
    GaussianRange first =
        openRows == 0 ? GaussianRange.of(classCount, featureCount, pooled) : open.copy();
    Deque<CompletableFuture<GaussianRange>> running = new ArrayDeque<>();
    Deque<GaussianRange> spare = new ArrayDeque<>();
    GaussianRange last = null;
    int count = rows.rowCount();
    int from = 0;
    try {
      while (from < count || !running.isEmpty()) {
        while (from < count && running.size() < workers.count()) {
          GaussianRange range = from == 0 ? first : next(spare);
          int begin = from;
          int rest = rangeRows - (begin == 0 ? openRows : 0);
          boolean whole = count - begin >= rest;
          int end = whole ? begin + rest : count;
          if (!whole) {
            last = range;
          }
          running.add(
              CompletableFuture.supplyAsync(
                  () -> gather(range, rows, labels, weights, begin, end, whole),
                  workers.executor()));
          from = end;
        }
        GaussianRange done = running.remove().join();
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted while rows were added; none of them was");
        }
        if (done != last) {
          merged.merge(done.moments);
          done.clear();
          spare.add(done);
        }
      }
    } catch (CompletionException e) {
      if (e.getCause() instanceof NonFiniteException nonFinite) {
        throw nonFinite;
      }
      throw e;
    } finally {
      // Tasks that still run read the caller's arrays: wait for them before giving those back.
      for (CompletableFuture<GaussianRange> task : running) {
        task.exceptionally(e -> null).join();
      }
    }
    complete = merged;
    open = last != null ? last : next(spare);
  }

  private GaussianRange next(Deque<GaussianRange> spare) {
    return spare.isEmpty() ? GaussianRange.of(classCount, featureCount, pooled) : spare.remove();
  }

  private static GaussianRange gather(
      GaussianRange range,
      NumericColumns rows,
      Labels labels,
      double[] weights,
      int from,
      int to,
      boolean whole) {
    range.add(rows, labels, weights, from, to);
    if (whole) {
      range.finish();
    }
    return range;
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
    if (other.rowCount == 0) {
      // An open range stays open: later rows give the bits they would have given.
      return this;
    }
    ClassMoments merged = settled();
    merged.merge(other.settled());
    settle(merged, rowCount + other.rowCount);
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
    if (other.rowCount > rowCount) {
      throw new IllegalArgumentException(
          "there are %d rows, of which %d cannot be subtracted; rows that were added before are expected"
              .formatted(rowCount, other.rowCount));
    }
    ClassMoments rest = settled();
    rest.subtract(
        other.settled(), Math.min(rowCount, rangeRows) + Math.ceilDiv(rowCount, rangeRows));
    for (int s = 0; s < rest.scatter.length; s++) {
      for (int j = 0; j < featureCount; j++) {
        double left = rest.diagonal(s, j);
        double error = rest.error[s * rest.paddedCount + j];
        if (!(left >= 0) || error > LARGEST_ERROR * left && error > 0) {
          throw new IllegalArgumentException(
              "too little is left of the scatter of feature %d in %s: %s with an error of up to %s, and at most %s of it is accepted; a fit from the rows themselves is expected"
                  .formatted(j, pooled ? "the classes" : "class " + s, left, error, LARGEST_ERROR));
        }
      }
    }
    settle(rest, rowCount - other.rowCount);
    return this;
  }

  /// A bound of the relative error that subtractions have left in the variances, the largest of all
  /// features and classes; 0 as long as nothing was subtracted.
  public double subtractionError() {
    ClassMoments moments = settled();
    double largest = 0;
    for (int s = 0; moments.error != null && s < moments.scatter.length; s++) {
      for (int j = 0; j < featureCount; j++) {
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
    boolean[] given = new boolean[featureCount];
    for (int feature : features) {
      if (feature < 0 || feature >= featureCount || given[feature]) {
        throw new IllegalArgumentException(
            "feature %d is out of range or given twice; distinct features from 0 to %d are expected"
                .formatted(feature, featureCount - 1));
      }
      given[feature] = true;
    }
    GaussianStatistics selected = new GaussianStatistics(features.length, classCount, pooled);
    selected.settle(settled().select(features), rowCount);
    return selected;
  }

  private void requireShape(GaussianStatistics other) {
    if (other.featureCount != featureCount
        || other.classCount != classCount
        || other.pooled != pooled) {
      throw new IllegalArgumentException(
          "the other statistics are of %s; %s are expected".formatted(other.shape(), shape()));
    }
  }

  private String shape() {
    return "%d features and %d classes%s"
        .formatted(featureCount, classCount, pooled ? " with a pooled scatter" : "");
  }

  /// Goes on from the given moments with an empty open range.
  private void settle(ClassMoments moments, long rows) {
    complete = moments;
    open = GaussianRange.of(classCount, featureCount, pooled);
    openRows = 0;
    rowCount = rows;
    summary = null;
  }

  /// What the rows added so far amount to. More rows may be added afterwards.
  public GaussianSummary summary() {
    if (summary == null) {
      summary = new GaussianSummary(settled());
    }
    return summary;
  }

  /// The number of features d.
  @Override
  public int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  @Override
  public int classCount() {
    return classCount;
  }

  /// The number of rows added, those of weight 0 included.
  @Override
  public long rowCount() {
    return rowCount;
  }

  /// A copy of all moments, the open range included.
  private ClassMoments settled() {
    ClassMoments settled = complete.copy();
    GaussianRange end = open.copy();
    end.finish();
    settled.merge(end.moments);
    return settled;
  }
}
