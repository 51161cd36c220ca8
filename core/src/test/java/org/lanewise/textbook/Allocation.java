package org.lanewise.textbook;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What the calling thread allocates once its code is compiled.
public final class Allocation {

  private static final long PATIENCE = 60_000_000_000L;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /// The least number of bytes that one run of `work` allocated. Vector objects live on the heap
  /// until C2 has compiled the kernels, which takes its time on a busy machine: so it is run again
  /// and again, until nothing is allocated or a minute is over.
  public static long least(Runnable work) {
    return least(() -> work, Runnable::run);
  }

  /// The same of work on something that is made anew for each run, which does not count.
  public static <T> long least(Supplier<T> made, Consumer<T> work) {
    return least(
        0,
        () -> {
          T each = made.get();
          long before = THREADS.getCurrentThreadAllocatedBytes();
          work.accept(each);
          return THREADS.getCurrentThreadAllocatedBytes() - before;
        });
  }

  /// The least number of bytes that was measured, again and again until it is few enough or a
  /// minute is over.
  public static long least(long enough, LongSupplier measure) {
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    do {
      least = Math.min(least, measure.getAsLong());
    } while (least > enough && System.nanoTime() - start < PATIENCE);
    return least;
  }

  /// The bytes that the calling thread has allocated.
  public static long ofThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /// The bytes that all threads have allocated, virtual ones too.
  public static long ofAllThreads() {
    return THREADS.getTotalThreadAllocatedBytes();
  }
}
