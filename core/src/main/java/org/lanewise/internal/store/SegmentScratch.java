package org.lanewise.internal.store;

/// Arrays that values of segments are copied to before they are widened, few enough values to stay
/// in the first cache: those of a thread.
final class SegmentScratch {

  /// Bytes of a piece.
  static final int PIECE = 1 << 14;

  /// Values of a run.
  static final int RUN = 512;

  private static final ThreadLocal<SegmentScratch> THREAD =
      ThreadLocal.withInitial(SegmentScratch::new);

  final byte[] bytes = new byte[PIECE];
  final short[] shorts = new short[RUN];
  final int[] ints = new int[RUN];
  final long[] longs = new long[RUN];
  final float[] floats = new float[RUN];

  private SegmentScratch() {}

  static SegmentScratch ofThread() {
    return THREAD.get();
  }
}
