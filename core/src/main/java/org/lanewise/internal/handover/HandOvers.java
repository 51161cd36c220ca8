package org.lanewise.internal.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// All hand-overs of this process, and what decides them.
///
/// What the first call of a process goes through is here and in [Beginning]: few classes and no
/// lambda, for each takes a part of a millisecond then. The rest is loaded by the thread that
/// decides.
public final class HandOvers {

  private static final List<HandOver> ALL = new ArrayList<>();

  /// Those that are in a hurry.
  private static final AtomicInteger HURRIED = new AtomicInteger();

  /// Null where the tier is fixed.
  private static volatile Beginning beginning;

  /// Who is told of calls in place of what decides; null but in tests.
  private static volatile Consumer<HandOver> listener;

  private HandOvers() {}

  /// Null where the tier is fixed.
  static Tiers tiers() {
    return beginning == null ? null : beginning.tiers();
  }

  /// Hands kernels over from now on, once they are called.
  ///
  /// @param between makes the tiers, in the thread that decides
  public static void begin(Supplier<Tiers> between) {
    Beginning begun = new Beginning(between, System.nanoTime());
    beginning = begun;
    begun.start();
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
    Consumer<HandOver> told = listener;
    Beginning begun = beginning;
    if (told != null) {
      told.accept(handOver);
    } else if (begun != null) {
      begun.note(handOver.isOfRows());
    }
  }

  /// Tells another of the calls. For tests.
  static void tell(Consumer<HandOver> to) {
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
      if (beginning != null) {
        beginning.wake();
      }
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
    return new Hurry();
  }

  /// What runs: `scalar`, or the vector tier and since when.
  public static String name() {
    Rehearsals running = beginning == null ? null : beginning.rehearsals();
    return running == null ? "scalar" : running.name();
  }
}
