package org.lanewise.internal.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A thread's arrays into which values of segments are copied before they are widened, small enough
/// for the first-level cache.
final class SegmentScratch {

  /// The bytes of a piece.
  static final int PIECE = 1 << 14;

  /// The values of a run.
  static final int RUN = 512;

  /// Holds classes of the JDK only: a thread that kept an object of this class would keep its class
  /// loader.
  private static final ThreadLocal<Object[]> THREAD =
      ThreadLocal.withInitial(() -> {
        byte[] piece = new byte[PIECE];
        return new Object[] {
          piece,
          new short[RUN],
          new int[RUN],
          new long[RUN],
          new float[RUN],
          ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN),
          ByteBuffer.wrap(piece).order(ByteOrder.BIG_ENDIAN)
        };
      });

  private SegmentScratch() {}

  /// The bytes, read in the machine's order or in the other one.
  static ByteBuffer piece(boolean swapped) {
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return (ByteBuffer) THREAD.get()[little != swapped ? 5 : 6];
  }

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
