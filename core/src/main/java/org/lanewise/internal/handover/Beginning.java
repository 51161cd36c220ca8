package org.lanewise.internal.handover;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// The thread that decides, until it loads [Rehearsals], some time after the first call that is
/// noted. It is started where a process first asks for kernels, which is where it makes a model or
/// a scorer: to start it took a tenth of the first row's time.
final class Beginning implements Runnable {

  /// Before more than this class is loaded, ten thousand rows are over, which take 9 to 42 ms on
  /// Zen 5 and 17 to 101 on Zen 3: what loads gets into the way of the caller, who loads and
  /// compiles too. It counts from the first row on, not from the first call: a fit before may take
  /// longer, and rows behind it would pay.
  private static final long ROWS_NANOS = 100_000_000;

  /// The same from the first call on, while no kernel of single rows is called: ten batches of most
  /// shapes are over. Vectors wait for little of it, as kernels of batches have to take 300 ms
  /// before they are loaded.
  private static final long PAUSE_NANOS = 400_000_000;

  /// How often the thread looks whether a call was noted, in the first seconds and later: cheaper
  /// for callers than to wake it.
  private static final long LOOK_NANOS = 20_000_000;

  private static final long RARE_LOOK_NANOS = 200_000_000;
  private static final long HURRIED_LOOK_NANOS = 1_000_000;
  private static final long FIRST_NANOS = 2_000_000_000;

  private final Supplier<Tiers> between;

  /// When the process first asked for kernels.
  final long start;

  /// Null until somebody asked.
  private Tiers tiers;

  /// Whether a call was noted.
  private volatile boolean noted;

  /// When the first call of a single row was noted; 0 before.
  private volatile long rowsSince;

  /// Null where it could not be started.
  private volatile Thread thread;

  /// Whether the thread could not be started, or ended: no memory for it, or not allowed. The
  /// caller's rows are scored all the same.
  private volatile boolean failed;

  /// Null until the thread runs.
  private volatile Rehearsals rehearsals;

  Beginning(Supplier<Tiers> between, long start) {
    this.between = between;
    this.start = start;
  }

  synchronized Tiers tiers() {
    if (tiers == null) {
      tiers = between.get();
    }
    return tiers;
  }

  /// Tells that a call was noted.
  ///
  /// @param ofRows whether of a kernel of single rows
  void note(boolean ofRows) {
    if (ofRows && rowsSince == 0) {
      rowsSince = System.nanoTime() | 1;
    }
    if (!noted) {
      noted = true;
    }
  }

  /// Whether rows have been scored so long that their kernels may count as due.
  boolean isLateForRows() {
    long since = rowsSince;
    return since != 0 && System.nanoTime() - since >= ROWS_NANOS;
  }

  /// Starts the thread.
  void start() {
    try {
      Thread made = new Thread(null, this, "lanewise-kernels", 0, false);
      made.setDaemon(true);
      made.setContextClassLoader(null);
      made.start();
      thread = made;
    } catch (Throwable e) {
      failed = true;
    }
  }

  @Override
  public void run() {
    try {
      while (!noted) {
        boolean isEarly = System.nanoTime() - start < FIRST_NANOS;
        LockSupport.parkNanos(
            HandOvers.isHurried() ? HURRIED_LOOK_NANOS : isEarly ? LOOK_NANOS : RARE_LOOK_NANOS);
      }
      pause();
      // Not before: to read it would be in the way of the first rows.
      Processors processors = new Processors();
      processors.idle(0);
      Rehearsals running = new Rehearsals(tiers(), processors, this);
      rehearsals = running;
      running.run();
    } catch (Throwable e) {
      // What runs goes on running.
      failed = true;
      System.getLogger("org.lanewise")
          .log(System.Logger.Level.WARNING, "Lanewise hands no more kernels over", e);
    }
  }

  private void pause() {
    long begin = System.nanoTime();
    long left = PAUSE_NANOS;
    while (left > 0 && !HandOvers.isHurried()) {
      LockSupport.parkNanos(rowsSince == 0 ? Math.min(left, LOOK_NANOS) : left);
      left = left(begin, rowsSince, System.nanoTime());
    }
  }

  /// What is left of a pause that began with the first call.
  ///
  /// @param rowsSince when the first call of a single row was noted; 0 before
  static long left(long begin, long rowsSince, long now) {
    return rowsSince == 0 ? begin + PAUSE_NANOS - now : rowsSince + ROWS_NANOS - now;
  }

  /// Ends the pause at the beginning: somebody is in a hurry.
  void wake() {
    LockSupport.unpark(thread);
  }

  /// Whether a call was noted that is to be decided about.
  boolean isUnderWay() {
    return noted && !failed;
  }

  /// Null until the thread runs.
  Rehearsals rehearsals() {
    return rehearsals;
  }
}
