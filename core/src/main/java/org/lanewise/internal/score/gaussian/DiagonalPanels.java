package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_PANEL;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.tier.Kernels;

/// Squared distances Σ_j ((x_j − origin_cj − mean_cj) · inverse_cj)² of blocks of rows.
final class DiagonalPanels extends PanelScores {

  private final double[] means;
  private final double[] inverses;

  /// @param origins k rows of d
  /// @param means panel by panel, as the inverse deviations
  DiagonalPanels(double[][] origins, double[] means, double[] inverses) {
    super(origins);
    this.means = means;
    this.inverses = inverses;
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
    Kernels.score(DIAGONAL_PANEL)
        .diagonalPanel(panel, origin, means, inverses, classCount, from, to, chain, out, stride);
  }
}
