package org.lanewise.internal.handover;

import org.lanewise.internal.handover.trial.Trials;

/// What the thread of [Rehearsals] knows of a kernel, and nobody else.
final class Known {

  /// Scalar time of a kernel before it is rehearsed, which takes some 100 ms. Beginning earlier
  /// made nothing sooner: the rehearsal and the JIT compiler, which has the caller's code to
  /// compile, wait for each other.
  private static final long KERNEL_NANOS = 20_000_000;

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
    return nanos > 0 && (hurry || nanos >= (of.isOfRows() ? ROW_NANOS : KERNEL_NANOS));
  }

  /// Hands the calls over that were rehearsed, and smaller ones as far down as vectors win: the
  /// last rows of a batch are fewer, and rows that are sparse have many sizes.
  void handOver() {
    of.runVectorsFrom(Math.min(size, of.vectorsFrom()));
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
