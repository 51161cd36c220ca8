package org.lanewise.internal.store;

/// A thread's arrays into which values of segments are copied before they are widened, small enough
/// for the first-level cache.
final class SegmentScratch {

  /// The bytes of a piece.
  static final int PIECE = 1 << 14;

  /// The values of a run.
  static final int RUN = 512;

  /// Holds arrays only: a thread that kept an object of this class would keep its class loader.
  private static final ThreadLocal<Object[]> THREAD =
      ThreadLocal.withInitial(() ->
          new Object[] {
            new byte[PIECE], new short[RUN], new int[RUN], new long[RUN], new float[RUN]
          });

  private SegmentScratch() {}

  static byte[] bytes() {
    return (byte[]) THREAD.get()[0];
  }

  static short[] shorts() {
    return (short[]) THREAD.get()[1];
  }

  static int[] ints() {
    return (int[]) THREAD.get()[2];
  }

  static long[] longs() {
    return (long[]) THREAD.get()[3];
  }

  static float[] floats() {
    return (float[]) THREAD.get()[4];
  }
}
