package org.lanewise.internal.score.discrete;

import org.lanewise.data.RowBatch;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Scratch;
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

  final AffineForm form;

  /// The parts of the form; part p of a row or block is summed into [Workspace#sums].
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

  /// Checks a row and scores it: class c at `[c]`.
  abstract void scoreRow(R row, Workspace w);

  /// The sums of a checked row in part `part` of the form, into [Workspace#sums]: class c at `[c]`.
  abstract void sumRow(R row, int part, Workspace w);

  /// The sums of a checked row in all parts. The finite one stands alone: in a loop over the parts
  /// C2 made a row of four counts half as slow again.
  final void sumRow(R row, Workspace w) {
    sumRow(row, 0, w);
    if (parts.length > 1) {
      sumRow(row, 1, w);
    }
  }

  /// Checks rows `first` to `first + count − 1` and scores them: class c of row r of them at
  /// `[r·rowStep() + c·classStep()]`. `first` is a multiple of [#BLOCK].
  abstract void scoreBlock(B rows, int first, int count, Workspace w);

  /// The distance of two rows of a block in its scores: they lie row by row, unless a scorer lays
  /// them otherwise.
  int rowStep() {
    return classStride;
  }

  /// The distance of two classes in them.
  int classStep() {
    return 1;
  }

  /// log h(x) of a row that has been scored.
  double logBase(R row) {
    return 0;
  }

  /// log h(x) of row r of the block that was scored last and begins at row `first`.
  double logBase(B rows, int first, int r, Workspace w) {
    return 0;
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
  public final int predict(R row) {
    Workspace w = Scratch.ofThread();
    return holdsRow(w) ? label(row, w) : lentLabel(row);
  }

  @Override
  public final double logDensity(R row) {
    requireDensity();
    Workspace w = Scratch.ofThread();
    return holdsRow(w) ? logDensity(row, w) : lentLogDensity(row);
  }

  @Override
  public final void row(R row, Result result, double[] out) {
    Workspace w = Scratch.ofThread();
    if (holdsRow(w)) {
      fill(row, result, out, w);
    } else {
      lentFill(row, result, out);
    }
  }

  private boolean holdsRow(Workspace w) {
    return w.holdsRow(0, classStride) && w.places.length >= rowPlaces;
  }

  /// As the others with a workspace, where the thread has none, or perhaps one that is too small.
  private int lentLabel(R row) {
    Workspace w = Scratch.forRow(0, classStride);
    try {
      w.places(rowPlaces);
      return label(row, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double lentLogDensity(R row) {
    Workspace w = Scratch.forRow(0, classStride);
    try {
      w.places(rowPlaces);
      return logDensity(row, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void lentFill(R row, Result result, double[] out) {
    Workspace w = Scratch.forRow(0, classStride);
    try {
      w.places(rowPlaces);
      fill(row, result, out, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private int label(R row, Workspace w) {
    scoreRow(row, w);
    preferPossible(w, 0, 1);
    return LogSumExp.argmax(w.scores, 0, 1, classCount());
  }

  private double logDensity(R row, Workspace w) {
    scoreRow(row, w);
    dropImpossible(w, 0, 1);
    return LogSumExp.logDensity(w.scores, 0, 1, classCount()) + logBase(row);
  }

  private void fill(R row, Result result, double[] out, Workspace w) {
    scoreRow(row, w);
    store(w, 0, 1, 0, 0, result.isOfJoints() ? logBase(row) : 0, result, null, out);
  }

  @Override
  public final void range(
      B rows, int from, int to, int outRow, Result result, int[] labels, double[] out) {
    Workspace w = Scratch.forBatch();
    try {
      range(rows, from, to, outRow, result, labels, out, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// As the other [#range], with a workspace.
  void range(
      B rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    scoreExactly(rows, from, to, outRow, result, labels, out, w);
  }

  /// Scores rows block by block; `from` is a multiple of [#BLOCK].
  final void scoreExactly(
      B rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    begin(to, w);
    boolean joint = result.isOfJoints();
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      scoreBlock(rows, first, count, w);
      for (int r = 0; r < count; r++) {
        double base = joint ? logBase(rows, first, r, w) : 0;
        store(w, r * rowStep(), classStep(), first + r, outRow, base, result, labels, out);
      }
    }
  }

  /// Makes room for blocks of the rows before row `end`.
  void begin(int end, Workspace w) {
    w.makeScores(Math.multiplyExact(classStride, BLOCK));
    w.discrete.end = end;
  }

  /// Stores what is asked for of a row whose scores lie at `[from + c·stride]`.
  private void store(
      Workspace w,
      int from,
      int stride,
      int row,
      int outRow,
      double base,
      Result result,
      int[] labels,
      double[] out) {
    int at = row - outRow;
    int k = classCount();
    if (result == Result.JOINT_PLANES) {
      storeJoints(w, from, stride, base, out, at);
    }
    if (result == Result.LOG_JOINT || result == Result.LOG_DENSITY) {
      dropImpossible(w, from, stride);
    } else if (result != Result.PARTS) {
      preferPossible(w, from, stride);
    }
    switch (result) {
      case LABEL -> labels[row] = LogSumExp.argmax(w.scores, from, stride, k);
      case LOG_DENSITY -> out[at] = LogSumExp.logDensity(w.scores, from, stride, k) + base;
      case LOG_POSTERIOR -> LogSumExp.logPosterior(w.scores, from, stride, k, out, at * k);
      case POSTERIOR -> LogSumExp.posterior(w.scores, from, stride, k, out, at * k);
      case PARTS -> {
        for (int c = 0; c < k; c++) {
          out[2 * at * k + c] = w.scores[from + c * stride];
          out[2 * at * k + k + c] = w.impossible[from + c * stride];
        }
      }
      case DISCRIMINANT, LOG_JOINT -> {
        for (int c = 0; c < k; c++) {
          out[at * k + c] = w.scores[from + c * stride] + base;
        }
      }
      case PLANES, JOINT_PLANES -> {
        for (int c = 0; c < k; c++) {
          out[c * planeStride() + at] = w.scores[from + c * stride];
        }
      }
    }
  }

  /// Stores log joints without their base, and the base, and leaves the scores as they are.
  private void storeJoints(Workspace w, int from, int stride, double base, double[] out, int at) {
    int k = classCount();
    for (int c = 0; c < k; c++) {
      double impossible = form.hasImpossible() ? w.impossible[from + c * stride] : 0;
      out[(k + c) * planeStride() + at] =
          impossible == 0
              ? w.scores[from + c * stride]
              : impossible > 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    out[2 * k * planeStride() + at] = base;
  }

  /// Makes the score of every class −∞ that has an impossible factor, +∞ where it has fewer than
  /// none.
  private void dropImpossible(Workspace w, int from, int stride) {
    if (form.hasImpossible()) {
      drop(w, from, stride, 0);
      for (int c = 0; c < classCount(); c++) {
        if (w.impossible[from + c * stride] < 0) {
          w.scores[from + c * stride] = Double.POSITIVE_INFINITY;
        }
      }
    }
  }

  /// Makes the score of every class −∞ that has more impossible factors than another.
  private void preferPossible(Workspace w, int from, int stride) {
    if (form.hasImpossible()) {
      double fewest = w.impossible[from];
      for (int c = 1; c < classCount(); c++) {
        fewest = Math.min(fewest, w.impossible[from + c * stride]);
      }
      drop(w, from, stride, fewest);
    }
  }

  private void drop(Workspace w, int from, int stride, double allowed) {
    for (int c = 0; c < classCount(); c++) {
      if (w.impossible[from + c * stride] > allowed) {
        w.scores[from + c * stride] = Double.NEGATIVE_INFINITY;
      }
    }
  }
}
