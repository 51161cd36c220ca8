package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// Scores rows of counts, T(x) = x, that hold every feature; the bits are those of [SparseScorer]
/// for the same counts. A count is a number from 0 to [#MAX], whole or not.
public final class CountScorer extends DiscreteScorer<double[], NumericColumns> {

  /// The largest count: sums of weighted counts have to stay finite.
  public static final double MAX = 0x1p500;

  /// The distance of two classes in the scores of a block.
  private static final int STRIDE = BLOCK + 8;

  /// Above this number of features a block leaves the caches, and rows are scored alone.
  private static final int MAX_BLOCK_FEATURES = 4096;

  /// Counts are about 0.
  private final double[] origin;

  /// The weights panel by panel, null where no blocks are made.
  private final double[] weights;

  private final double[] impossibleWeights;

  /// A scorer of the given form.
  public CountScorer(Naming naming, AffineForm form) {
    super(naming, form);
    origin = new double[ClassParameters.paddedFeatures(form.featureCount())];
    boolean blocks = featureCount() <= MAX_BLOCK_FEATURES;
    weights = blocks ? form.panelWeights() : null;
    impossibleWeights = blocks && form.hasImpossible() ? form.panelImpossibleWeights() : null;
  }

  @Override
  void scoreRow(double[] row, Workspace w) {
    if (row.length != featureCount()) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected".formatted(row.length, featureCount()));
    }
    for (int j = 0; j < row.length; j++) {
      if (!isCount(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a number from 0 to 2^500 is expected",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
    score(row, w.scores, w.impossible);
  }

  private void score(double[] row, double[] scores, double[] impossible) {
    int d = featureCount();
    int stride = form.classStride();
    Kernels.SCORE.affineRow(row, d, form.weights(), form.intercepts(), stride, scores);
    if (form.hasImpossible()) {
      Kernels.SCORE.affineRow(
          row, d, form.impossibleWeights(), form.impossibleIntercepts(), stride, impossible);
    }
  }

  @Override
  void scoreBlock(NumericColumns rows, int first, int count, Workspace w) {
    if (featureCount() > MAX_BLOCK_FEATURES) {
      scoreRows(rows, first, count, w);
      return;
    }
    w.read.begin(Stores.of(rows));
    for (int from = 0; from < featureCount(); from += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, featureCount() - from);
      w.read.read(from, width, first, count);
      for (int l = 0; l < width; l++) {
        double[] column = w.columns[from + l];
        System.arraycopy(w.read.column(l), w.read.offset(), column, 0, count);
        boolean counts = true;
        for (int r = 0; r < count; r++) {
          counts &= isCount(column[r]);
        }
        if (!counts) {
          throw notCount(rows, first, count);
        }
      }
    }
    w.panel.rows = Math.ceilDiv(count, ScoreKernels.ROW_STEP) * ScoreKernels.ROW_STEP;
    addPanels(w, weights, form.intercepts(), w.scores);
    if (form.hasImpossible()) {
      addPanels(w, impossibleWeights, form.impossibleIntercepts(), w.impossible);
    }
  }

  private void addPanels(Workspace w, double[] weights, double[] intercepts, double[] out) {
    ColumnPanel panel = w.panel;
    Arrays.fill(out, 0, classCount() * STRIDE, 0);
    panel.offset = 0;
    panel.reset();
    while (panel.next(featureCount())) {
      for (int l = 0; l < panel.width(); l++) {
        // Behind the last feature, weights are 0.
        panel.columns[l] = w.columns[Math.min(panel.first() + l, featureCount() - 1)];
      }
      Kernels.SCORE.affinePanel(
          panel, origin, weights, intercepts, classCount(), 0, classCount(), w.chain, out, STRIDE);
    }
  }

  private void scoreRows(NumericColumns rows, int first, int count, Workspace w) {
    double[] scores = w.results(form.classStride());
    double[] impossible = w.block(form.classStride());
    double[] row = w.row(featureCount());
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      for (int j = 0; j < featureCount(); j++) {
        if (!isCount(row[j])) {
          throw notCount(rows, first, count);
        }
      }
      score(row, scores, impossible);
      for (int c = 0; c < classCount(); c++) {
        w.scores[c * STRIDE + r] = scores[c];
        if (form.hasImpossible()) {
          w.impossible[c * STRIDE + r] = impossible[c];
        }
      }
    }
  }

  @Override
  void begin(int end, Workspace w) {
    int size = Math.multiplyExact(classCount(), STRIDE);
    w.makeScores(size);
    if (featureCount() <= MAX_BLOCK_FEATURES) {
      w.makeColumns(featureCount(), BLOCK);
      w.makeChain(size);
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
        double value =
            featureCount() > MAX_BLOCK_FEATURES ? rows.value(first + r, j) : w.columns[j][r];
        sum -= LogFactorial.of(value);
      }
    }
    return sum;
  }

  private static boolean isCount(double value) {
    return value >= 0 && value <= MAX;
  }

  private static IllegalArgumentException notCount(NumericColumns rows, int first, int count) {
    for (int row = first; row < first + count; row++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        if (!isCount(rows.value(row, j))) {
          return new BadDataException(
              "%s, %s is %s; a number from 0 to 2^500 is expected",
              Fact.row(row), Fact.feature(j), Fact.value(rows.value(row, j)));
        }
      }
    }
    return new IllegalArgumentException(
        "rows %d to %d changed while they were scored; rows that stay as they are are expected"
            .formatted(first, first + count - 1));
  }
}
