package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// What one value in a memory segment is: how it is read, at any alignment, and widened.
///
/// Layouts are constants, since access by one that the compiler cannot see costs many times as
/// much; so there is a loop for each kind. `swapped` is whether the byte order is not that of the
/// machine.
public enum Element {

  /// Eight bytes, as they are.
  DOUBLE(Double.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return swapped ? segment.get(SWAPPED_DOUBLE, at) : segment.get(NATIVE_DOUBLE, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      if (stride == Double.BYTES) {
        MemorySegment.copy(from, swapped ? SWAPPED_DOUBLE : NATIVE_DOUBLE, at, out, offset, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        long here = at + i * stride;
        out[offset + i] = swapped ? from.get(SWAPPED_DOUBLE, here) : from.get(NATIVE_DOUBLE, here);
      }
    }
  },

  /// Four bytes, exactly.
  FLOAT(Float.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return swapped ? segment.get(SWAPPED_FLOAT, at) : segment.get(NATIVE_FLOAT, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      for (int i = 0; i < count; i++) {
        long here = at + i * stride;
        out[offset + i] = swapped ? from.get(SWAPPED_FLOAT, here) : from.get(NATIVE_FLOAT, here);
      }
    }
  },

  /// Eight bytes, beyond 2⁵³ rounded to the nearest double.
  LONG(Long.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return swapped ? segment.get(SWAPPED_LONG, at) : segment.get(NATIVE_LONG, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      for (int i = 0; i < count; i++) {
        long here = at + i * stride;
        out[offset + i] = swapped ? from.get(SWAPPED_LONG, here) : from.get(NATIVE_LONG, here);
      }
    }
  },

  /// Four bytes, exactly.
  INT(Integer.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return swapped ? segment.get(SWAPPED_INT, at) : segment.get(NATIVE_INT, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      for (int i = 0; i < count; i++) {
        long here = at + i * stride;
        out[offset + i] = swapped ? from.get(SWAPPED_INT, here) : from.get(NATIVE_INT, here);
      }
    }
  },

  /// Two bytes, exactly.
  SHORT(Short.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return swapped ? segment.get(SWAPPED_SHORT, at) : segment.get(NATIVE_SHORT, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      for (int i = 0; i < count; i++) {
        long here = at + i * stride;
        out[offset + i] = swapped ? from.get(SWAPPED_SHORT, here) : from.get(NATIVE_SHORT, here);
      }
    }
  },

  /// A byte with its sign, exactly.
  BYTE(Byte.BYTES) {
    @Override
    double value(MemorySegment segment, long at, boolean swapped) {
      return segment.get(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    void fill(
        MemorySegment from,
        long at,
        long stride,
        boolean swapped,
        int count,
        double[] out,
        int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.get(ValueLayout.JAVA_BYTE, at + i * stride);
      }
    }
  };

  private static final ByteOrder SWAPPED =
      ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
          ? ByteOrder.BIG_ENDIAN
          : ByteOrder.LITTLE_ENDIAN;

  private static final ValueLayout.OfDouble NATIVE_DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfDouble SWAPPED_DOUBLE = NATIVE_DOUBLE.withOrder(SWAPPED);
  private static final ValueLayout.OfFloat NATIVE_FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfFloat SWAPPED_FLOAT = NATIVE_FLOAT.withOrder(SWAPPED);
  private static final ValueLayout.OfLong NATIVE_LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfLong SWAPPED_LONG = NATIVE_LONG.withOrder(SWAPPED);
  private static final ValueLayout.OfInt NATIVE_INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfInt SWAPPED_INT = NATIVE_INT.withOrder(SWAPPED);
  private static final ValueLayout.OfShort NATIVE_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfShort SWAPPED_SHORT = NATIVE_SHORT.withOrder(SWAPPED);

  private final int bytes;

  Element(int bytes) {
    this.bytes = bytes;
  }

  /// What values of a layout are, or null where they are no numbers.
  public static Element of(ValueLayout layout) {
    return switch (layout) {
      case ValueLayout.OfDouble _ -> DOUBLE;
      case ValueLayout.OfFloat _ -> FLOAT;
      case ValueLayout.OfLong _ -> LONG;
      case ValueLayout.OfInt _ -> INT;
      case ValueLayout.OfShort _ -> SHORT;
      case ValueLayout.OfByte _ -> BYTE;
      default -> null;
    };
  }

  /// The size of a value.
  public int bytes() {
    return bytes;
  }

  /// The value `at` bytes from the start.
  abstract double value(MemorySegment segment, long at, boolean swapped);

  /// Copies `count` values, the first `at` bytes from the start and each `stride` bytes behind the
  /// one before, into `out` from `offset` on.
  abstract void fill(
      MemorySegment from,
      long at,
      long stride,
      boolean swapped,
      int count,
      double[] out,
      int offset);
}
