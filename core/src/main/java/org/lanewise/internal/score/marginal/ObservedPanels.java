package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.tier.Kernel.OBSERVED_PANEL;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.tier.Kernels;

/// Squared distances of the observed values of blocks of rows, less the gaps of the missing ones.
final class ObservedPanels extends PanelScores {

  private final double[] means;
  private final double[] inverses;
  private final double[] gaps;

  /// @param origins k rows of d
  /// @param means panel by panel, as the inverse deviations and the gaps
  ObservedPanels(double[][] origins, double[] means, double[] inverses, double[] gaps) {
    super(origins);
    this.means = means;
    this.inverses = inverses;
    this.gaps = gaps;
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
    Kernels.missing(OBSERVED_PANEL)
        .observedPanel(
            panel, origin, means, inverses, gaps, classCount, from, to, chain, out, stride);
  }
}
