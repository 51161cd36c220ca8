package org.lanewise.internal.score;

import org.lanewise.data.Samples;
import org.lanewise.data.SparseRow;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.store.NumericBlock;

/// Scores discrete rows by an [AffineForm], whatever holds T(x).
///
/// Where a class makes a row impossible its log joint is −∞, exactly. A row that is impossible
/// under every class has log density −∞, and its posterior is the limit of smoothing that goes to
/// 0: the classes with the fewest impossible factors share it by their finite parts, and `predict`
/// takes the best of those. That is never NaN, and for possible rows it is the ordinary posterior.
///
/// Labels and posteriors are taken from the affine part; log joints and densities add log h(x).
abstract class DiscreteScorer<R, B extends Samples> extends BatchScorer<R, B> {

  /// Rows that are scored together.
  static final int BLOCK = DiscreteKernels.TILE;

  final AffineForm form;
  private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(this::newWorkspace);

  /// The scratch of one thread.
  static final class Workspace {
    /// Finite parts, of a row or a block.
    double[] scores;

    /// Counts of impossible factors, or null.
    double[] impossible;

    /// Words of every feature, for blocks of binary rows; null until it is needed.
    BitBlock bits;

    /// Packed rows of a block of binary rows, and 64 words of scratch.
    long[] rows = {};

    final long[] square = new long[Long.SIZE];

    /// Sums of classes in fixed point.
    long[] sums = {};

    /// The row behind the last of the range that is scored.
    int end;

    /// The row that is scored, in batches of sparse rows.
    final SparseRow view = new SparseRow();

    /// Scores of a block, class by class.
    double[] block = {};

    /// The columns of a block of numeric rows, some of them as they are read and in a panel, and
    /// the chains of a quarter that is not yet complete.
    double[][] columns = {};

    final NumericBlock read = new NumericBlock(BLOCK);

    final ColumnPanel panel = new ColumnPanel();

    double[] chain = {};

    /// The places in T(x) of what a row or a block has; of a block, feature by feature.
    int[] places = {};

    private Workspace(AffineForm form) {
      scores = new double[form.classStride()];
      impossible = form.hasImpossible() ? new double[form.classStride()] : null;
    }

    /// Places, at least so many.
    int[] places(int count) {
      if (places.length < count) {
        places = new int[count];
      }
      return places;
    }

    private void makeBlock(AffineForm form) {
      int size = form.classStride() * BLOCK;
      if (scores.length < size) {
        scores = new double[size];
        impossible = form.hasImpossible() ? new double[size] : null;
      }
    }
  }

  /// @param naming of the features of a row; T(x) may be of another dimension
  DiscreteScorer(Naming naming, AffineForm form) {
    super(naming);
    this.form = form;
  }

  private Workspace newWorkspace() {
    return new Workspace(form);
  }

  /// Checks a row and scores it: class c at `[c]`.
  abstract void scoreRow(R row, Workspace w);

  /// Checks rows `first` to `first + count − 1` and scores them: class c of row r of them at
  /// `[r·rowStep() + c·classStep()]`. `first` is a multiple of [#BLOCK].
  abstract void scoreBlock(B rows, int first, int count, Workspace w);

  abstract int rowStep();

  abstract int classStep();

  /// log h(x) of a row that has been scored.
  double logBase(R row) {
    return 0;
  }

  /// log h(x) of row r of the block that was scored last and begins at row `first`.
  double logBase(B rows, int first, int r, Workspace w) {
    return 0;
  }

  @Override
  final void requireDensity() {
    if (form.base() == AffineForm.Base.NONE) {
      throw new UnsupportedOperationException(
          "the model has no density p(x), only scores of the classes; a label or a posterior is"
              + " expected to be asked for");
    }
  }

  @Override
  public final int predict(R row) {
    Workspace w = workspaces.get();
    scoreRow(row, w);
    preferPossible(w, 0, 1);
    return LogSumExp.argmax(w.scores, 0, 1, classCount());
  }

  @Override
  public final void logJoint(R row, double[] out) {
    requireRoom(out.length, classCount());
    Workspace w = workspaces.get();
    scoreRow(row, w);
    dropImpossible(w, 0, 1);
    double base = logBase(row);
    for (int c = 0; c < classCount(); c++) {
      out[c] = w.scores[c] + base;
    }
  }

  @Override
  public final void logPosterior(R row, double[] out) {
    requireRoom(out.length, classCount());
    Workspace w = workspaces.get();
    scoreRow(row, w);
    preferPossible(w, 0, 1);
    LogSumExp.logPosterior(w.scores, 0, 1, classCount(), out, 0);
  }

  @Override
  public final void posterior(R row, double[] out) {
    requireRoom(out.length, classCount());
    Workspace w = workspaces.get();
    scoreRow(row, w);
    preferPossible(w, 0, 1);
    LogSumExp.posterior(w.scores, 0, 1, classCount(), out, 0);
  }

  @Override
  public final double logDensity(R row) {
    requireDensity();
    Workspace w = workspaces.get();
    scoreRow(row, w);
    dropImpossible(w, 0, 1);
    return LogSumExp.logDensity(w.scores, 0, 1, classCount()) + logBase(row);
  }

  @Override
  void range(B rows, int from, int to, Result result, int[] labels, double[] out) {
    Workspace w = workspaces.get();
    w.makeBlock(form);
    w.end = to;
    if (w.bits != null) {
      w.bits.forget();
    }
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      scoreBlock(rows, first, count, w);
      for (int r = 0; r < count; r++) {
        double base =
            result == Result.LOG_JOINT || result == Result.LOG_DENSITY
                ? logBase(rows, first, r, w)
                : 0;
        store(w, r * rowStep(), first + r, base, result, labels, out);
      }
    }
  }

  private void store(
      Workspace w, int from, int row, double base, Result result, int[] labels, double[] out) {
    int k = classCount();
    int stride = classStep();
    if (result == Result.LOG_JOINT || result == Result.LOG_DENSITY) {
      dropImpossible(w, from, stride);
    } else {
      preferPossible(w, from, stride);
    }
    switch (result) {
      case LABEL -> labels[row] = LogSumExp.argmax(w.scores, from, stride, k);
      case LOG_DENSITY -> out[row] = LogSumExp.logDensity(w.scores, from, stride, k) + base;
      case LOG_POSTERIOR -> LogSumExp.logPosterior(w.scores, from, stride, k, out, row * k);
      case POSTERIOR -> LogSumExp.posterior(w.scores, from, stride, k, out, row * k);
      case LOG_JOINT -> {
        for (int c = 0; c < k; c++) {
          out[row * k + c] = w.scores[from + c * stride] + base;
        }
      }
    }
  }

  /// Makes the score of every class −∞ that has an impossible factor, +∞ where it has fewer than
  /// none.
  private void dropImpossible(Workspace w, int from, int stride) {
    if (w.impossible != null) {
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
    if (w.impossible != null) {
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
