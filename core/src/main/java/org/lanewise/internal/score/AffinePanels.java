package org.lanewise.internal.score;

import static org.lanewise.internal.tier.Kernel.AFFINE_PANEL;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.tier.Kernels;

/// [AffineScores] of blocks of rows.
public final class AffinePanels extends PanelScores {

  private final double[] weights;
  private final double[] intercepts;

  AffinePanels(double[] origin, int classCount, double[] weights, double[] intercepts) {
    double[][] origins = new double[classCount][];
    Arrays.fill(origins, origin);
    super(origins);
    this.weights = weights;
    this.intercepts = intercepts;
  }

  @Override
  protected void addPanel(
      ColumnPanel panel,
      double[] origin,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    Kernels.score(AFFINE_PANEL)
        .affinePanel(panel, origin, weights, intercepts, classCount, from, to, chain, out, stride);
  }
}
