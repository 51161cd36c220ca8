package org.lanewise.bench.pair;

import java.util.List;
import java.util.stream.IntStream;

/// What a process of either tree measured in turns.
///
/// @param before what the old tree's did
/// @param after what the new tree's did
/// @param ratio the time of the new by that of the old: the middle one of the iterations side by
///   side, so that one that was disturbed does not count
/// @param others the share of the machine that was not ours meanwhile; NaN where it is not known
record Round(Side before, Side after, double ratio, double others) {

  /// One process.
  ///
  /// @param nanos the time of a call in the middle iteration
  /// @param clockNanos the same by the clock
  /// @param bytesPerCall what a call allocated
  /// @param compiling the time of compilers by that of the iterations
  record Side(double nanos, double clockNanos, double bytesPerCall, double compiling) {}

  /// Relates two processes.
  ///
  /// The time of one thread's work is that on a processor, if both are known: of two processes one
  /// has to wait more than the other where the machine is busy. Several threads are measured by the
  /// clock, for that is what they are to shorten.
  ///
  /// @param alone whether one thread does the work
  static Round of(
      JmhSample before,
      List<Turns.Turn> beforeTurns,
      JmhSample after,
      List<Turns.Turn> afterTurns,
      boolean alone,
      double others) {
    double[] old = running(beforeTurns);
    double[] young = running(afterTurns);
    // Of an iteration that nothing disturbs a few percent go into beginning and ending it.
    double most =
        IntStream.range(0, old.length).mapToDouble(i -> Math.max(old[i], young[i])).max().orElse(1);
    boolean byProcessor = alone && !Double.isNaN(most) && most > 0;
    double[] oldNanos = nanos(before, old, byProcessor ? most : Double.NaN);
    double[] newNanos = nanos(after, young, byProcessor ? most : Double.NaN);
    double[] ratios =
        IntStream.range(0, Math.min(oldNanos.length, newNanos.length))
            .mapToDouble(i -> newNanos[i] / oldNanos[i])
            .toArray();
    return new Round(
        side(before, beforeTurns, oldNanos),
        side(after, afterTurns, newNanos),
        Interval.medianOf(ratios),
        others);
  }

  private static double[] running(List<Turns.Turn> turns) {
    return turns.stream().mapToDouble(Turns.Turn::running).toArray();
  }

  /// The times of the iterations; by the clock where `most` is NaN.
  private static double[] nanos(JmhSample sample, double[] running, double most) {
    return IntStream.range(0, sample.nanos().size())
        .mapToDouble(i -> sample.nanos().get(i) * (Double.isNaN(most) ? 1 : running[i] / most))
        .toArray();
  }

  private static Side side(JmhSample sample, List<Turns.Turn> turns, double[] nanos) {
    double compiling =
        turns.stream().mapToDouble(Turns.Turn::compiling).average().orElse(Double.NaN);
    double[] clock = sample.nanos().stream().mapToDouble(Double::doubleValue).toArray();
    return new Side(
        Interval.medianOf(nanos), Interval.medianOf(clock), sample.bytesPerCall(), compiling);
  }
}
