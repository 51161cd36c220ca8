package org.lanewise.internal.handover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.lanewise.internal.events.Events;
import org.lanewise.internal.handover.trial.Trial;
import org.lanewise.internal.handover.trial.Trials;
import org.lanewise.internal.kernel.KernelSet;

/// What the thread does that hands kernels over: it looks at what was called, rehearses what took
/// long enough, and looks after what was handed over.
final class Rehearsals {

  /// The time between two looks, and where nothing was called for a second.
  private static final long TICK_NANOS = 10_000_000;

  private static final long QUIET_TICK_NANOS = 100_000_000;
  private static final int QUIET_LOOKS = 100;

  /// Scalar time of all kernels before the vector tier is loaded, which takes 20 to 80 ms: a
  /// process that ends soon does without. A processor that looks idle is one that the compiler
  /// wants, or may share its core with the caller's.
  private static final long LOAD_NANOS = 300_000_000;

  /// Where none is idle: the time of a kernel of rows, in whole looks and fading, from which on it
  /// is rehearsed, reached in half a second. Ten batches of sparse rows, which are scored row by
  /// row, are over before; beside a busy thread they took 1.2 times as long.
  private static final double SERVICE_NANOS = 300_000_000;

  /// What loading the vector tier takes at most, and compiling a kernel beside calling it.
  private static final long LOAD_COST = 80_000_000;

  private static final long COMPILE_COST = 60_000_000;

  /// Less than this of the time of a kernel of rows is nothing.
  private static final double LEAST_NANOS = 1_000;

  /// What is left of the time of a kernel of rows from one look to the next.
  private static final double KEPT = 0.98;

  /// Kernels that are rehearsed in turns: one is called while another is being compiled.
  private static final int TOGETHER = 4;

  /// A kernel that was not called for so long makes way for others.
  private static final long STALE_NANOS = 100_000_000;

  /// Shapes of a kernel that are tried.
  private static final int MAX_SHAPES = 8;

  /// Times that a kernel is handed back before it stays scalar for good.
  private static final int MAX_RETURNS = 3;

  /// The first look after a kernel that was handed over; the next ones come in doubled time.
  private static final long FIRST_CHECK_NANOS = 500_000_000L;

  private static final long LAST_CHECK_NANOS = 60_000_000_000L;

  private final Tiers tiers;
  private final List<Known> known = new ArrayList<>();
  private final Deque<Known> active = new ArrayDeque<>();
  private final Pace pace = new Pace();
  private final DecisionLog decisions = new DecisionLog();
  private final Beginning beginning;
  private final Budget budget;

  private KernelSet scalar;
  private KernelSet third;
  private KernelSet vector;
  private Meter meter;
  private long lastLook;

  /// The looks since a scalar call was noted that is not decided.
  private int quiet;

  /// Whether nothing is handed over any more.
  private volatile boolean ended;

  /// The vector tier that runs and since when; null before.
  private volatile String name;

  /// The looks so far, and the last of them that found something to decide.
  private volatile long looks;

  private volatile long lastBusy;

  Rehearsals(Tiers tiers, Processors processors, Beginning beginning) {
    this.tiers = tiers;
    this.beginning = beginning;
    budget = new Budget(processors, beginning.start);
  }

  String name() {
    String now = name;
    return now == null ? "scalar" : now;
  }

  long looks() {
    return looks;
  }

  /// Whether the last two looks after look `since` found nothing that is not decided.
  boolean areDecided(long since) {
    return ended || looks - Math.max(lastBusy, since) > 2;
  }

  /// Goes on until nothing can be handed over any more.
  void run() {
    while (!ended) {
      if (active.isEmpty()) {
        pace.pause(quiet < QUIET_LOOKS ? TICK_NANOS : QUIET_TICK_NANOS);
      } else {
        pace.pause();
      }
      if (System.nanoTime() - lastLook >= TICK_NANOS) {
        look();
      }
      if (active.isEmpty()) {
        lookAfter();
        decisions.tell();
      } else {
        rehearse(active.removeFirst());
      }
    }
  }

  /// Sees what was called since the last look, and begins to rehearse what took long enough.
  private void look() {
    lastLook = System.nanoTime();
    long look = looks + 1;
    looks = look;
    quiet++;
    boolean hurry = HandOvers.isHurried();
    // Looks count for rows from then on.
    long rowNanos = hurry || beginning.isLateForRows() ? TICK_NANOS : 0;
    double all = 0;
    long spent = 0;
    int callers = 0;
    boolean due = false;
    boolean rows = false;
    for (HandOver added : HandOvers.after(known.size())) {
      known.add(new Known(added));
    }
    for (Known kernel : known) {
      if (kernel.of.isOfRows()) {
        kernel.nanos = kernel.nanos < LEAST_NANOS ? 0 : kernel.nanos * KEPT;
      }
      if (kernel.of.isNoted()) {
        see(kernel, rowNanos);
        quiet = 0;
      }
      all += kernel.nanos;
      spent += kernel.of.spent();
      callers |= kernel.of.callers();
      if (kernel.isDue(hurry)) {
        due = true;
        rows |= kernel.of.isOfRows();
      }
    }
    boolean enough = due && (hurry || rows || vector != null || all >= LOAD_NANOS);
    // Counted from the first call that is not decided on, for the count tells of some looks.
    boolean counts = enough || !active.isEmpty() || lastBusy == look;
    budget.look(spent, callers, counts, hurry);
    while (enough && !ended) {
      Known next = next(hurry);
      if (next == null || !makeWay(next) || !load()) {
        break;
      }
      begin(next);
    }
    if (!active.isEmpty()) {
      lastBusy = looks;
    }
  }

  /// @param rowNanos what a kernel of rows took since the last look
  private void see(Known kernel, long rowNanos) {
    HandOver of = kernel.of;
    long spent = of.spent();
    kernel.nanos += of.isOfRows() ? rowNanos : spent - kernel.spentBefore;
    kernel.spentBefore = spent;
    kernel.lastNoted = lastLook;
    of.forget();
    if (isDecided(of, of.notedSize())) {
      kernel.nanos = 0;
    } else {
      lastBusy = looks;
    }
  }

  private static boolean isDecided(HandOver of, int size) {
    return of.inVectors(size) || size <= of.scalarTo();
  }

  /// The kernel that took longest of those that are not rehearsed.
  private Known next(boolean hurry) {
    Known next = null;
    for (Known kernel : known) {
      if (kernel.rehearsal == null
          && kernel.isDue(hurry)
          && isWorthIt(kernel)
          && (next == null || kernel.nanos > next.nanos)) {
        next = kernel;
      }
    }
    return next;
  }

  private boolean isWorthIt(Known kernel) {
    return kernel.of.isOfRows()
        ? budget.isFreeForRows() || kernel.nanos >= SERVICE_NANOS
        : budget.isAffordable(COMPILE_COST + (vector == null ? LOAD_COST : 0));
  }

  /// Whether one more can be rehearsed. Ends a rehearsal where there are too many: of a kernel that
  /// is not called any more, or, for one of rows, one that cannot be afforded. Of batches, where no
  /// processor is free, one after the other is sooner of use than several that share what may be
  /// taken.
  private boolean makeWay(Known next) {
    if (active.size() < (budget.isFree() || next.of.isOfRows() ? TOGETHER : 1)) {
      return true;
    }
    for (Known kernel : active) {
      boolean isStale = lastLook - kernel.lastNoted > STALE_NANOS;
      boolean waits = !kernel.of.isOfRows() && !budget.isAffordable(0);
      if (isStale || next.of.isOfRows() && waits) {
        kernel.shapes--;
        active.remove(kernel);
        kernel.rehearsal = null;
        return true;
      }
    }
    return false;
  }

  private boolean load() {
    if (vector == null) {
      budget.invest(LOAD_COST);
      vector = tiers.vector();
      if (vector == null) {
        ended = true;
        return false;
      }
      scalar = tiers.scalar();
      third = tiers.third();
      meter = new Meter();
    }
    return true;
  }

  /// Begins to rehearse a kernel in the shape in which it was noted last.
  private void begin(Known kernel) {
    HandOver of = kernel.of;
    kernel.size = of.notedSize();
    kernel.shape = of.notedShape();
    kernel.nanos = 0;
    if (isDecided(of, kernel.size)) {
      return;
    }
    int a = kernel.extent(0);
    int b = kernel.extent(1);
    int c = kernel.extent(2);
    Trial trial = Trials.of(of.kernel(), a, b, c);
    kernel.shapes++;
    if (!trial.suits(vector)) {
      of.stayScalarTo(HandOver.NEVER);
      return;
    }
    budget.invest(COMPILE_COST);
    kernel.rehearsal =
        new Rehearsal(
            trial,
            Trials.small(of.kernel(), a, b, c),
            Trials.others(of.kernel(), of.isOfRows()),
            scalar,
            third,
            vector,
            meter);
    active.addLast(kernel);
  }

  private void rehearse(Known kernel) {
    if (!kernel.of.isOfRows() && !budget.isAffordable(Pace.SLICE_NANOS)) {
      active.addLast(kernel);
      lookAfter();
      pace.pause(TICK_NANOS);
      return;
    }
    long begin = System.nanoTime();
    boolean decided = kernel.rehearsal.slice(Pace.SLICE_NANOS);
    long nanos = System.nanoTime() - begin;
    budget.take(nanos);
    if (!decided) {
      active.addLast(kernel);
      return;
    }
    Rehearsal rehearsal = kernel.rehearsal;
    kernel.nanos = 0;
    if (rehearsal.isWon()) {
      kernel.handOver();
      kernel.won = rehearsal;
      kernel.checkAfter = FIRST_CHECK_NANOS;
      kernel.checkAt = System.nanoTime() + kernel.checkAfter;
      Events.handedOver(kernel.of.kernel(), kernel.of.vectorsFrom());
    } else {
      kernel.of.stayScalarTo(kernel.shapes >= MAX_SHAPES ? HandOver.NEVER : kernel.size);
    }
    kernel.rehearsal = null;
    decisions.add(kernel.of, kernel.size, rehearsal.last());
    if (rehearsal.isWon() && name == null) {
      name =
          vector.name() + " since " + seconds((System.nanoTime() - beginning.start) / 10_000_000);
    }
  }

  /// Without a formatter, which takes 10 ms when it is first used.
  private static String seconds(long hundredths) {
    String text = Long.toString(100 + hundredths % 100);
    return hundredths / 100 + "." + text.substring(1) + " s";
  }

  /// Looks whether a kernel that was handed over still runs as instructions: the compiler may have
  /// compiled it anew.
  private void lookAfter() {
    long time = System.nanoTime();
    for (Known kernel : known) {
      if (kernel.won == null || time - kernel.checkAt < 0) {
        continue;
      }
      Comparison now = kernel.won.compare();
      if (now.isLost()) {
        // Once is bad luck.
        now = kernel.won.compare();
      }
      if (!now.isLost()) {
        kernel.checkAfter = Math.min(2 * kernel.checkAfter, LAST_CHECK_NANOS);
        if (kernel.checkAfter == LAST_CHECK_NANOS) {
          kernel.returns = 0;
        }
        kernel.checkAt = System.nanoTime() + kernel.checkAfter;
      } else {
        handBack(kernel, now);
      }
      return;
    }
  }

  private void handBack(Known kernel, Comparison seen) {
    kernel.of.runVectorsFrom(HandOver.NEVER);
    Events.handedOver(kernel.of.kernel(), -1);
    kernel.won = null;
    kernel.returns++;
    if (kernel.returns >= MAX_RETURNS) {
      kernel.of.stayScalarTo(HandOver.NEVER);
    }
    decisions.add(kernel.of, HandOver.NEVER, seen);
  }
}
