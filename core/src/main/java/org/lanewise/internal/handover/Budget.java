package org.lanewise.internal.handover;

/// What the rehearsals may take of the processors: all of what nobody wants, and else a share of
/// what kernels of batches took.
final class Budget {

  /// The idle processors from which on this thread takes nothing from a single caller, while the
  /// compiler has the rest of one.
  private static final double FREE = 0.5;

  /// The same where several threads call, which wait for each other: two that read a file leave 0.6
  /// of two processors idle, and `evaluate` of a million rows took 1.06 times as long as scalar.
  private static final double FREE_OF_SEVERAL = 0.8;

  /// From so many on kernels of rows are begun, whose caller is one thread: on two processors,
  /// while the compiler works too.
  private static final double FREE_FOR_ROWS = 0.3;

  /// Where none is idle: the share of the time since the start that rehearsing kernels of batches
  /// may take. One row after the other is a service, which goes on; a batch may be over soon.
  private static final double SHARE = 0.03;

  /// The same of what scalar kernels of batches took, in all threads: where they are most of what a
  /// process does, it is worth more than its share of the time. A fit of 20 million rows by two
  /// threads on two processors ended before the first kernel was compiled.
  private static final double RISK = 0.1;

  private final Processors processors;
  private final long start;

  /// The idle processors at the last look; without end for one who is in a hurry.
  private double idle;

  /// The time that was taken so far where none was free.
  private long invested;

  /// What slices took of it.
  private long taken;

  /// The scalar time of all kernels of batches so far, in all threads.
  private long spent;

  /// The threads that have called kernels of batches, a bit for each.
  private int callers;

  /// @param start when the process began to use the library
  Budget(Processors processors, long start) {
    this.processors = processors;
    this.start = start;
  }

  /// Looks at what the processors do.
  ///
  /// @param spentSoFar the scalar time of all kernels of batches, in all threads
  /// @param callersSoFar the threads that called them, a bit for each
  /// @param counts whether idle processors are counted, for somebody wants them
  /// @param hurry whether somebody waits for the rehearsals
  void look(long spentSoFar, int callersSoFar, boolean counts, boolean hurry) {
    spent = spentSoFar;
    callers = callersSoFar;
    idle = hurry ? Double.POSITIVE_INFINITY : counts ? processors.idle(taken) : 0;
  }

  /// Whether nobody waits for what this thread takes.
  boolean isFree() {
    return idle >= (Integer.bitCount(callers) > 1 ? FREE_OF_SEVERAL : FREE);
  }

  /// The same where a kernel of rows is to be begun.
  boolean isFreeForRows() {
    return idle >= FREE_FOR_ROWS;
  }

  /// Counts what a slice took.
  void take(long nanos) {
    taken += nanos;
    invest(nanos);
  }

  /// Counts what is taken where somebody may wait for it.
  void invest(long nanos) {
    if (!isFree()) {
      invested += nanos;
    }
  }

  /// Whether some time may be taken for kernels of batches.
  boolean isAffordable(long nanos) {
    double budget = Math.max(SHARE * (System.nanoTime() - start), RISK * spent);
    return isFree() || invested + nanos <= budget;
  }
}
