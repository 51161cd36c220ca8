package org.lanewise.internal.handover;

/// Which tier runs one kernel, asked before every call of it: vectors from some size of a call on,
/// and scalar loops below.
///
/// A size is about the nanoseconds that the scalar kernel takes: shapes of a kernel are compared by
/// it, and a vector kernel that is faster at one size is taken to be so at larger ones.
///
/// Callers read one field, and write nothing where they run in vectors. What they note of scalar
/// calls is written without a lock: it may be lost or counted twice, and the size of one call may
/// stand beside the shape of another. That decides when a rehearsal begins and from which size on
/// its outcome counts, never a bit.
public final class HandOver {

  /// The size from which on vectors run where none do.
  static final int NEVER = Integer.MAX_VALUE;

  /// Lines of sums, a power of two, and the longs of a cache line.
  private static final int STRIPES = 8;

  private static final int LINE = 8;

  private static final int SHAPE_BITS = 21;
  private static final int MAX_EXTENT = (1 << SHAPE_BITS) - 1;

  private final String kernel;
  private final boolean ofRows;

  /// Read by callers and written by another thread. It is plain, since a volatile read keeps the
  /// compiler from holding in registers what a row's call has loaded before, which cost a row of
  /// four features a tenth: a caller sees the change once it calls what is not compiled into it,
  /// and kernels are too large for that.
  private int from = NEVER;

  /// Of calls up to this size nothing is noted: they stay scalar. A call of size 0 does nothing.
  private int scalarTo;

  /// Whether a scalar call was noted since the last look, and which.
  private boolean noted;

  private int notedSize;
  private long notedShape;

  /// The sizes of the scalar calls, summed, in a cache line for each of some threads: in one for
  /// all two workers made a batch a tenth slower.
  private final long[] spent = new long[(STRIPES + 1) * LINE];

  /// One that nobody rehearses, until it is added to [HandOvers].
  HandOver(String kernel, boolean ofRows) {
    this.kernel = kernel;
    this.ofRows = ofRows;
  }

  /// The hand-over of a kernel.
  ///
  /// @param kernel the component of [org.lanewise.internal.kernel.KernelSet] and the method
  public static HandOver of(String kernel) {
    return add(new HandOver(kernel, false));
  }

  /// The hand-over of a kernel of single rows, whose calls are noted by [#row].
  public static HandOver ofRows(String kernel) {
    return add(new HandOver(kernel, true));
  }

  private static HandOver add(HandOver handOver) {
    HandOvers.add(handOver);
    return handOver;
  }

  /// A size that is too large for an int, as the largest there is.
  public static int size(long size) {
    return (int) Math.min(size, NEVER - 1);
  }

  /// Whether a call of a size is to run in vectors.
  public boolean inVectors(int size) {
    return size >= from;
  }

  /// Whether any call runs in vectors.
  public boolean isOver() {
    return from != NEVER;
  }

  /// Notes a scalar call that takes nanoseconds: it writes once between two looks, so that many
  /// threads do not wait for each other's writes.
  ///
  /// @param a an extent of its arguments that decides how they are gone through
  /// @param b another; 0 if there is none
  public void row(int size, int a, int b) {
    if (!noted && size > scalarTo) {
      note(size, shape(a, b, 0));
    }
  }

  /// Notes a scalar call that takes about a microsecond or more.
  public void block(int size, int a, int b, int c) {
    blocks(1, size, a, b, c);
  }

  /// Notes several scalar calls alike that take nanoseconds each, with the first of them.
  public void blocks(int calls, int size, int a, int b, int c) {
    if (size > scalarTo) {
      int stripe = (int) Thread.currentThread().threadId() & STRIPES - 1;
      spent[(stripe + 1) * LINE] += (long) calls * size;
      if (!noted) {
        note(size, shape(a, b, c));
      }
    }
  }

  private void note(int size, long shape) {
    notedSize = size;
    notedShape = shape;
    noted = true;
    HandOvers.noted(this);
  }

  private static long shape(int a, int b, int c) {
    return Math.min(a, MAX_EXTENT)
        | (long) Math.min(b, MAX_EXTENT) << SHAPE_BITS
        | (long) Math.min(c, MAX_EXTENT) << 2 * SHAPE_BITS;
  }

  /// An extent of a shape, 0 to 2.
  static int extent(long shape, int i) {
    return (int) (shape >>> i * SHAPE_BITS) & MAX_EXTENT;
  }

  String kernel() {
    return kernel;
  }

  /// Whether its calls are of single rows, which do not count what they take.
  boolean isOfRows() {
    return ofRows;
  }

  boolean isNoted() {
    return noted;
  }

  /// The size of the call that was noted.
  int notedSize() {
    return notedSize;
  }

  /// Its shape.
  long notedShape() {
    return notedShape;
  }

  /// The sizes of the scalar calls so far, summed; those of [#row] are not counted.
  long spent() {
    long sum = 0;
    for (int stripe = 1; stripe <= STRIPES; stripe++) {
      sum += spent[stripe * LINE];
    }
    return sum;
  }

  /// The threads that have called it, a bit for each; of many, some share one.
  int callers() {
    int callers = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      callers |= spent[(stripe + 1) * LINE] > 0 ? 1 << stripe : 0;
    }
    return callers;
  }

  /// Forgets what was noted: the next scalar call is noted again.
  void forget() {
    noted = false;
  }

  /// Runs calls of a size and larger ones in vectors; [#NEVER] runs all of them scalar.
  void runVectorsFrom(int size) {
    from = size;
  }

  int vectorsFrom() {
    return from;
  }

  /// Leaves calls of up to a size scalar for good.
  void stayScalarTo(int size) {
    scalarTo = Math.max(scalarTo, size);
  }

  int scalarTo() {
    return scalarTo;
  }
}
