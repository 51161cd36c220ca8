package org.lanewise.internal.handover;

import java.util.List;
import org.lanewise.internal.handover.trial.Trial;
import org.lanewise.internal.kernel.KernelSet;

/// Calls of one kernel in one shape, slice by slice, until the vector kernel is seen to run as
/// compiled code, or is given up.
///
/// The compiler takes a method once it has been called some thousands of times, or turned some
/// thousands of times in its loops, and until then every vector is an object. Where a kernel has
/// empty calls they are what is counted: rounds of few real calls, which show the compiler all
/// loops, of thousands of empty ones, and of looks. Other kernels are called in full until they are
/// compiled. Whether calls make objects decides, not how many there were: of compiled ones there
/// are thousands in a slice.
final class Rehearsal {

  /// Comparisons of compiled code after which it is given up, if it wins nothing.
  private static final int MAX_COMPARISONS = 12;

  /// Time after which it is given up, if the slices were at least these: where processors are busy
  /// there are few.
  private static final long MAX_NANOS = 3_000_000_000L;

  private static final int MIN_SLICES = 600;

  /// Comparisons that have to be won, one after the other.
  private static final int WINS = 2;

  /// Of so many calls one is of the rival, and two of the scalar kernel or of the third: what calls
  /// them has to be compiled for all, and not to contain any. A class that has nine calls of ten is
  /// contained.
  private static final int SCALAR_IN = 8;

  /// Of so many calls one is in the real shape.
  private static final int REAL_IN = 64;

  /// Of so many calls one is in another shape. A loop that was never gone through is left out of
  /// what is compiled: the first thousands of calls of another model would box their vectors.
  private static final int OTHER_IN = 16;

  /// Empty calls before the first real one: behind them the kernel is run as the first compiler
  /// makes it, which notes what is gone through.
  private static final int FIRST_EMPTY_CALLS = 1_000;

  /// Small calls of a round are as many as make so many bytes of objects, the calls of a round at
  /// most so many: the compiler has to see that loops are what takes the time, not empty calls.
  private static final long SMALL_BYTES = 8_000_000;

  private static final int MAX_STEPS = 2_000;

  /// Empty calls of a round, every other one in another shape, which may go through another method:
  /// with them the second compiler takes the kernel.
  private static final int EMPTY_CALLS = 10_000;

  /// Empty calls with each look: the compiler asks what it has counted each 1,024 calls, and has
  /// more to count while it has others to compile.
  private static final int MORE_EMPTY_CALLS = 1_100;

  /// Slices in which it is looked whether the second compiler is done, before the next round. The
  /// first round may have been for nothing: what is counted before the first compiler is done
  /// counts for the first compiler.
  private static final int LOOKS = 40;

  /// Slices after which the rest of a round's empty calls is left out: where a kernel holds many
  /// sums in vectors, empty calls make and store them.
  private static final int MAX_EMPTY_SLICES = 12;

  /// Empty calls between two looks at the time.
  private static final int EMPTY_STEP = 16;

  /// A comparison takes the least of so many turns, each of at least so many nanoseconds.
  private static final int TURNS = 9;

  private static final long TURN_NANOS = 20_000;
  private static final int MAX_TURN_CALLS = 2_000;

  private final Trial trial;
  private final Trial small;
  private final List<Trial> others;
  private final KernelSet scalar;
  private final KernelSet third;
  private final KernelSet vector;
  private final Meter meter;

  private long begin;
  private int slices;
  private int calls;

  /// The calls in other shapes, empty ones included.
  private int otherCalls;

  /// Whether there are rounds, and the empty calls that are still to be made.
  private boolean hasRounds;

  private int emptyLeft;
  private int emptySlices;

  /// The calls of this round, the bytes of its small ones, and the looks behind them.
  private int step;

  private long made;
  private int looks;

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
      KernelSet third,
      KernelSet vector,
      Meter meter) {
    this.trial = trial;
    this.small = small;
    this.others = others;
    this.scalar = scalar;
    this.third = third;
    this.vector = vector;
    this.meter = meter;
  }

  /// Calls for some time, and compares where the vector kernel is compiled.
  ///
  /// @return whether it is decided
  boolean slice(long nanos) {
    long end = meter.nanos() + nanos;
    if (slices == 0) {
      begin = end - nanos;
      hasRounds = small.empty(vector);
      emptyLeft = hasRounds ? FIRST_EMPTY_CALLS - 1 : 0;
    }
    slices++;
    if (emptyLeft > 0 && !callEmpty(end)) {
      return isDecided();
    }
    boolean seen = false;
    if (!hasRounds) {
      seen = call(end);
    } else if (looks > 0) {
      seen = look();
    } else {
      callRound(end);
    }
    if (seen) {
      compareInAllShapes();
    }
    return isDecided();
  }

  private boolean isDecided() {
    return wins == WINS
        || comparisons == MAX_COMPARISONS
        || slices >= MIN_SLICES && meter.nanos() - begin > MAX_NANOS;
  }

  /// Compares, behind a small call that made no object.
  private void compareInAllShapes() {
    boolean compiled = othersAreCompiled();
    if (compiled) {
      last = compare();
      compiled = last.isCompiled();
      // What is not compiled is not compared in vain.
      comparisons += compiled ? 1 : 0;
      wins = last.isWon() ? wins + 1 : 0;
    }
    if (!compiled) {
      // It was thrown away, for what it had not seen.
      beginRound();
    }
  }

  /// Calls in full for some time.
  ///
  /// @return whether the last call made no object
  private boolean call(long end) {
    boolean compiled = false;
    do {
      callOthersThanVector(calls);
      if (calls % REAL_IN == REAL_IN - 1) {
        trial.run(vector);
      }
      // Once the small call is compiled the others are what is waited for.
      if ((compiled || calls % OTHER_IN == OTHER_IN / 2) && !others.isEmpty()) {
        int turn = otherCalls / others.size();
        boolean isVector = turn % SCALAR_IN != SCALAR_IN - 1;
        nextOther().run(isVector ? vector : notVector(turn / SCALAR_IN));
      }
      compiled = callSmall() == 0;
      calls++;
    } while (meter.nanos() < end);
    return compiled;
  }

  private void callOthersThanVector(int call) {
    if (call % SCALAR_IN == 0) {
      small.rival(scalar);
    } else if (call % (SCALAR_IN / 2) == SCALAR_IN / 4) {
      small.run(notVector(call / (SCALAR_IN / 2)));
    }
  }

  private KernelSet notVector(int turn) {
    return turn % 2 == 0 ? scalar : third;
  }

  private Trial nextOther() {
    Trial other = others.get(otherCalls % others.size());
    otherCalls++;
    return other;
  }

  /// Goes on with the calls of a round. Those of other shapes come last of the real ones: the
  /// compiler counts what is gone through only once the kernel runs as the first compiler makes it.
  /// Whether it is compiled is looked at behind the empty calls.
  private void callRound(long end) {
    boolean compiled = false;
    while (!compiled && made < SMALL_BYTES && step < MAX_STEPS) {
      if (meter.nanos() >= end) {
        return;
      }
      callOthersThanVector(step);
      long bytes = callSmall();
      compiled = bytes == 0;
      made += bytes;
      step++;
    }
    for (Trial other : others) {
      other.run(vector);
    }
    trial.run(vector);
    emptyLeft = EMPTY_CALLS;
    emptySlices = 0;
    looks = 1;
  }

  /// Looks, behind the calls of a round, whether a call makes no object.
  private boolean look() {
    looks++;
    if (callSmall() == 0) {
      return true;
    }
    emptyLeft = MORE_EMPTY_CALLS;
    if (looks > LOOKS) {
      beginRound();
    }
    return false;
  }

  private void beginRound() {
    step = 0;
    made = 0;
    looks = 0;
  }

  /// Makes empty calls for some time.
  ///
  /// @return whether all are made
  private boolean callEmpty(long end) {
    do {
      int times = Math.min(emptyLeft, EMPTY_STEP);
      for (int i = 0; i < times; i++) {
        boolean inOther = (i & 1) == 1 && !others.isEmpty();
        boolean isVector = i % SCALAR_IN != 0;
        (inOther ? nextOther() : small).empty(isVector ? vector : notVector(i / SCALAR_IN));
      }
      emptyLeft -= times;
    } while (emptyLeft > 0 && meter.nanos() < end);
    emptySlices++;
    if (emptySlices >= MAX_EMPTY_SLICES) {
      emptyLeft = 0;
    }
    return emptyLeft == 0;
  }

  /// The bytes of a small call.
  private long callSmall() {
    long before = meter.bytes();
    small.run(vector);
    return meter.bytesSince(before);
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

  /// Times both tiers in turns, in the real shape.
  Comparison compare() {
    return compare(trial);
  }

  /// Times both tiers in turns.
  Comparison compare(Trial call) {
    double scalarNanos = Double.POSITIVE_INFINITY;
    double vectorNanos = Double.POSITIVE_INFINITY;
    int turnCalls = 1;
    long bytes = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      long start = meter.nanos();
      for (int i = 0; i < turnCalls; i++) {
        call.rival(scalar);
      }
      long middle = meter.nanos();
      long before = meter.bytes();
      for (int i = 0; i < turnCalls; i++) {
        call.run(vector);
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
