package org.lanewise.internal.handover.trial;

/// Made calls of [org.lanewise.internal.kernel.PackKernels].
final class PackTrials {

  private PackTrials() {}

  static Trial of(String method, int a) {
    int count = Made.extent(a, 8192);
    long[] out = new long[(count + 63) / 64];
    return switch (method) {
      case "bytes" -> {
        byte[] values = new byte[count];
        for (int i = 0; i < count; i += 3) {
          values[i] = 1;
        }
        yield Trial.of(count, (kernels, most) -> kernels.pack().bytes(values, 0, most, out, 0));
      }
      case "booleans" -> {
        boolean[] values = new boolean[count];
        for (int i = 0; i < count; i += 3) {
          values[i] = true;
        }
        yield Trial.of(count, (kernels, most) -> kernels.pack().booleans(values, 0, most, out, 0));
      }
      case "binary" -> {
        double[] values = new double[count];
        for (int i = 0; i < count; i += 3) {
          values[i] = 1;
        }
        yield Trial.of(count, (kernels, most) -> kernels.pack().binary(values, 0, most, out, 0));
      }
      case "above" -> {
        double[] values = Made.numbers(count);
        yield Trial.of(count, (kernels, most) -> kernels.pack().above(1, values, 0, most, out, 0));
      }
      case "transpose" -> {
        long[] words = Made.bits(Long.SIZE);
        yield kernels -> kernels.pack().transpose(words);
      }
      default -> throw Trials.unknown(method);
    };
  }
}
