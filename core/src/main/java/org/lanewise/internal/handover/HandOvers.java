package org.lanewise.internal.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// All hand-overs of this process, and what decides them.
///
/// What the first call of a process goes through is here and in [Beginning]: few classes and no
/// lambda, for each takes a part of a millisecond then. The rest is loaded by the thread that
/// decides.
public final class HandOvers {

  /// What is told that a kernel was called.
  interface Listener {
    /// A scalar call was noted, by the thread that makes it.
    void noted(HandOver handOver);
  }

  private static final List<HandOver> ALL = new ArrayList<>();

  /// Those that are in a hurry.
  private static final AtomicInteger HURRIED = new AtomicInteger();

  /// What begins, once there is more than a few calls; null where the tier is fixed, and when it
  /// has begun.
  private static volatile Runnable begin;

  private static volatile long start;

  /// Null where the tier is fixed and before there were some calls, as are those below.
  private static volatile Listener listener;

  private static volatile Beginning beginning;
  private static volatile Tiers tiers;

  private HandOvers() {}

  /// Null where the tier is fixed.
  static Tiers tiers() {
    ensureBegun();
    return tiers;
  }

  /// Says how kernels begin to be handed over, once there is more than a few calls.
  ///
  /// @param how calls [#begin], by the thread that makes a call
  public static void beginLater(Runnable how) {
    start = System.nanoTime();
    begin = how;
  }

  /// Begins to hand kernels over.
  public static void begin(Tiers between) {
    tiers = between;
    beginning = new Beginning(between, start);
    listener = beginning;
  }

  private static void ensureBegun() {
    if (begin != null) {
      synchronized (ALL) {
        Runnable how = begin;
        if (how != null) {
          how.run();
          begin = null;
        }
      }
    }
  }

  static void add(HandOver handOver) {
    synchronized (ALL) {
      ALL.add(handOver);
    }
  }

  static List<HandOver> all() {
    return after(0);
  }

  /// Those that were added after the first ones: a contract adds its own with its first call.
  static List<HandOver> after(int first) {
    synchronized (ALL) {
      return List.copyOf(ALL.subList(first, ALL.size()));
    }
  }

  static void noted(HandOver handOver) {
    ensureBegun();
    Listener told = listener;
    if (told != null) {
      told.noted(handOver);
    }
  }

  /// Tells another of the calls. For tests.
  static void tell(Listener to) {
    ensureBegun();
    listener = to;
  }

  /// Whether somebody waits until all is decided.
  static boolean isHurried() {
    return HURRIED.get() > 0;
  }

  /// A time in which kernels are rehearsed at once, however little they were called.
  public static final class Hurry {

    private final long since;

    private Hurry() {
      Rehearsals running = beginning == null ? null : beginning.rehearsals();
      since = running == null ? 0 : running.looks();
      HURRIED.incrementAndGet();
    }

    /// Whether every kernel that was called before is decided in the shapes it was called with.
    public boolean isDecided() {
      if (beginning == null || !beginning.isUnderWay()) {
        return true;
      }
      Rehearsals running = beginning.rehearsals();
      return running != null && running.areDecided(since);
    }

    /// Ends it.
    public void end() {
      HURRIED.decrementAndGet();
    }
  }

  /// Begins to hurry, until that is ended.
  public static Hurry hurry() {
    ensureBegun();
    return new Hurry();
  }

  /// What runs: `scalar`, or the vector tier and since when.
  public static String name() {
    Rehearsals running = beginning == null ? null : beginning.rehearsals();
    return running == null ? "scalar" : running.name();
  }
}
