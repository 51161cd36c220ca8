package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.PRODUCTS;

import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.tier.Kernels;

/// Outer products f·δδᵀ that are added to a scatter in their order, many at a time: for each of
/// them, entry (i, j) becomes `fma(f·δ_i, δ_j, entry)`.
final class OuterProducts {

  private static final int WIDTH = PackedTriangle.WIDTH;
  private static final int MAX = 64;

  /// An odd number of cache lines from one panel to the next.
  private static final int PANEL_STRIDE = (MAX + 1) * WIDTH;

  private final int panels;

  /// Two tiles: the δ, then the f·δ.
  private final double[] tiles;

  private int rows;

  OuterProducts(int panels) {
    this.panels = panels;
    tiles = new double[2 * panels * PANEL_STRIDE];
  }

  void add(double factor, double[] delta, double[] scatter) {
    int scaled = panels * PANEL_STRIDE;
    for (int j = 0; j < panels * WIDTH; j++) {
      int at = j / WIDTH * PANEL_STRIDE + rows * WIDTH + j % WIDTH;
      tiles[at] = delta[j];
      tiles[scaled + at] = factor * delta[j];
    }
    rows++;
    if (rows == MAX) {
      addTo(scatter);
    }
  }

  /// Adds the products that wait.
  void addTo(double[] scatter) {
    if (rows == 0) {
      return;
    }
    int scaled = panels * PANEL_STRIDE;
    Kernels.gaussian(PRODUCTS).products(tiles, scaled, 0, PANEL_STRIDE, panels, rows, scatter, 0);
    rows = 0;
  }
}
