package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.NonFiniteException;
import org.lanewise.internal.gather.RangeAccumulator;
import org.lanewise.internal.gather.ScatterMoments;
import org.lanewise.internal.gather.ScatterPooling;
import org.lanewise.internal.gather.ScatterRange;
import org.lanewise.internal.gather.ScatterSubtraction;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.StatisticsState;

/// Weight, mean and centred scatter of each class: everything that Gaussian models need to know
/// about the data.
///
/// For class c with rows x_i of weight w_i (1 without weights; weights count as frequencies):
///
/// ```
/// W_c = Σ w_i,   mean_c = Σ w_i x_i / W_c,   scatter_c = Σ w_i (x_i − mean_c)(x_i − mean_c)ᵀ
/// ```
///
/// Second moments are centred per tile of rows and combined by the pairwise formula of Chan, Golub
/// and LeVeque (The American Statistician 37, 1983, eq. 2.1); means are stored as the class's first
/// row plus a residual, so large offsets cost no digits. `E[x²] − E[x]²` is never computed.
///
/// **Bits.** Rows are numbered from the first row ever added and cut into ranges, which are merged
/// in order. So batches, workers and the kernel tier do not change a bit. [#merge] is bit-identical
/// to one pass if the left side ends on a range boundary and the right side has at most one range
/// (8,192 rows); otherwise the order of summation differs, and so does rounding.
///
/// If adding a batch throws, nothing of it is added. Not thread-safe. Memory is O(k·d²), or O(k·d +
/// d²) for the pooled form.
public final class GaussianStatistics extends RangedStatistics<GaussianStatistics> {

  /// The largest relative error of a variance that a subtraction may leave.
  static final double MAX_ERROR = 1e-6;

  private final boolean pooled;
  private final ClassSlots<ScatterMoments, ScatterRange> gathering;
  private GaussianSummary summary;

  /// Creates empty statistics with a scatter for each class, whose classes come from the labels.
  ///
  /// @param featureCount the number of features d
  /// @throws IllegalArgumentException if it is less than 1
  public GaussianStatistics(int featureCount) {
    this(Features.unnamed(featureCount), Joining.NO_CLASSES, false);
  }

  /// Creates empty statistics with a scatter for each class.
  public GaussianStatistics(Features features, Classes classes) {
    this(features, classes, false);
  }

  private GaussianStatistics(Features features, Classes classes, boolean pooled) {
    int d = features.count();
    this(
        features,
        classes,
        pooled,
        new ClassSlots<>(
            classes,
            new RangeAccumulator<ScatterMoments, ScatterRange>(
                d, 0, count -> ScatterRange.of(count, d, pooled)),
            GaussianStatistics::subtract));
  }

  private GaussianStatistics(
      Features features,
      Classes classes,
      boolean pooled,
      ClassSlots<ScatterMoments, ScatterRange> gathering) {
    super(features, classes);
    this.pooled = pooled;
    this.gathering = gathering;
  }

  /// Creates empty statistics with one scatter pooled over the classes, which is all that linear
  /// discriminants need, in memory of O(k·d + d²).
  public static GaussianStatistics pooled(Features features, Classes classes) {
    return new GaussianStatistics(features, classes, true);
  }

  /// Computes the statistics of one batch, with a scatter for each class.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static GaussianStatistics of(RowBatch rows, Labels labels) {
    return new GaussianStatistics(rows.features(), labels.classes())
        .add(rows, labels)
        .as(GaussianStatistics.class);
  }

  /// Restores statistics from their state.
  static GaussianStatistics of(GaussianState state, Features features, Classes classes) {
    state.check();
    GaussianStatistics statistics = new GaussianStatistics(features, classes, state.pooled());
    RangeAccumulator<ScatterMoments, ScatterRange> ranges = statistics.gathering.ranges();
    ranges.complete().set(state.complete());
    ScatterRange open = ScatterRange.of(state.classCount(), state.featureCount(), state.pooled());
    open.set(state);
    ranges.resume(open, state.rowCount(), state.openRows());
    return statistics;
  }

  @Override
  Statistics copy() {
    return new GaussianStatistics(features(), classes(), pooled, gathering.copy()).on(workers());
  }

  @Override
  GaussianStatistics restored(StatisticsState state) {
    return of((GaussianState) state, features(), classes());
  }

  @Override
  public Statistics empty() {
    return new GaussianStatistics(features(), classes(), pooled);
  }

  @Override
  GaussianStatistics reordered(Features ordered, int[] from) {
    return select(from);
  }

  /// In the order of the classes.
  @Override
  GaussianState state() {
    ScatterRange open = gathering.ranges().open();
    return new GaussianState(
            gathering.ranges().rowCount(),
            gathering.ranges().openRows(),
            pooled,
            gathering.ranges().complete().state(),
            open.moments.state(),
            open.waitingWeights(),
            open.waitingRows())
        .arranged(gathering.slots());
  }

  @Override
  RangeAccumulator.Addition gather(NumericColumns rows, Labels labels, Classes joined) {
    try {
      return gathering.prepare(rows, labels, joined, workers());
    } catch (NonFiniteException e) {
      throw e.refusal(rows.features());
    }
  }

  @Override
  void mergeMoments(GaussianStatistics other, Classes joined) {
    gathering.merge(other.gathering, joined);
  }

  @Override
  void subtractMoments(GaussianStatistics other, Classes joined) {
    gathering.subtract(other.gathering, features(), joined);
  }

  @Override
  public long rowCount() {
    return gathering.rowCount();
  }

  @Override
  public double classWeight(int label) {
    return summary().classWeight(label);
  }

  @Override
  void requireSameForm(GaussianStatistics other) {
    if (other.pooled != pooled) {
      throw new IllegalArgumentException(
          "the other statistics hold %s; %s is expected".formatted(other.form(), form()));
    }
  }

  private String form() {
    return pooled ? "one scatter pooled over the classes" : "a scatter for each class";
  }

  /// Whether there is only one scatter, pooled over the classes.
  public boolean pooled() {
    return pooled;
  }

  @Override
  public int partRows() {
    return GaussianState.RANGE_ROWS;
  }

  @Override
  public long partValues(int classes) {
    long d = featureCount();
    return (pooled ? 1 : classes) * d * d / 2 + 3 * classes * d;
  }

  @Override
  Statistics newRange() {
    return new GaussianStatistics(Features.unnamed(featureCount()), Joining.NO_CLASSES, pooled);
  }

  @Override
  boolean endsRange() {
    return gathering.ranges().openRows() == 0;
  }

  private static void subtract(
      ScatterMoments rest,
      ScatterMoments other,
      double roundings,
      Features features,
      Classes classes) {
    ScatterSubtraction.subtract(rest, other, roundings, classes);
    for (int s = 0; s < rest.scatter.length; s++) {
      for (int j = 0; j < rest.featureCount; j++) {
        double left = rest.diagonal(s, j);
        double error = rest.error[s * rest.paddedCount + j];
        if (!(left >= 0) || error > MAX_ERROR * left && error > 0) {
          throw new BadDataException(
              "too little is left of the scatter of %s in %s: %s with an error of up to %s, and at"
                  + " most %s of it is accepted; a fit from the rows themselves is expected",
              Fact.feature(j, features),
              rest.pooled ? "the classes" : Fact.label(s, classes),
              Fact.value(left),
              error,
              MAX_ERROR);
        }
      }
    }
  }

  @Override
  public double subtractionError() {
    ScatterMoments moments = gathering.settled();
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

  /// Returns the statistics of some features, without another pass over the rows.
  ///
  /// @param features indices of features in the new order, each at most once
  /// @throws IllegalArgumentException if it is empty, or an index is out of range or occurs twice
  public GaussianStatistics select(int... features) {
    GaussianStatistics selected = new GaussianStatistics(selected(features), classes(), pooled);
    selected.gathering.settle(gathering.settled().select(features), rowCount(), classes());
    return selected;
  }

  /// Returns a copy with one scatter pooled over the classes, which can be merged with other
  /// statistics of this form. Rows added to the copy do not give the same bits as a single pass.
  /// Returns this object if its scatter is already pooled.
  public GaussianStatistics withPooledScatter() {
    if (pooled) {
      return this;
    }
    GaussianStatistics copy = new GaussianStatistics(features(), classes(), true);
    copy.gathering.settle(ScatterPooling.pooled(gathering.settled()), rowCount(), classes());
    return copy;
  }

  /// Returns the statistics of the same rows as rows of one class, `all rows`: their mean, and
  /// their scatter about it.
  public GaussianStatistics ofAllRows() {
    Classes one = Classes.of("all rows");
    GaussianStatistics all = new GaussianStatistics(features(), one, true);
    all.gathering.settle(ScatterPooling.total(gathering.settled()), rowCount(), one);
    return all;
  }

  @Override
  GaussianStatistics ofClasses(Classes classes, int[] from) {
    GaussianStatistics copy = new GaussianStatistics(features(), classes, pooled);
    copy.gathering.settle(gathering.settled().arranged(from), rowCount(), classes);
    return copy;
  }

  /// Returns copies of these statistics, each with some of the classes, so that statistics with
  /// many classes (k·d² numbers) can be merged piece by piece in little memory. Pieces with the
  /// same classes can be merged, and [#joined] combines the results, bit-identical to merging the
  /// whole.
  ///
  /// Each piece counts all rows. Classes in no piece are dropped.
  ///
  /// @param pieces the indices of the classes of each piece, each in at most one piece
  /// @throws IllegalArgumentException if the scatter is pooled, if classes have no names, if a
  ///   piece is empty, or if an index is out of range or in two pieces
  public List<GaussianStatistics> split(int[]... pieces) {
    requireClassScatters("the statistics to split hold");
    Classes all = classes();
    boolean[] given = new boolean[all.count()];
    for (int[] piece : pieces) {
      if (piece.length == 0) {
        throw new IllegalArgumentException("a piece has no class; at least one is expected");
      }
      for (int c : piece) {
        if (c < 0 || c >= given.length || given[c]) {
          throw new IllegalArgumentException(
              "class %d is out of range or given twice; distinct classes from 0 to %d are expected"
                  .formatted(c, given.length - 1));
        }
        given[c] = true;
      }
    }
    ScatterMoments settled = gathering.settled();
    List<GaussianStatistics> split = new ArrayList<>();
    for (int[] piece : pieces) {
      Classes classes = all.select(piece);
      GaussianStatistics copy = new GaussianStatistics(features(), classes, false);
      // Scatters are not copied again, as no other piece has them.
      copy.gathering.settle(settled.arranged(classes.indicesIn(all)), rowCount(), classes);
      split.add(copy);
    }
    return split;
  }

  /// Combines pieces with disjoint classes, one after the other; this needs memory for the whole
  /// and one piece.
  ///
  /// @param classes all classes; those in no piece have no rows
  /// @param rowCount the number of all rows, which merged pieces do not contain
  /// @param pieces the results of [#split], or merged pieces; at least one
  /// @throws IllegalArgumentException if there is no piece, if a scatter is pooled, if classes have
  ///   no names or are not among those given, if two pieces have rows of the same class, if their
  ///   features differ, or if one has more rows than `rowCount`
  public static GaussianStatistics joined(
      Classes classes, long rowCount, Iterable<GaussianStatistics> pieces) {
    GaussianStatistics all = null;
    ScatterMoments moments = null;
    for (GaussianStatistics piece : pieces) {
      piece.requireClassScatters("a piece to join holds");
      if (all == null) {
        all = new GaussianStatistics(piece.features(), classes, false);
        moments = all.gathering.settled();
      }
      Joining.features(all.features(), piece.features(), false, "a piece to join");
      int[] to = piece.classes().indicesIn(classes);
      ScatterMoments settled = piece.gathering.settled();
      for (int c = 0; c < to.length; c++) {
        if (to[c] < 0 || settled.weight[c] > 0 && moments.weight[to[c]] > 0) {
          throw new BadDataException(
              "%s of a piece %s; each of %s in one piece is expected",
              Fact.label(c, piece.classes()),
              to[c] < 0 ? "is not among those of all" : "has rows in another piece too",
              classes);
        }
      }
      if (piece.rowCount() > rowCount) {
        throw new IllegalArgumentException(
            "a piece has %d rows; at most %d are expected, those of all"
                .formatted(piece.rowCount(), rowCount));
      }
      moments.takeClasses(settled, to);
    }
    if (all == null) {
      throw new IllegalArgumentException("there is no piece; at least one is expected");
    }
    all.gathering.settle(moments, rowCount, classes);
    return all;
  }

  private void requireClassScatters(String begin) {
    if (pooled || !classes().areNamed()) {
      throw new IllegalArgumentException(
          "%s %s; a scatter for each class with a name is expected"
              .formatted(begin, pooled ? form() : "classes without names"));
    }
  }

  /// Returns the summary of the rows added so far. More rows may be added afterwards.
  public GaussianSummary summary() {
    if (summary == null) {
      summary = new GaussianSummary(gathering.settled());
    }
    return summary;
  }

  @Override
  void changed() {
    summary = null;
  }
}
