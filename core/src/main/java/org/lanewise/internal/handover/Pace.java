package org.lanewise.internal.handover;

import java.util.concurrent.locks.LockSupport;

/// How much of a processor the rehearsals take: three quarters of one that is idle, a tenth of one
/// that others want.
///
/// A thread that asked for a short pause and is woken late has waited for a processor.
final class Pace {

  /// Work between two pauses.
  static final long SLICE_NANOS = 1_000_000;

  private static final long SHORT_PAUSE = 300_000;
  private static final long LONG_PAUSE = 10_000_000;
  private static final long LATE = 3_000_000;

  /// Whether others want the processors, as the last pause tells.
  private boolean crowded;

  /// Waits between two slices of work.
  void pause() {
    pause(crowded ? LONG_PAUSE : SHORT_PAUSE);
  }

  /// Waits for some time.
  void pause(long nanos) {
    long begin = System.nanoTime();
    long left = nanos;
    while (left > 0) {
      LockSupport.parkNanos(this, left);
      // Nobody has a reason to interrupt it; interrupted it would not pause.
      Thread.interrupted();
      left = nanos - (System.nanoTime() - begin);
    }
    crowded = -left > LATE;
  }
}
