package org.lanewise.internal.score.discrete;

import org.lanewise.data.RowBatch;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores discrete rows by an [AffineForm], whatever holds T(x).
///
/// Where a class makes a row impossible its log joint is −∞, exactly. A row that is impossible
/// under every class has log density −∞, and its posterior is the limit of smoothing that goes to
/// 0: the classes with the fewest impossible factors share it by their finite parts, and `predict`
/// takes the best of those. That is never NaN, and for possible rows it is the ordinary posterior.
///
/// Labels and posteriors are taken from the affine part; log joints and densities add log h(x).
abstract class DiscreteScorer<R, B extends RowBatch> extends BatchScorer<R, B> {

  /// Rows that are scored together.
  static final int BLOCK = DiscreteKernels.TILE;

  /// The distance of two classes in the scores of a block.
  static final int STRIDE = BLOCK + 8;

  final AffineForm form;

  /// The parts of the form; part p of a row or block is summed into [ScorePlanes#part].
  final AffineScores[] parts;

  final int classStride;

  /// The places in T(x) that one row needs.
  private final int rowPlaces;

  DiscreteScorer(Naming naming, AffineForm form) {
    this(naming, form, 0);
  }

  /// @param naming of the features of a row; T(x) may be of another dimension
  /// @param rowPlaces how many of [Workspace#places] scoring one row takes
  DiscreteScorer(Naming naming, AffineForm form, int rowPlaces) {
    super(naming);
    this.form = form;
    parts = form.parts();
    this.rowPlaces = rowPlaces;
    classStride = form.classStride();
    // Loaded here, and not while the first row waits.
    Kernels.requireTier();
  }

  /// Checks a row and scores it, into `w.row`.
  abstract void scoreRow(R row, Workspace w);

  /// The sums of a checked row in part `part` of the form, into `w.row`.
  abstract void sumRow(R row, int part, Workspace w);

  /// The sums of a checked row in all parts. The finite one stands alone: in a loop over the parts
  /// C2 made a row of four counts half as slow again.
  final void sumRow(R row, Workspace w) {
    sumRow(row, 0, w);
    if (parts.length > 1) {
      sumRow(row, 1, w);
    }
  }

  /// Checks and scores the `w.block.count` rows of a block that begins with row `first`, a multiple
  /// of [#BLOCK], into `w.block`.
  ///
  /// @param end the row behind the last of the batch that will be scored
  abstract void scoreBlock(B rows, int first, int end, Workspace w);

  /// log h(x) of a row that has been scored.
  double logBase(R row) {
    return 0;
  }

  /// log h(x) of row r of the block that was scored last and begins at row `first`.
  double logBase(B rows, int first, int r, Workspace w) {
    return 0;
  }

  /// log h(x) of all rows of this block, into `w.block.bases`.
  void logBases(B rows, int first, Workspace w) {
    for (int r = 0; r < w.block.count; r++) {
      w.block.bases[r] = logBase(rows, first, r, w);
    }
  }

  @Override
  public final boolean hasDensity() {
    return form.base() != AffineForm.Base.NONE;
  }

  @Override
  public final boolean hasImpossible() {
    return form.hasImpossible();
  }

  @Override
  public final boolean holdsRow(Workspace w) {
    return w.holdsRow(0, classStride) && w.places.length >= rowPlaces;
  }

  @Override
  public final void makeRow(Workspace w) {
    w.makeRow(0, classStride);
    w.places(rowPlaces);
  }

  @Override
  public final void score(R row, Wanted wanted, Workspace w) {
    scoreRow(row, w);
    w.row.counted = form.hasImpossible();
    w.row.joints = 0;
    if (wanted != Wanted.DISCRIMINANTS) {
      w.row.bases[0] = logBase(row);
    }
  }

  @Override
  public final int label(R row, Workspace w) {
    scoreRow(row, w);
    if (form.hasImpossible()) {
      w.row.counted = true;
      w.row.preferPossible(classCount());
    }
    return LogSumExp.argmax(w.row.scores, 0, 1, classCount());
  }

  @Override
  public final ScorePlanes score(B rows, int first, int end, Wanted wanted, Workspace w) {
    int k = classCount();
    ScorePlanes s = w.block;
    s.make(BLOCK, STRIDE, form.hasImpossible() ? 2 * k : k);
    s.count = Math.min(BLOCK, end - first);
    if (form.hasImpossible()) {
      s.makeCounts(k);
    }
    scoreBlock(rows, first, end, w);
    if (wanted != Wanted.DISCRIMINANTS) {
      logBases(rows, first, w);
    }
    return s;
  }

  /// Lays the sums of a block in a part of the form, which lie row by row, out in planes.
  final void toPlanes(double[] sums, int part, ScorePlanes s) {
    double[] out = s.part(part);
    for (int r = 0; r < s.count; r++) {
      for (int c = 0; c < classCount(); c++) {
        out[c * s.stride + r] = sums[r * classStride + c];
      }
    }
  }
}
