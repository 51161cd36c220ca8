package org.lanewise.internal.handover;

import org.lanewise.internal.handover.trial.Trials;

/// What the thread of [Rehearsals] knows of a kernel, and nobody else.
final class Known {

  /// Scalar time of a kernel before it is rehearsed, which takes some 100 ms. Beginning earlier
  /// made nothing sooner: the rehearsal and the JIT compiler, which has the caller's code to
  /// compile, wait for each other.
  private static final long KERNEL_NANOS = 20_000_000;

  /// The same of calls that are smaller than those that were handed over: the kernel is compiled,
  /// so that its rehearsal takes a few slices.
  private static final long SMALLER_NANOS = 2_000_000;

  /// The same of a kernel of rows, which counts whole looks, so two of them: the first thousands of
  /// rows are over, for [Beginning] waits before there is a look.
  private static final long ROW_NANOS = 15_000_000;

  final HandOver of;

  /// The scalar time that counts, and what had been spent at the last look.
  double nanos;

  long spentBefore;
  long lastNoted;

  /// The rehearsal that goes on, and the size and shape it is for; null if there is none.
  Rehearsal rehearsal;

  int size;
  long shape;
  int shapes;
  int returns;

  /// The rehearsal that was won; null where the kernel is scalar.
  Rehearsal won;

  long checkAt;
  long checkAfter;

  Known(HandOver of) {
    this.of = of;
  }

  /// Whether it took long enough to be rehearsed.
  boolean isDue(boolean hurry) {
    long least = of.isOfRows() ? ROW_NANOS : won == null ? KERNEL_NANOS : SMALLER_NANOS;
    return nanos > 0 && (hurry || nanos >= least);
  }

  /// Hands the calls over that were rehearsed. Where larger ones were before, as rows that are
  /// sparse have many sizes, smaller ones are too, as far down as vectors win.
  void handOver() {
    boolean again = of.isOver();
    of.runVectorsFrom(Math.min(size, of.vectorsFrom()));
    if (!again || !of.isOfRows()) {
      return;
    }
    int a = extent(0) / 2;
    // Half an extent is half the size or less.
    while (a > 0
        && of.vectorsFrom() / 2 > of.scalarTo()
        && rehearsal.compare(Trials.of(of.kernel(), a, extent(1), extent(2))).isWon()) {
      of.runVectorsFrom(of.vectorsFrom() / 2);
      a /= 2;
    }
  }

  /// An extent of the shape, 0 to 2.
  int extent(int i) {
    return HandOver.extent(shape, i);
  }
}
