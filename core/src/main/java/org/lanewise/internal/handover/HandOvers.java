package org.lanewise.internal.handover;

import java.util.ArrayList;
import java.util.List;

/// All hand-overs of this process, and the thread that decides them.
public final class HandOvers {

  /// What is told that a kernel was called.
  interface Listener {
    /// A scalar call was noted, by the thread that makes it.
    void noted(HandOver handOver);
  }

  private static final List<HandOver> ALL = new ArrayList<>();

  private static volatile Listener listener = handOver -> {};

  /// Null where the tier is fixed.
  private static volatile Rehearsals rehearsals;

  private static volatile Tiers tiers;

  private HandOvers() {}

  /// Null where the tier is fixed.
  static Tiers tiers() {
    return tiers;
  }

  /// Begins to hand kernels over, once they are called.
  public static void begin(Tiers between) {
    tiers = between;
    rehearsals = new Rehearsals(between, System.nanoTime());
    listener = rehearsals;
  }

  static void add(HandOver handOver) {
    synchronized (ALL) {
      ALL.add(handOver);
    }
  }

  static List<HandOver> all() {
    synchronized (ALL) {
      return List.copyOf(ALL);
    }
  }

  static void noted(HandOver handOver) {
    listener.noted(handOver);
  }

  /// Tells another of the calls. For tests.
  static void tell(Listener to) {
    listener = to;
  }

  /// A time in which kernels are rehearsed at once, however little they were called.
  public static final class Hurry {

    private final Rehearsals running = rehearsals;
    private final long since;

    private Hurry() {
      since = running == null ? 0 : running.looks();
      change(1);
    }

    private void change(int by) {
      if (running != null) {
        running.hurry(by);
      }
    }

    /// Whether every kernel that was called before is decided in the shapes it was called with.
    public boolean isDecided() {
      return running == null || running.areDecided(since);
    }

    /// Ends it.
    public void end() {
      change(-1);
    }
  }

  /// Begins to hurry, until that is ended.
  public static Hurry hurry() {
    return new Hurry();
  }

  /// What runs: `scalar`, or the vector tier and since when.
  public static String name() {
    Rehearsals running = rehearsals;
    return running == null ? "scalar" : running.name();
  }
}
