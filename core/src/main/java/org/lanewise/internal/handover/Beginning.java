package org.lanewise.internal.handover;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Starts the thread of [Rehearsals] with the first call that is noted.
final class Beginning implements Runnable {

  /// A process of ten thousand rows is over before more is loaded than this class: what loads it
  /// gets into the way of the caller, who loads and compiles too. On Zen 3 those of 4 features took
  /// 1.16 times as long with 50 ms and 1.10 with this, those of 32 features 1.07 and 1.01, and rows
  /// were as fast as they get no later.
  private static final long PAUSE_NANOS = 120_000_000;

  private final Supplier<Tiers> between;
  private final long start;

  /// Null until somebody asked.
  private Tiers tiers;

  private volatile boolean started;

  /// Null before it is started.
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

  /// Starts the thread where it was not started before.
  void ensureUnderWay() {
    if (!started) {
      startThread();
    }
  }

  private synchronized void startThread() {
    if (started) {
      return;
    }
    started = true;
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
      if (!HandOvers.isHurried()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      Rehearsals running = new Rehearsals(tiers(), start);
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

  /// Whether the thread was started.
  boolean isUnderWay() {
    return started && !failed;
  }

  /// Null until the thread runs.
  Rehearsals rehearsals() {
    return rehearsals;
  }
}
