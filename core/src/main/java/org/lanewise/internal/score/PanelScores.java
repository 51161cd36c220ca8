package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.score.scratch.NumericScratch;

/// Sums over the features for blocks of rows: panels of columns are added to the chains of the
/// classes, each panel read once for up to 64 of them.
public abstract class PanelScores {

  /// Classes whose chains go over the columns of a block at once.
  private static final int CLASSES_AT_ONCE = 64;

  /// Padded with 0 to a multiple of 4.
  protected final double[] origin;

  protected final int classCount;
  private final int featureCount;

  protected PanelScores(double[] origin, int classCount) {
    featureCount = origin.length;
    this.classCount = classCount;
    this.origin = Arrays.copyOf(origin, ClassParameters.paddedFeatures(origin.length));
  }

  /// Adds a panel to the sums of classes `from` to `to` − 1, in `out[c·stride + r]`; chains that
  /// are not complete are in `chain`.
  protected abstract void addPanel(
      ColumnPanel panel, int from, int to, double[] chain, double[] out, int stride);

  /// The sums of a block that has begun, into `out[c·stride + r]`.
  public final void sum(NumericScratch block, double[] out, int stride) {
    ColumnPanel panel = block.panel;
    block.makeChain(Math.min(classCount, CLASSES_AT_ONCE) * stride);
    for (int c = 0; c < classCount; c++) {
      Arrays.fill(out, c * stride, c * stride + panel.rows, 0);
    }
    for (int from = 0; from < classCount; from += CLASSES_AT_ONCE) {
      int to = Math.min(classCount, from + CLASSES_AT_ONCE);
      panel.reset();
      while (block.nextPanel(featureCount)) {
        addPanel(panel, from, to, block.chain, out, stride);
      }
    }
  }
}
