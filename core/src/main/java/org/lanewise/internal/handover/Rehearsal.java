package org.lanewise.internal.handover;

import java.util.List;
import org.lanewise.internal.handover.trial.Trial;
import org.lanewise.internal.kernel.KernelSet;

/// Calls of one kernel in one shape, slice by slice, until the vector kernel is seen to run as
/// compiled code, or is given up.
final class Rehearsal {

  /// Calls after which it is given up: the compiler takes a method after some thousands at most.
  private static final int MAX_CALLS = 60_000;

  /// Comparisons of compiled code after which it is given up, if it wins nothing.
  private static final int MAX_COMPARISONS = 12;

  /// Time after which it is given up, if the calls were at least these.
  private static final long MAX_NANOS = 3_000_000_000L;

  private static final int MIN_CALLS = 6_000;

  /// Comparisons that have to be won, one after the other.
  private static final int WINS = 2;

  /// Of so many calls one is of the scalar kernel: what calls both has to be compiled for both.
  private static final int SCALAR_IN = 8;

  /// Of so many calls one is in the real shape.
  private static final int REAL_IN = 64;

  /// Of so many calls one is in another shape. A loop that was never gone through is left out of
  /// what is compiled: the first thousands of calls of another model would box their vectors.
  private static final int OTHER_IN = 16;

  /// A comparison takes the least of so many turns, each of at least so many nanoseconds.
  private static final int TURNS = 9;

  private static final long TURN_NANOS = 20_000;
  private static final int MAX_TURN_CALLS = 2_000;

  private final Trial trial;
  private final Trial small;
  private final List<Trial> others;
  private final KernelSet scalar;
  private final KernelSet vector;
  private final Meter meter;

  private long begin;
  private int calls;
  private int comparisons;
  private int wins;
  private Comparison last = Comparison.NONE;

  /// @param trial a call in the real shape
  /// @param small a smaller call of the same kind: before it is compiled a vector kernel takes a
  ///   hundred times as long
  /// @param others calls that go through the loops that these two may not
  Rehearsal(
      Trial trial,
      Trial small,
      List<Trial> others,
      KernelSet scalar,
      KernelSet vector,
      Meter meter) {
    this.trial = trial;
    this.small = small;
    this.others = others;
    this.scalar = scalar;
    this.vector = vector;
    this.meter = meter;
  }

  /// Calls for some time, and compares where the vector kernel is compiled.
  ///
  /// @return whether it is decided
  boolean slice(long nanos) {
    long start = meter.nanos();
    if (calls == 0) {
      begin = start;
    }
    long bytes;
    do {
      if (calls % SCALAR_IN == 0) {
        small.rival(scalar);
      }
      if (calls % REAL_IN == REAL_IN - 1) {
        trial.run(vector);
      }
      if (calls % OTHER_IN == OTHER_IN / 2 && !others.isEmpty()) {
        others.get(calls / OTHER_IN % others.size()).run(vector);
      }
      long before = meter.bytes();
      small.run(vector);
      bytes = meter.bytesSince(before);
      calls++;
    } while (meter.nanos() - start < nanos);
    if (bytes == 0 && othersAreCompiled()) {
      last = compare();
      // What is not compiled is not compared in vain.
      comparisons += last.isCompiled() ? 1 : 0;
      wins = last.isWon() ? wins + 1 : 0;
    }
    return wins == WINS
        || comparisons == MAX_COMPARISONS
        || calls >= MAX_CALLS
        || calls >= MIN_CALLS && meter.nanos() - begin > MAX_NANOS;
  }

  /// Whether the other shapes, too, are gone through without an object: the compiler gives up an
  /// assumption with the fourth call in which it fails.
  private boolean othersAreCompiled() {
    boolean compiled = true;
    for (Trial other : others) {
      long before = meter.bytes();
      other.run(vector);
      compiled &= meter.bytesSince(before) == 0;
    }
    return compiled;
  }

  /// Whether the vector kernel is to run.
  boolean isWon() {
    return wins == WINS;
  }

  /// The last comparison.
  Comparison last() {
    return last;
  }

  /// Times both tiers in turns.
  Comparison compare() {
    double scalarNanos = Double.POSITIVE_INFINITY;
    double vectorNanos = Double.POSITIVE_INFINITY;
    int turnCalls = 1;
    long bytes = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      long start = meter.nanos();
      for (int i = 0; i < turnCalls; i++) {
        trial.rival(scalar);
      }
      long middle = meter.nanos();
      long before = meter.bytes();
      for (int i = 0; i < turnCalls; i++) {
        trial.run(vector);
      }
      bytes = meter.bytesSince(before);
      long end = meter.nanos();
      scalarNanos = Math.min(scalarNanos, (double) (middle - start) / turnCalls);
      vectorNanos = Math.min(vectorNanos, (double) (end - middle) / turnCalls);
      if (middle - start < TURN_NANOS && turnCalls < MAX_TURN_CALLS && turn < TURNS / 2) {
        long wanted = turnCalls * (TURN_NANOS / Math.max(1, middle - start) + 1);
        turnCalls = (int) Math.min(MAX_TURN_CALLS, wanted);
        scalarNanos = Double.POSITIVE_INFINITY;
        vectorNanos = Double.POSITIVE_INFINITY;
      }
    }
    return new Comparison(scalarNanos, vectorNanos, bytes);
  }
}
