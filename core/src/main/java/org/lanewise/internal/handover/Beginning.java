package org.lanewise.internal.handover;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// The thread that decides, until it loads [Rehearsals], some time after the first call that is
/// noted. It is started where a process first asks for kernels, which is where it makes a model or
/// a scorer: to start it took a tenth of the first row's time.
final class Beginning implements Runnable {

  /// A process of ten thousand rows is over before more is loaded than this class: what loads it
  /// gets into the way of the caller, who loads and compiles too. The first call may be one of a
  /// fit, so it is longer than these rows take (9 to 42 ms on Zen 5, 26 to 101 on Zen 3). With 60
  /// ms rows of 32 features were as fast as they get 40 to 70 ms sooner, and the first ten thousand
  /// of counts took 1.07 times as long as scalar, in place of 1.00.
  private static final long PAUSE_NANOS = 120_000_000;

  /// How often the thread looks whether a call was noted, in the first seconds and later: cheaper
  /// for callers than to wake it.
  private static final long LOOK_NANOS = 20_000_000;

  private static final long RARE_LOOK_NANOS = 200_000_000;
  private static final long HURRIED_LOOK_NANOS = 1_000_000;
  private static final long FIRST_NANOS = 2_000_000_000;

  private final Supplier<Tiers> between;
  private final long start;

  /// Null until somebody asked.
  private Tiers tiers;

  /// Whether a call was noted.
  private volatile boolean noted;

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
  void note() {
    if (!noted) {
      noted = true;
    }
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
      if (!HandOvers.isHurried()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      // Not before: to read it would be in the way of the first rows.
      Processors processors = new Processors();
      processors.idle(0);
      Rehearsals running = new Rehearsals(tiers(), processors, start);
      rehearsals = running;
      running.run();
    } catch (Throwable e) {
      // What runs goes on running.
      failed = true;
      System.getLogger("org.lanewise")
          .log(System.Logger.Level.WARNING, "Lanewise hands no more kernels over", e);
    }
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
