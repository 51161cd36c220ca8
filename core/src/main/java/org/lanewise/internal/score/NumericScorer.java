package org.lanewise.internal.score;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// Scores rows of doubles, alone or in blocks: what the affine, diagonal and triangular scorers
/// share.
///
/// A subclass gives the discriminant of each class for a row, and for a block of rows: a score
/// whose differences between classes are those of the log joint. Where it is not the log joint
/// itself, it gives that too.
public abstract sealed class NumericScorer extends BatchScorer<double[], NumericColumns>
    permits PanelScorer, TriangularScorer {

  /// The distance of two columns of a block.
  static final int STRIDE = ScoreKernels.STRIDE;

  /// Below this number of rows a block costs more than its rows alone.
  private static final int FEW_ROWS = 16;

  private static final int MOST_BLOCK_DOUBLES = 1 << 17;

  private static final String NOT_FINITE = "%s, %s is %s; a finite number is expected";

  final int classStride;

  /// d rounded up to a multiple of 8.
  final int paddedCount;

  /// The distance of two classes in the scores of a block.
  final int scoreStride;

  private final double[] origin;
  private final int mostRows;
  private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(this::newWorkspace);

  /// The scratch of one thread.
  static final class Workspace {
    /// The row less the origin, padded with 0.
    final double[] x;

    /// The row about a class's mean, and its triangular image.
    final double[] centred;

    final double[] image;

    /// A score for each class.
    final double[] scores;

    /// A block of rows less the origin, the same about a class's mean, and their scores: made when
    /// a batch comes that needs them.
    double[] block = {};

    double[] centredBlock = {};
    double[] blockScores = {};
    int[] labels = {};

    /// Some columns of a block, as they are read and as a panel, and the chains of a quarter that
    /// is not yet complete.
    final NumericBlock read;

    final ColumnPanel panel = new ColumnPanel();
    double[] chain = {};

    /// For log Σ exp over the classes of a block's rows.
    double[] largest = {};

    double[] logRest = {};
    double[] scratch = {};

    private Workspace(int paddedCount, int classStride, int mostRows) {
      read = new NumericBlock(mostRows);
      x = new double[paddedCount];
      centred = new double[paddedCount];
      image = new double[paddedCount];
      scores = new double[classStride];
    }

    private void makeScores(int rows, int scoreStride, int classCount) {
      if (blockScores.length == 0) {
        blockScores = new double[(classCount + 1) * scoreStride];
        labels = new int[rows];
        largest = new double[rows];
        logRest = new double[rows];
        scratch = new double[2 * rows];
      }
    }

    private void makeBlock() {
      if (block.length == 0) {
        block = new double[x.length * STRIDE];
        centredBlock = new double[block.length];
      }
    }
  }

  /// @param mostRows the most rows of a block, at least [ScoreKernels#BLOCK]
  NumericScorer(Naming naming, double[] origin, int mostRows) {
    int classCount = naming.classes().count();
    super(naming);
    this.origin = origin.clone();
    this.mostRows = mostRows;
    // Off the power of two, as that of columns.
    scoreStride = mostRows + STRIDE - ScoreKernels.BLOCK;
    classStride = ScoreKernels.classStride(classCount);
    paddedCount = (origin.length + 7) / 8 * 8;
  }

  /// The rows of a block that is held column by column.
  final int columnRows() {
    return paddedCount * ScoreKernels.BLOCK <= MOST_BLOCK_DOUBLES
        ? ScoreKernels.BLOCK
        : ScoreKernels.BLOCK / 2;
  }

  private Workspace newWorkspace() {
    return new Workspace(paddedCount, classStride, mostRows);
  }

  /// The discriminants of the row in `w.x`, into `w.scores`.
  abstract void discriminants(Workspace w);

  /// The rows of a block that is scored for `result`, a multiple of [ScoreKernels#ROW_STEP].
  abstract int blockRows(Result result);

  /// The discriminants of a block of rows, into `w.blockScores[c·scoreStride + r]`.
  abstract void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w);

  /// Turns discriminants into log joints.
  abstract void logJoints(Workspace w);

  /// Turns a block's discriminants into log joints.
  abstract void blockLogJoints(NumericColumns rows, int first, int count, Workspace w);

  /// The squared distances ‖M_c(x − origin − mean_c)‖² of the row in `w.x`, into `w.scores`.
  abstract void squaredDistances(Workspace w);

  @Override
  public final int predict(double[] row) {
    Workspace w = score(row);
    return LogSumExp.argmax(w.scores, 0, 1, classCount());
  }

  @Override
  public final void logJoint(double[] row, double[] out) {
    requireRoom(out.length, classCount());
    Workspace w = score(row);
    logJoints(w);
    if (Double.isNaN(w.scores[0])) {
      throw tooFar("the row", null);
    }
    System.arraycopy(w.scores, 0, out, 0, classCount());
  }

  @Override
  public final void logPosterior(double[] row, double[] out) {
    requireRoom(out.length, classCount());
    LogSumExp.logPosterior(score(row).scores, 0, 1, classCount(), out, 0);
  }

  @Override
  public final void posterior(double[] row, double[] out) {
    requireRoom(out.length, classCount());
    LogSumExp.posterior(score(row).scores, 0, 1, classCount(), out, 0);
  }

  @Override
  public final double logDensity(double[] row) {
    Workspace w = score(row);
    logJoints(w);
    if (Double.isNaN(w.scores[0])) {
      throw tooFar("the row", null);
    }
    return LogSumExp.logDensity(w.scores, 0, 1, classCount());
  }

  /// The squared Mahalanobis distances ‖M_c(x − origin − mean_c)‖² of one row from every class, M_c
  /// being the inverse of the factor of its covariance, into `out[0 … k−1]`; infinite where one is
  /// beyond the range of doubles.
  ///
  /// @throws IllegalArgumentException if the row has another number of features than the model or
  ///   is not finite, or `out` is too short
  public final void squaredDistances(double[] row, double[] out) {
    requireRoom(out.length, classCount());
    Workspace w = load(row);
    requireFinite(row);
    squaredDistances(w);
    for (int c = 0; c < classCount(); c++) {
      // In the product with M infinities may cancel.
      out[c] = Double.isNaN(w.scores[c]) ? Double.POSITIVE_INFINITY : w.scores[c];
    }
  }

  private Workspace load(double[] row) {
    if (row.length != origin.length) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected, as in the model"
              .formatted(row.length, origin.length));
    }
    Workspace w = workspaces.get();
    for (int j = 0; j < row.length; j++) {
      w.x[j] = row[j] - origin[j];
    }
    return w;
  }

  private Workspace score(double[] row) {
    Workspace w = load(row);
    discriminants(w);
    boolean finite = true;
    for (int c = 0; c < classCount(); c++) {
      finite &= Double.isFinite(w.scores[c]);
    }
    // A feature that is not finite makes every score so; a score may be so of itself.
    if (!finite) {
      requireFinite(row);
      if (!inRange(w.scores, 0, 1, classCount())) {
        throw tooFar("the row", null);
      }
    }
    return w;
  }

  /// Whether a row's scores can be compared: none is NaN or +∞ and not all are −∞. Priors sum to 1,
  /// so if it is not so, the row is so far from the means that its scores overflowed.
  private static boolean inRange(double[] scores, int from, int stride, int k) {
    double max = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      // NaN stays.
      max = Math.max(max, scores[from + c * stride]);
    }
    return Double.isFinite(max);
  }

  private static BadDataException tooFar(Object row, Throwable cause) {
    return new BadDataException(
        cause,
        "%s is so far from the means of the classes that its scores are out of the range of"
            + " doubles; values nearer to those of the training data are expected",
        row);
  }

  /// What is said of a row that was scored alone, of the same row in a batch.
  private static BadDataException inRow(int row, NumericColumns rows, BadDataException e) {
    return e.feature() < 0
        ? tooFar(Fact.row(row), e)
        : new BadDataException(
            e,
            NOT_FINITE,
            Fact.row(row),
            Fact.feature(e.feature(), rows.features()),
            Fact.value(e.value()));
  }

  /// Refuses a block that holds a row that is not finite, or whose scores overflowed.
  private void requireInRange(NumericColumns rows, double[] scores, int first, int count) {
    boolean finite = true;
    for (int c = 0; c < classCount(); c++) {
      finite &= Kernels.SCORE.finite(scores, c * scoreStride, count);
    }
    for (int r = 0; !finite && r < count; r++) {
      if (!inRange(scores, r, scoreStride, classCount())) {
        requireFinite(rows, first, count);
        throw tooFar(Fact.row(first + r), null);
      }
    }
  }

  private static void requireFinite(double[] row) {
    for (int j = 0; j < row.length; j++) {
      if (!Double.isFinite(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a finite number is expected",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
  }

  @Override
  final void range(
      NumericColumns rows, int from, int to, Result result, int[] labels, double[] out) {
    Workspace w = workspaces.get();
    w.makeScores(mostRows, scoreStride, classCount());
    if (to - from < FEW_ROWS) {
      fewRows(rows, from, to, result, labels, out);
      return;
    }
    int count;
    for (int first = from; first < to; first += count) {
      count = Math.min(blockRows(result), to - first);
      if (count > ScoreKernels.ROW_STEP) {
        // Whole steps can be read in place.
        count -= count % ScoreKernels.ROW_STEP;
      }
      blockDiscriminants(rows, first, count, w);
      requireInRange(rows, w.blockScores, first, count);
      if (result == Result.LOG_JOINT || result == Result.LOG_DENSITY) {
        blockLogJoints(rows, first, count, w);
        for (int r = 0; r < count; r++) {
          if (Double.isNaN(w.blockScores[r])) {
            throw tooFar(Fact.row(first + r), null);
          }
        }
      }
      store(w, first, count, result, labels, out);
    }
  }

  private void fewRows(
      NumericColumns rows, int from, int to, Result result, int[] labels, double[] out) {
    int k = classCount();
    double[] row = new double[origin.length];
    double[] values = new double[k];
    for (int i = from; i < to; i++) {
      rows.row(i, row);
      try {
        switch (result) {
          case LABEL -> labels[i] = predict(row);
          case LOG_DENSITY -> out[i] = logDensity(row);
          case LOG_JOINT -> logJoint(row, values);
          case LOG_POSTERIOR -> logPosterior(row, values);
          case POSTERIOR -> posterior(row, values);
        }
      } catch (BadDataException e) {
        throw inRow(i, rows, e);
      }
      if (result != Result.LABEL && result != Result.LOG_DENSITY) {
        System.arraycopy(values, 0, out, i * k, k);
      }
    }
  }

  /// Loads rows less the origin into `w.block`, column by column.
  final void load(NumericColumns rows, int first, int count, Workspace w) {
    w.makeBlock();
    boolean finite = true;
    w.read.begin(Stores.of(rows));
    for (int from = 0; from < origin.length; from += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, origin.length - from);
      w.read.read(from, width, first, count);
      for (int l = 0; l < width; l++) {
        int j = from + l;
        double[] column = w.read.column(l);
        finite &=
            Kernels.SCORE.shift(column, w.read.offset(), count, origin[j], w.block, j * STRIDE);
      }
    }
    w.read.forget();
    if (!finite) {
      requireFinite(rows, first, count);
    }
  }

  private static void requireFinite(NumericColumns rows, int first, int count) {
    for (int i = first; i < first + count; i++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        double value = rows.value(i, j);
        if (!Double.isFinite(value)) {
          throw new BadDataException(
              NOT_FINITE, Fact.row(i), Fact.feature(j, rows.features()), Fact.value(value));
        }
      }
    }
  }

  private void store(Workspace w, int first, int count, Result result, int[] labels, double[] out) {
    int k = classCount();
    double[] scores = w.blockScores;
    if (result == Result.LABEL) {
      Kernels.SCORE.argmax(scores, scoreStride, count, k, labels, first);
      return;
    }
    if (result == Result.LOG_POSTERIOR || result == Result.LOG_DENSITY) {
      Kernels.ELEMENTARY.restOfLargest(
          scores, 0, scoreStride, k, count, w.largest, w.logRest, w.scratch);
      Kernels.ELEMENTARY.log1p(w.logRest, 0, count, w.logRest, 0);
    }
    for (int r = 0; r < count; r++) {
      int to = (first + r) * k;
      switch (result) {
        case LOG_POSTERIOR -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = (scores[c * scoreStride + r] - w.largest[r]) - w.logRest[r];
          }
        }
        case LOG_DENSITY ->
            out[first + r] =
                w.largest[r] == Double.NEGATIVE_INFINITY
                    ? w.largest[r]
                    : w.largest[r] + w.logRest[r];
        case POSTERIOR -> LogSumExp.posterior(scores, r, scoreStride, k, out, to);
        default -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = scores[c * scoreStride + r];
          }
        }
      }
    }
  }
}
