package org.lanewise.internal.handover;

/// Starts the thread of [Rehearsals] with the first call that is noted.
final class Beginning implements HandOvers.Listener, Runnable {

  private final Tiers tiers;
  private final long start;

  private volatile boolean started;

  /// Whether the thread could not be started, or ended: no memory for it, or not allowed. The
  /// caller's rows are scored all the same.
  private volatile boolean failed;

  /// Null until the thread runs.
  private volatile Rehearsals rehearsals;

  Beginning(Tiers tiers, long start) {
    this.tiers = tiers;
    this.start = start;
  }

  @Override
  public void noted(HandOver handOver) {
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
      Thread thread = new Thread(null, this, "lanewise-kernels", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (Throwable e) {
      failed = true;
    }
  }

  @Override
  public void run() {
    try {
      Rehearsals running = new Rehearsals(tiers, start);
      rehearsals = running;
      running.run();
    } catch (Throwable e) {
      // What runs goes on running.
      failed = true;
      System.getLogger("org.lanewise")
          .log(System.Logger.Level.WARNING, "Lanewise hands no more kernels over", e);
    }
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
