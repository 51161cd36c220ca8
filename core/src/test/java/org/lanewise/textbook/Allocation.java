package org.lanewise.textbook;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the calling thread allocates once its code is compiled.
public final class Allocation {

  private static final long PATIENCE = 60_000_000_000L;

  private Allocation() {}

  /// The least number of bytes that one run of `work` allocated. Vector objects live on the heap
  /// until C2 has compiled the kernels, which takes its time on a busy machine: so it is run again
  /// and again, until nothing is allocated or a minute is over.
  public static long least(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    do {
      long before = threads.getCurrentThreadAllocatedBytes();
      work.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    } while (least > 0 && System.nanoTime() - start < PATIENCE);
    return least;
  }
}
