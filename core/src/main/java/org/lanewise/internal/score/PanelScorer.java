package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// Scores that are a sum over the features, for which a block of rows is read once, where it lies:
/// panels of eight columns are added to the chains of the classes.
///
/// Blocks are as long as the chains of all classes stay in the second-level cache, for memory likes
/// long runs of a column.
abstract sealed class PanelScorer extends NumericScorer
    permits SharedCovarianceScorer, ClassVarianceScorer {

  private static final int MAX_ROWS = 1024;
  private static final int MAX_SCORES = 1 << 14;

  /// Classes whose chains go over the columns of a block at once.
  private static final int CLASSES_AT_ONCE = 64;

  /// Padded with 0 to a multiple of 4.
  private final double[] origin;

  private final int rowsOfBlock;

  PanelScorer(Naming naming, double[] origin) {
    int classCount = naming.classes().count();
    super(naming, origin, rowsOfBlock(classCount));
    this.origin = Arrays.copyOf(origin, ClassParameters.paddedFeatures(origin.length));
    rowsOfBlock = rowsOfBlock(classCount);
  }

  private static int rowsOfBlock(int classCount) {
    return Math.clamp(Integer.highestOneBit(MAX_SCORES / classCount), ScoreKernels.BLOCK, MAX_ROWS);
  }

  @Override
  int blockRows(Result result) {
    return rowsOfBlock;
  }

  /// Adds the columns of `w.numeric.panel` to the sums of classes `from` to `to` − 1, in
  /// `w.numeric.scores`; chains that are not complete are in `w.numeric.chain`.
  abstract void addPanel(double[] origin, Workspace w, int from, int to);

  /// The sums over the features of a block of rows, into `w.numeric.scores`.
  final void addPanels(NumericColumns rows, int first, int count, Workspace w) {
    int k = classCount();
    ColumnPanel panel = w.numeric.panel;
    panel.rows = Math.ceilDiv(count, ScoreKernels.ROW_STEP) * ScoreKernels.ROW_STEP;
    w.numeric.makeChain(Math.min(k, CLASSES_AT_ONCE) * scoreStride);
    w.numeric.read.begin(Stores.of(rows));
    for (int c = 0; c < k; c++) {
      Arrays.fill(w.numeric.scores, c * scoreStride, c * scoreStride + panel.rows, 0);
    }
    for (int from = 0; from < k; from += CLASSES_AT_ONCE) {
      panel.reset();
      while (panel.next(featureCount())) {
        read(first, count, w);
        addPanel(origin, w, from, Math.min(k, from + CLASSES_AT_ONCE));
      }
    }
  }

  private void read(int first, int count, Workspace w) {
    ColumnPanel panel = w.numeric.panel;
    NumericBlock block = w.numeric.read;
    int used = Math.min(panel.width(), featureCount() - panel.first());
    if (count == panel.rows) {
      block.read(panel.first(), used, first, count);
    } else {
      // Rows behind the last are read, too.
      block.copy(panel.first(), used, first, count);
    }
    panel.offset = block.offset();
    for (int l = 0; l < panel.width(); l++) {
      // Behind the last feature, weights are 0.
      panel.columns[l] = block.column(Math.min(l, used - 1));
    }
  }
}
