package org.lanewise.internal.score.scratch;

/// Makes the arrays of a [Workspace] longer where a larger model comes, and counts the bytes that
/// they hold. What is longer holds nothing of what was there.
final class Growth {

  private long bytes;

  double[] longer(double[] array, int count) {
    return array.length >= count ? array : new double[grown(array.length, count, Double.BYTES)];
  }

  float[] longer(float[] array, int count) {
    return array.length >= count ? array : new float[grown(array.length, count, Float.BYTES)];
  }

  long[] longer(long[] array, int count) {
    return array.length >= count ? array : new long[grown(array.length, count, Long.BYTES)];
  }

  int[] longer(int[] array, int count) {
    return array.length >= count ? array : new int[grown(array.length, count, Integer.BYTES)];
  }

  byte[] longer(byte[] array, int count) {
    return array.length >= count ? array : new byte[grown(array.length, count, Byte.BYTES)];
  }

  private int grown(int before, int count, int size) {
    bytes += (long) size * (count - before);
    return count;
  }

  /// The bytes of all arrays.
  long bytes() {
    return bytes;
  }
}
