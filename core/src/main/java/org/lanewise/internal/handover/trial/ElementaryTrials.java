package org.lanewise.internal.handover.trial;

/// Made calls of [org.lanewise.internal.kernel.ElementaryKernels].
final class ElementaryTrials {

  private static final int MAX_ROWS = 1024;

  private ElementaryTrials() {}

  static Trial of(String method, int a, int b) {
    int rows = Made.extent(a, MAX_ROWS);
    double[] x = Made.numbers(rows);
    double[] out = new double[rows];
    return switch (method) {
      case "exp" -> Trial.of(rows, (kernels, most) -> kernels.elementary().exp(x, 0, most, out, 0));
      case "log" -> Trial.of(rows, (kernels, most) -> kernels.elementary().log(x, 0, most, out, 0));
      case "log1p" ->
          Trial.of(rows, (kernels, most) -> kernels.elementary().log1p(x, 0, most, out, 0));
      case "expRow" -> expRow(a);
      case "restOfLargest" -> restOfLargest(rows, b);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial expRow(int classes) {
    int k = Made.extent(classes, 64);
    double[] values = Made.numbers(Made.multiple(k, 8, 64));
    double[] out = new double[values.length];
    return kernels -> kernels.elementary().expRow(values, k, k / 2, out);
  }

  private static Trial restOfLargest(int rows, int classes) {
    int k = Made.extent(classes, 64);
    double[] values = Made.numbers(k * rows);
    double[] max = new double[rows];
    double[] rest = new double[rows];
    double[] scratch = new double[2 * rows];
    return kernels ->
        kernels.elementary().restOfLargest(values, 0, rows, k, rows, max, rest, scratch);
  }
}
