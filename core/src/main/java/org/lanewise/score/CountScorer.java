package org.lanewise.score;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// Scores rows of counts, T(x) = x, that hold every feature; the bits are those of [SparseScorer]
/// for the same counts. A count is a number from 0 to [#LARGEST], whole or not.
public final class CountScorer extends DiscreteScorer<double[], NumericColumns> {

  /// The largest count: sums of weighted counts have to stay finite.
  public static final double LARGEST = 0x1p500;

  private static final int STRIDE = ScoreKernels.STRIDE;

  /// Above this number of features a block leaves the caches, and rows are scored alone.
  private static final int MOST_BLOCK_FEATURES = 4096;

  /// A scorer of the given form.
  public CountScorer(AffineForm form) {
    super(form);
  }

  @Override
  void scoreRow(double[] row, Workspace w) {
    if (row.length != featureCount()) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected".formatted(row.length, featureCount()));
    }
    for (int j = 0; j < row.length; j++) {
      if (!isCount(row[j])) {
        throw new IllegalArgumentException(
            "feature %d of the row is %s; a number from 0 to 2^500 is expected"
                .formatted(j, row[j]));
      }
    }
    score(row, w.scores, w.impossible);
  }

  private void score(double[] row, double[] scores, double[] impossible) {
    int d = featureCount();
    int stride = form.classStride();
    Kernels.SCORE.affineRow(row, d, form.weights(), form.intercepts(), stride, scores);
    if (impossible != null) {
      Kernels.SCORE.affineRow(
          row, d, form.impossibleWeights(), form.impossibleIntercepts(), stride, impossible);
    }
  }

  @Override
  void scoreBlock(NumericColumns rows, int first, int count, Workspace w) {
    makeBlock(w);
    if (featureCount() > MOST_BLOCK_FEATURES) {
      scoreRows(rows, first, count, w);
      return;
    }
    for (int j = 0; j < featureCount(); j++) {
      int from = j * STRIDE;
      rows.copy(j, first, count, w.block, from);
      boolean counts = true;
      for (int r = from; r < from + count; r++) {
        counts &= isCount(w.block[r]);
      }
      if (!counts) {
        throw notCount(rows, first, count);
      }
    }
    int k = classCount();
    int stride = form.classStride();
    Kernels.SCORE.affineBlock(
        w.block, count, featureCount(), form.weights(), form.intercepts(), stride, k, w.scores);
    if (w.impossible != null) {
      Kernels.SCORE.affineBlock(
          w.block,
          count,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          k,
          w.impossible);
    }
  }

  private void scoreRows(NumericColumns rows, int first, int count, Workspace w) {
    double[] scores = new double[form.classStride()];
    double[] impossible = form.hasImpossible() ? new double[form.classStride()] : null;
    double[] row = new double[featureCount()];
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      for (double value : row) {
        if (!isCount(value)) {
          throw notCount(rows, first, count);
        }
      }
      score(row, scores, impossible);
      for (int c = 0; c < classCount(); c++) {
        w.scores[c * STRIDE + r] = scores[c];
        if (impossible != null) {
          w.impossible[c * STRIDE + r] = impossible[c];
        }
      }
    }
  }

  private void makeBlock(Workspace w) {
    int size = Math.multiplyExact(classCount(), STRIDE);
    if (w.scores.length < size) {
      w.scores = new double[size];
      w.impossible = form.hasImpossible() ? new double[size] : null;
    }
    if (w.block.length == 0 && featureCount() <= MOST_BLOCK_FEATURES) {
      w.block = new double[featureCount() * STRIDE];
    }
  }

  @Override
  int rowStep() {
    return 1;
  }

  @Override
  int classStep() {
    return STRIDE;
  }

  @Override
  double logBase(double[] row) {
    double sum = 0;
    if (form.base() == AffineForm.Base.FACTORIALS) {
      for (double value : row) {
        sum -= LogFactorial.of(value);
      }
    }
    return sum;
  }

  @Override
  double logBase(NumericColumns rows, int first, int r, Workspace w) {
    double sum = 0;
    if (form.base() == AffineForm.Base.FACTORIALS) {
      for (int j = 0; j < featureCount(); j++) {
        double value = w.block.length == 0 ? rows.value(first + r, j) : w.block[j * STRIDE + r];
        sum -= LogFactorial.of(value);
      }
    }
    return sum;
  }

  private static boolean isCount(double value) {
    return value >= 0 && value <= LARGEST;
  }

  private static IllegalArgumentException notCount(NumericColumns rows, int first, int count) {
    for (int row = first; row < first + count; row++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        if (!isCount(rows.value(row, j))) {
          return new IllegalArgumentException(
              "row %d, feature %d is %s; a number from 0 to 2^500 is expected"
                  .formatted(row, j, rows.value(row, j)));
        }
      }
    }
    return new IllegalArgumentException(
        "rows %d to %d changed while they were scored".formatted(first, first + count - 1));
  }
}
