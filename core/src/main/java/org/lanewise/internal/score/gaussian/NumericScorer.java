package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Scores rows of doubles, alone or in blocks: what affine, diagonal and triangular scorers share.
///
/// A subclass gives the discriminants of a row and of a block: scores whose differences between
/// classes are those of the log joint, and what turns them into it.
public abstract sealed class NumericScorer extends BatchScorer<double[], NumericColumns>
    permits PanelScorer, ClassCovarianceScorer, MarginalScorer {

  /// The distance of two columns of a block.
  static final int STRIDE = ScoreKernels.STRIDE;

  /// Below this number of rows a block costs more than its rows alone.
  static final int FEW_ROWS = 16;

  private static final int MAX_BLOCK_DOUBLES = 1 << 17;

  /// Where floats leave more than this part of a block to doubles, so many blocks go there at once,
  /// and fewer rows behind a row alone for which they leave more than this part of the classes.
  private static final int MANY_LEFT = 4;

  private static final int BLOCKS_IN_DOUBLES = 16;

  /// Null until many rows are labelled, or where the parameters are out of the range of floats.
  private volatile FloatLabels floats;

  private volatile boolean outOfRange;

  /// How many rows alone go to doubles before floats are tried again; threads may miscount.
  private int rowsInDoubles;

  final int classStride;

  /// d rounded up to a multiple of 8.
  final int paddedCount;

  /// The distance of two classes in the scores of a block, off the power of two as that of columns.
  final int scoreStride;

  /// Subtracted from rows before they are scored: 0 if classes have origins of their own.
  private final double[] origin;

  /// The origins of classes that share none, k rows of d; else null.
  final double[][] origins;

  private final int mostRows;

  /// @param origins one for all classes, or one for each
  /// @param mostRows the most rows of a block, at least [ScoreKernels#BLOCK]
  NumericScorer(Naming naming, double[][] origins, int mostRows) {
    int classCount = naming.classes().count();
    super(naming);
    this.origins = ClassParameters.runs(origins).length == 2 ? null : origins.clone();
    origin = this.origins == null ? origins[0].clone() : new double[origins[0].length];
    this.mostRows = mostRows;
    scoreStride = mostRows + STRIDE - ScoreKernels.BLOCK;
    classStride = ScoreKernels.classStride(classCount);
    paddedCount = ScoreKernels.width(origin.length);
  }

  /// The rows of a block that is held column by column.
  final int columnRows() {
    return paddedCount * ScoreKernels.BLOCK <= MAX_BLOCK_DOUBLES
        ? ScoreKernels.BLOCK
        : ScoreKernels.BLOCK / 2;
  }

  /// The discriminants of the row in `w.x`, into `w.scores`.
  abstract void discriminants(Workspace w);

  /// The rows of a block that is scored for `result`, a multiple of [ScoreKernels#ROW_STEP].
  abstract int blockRows(Result result);

  /// The discriminants of a block of rows, into `w.numeric.scores[c·scoreStride + r]`.
  abstract void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w);

  /// Turns discriminants into log joints.
  abstract void logJoints(Workspace w);

  /// Turns a block's discriminants into log joints.
  abstract void blockLogJoints(NumericColumns rows, int first, int count, Workspace w);

  /// The squared distances ‖M_c(x − origin − mean_c)‖² of a row, into `w.scores`.
  abstract void squaredDistances(double[] row, Workspace w);

  /// Those of a block of up to [#columnRows()] rows, into `w.numeric.scores[c·scoreStride + r]`.
  abstract void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w);

  /// Returns the scorer for rows with missing features.
  abstract Marginals marginals(double[] logPriors);

  /// A scorer of the same model for rows in which NaN is a value that was not seen.
  ///
  /// @param priors the k class priors
  public final NumericScorer marginal(double[] priors) {
    double[] logs = Arrays.stream(priors).map(StrictMath::log).toArray();
    return new MarginalScorer(this, marginals(logs));
  }

  /// Refuses values of a row that are no numbers of this scorer.
  void requireValues(double[] row) {
    NumericRefusals.requireFinite(row, origin.length);
  }

  /// Refuses rows of a block that hold values that are no numbers of this scorer.
  void requireValues(NumericColumns rows, int first, int count) {
    NumericRefusals.requireFinite(rows, first, count);
  }

  /// The d values that rows are taken about, not to be changed.
  final double[] origin() {
    return origin;
  }

  /// The most rows of a block.
  final int mostRows() {
    return mostRows;
  }

  @Override
  public double[] syntheticRow() {
    return (origins == null ? origin : origins[0]).clone();
  }

  @Override
  public final int predict(double[] row) {
    NumericRefusals.requireFeatures(row, origin.length);
    Workspace w = Scratch.ofThread();
    return w.holdsRow(paddedCount, classStride) ? label(row, w) : lentLabel(row);
  }

  @Override
  public final double logDensity(double[] row) {
    requireDensity();
    NumericRefusals.requireFeatures(row, origin.length);
    Workspace w = Scratch.ofThread();
    return w.holdsRow(paddedCount, classStride) ? logDensity(row, w) : lentLogDensity(row);
  }

  @Override
  public final void row(double[] row, Result result, double[] out) {
    NumericRefusals.requireFeatures(row, origin.length);
    Workspace w = Scratch.ofThread();
    if (w.holdsRow(paddedCount, classStride)) {
      fill(row, result, out, w);
    } else {
      lentFill(row, result, out);
    }
  }

  /// As the others with a workspace, where the thread has none, or perhaps one that is too small.
  private int lentLabel(double[] row) {
    Workspace w = Scratch.forRow(paddedCount, classStride);
    try {
      return label(row, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double lentLogDensity(double[] row) {
    Workspace w = Scratch.forRow(paddedCount, classStride);
    try {
      return logDensity(row, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void lentFill(double[] row, Result result, double[] out) {
    Workspace w = Scratch.forRow(paddedCount, classStride);
    try {
      fill(row, result, out, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// The label of a row, in a workspace that is large enough.
  final int label(double[] row, Workspace w) {
    FloatLabels floats = rowFloats();
    if (floats != null) {
      int label = labelInFloats(row, floats, w);
      if (label >= 0) {
        return label;
      }
    }
    score(row, w);
    return LogSumExp.argmax(w.scores, 0, 1, classCount());
  }

  /// The log density of a row.
  final double logDensity(double[] row, Workspace w) {
    score(row, w);
    finiteJoints(w);
    return LogSumExp.logDensity(w, classCount());
  }

  /// Fills `out` with a result of a row that is more than one number: planes lie one behind the
  /// other, k numbers each.
  final void fill(double[] row, Result result, double[] out, Workspace w) {
    int k = classCount();
    score(row, w);
    if (result == Result.LOG_POSTERIOR) {
      LogSumExp.logPosterior(w, k, out);
    } else if (result == Result.POSTERIOR) {
      LogSumExp.posterior(w, k, out);
    } else if (result == Result.LOG_JOINT) {
      finiteJoints(w);
      System.arraycopy(w.scores, 0, out, 0, k);
    } else {
      System.arraycopy(w.scores, 0, out, 0, k);
      if (result == Result.JOINT_PLANES) {
        finiteJoints(w);
        System.arraycopy(w.scores, 0, out, k, k);
      }
    }
  }

  /// Turns the discriminants of a row into log joints, and refuses those that are none.
  private void finiteJoints(Workspace w) {
    logJoints(w);
    NumericRefusals.requireJoints(w.scores);
  }

  @Override
  public final boolean rowPlanes(double[] row, double[] out, Workspace w) {
    NumericRefusals.requireFeatures(row, origin.length);
    w.makeRow(paddedCount, classStride);
    fill(row, Result.JOINT_PLANES, out, w);
    return true;
  }

  /// The squared Mahalanobis distances of one row from every class, into `out[0 … k−1]`: those of
  /// [Distances].
  public final void squaredDistances(double[] row, double[] out) {
    requireRoom(out.length, classCount());
    NumericRefusals.requireFeatures(row, origin.length);
    Distances.ofRow(this, row, out);
  }

  /// Those of every row of a batch, into `out[row·k + c]`.
  public final void squaredDistances(NumericColumns rows, double[] out) {
    requireFeatures(rows);
    requireRoom(out.length, (long) rows.rowCount() * classCount());
    Distances.ofBatch(this, rows, out);
  }

  /// The discriminants of a row that begins `row`, into `w.scores`.
  private void score(double[] row, Workspace w) {
    CenteredBlock.load(row, origin, w);
    discriminants(w);
    boolean finite = true;
    for (int c = 0; c < classCount(); c++) {
      finite &= Double.isFinite(w.scores[c]);
    }
    // A feature that is not finite makes every score so; a score may be so of itself.
    if (!finite) {
      requireValues(row);
      if (!NumericRefusals.inRange(w.scores, 0, 1, classCount())) {
        throw NumericRefusals.tooFar("the row", null);
      }
    }
  }

  @Override
  public void range(
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out) {
    Workspace w = Scratch.forBatch();
    try {
      if (to - from < FEW_ROWS) {
        BlockResults.storeRows(this, rows, from, to, outRow, result, labels, out, w);
      } else {
        blocks(rows, from, to, outRow, result, labels, out, w);
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Whether the label of a row alone takes less time by floats.
  boolean paysInFloats() {
    return false;
  }

  /// The scores in floats that label a row alone, or null where doubles do.
  private FloatLabels rowFloats() {
    if (!paysInFloats() || outOfRange) {
      return null;
    }
    int rows = rowsInDoubles;
    if (rows > 0) {
      rowsInDoubles = rows - 1;
      return null;
    }
    FloatLabels made = floats;
    return made != null ? made : makeFloats();
  }

  /// The label of a row by floats, and by doubles among the few classes that these leave; −1 where
  /// they leave many.
  private int labelInFloats(double[] row, FloatLabels floats, Workspace w) {
    int label = floats.label(row, w);
    if (label >= 0) {
      return label;
    }
    int left = 0;
    for (int c = 0; c < classCount() && floats.isBounded(0, w); c++) {
      left += floats.mayBe(0, c, w) ? 1 : 0;
    }
    if (left == 0 || left > classCount() / MANY_LEFT) {
      rowsInDoubles = FloatLabels.ROWS;
      return -1;
    }
    CenteredBlock.load(row, origin, w);
    return labelAmong(floats, 0, w);
  }

  /// Whether labels of rows take less time by floats.
  boolean paysInFloats(NumericStore rows) {
    return false;
  }

  /// The scores in floats, or null where they are out of the range of floats.
  FloatLabels newFloats() {
    throw new IllegalStateException();
  }

  /// The scores in floats that label a batch of so many rows, or null where doubles do.
  private FloatLabels floats(NumericStore rows, int count) {
    if (outOfRange || !paysInFloats(rows)) {
      return null;
    }
    FloatLabels made = floats;
    return made != null || count < FloatLabels.ROWS ? made : makeFloats();
  }

  private synchronized FloatLabels makeFloats() {
    if (floats == null && !outOfRange) {
      floats = newFloats();
      outOfRange = floats == null;
    }
    return floats;
  }

  /// Labels a block of rows by floats, and by doubles those that these leave.
  ///
  /// @return how many were left
  private int labelInFloats(
      NumericColumns rows, int first, int count, int[] labels, FloatLabels floats, Workspace w) {
    int left = floats.label(Stores.of(rows), first, count, labels, w);
    for (int r = 0, rest = left; rest > 0; r++) {
      if (labels[first + r] < 0) {
        rest--;
        if (floats.isBounded(r, w)) {
          w.makeRow(paddedCount, classStride);
          CenteredBlock.loadRow(rows, first + r, origin, w);
          labels[first + r] = labelAmong(floats, r, w);
        } else {
          int row = first + r;
          BlockResults.storeRows(this, rows, row, row + 1, 0, Result.LABEL, labels, null, w);
        }
      }
    }
    return left;
  }

  /// The label in doubles of the row in `w.x`, among the classes that floats leave.
  ///
  /// @param r its place in the block that floats labelled last
  int labelAmong(FloatLabels floats, int r, Workspace w) {
    throw new IllegalStateException();
  }

  final void blocks(
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    w.numeric.makeScores(mostRows, scoreStride, classCount());
    // Rows that are transposed first stay in the cache in short blocks.
    boolean inColumns = Stores.of(rows).together() == 1;
    int most = inColumns ? blockRows(result) : Math.min(blockRows(result), ScoreKernels.BLOCK);
    FloatLabels floats = result == Result.LABEL ? floats(Stores.of(rows), to - from) : null;
    int inDoubles = from;
    int count;
    for (int first = from; first < to; first += count) {
      if (floats != null && first >= inDoubles) {
        count = Math.min(floats.rows(Stores.of(rows)), to - first);
        if (labelInFloats(rows, first, count, labels, floats, w) > count / MANY_LEFT) {
          inDoubles = first + count + BLOCKS_IN_DOUBLES * count;
        }
        continue;
      }
      count = Math.min(most, to - first);
      if (count > ScoreKernels.ROW_STEP) {
        // Whole steps can be read in place.
        count -= count % ScoreKernels.ROW_STEP;
      }
      blockDiscriminants(rows, first, count, w);
      NumericRefusals.requireInRange(
          this, rows, first, count, w.numeric.scores, scoreStride, classCount());
      BlockResults.storeDiscriminants(this, w, count, result, out, first - outRow);
      if (result.isOfJoints()) {
        blockLogJoints(rows, first, count, w);
        NumericRefusals.requireJoints(first, count, w.numeric.scores);
      }
      BlockResults.store(this, w, first, count, result, labels, out, outRow);
    }
  }
}
