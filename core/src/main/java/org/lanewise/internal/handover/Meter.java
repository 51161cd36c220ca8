package org.lanewise.internal.handover;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// The time, and the bytes that the calling thread allocates.
class Meter {

  private final ThreadMXBean threads;

  /// What asking twice allocates.
  private final long asking;

  Meter() {
    threads =
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                && bean.isThreadAllocatedMemorySupported()
            ? bean
            : null;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long before = bytes();
      least = Math.min(least, bytes() - before);
    }
    asking = least;
  }

  /// The time in nanoseconds, since some moment.
  long nanos() {
    return System.nanoTime();
  }

  /// The bytes that the thread has allocated so far; always 0 on a virtual machine that does not
  /// count them.
  long bytes() {
    return threads == null ? 0 : threads.getCurrentThreadAllocatedBytes();
  }

  /// The bytes that it allocated since then.
  final long bytesSince(long before) {
    return Math.max(0, bytes() - before - asking);
  }
}
