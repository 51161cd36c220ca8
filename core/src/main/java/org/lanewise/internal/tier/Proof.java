package org.lanewise.internal.tier;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.SyntheticArrays;
import org.lanewise.internal.kernel.SyntheticArrays.Numbers;
import org.lanewise.internal.kernel.SyntheticCall;

/// Compares a vector kernel with the scalar one, which is its specification, by calls with
/// synthetic arguments of every shape and with [Numbers] of every sort.
///
/// It proves the code as compiled at that time; the kernel may be inlined into callers and compiled
/// again later.
final class Proof {

  /// A kernel that is slower than the scalar one by this factor in all rounds stays scalar.
  private static final double SLOWER = 1.3;

  private static final int TIMED_ROUNDS = 5;

  private final Kernel kernel;
  private final SyntheticCall call;
  private final KernelSet scalar;
  private final KernelSet vector;
  private final SyntheticArrays[] expected = arrays();
  private final SyntheticArrays[] found = arrays();

  Proof(Kernel kernel, KernelSet scalar, KernelSet vector) {
    this.kernel = kernel;
    this.call = kernel.syntheticCall();
    this.scalar = scalar;
    this.vector = vector;
  }

  static SyntheticArrays[] arrays() {
    return Arrays.stream(Numbers.values())
        .map(SyntheticArrays::new)
        .toArray(SyntheticArrays[]::new);
  }

  /// Calls both kernels and compares all results bit for bit. Only the first call allocates.
  ///
  /// @return the first difference as a clause, or null
  String difference() {
    for (int sort = 0; sort < expected.length; sort++) {
      for (int[] extents : kernel.shape.extents) {
        expected[sort].run(call, scalar, extents);
        found[sort].run(call, vector, extents);
        String difference = expected[sort].difference(found[sort]);
        if (difference != null) {
          return "%s, in the shape %s with numbers of the sort %s"
              .formatted(difference, Arrays.toString(extents), Numbers.values()[sort]);
        }
      }
    }
    return null;
  }

  /// Whether the vector kernel takes longer in each of five rounds, by the processor time of this
  /// thread, which depends little on other threads.
  boolean isSlower() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int round = 0; round < TIMED_ROUNDS; round++) {
      if (nanos(threads, vector) <= SLOWER * nanos(threads, scalar)) {
        return false;
      }
    }
    return true;
  }

  private long nanos(ThreadMXBean threads, KernelSet set) {
    long begin = threads.getCurrentThreadCpuTime();
    for (int[] extents : kernel.shape.extents) {
      found[0].run(call, set, extents);
    }
    return threads.getCurrentThreadCpuTime() - begin;
  }
}
