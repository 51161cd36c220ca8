package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// Made calls of [GaussianKernels].
final class GaussianTrials {

  private static final int MAX_PANELS = 16;
  private static final int MAX_ROWS = 128;
  private static final int WIDTH = PackedTriangle.WIDTH;

  private GaussianTrials() {}

  static Trial of(String method, int a, int b) {
    return switch (method) {
      case "deal" -> deal(a);
      case "move" -> move(a);
      case "sums" -> sums(a, b);
      case "centre" -> centre(a, b);
      case "absorb" -> absorb(a, b);
      case "newScatter" -> newScatter(a, b);
      case "mergeTile" -> mergeTile(a, b);
      case "products" -> products(a, b);
      case "mergeScatter" -> mergeScatter(a);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial deal(int rows) {
    int count = Made.extent(rows, 4096);
    double[][] columns = new double[WIDTH][];
    for (int l = 0; l < WIDTH; l++) {
      columns[l] = Made.numbers(count);
    }
    int[] target = Made.steps(count, WIDTH);
    double[] out = new double[WIDTH * count];
    return kernels -> kernels.gaussian().deal(columns, 0, count, target, out, 0);
  }

  private static Trial move(int rows) {
    int count = Made.extent(rows, 4096);
    double[] values = Made.numbers(WIDTH * count);
    int[] target = Made.steps(count, WIDTH);
    double[] out = new double[WIDTH * count];
    return Trial.of(
        count, (kernels, most) -> kernels.gaussian().move(values, 0, most, target, out, 0));
  }

  private static Trial sums(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    double[] weight = Made.all(rows, 1);
    double[] anchor = Made.numbers(panels * WIDTH);
    double[] sum = new double[panels * WIDTH];
    return kernels ->
        kernels.gaussian().sums(tile, 0, WIDTH * rows, panels, rows, weight, anchor, 0, sum);
  }

  /// About 0 and with weights 1, so that the tile stays as it is.
  private static Trial centre(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    double[] root = Made.all(rows, 1);
    double[] zeros = new double[panels * WIDTH];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels.gaussian().centre(tile, 0, WIDTH * rows, panels, most, root, zeros, 0, zeros));
  }

  /// With shares of 0, so that means and tile stay as they are.
  private static Trial absorb(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    int[] base = new int[rows];
    double[] share = new double[rows];
    double[] root = Made.all(rows, 1);
    double[] anchor = new double[panels * WIDTH];
    double[] mean = new double[panels * WIDTH];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .gaussian()
                .absorb(tile, 0, WIDTH * rows, panels, most, base, share, root, anchor, mean));
  }

  private static Trial newScatter(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    double[] scatter = new double[PackedTriangle.size(panels * WIDTH)];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels.gaussian().newScatter(tile, 0, WIDTH * rows, panels, most, scatter, 0));
  }

  private static Trial mergeTile(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    double[] left = new double[PackedTriangle.size(panels * WIDTH)];
    double[] delta = Made.numbers(panels * WIDTH);
    double[] work = new double[GaussianKernels.MERGE_WORK];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .gaussian()
                .mergeTile(tile, 0, WIDTH * rows, panels, most, null, left, delta, 1e-3, work));
  }

  private static Trial products(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    double[] product = new double[PackedTriangle.size(panels * WIDTH)];
    return kernels ->
        kernels.gaussian().products(tile, 0, 0, WIDTH * rows, panels, rows, product, 0);
  }

  private static Trial mergeScatter(int panelCount) {
    int panels = Made.extent(panelCount, MAX_PANELS);
    double[] left = new double[PackedTriangle.size(panels * WIDTH)];
    double[] right = Made.numbers(left.length);
    double[] delta = Made.numbers(panels * WIDTH);
    return Trial.of(
        panels,
        (kernels, most) -> kernels.gaussian().mergeScatter(left, 0, right, 0, most, delta, 1e-3));
  }
}
