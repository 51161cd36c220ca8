package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.score.scratch.NumericScratch;

/// Sums over the features for blocks of rows: panels of columns are added to the chains of the
/// classes, each panel read once for up to 64 of them that share an origin.
public abstract class PanelScores {

  /// Classes whose chains go over the columns of a block at once.
  private static final int CLASSES_AT_ONCE = 64;

  protected final int classCount;
  private final int featureCount;

  /// Where runs of classes that share an origin begin, and k.
  private final int[] runs;

  /// Of each run, padded with 0 to a multiple of 4.
  private final double[][] origins;

  /// @param origins k rows of d
  protected PanelScores(double[][] origins) {
    featureCount = origins[0].length;
    classCount = origins.length;
    runs = ClassParameters.runs(origins);
    this.origins = new double[runs.length - 1][];
    Arrays.setAll(
        this.origins,
        run -> Arrays.copyOf(origins[runs[run]], ClassParameters.paddedFeatures(featureCount)));
  }

  /// Adds a panel to the sums of classes `from` to `to` − 1, in `out[c·stride + r]`; chains that
  /// are not complete are in `chain`.
  ///
  /// @param origin of these classes
  protected abstract void addPanel(
      ColumnPanel panel,
      double[] origin,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// The sums of a block that has begun, into `out[c·stride + r]`.
  public final void sum(NumericScratch block, double[] out, int stride) {
    ColumnPanel panel = block.panel;
    block.makeChain(Math.min(classCount, CLASSES_AT_ONCE) * stride);
    for (int c = 0; c < classCount; c++) {
      Arrays.fill(out, c * stride, c * stride + panel.rows, 0);
    }
    for (int run = 0; run < origins.length; run++) {
      for (int from = runs[run]; from < runs[run + 1]; from += CLASSES_AT_ONCE) {
        int to = Math.min(runs[run + 1], from + CLASSES_AT_ONCE);
        panel.reset();
        while (block.nextPanel(featureCount)) {
          addPanel(panel, origins[run], from, to, block.chain, out, stride);
        }
      }
    }
  }
}
