package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.FactorKernels;

/// Made calls of [FactorKernels].
final class FactorTrials {

  private static final int MAX_ROWS = 1024;
  private static final int WIDTH = 8;

  private FactorTrials() {}

  static Trial of(String method, int a, int b) {
    return switch (method) {
      case "subtractProduct" -> subtractProduct(a, b);
      case "forward" -> solve(a, true);
      case "backward" -> solve(a, false);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial subtractProduct(int rowCount, int stripCount) {
    int rows = Made.extent(rowCount, MAX_ROWS);
    int strips = Made.extent(stripCount, FactorKernels.STRIPS);
    int step = WIDTH * Math.max(rows, WIDTH);
    double[] left = Made.numbers(WIDTH * rows);
    double[] right = Made.numbers(strips * step);
    double[] out = new double[strips * step];
    return kernels ->
        kernels.factor().subtractProduct(left, 0, right, 0, rows, out, 0, step, strips);
  }

  /// With the factor 1, so that the sides stay as they are.
  private static Trial solve(int stripCount, boolean forward) {
    int strips = Made.extent(stripCount, FactorKernels.STRIPS);
    int step = WIDTH * WIDTH;
    double[] factor = new double[WIDTH * WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      factor[i * WIDTH + i] = 1;
    }
    double[] reciprocal = Made.all(WIDTH, 1);
    double[] out = Made.numbers(strips * step);
    return forward
        ? kernels -> kernels.factor().forward(factor, 0, reciprocal, 0, out, 0, step, strips)
        : kernels -> kernels.factor().backward(factor, 0, reciprocal, 0, out, 0, step, strips);
  }
}
