package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.tier.Kernel.SEEN_PANEL;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.tier.Kernels;

/// Squared distances of the values that were seen, less the gaps of the others, of blocks of rows.
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
    Kernels.missing(SEEN_PANEL)
        .seenPanel(panel, origin, means, inverses, gaps, classCount, from, to, chain, out, stride);
  }
}
