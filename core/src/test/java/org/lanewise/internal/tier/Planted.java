package org.lanewise.internal.tier;

import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.vector.VectorKernels;

/// A process whose vector kernels count wrong in one shape, or slowly, the way [PlantedProcessTest]
/// expects it.
final class Planted {

  private static volatile double spin;

  private Planted() {}

  private record Counts(CountKernels right, boolean slow) implements CountKernels {
    @Override
    public long count(long[] column, int from, int words, long[] mask, int fromMask) {
      long count = right.count(column, from, words, mask, fromMask);
      for (int i = 0; slow && i < 1000; i++) {
        spin = Math.sqrt(spin + i);
      }
      return !slow && words == 13 ? count + 1 : count;
    }

    @Override
    public void countTwo(
        long[] left,
        long[] right,
        int from,
        int words,
        long[] mask,
        int maskStride,
        int classes,
        long[] counts,
        int at) {
      this.right.countTwo(left, right, from, words, mask, maskStride, classes, counts, at);
    }

    @Override
    public void masks(int[] label, int rows, int classes, int words, long[] mask) {
      right.masks(label, rows, classes, words, mask);
    }

    @Override
    public boolean addWhole(double[] row, int d, double[] sums, int at) {
      return right.addWhole(row, d, sums, at);
    }

    @Override
    public boolean areCounts(double[] values, int from, int count) {
      return right.areCounts(values, from, count);
    }
  }

  private static KernelSet kernels(boolean slow) {
    try {
      KernelSet right = VectorKernels.create();
      return new KernelSet.Loaded(
          right.name(),
          right.gaussian(),
          right.diagonal(),
          right.score(),
          right.floats(),
          right.strips(),
          right.missing(),
          right.pack(),
          new Counts(right.count(), slow),
          right.discrete(),
          right.tables(),
          right.factor(),
          right.elementary());
    } catch (KernelSet.UnsuitableException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Runs.
  public static void main(String[] args) throws InterruptedException {
    Kernels.requireTier();
    KernelSet kernels = kernels(args[0].equals("slow"));
    Exercise.begin(() -> kernels);
    Kernels.hurry(done -> {
      Kernel.COUNT.inVectors();
      Kernel.COUNT_TWO.inVectors();
      long end = System.nanoTime() + 20_000_000_000L;
      while (!done.getAsBoolean() && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return true;
    });
    for (Kernel kernel : new Kernel[] {Kernel.COUNT_TWO, Kernel.COUNT}) {
      try {
        System.out.print(kernel + " " + kernel.inVectors() + "\n");
      } catch (IllegalStateException e) {
        System.out.print(e.getMessage() + "\n");
      }
    }
    System.out.print(Kernels.name() + "\n");
  }
}
