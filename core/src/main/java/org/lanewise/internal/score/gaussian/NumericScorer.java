package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.score.SumLabels;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.certify.VectorScores;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores rows of doubles, alone or in blocks. A subclass has the formula: the discriminants of a
/// row less its origin, and those of a block.
public abstract sealed class NumericScorer extends BatchScorer<double[], NumericColumns>
    permits LinearScorer, ClassVarianceScorer, ClassCovarianceScorer, MarginalScorer {

  /// The distance of two columns of a block.
  static final int STRIDE = ScoreKernels.STRIDE;

  /// Below this number of rows a block costs more than its rows alone.
  static final int FEW_ROWS = 16;

  private static final int MAX_BLOCK_DOUBLES = 1 << 17;

  /// Blocks that are read where they lie are as long as the chains of all classes stay in the
  /// second-level cache, for memory likes long runs of a column.
  private static final int MAX_ROWS = 1024;

  private static final int MAX_SCORES = 1 << 14;

  final int classStride;

  /// d rounded up to a multiple of 8.
  final int paddedCount;

  /// The distance of two classes in the scores of a block, off the power of two as that of columns.
  final int scoreStride;

  /// Subtracted from rows before they are scored: 0 if classes have origins of their own.
  private final double[] origin;

  /// The origins of classes that share none, k rows of d; else null.
  final double[][] origins;

  final int mostRows;
  private final FloatFirst floats = new FloatFirst(this);

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
    // Loaded here, and not while the first row waits.
    Kernels.requireTier();
  }

  /// The most rows of a block that is read where it lies.
  static int rowsInPlace(int classCount) {
    return Math.clamp(Integer.highestOneBit(MAX_SCORES / classCount), ScoreKernels.BLOCK, MAX_ROWS);
  }

  /// The discriminants of the row in `w.x`, into `w.row`.
  abstract void discriminants(Workspace w);

  /// Those of some classes from `label` on.
  ///
  /// @return the class behind the last
  int discriminantsFrom(int label, Workspace w) {
    discriminants(w);
    return classCount();
  }

  /// The discriminants of a block of rows, into `w.block`.
  abstract void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w);

  /// The log joints of a row, from its discriminants.
  ///
  /// @param to the plane that they may go to
  /// @return the plane that they are in; 0 where they are the discriminants
  int logJoints(int to, Workspace w) {
    return 0;
  }

  /// As [#logJoints] of a block.
  int blockLogJoints(NumericColumns rows, int first, int count, int to, Workspace w) {
    return 0;
  }

  /// The squared distances ‖M_c(x − origin − mean_c)‖² of a row, into `w.row`.
  abstract void squaredDistances(double[] row, Workspace w);

  /// Those of a block of up to [#columnRows()] rows, into `w.block`.
  abstract void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w);

  /// Returns the scores of rows with missing features.
  abstract Marginals marginals(double[] logPriors);

  /// The covariance of all classes, or null if they share none.
  SharedCovariance sharedCovariance() {
    return null;
  }

  /// Whether labels take less time by floats.
  ///
  /// @param together the values of a row that lie together in a batch; 0 for a row alone
  boolean floatsPay(int together) {
    return false;
  }

  /// The scores in floats, or null where they are out of the range of floats.
  FloatLabels newFloats() {
    return null;
  }

  /// Whether NaN is a missing value.
  boolean takesMissing() {
    return false;
  }

  /// The rows of a block that is held column by column.
  final int columnRows() {
    return paddedCount * ScoreKernels.BLOCK <= MAX_BLOCK_DOUBLES
        ? ScoreKernels.BLOCK
        : ScoreKernels.BLOCK / 2;
  }

  /// The most rows of a block, a multiple of [ScoreKernels#ROW_STEP].
  int blockRows(NumericColumns rows, Wanted wanted) {
    // Rows that are transposed first stay in the cache in short blocks.
    return Stores.of(rows).together() == 1 ? mostRows : Math.min(mostRows, ScoreKernels.BLOCK);
  }

  /// A scorer of the same model for rows in which NaN is a missing value.
  ///
  /// @param priors the k class priors
  public final NumericScorer marginal(double[] priors) {
    double[] logs = Arrays.stream(priors).map(StrictMath::log).toArray();
    return new MarginalScorer(this, marginals(logs));
  }

  /// The d values that rows are taken about, not to be changed.
  final double[] origin() {
    return origin;
  }

  @Override
  public double[] syntheticRow() {
    return (origins == null ? origin : origins[0]).clone();
  }

  @Override
  public final boolean holdsRow(Workspace w) {
    return w.holdsRow(paddedCount, classStride);
  }

  @Override
  public final void makeRow(Workspace w) {
    w.makeRow(paddedCount, classStride);
  }

  @Override
  public final void score(double[] row, Wanted wanted, Workspace w) {
    NumericRefusals.requireFeatures(row, origin.length);
    scoreValues(row, wanted, w);
  }

  /// Scores a row that begins `row`.
  private void scoreValues(double[] row, Wanted wanted, Workspace w) {
    discriminants(row, w);
    w.row.counted = false;
    w.row.joints = 0;
    if (wanted != Wanted.DISCRIMINANTS) {
      w.row.joints = logJoints(wanted == Wanted.BOTH ? classCount() : 0, w);
      w.row.bases[0] = ScorePlanes.NOTHING;
      NumericRefusals.requireJoint(w.row.scores[w.row.joints]);
    }
  }

  /// The discriminants of a row that begins `row`.
  private void discriminants(double[] row, Workspace w) {
    CenteredBlock.load(row, origin, w);
    discriminants(w);
    double[] scores = w.row.scores;
    boolean finite = true;
    for (int c = 0; c < classCount(); c++) {
      finite &= Double.isFinite(scores[c]);
    }
    // A feature that is not finite makes every score so; a score may be so of itself.
    if (!finite) {
      NumericRefusals.requireValues(row, origin.length, takesMissing());
      if (!NumericRefusals.inRange(scores, 0, 1, classCount())) {
        throw NumericRefusals.tooFar("the row", null);
      }
    }
  }

  @Override
  public final int label(double[] row, Workspace w) {
    NumericRefusals.requireFeatures(row, origin.length);
    return labelOf(row, w);
  }

  private int labelOf(double[] row, Workspace w) {
    int label = floats.label(row, w);
    if (label < 0) {
      discriminants(row, w);
      label = LogSumExp.argmax(w.row.scores, 0, 1, classCount());
    }
    return label;
  }

  @Override
  protected final SumLabels sums(float[] vectors) {
    VectorScores scores = new VectorScores(vectors, origin.length);
    return (ids, count, divisor) -> {
      Workspace w = Scratch.forRow();
      try {
        return floats.label(scores, ids, count, divisor, w);
      } finally {
        Scratch.giveBack(w);
      }
    };
  }

  @Override
  public ScorePlanes score(NumericColumns rows, int first, int end, Wanted wanted, Workspace w) {
    // The last rows of a longer batch are a block.
    return end < FEW_ROWS
        ? alone(rows, first, wanted, w)
        : block(rows, first, Math.min(blockRows(rows, wanted), end - first), wanted, w);
  }

  /// Scores a row of a batch alone.
  final ScorePlanes alone(NumericColumns rows, int row, Wanted wanted, Workspace w) {
    if (!holdsRow(w)) {
      makeRow(w);
    }
    double[] values = w.copies.row(origin.length);
    rows.row(row, values);
    try {
      scoreValues(values, wanted, w);
    } catch (BadDataException e) {
      throw NumericRefusals.inRow(row, rows, e);
    }
    return w.row;
  }

  private ScorePlanes block(NumericColumns rows, int first, int most, Wanted wanted, Workspace w) {
    // Whole steps can be read in place.
    int count = most > ScoreKernels.ROW_STEP ? most - most % ScoreKernels.ROW_STEP : most;
    ScorePlanes s = begin(count, wanted, w);
    blockDiscriminants(rows, first, count, w);
    NumericRefusals.requireInRange(this, rows, first, s);
    if (wanted != Wanted.DISCRIMINANTS) {
      s.joints = blockLogJoints(rows, first, count, wanted == Wanted.BOTH ? classCount() : 0, w);
      NumericRefusals.requireJoints(first, s);
    }
    return s;
  }

  /// Begins a block.
  final ScorePlanes begin(int count, Wanted wanted, Workspace w) {
    // A plane more, for distances.
    int planes = (wanted == Wanted.BOTH ? 2 : 1) * classCount() + 1;
    w.block.make(mostRows, scoreStride, planes);
    w.block.count = count;
    Arrays.fill(w.block.bases, 0, count, ScorePlanes.NOTHING);
    return w.block;
  }

  /// Sums over the features of a block of rows, into `w.block`.
  final void sumPanels(PanelScores panels, NumericColumns rows, int first, int count, Workspace w) {
    w.numeric.beginRows(Stores.of(rows), first, count);
    panels.sum(w.numeric, w.block.scores, scoreStride);
  }

  @Override
  public void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
    if (to - from >= FEW_ROWS) {
      floats.label(rows, from, to, labels, w);
      return;
    }
    makeRow(w);
    double[] values = w.copies.row(origin.length);
    for (int row = from; row < to; row++) {
      rows.row(row, values);
      try {
        labels[row] = labelOf(values, w);
      } catch (BadDataException e) {
        throw NumericRefusals.inRow(row, rows, e);
      }
    }
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
}
