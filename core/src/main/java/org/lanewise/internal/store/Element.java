package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The type of one value in memory: how it is read from bytes, at any alignment, and widened.
///
/// `swapped` tells whether the byte order differs from the machine's. Each kind has its own loops,
/// because a call for each value that the compiler does not know costs many times as much.
public enum Element {

  /// Eight bytes, as they are.
  DOUBLE(Double.BYTES, ValueLayout.JAVA_DOUBLE_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.getDouble(at + i * stride);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      piece(from, at, swapped, count, out, offset);
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      MemorySegment.copy(from, layout(swapped), at, out, offset, count);
    }
  },

  /// Four bytes, exactly.
  FLOAT(Float.BYTES, ValueLayout.JAVA_FLOAT_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.getFloat(at + i * stride);
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      float[] values = SegmentScratch.floats();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = values[i];
      }
    }
  },

  /// A half-precision float in two bytes, exactly.
  FLOAT16(Short.BYTES, ValueLayout.JAVA_SHORT_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = Float.float16ToFloat(from.getShort(at + i * stride));
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      short[] values = SegmentScratch.shorts();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = Float.float16ToFloat(values[i]);
      }
    }
  },

  /// Eight bytes; beyond 2⁵³, rounded to the nearest double.
  LONG(Long.BYTES, ValueLayout.JAVA_LONG_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.getLong(at + i * stride);
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      long[] values = SegmentScratch.longs();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = values[i];
      }
    }
  },

  /// Four bytes, exactly.
  INT(Integer.BYTES, ValueLayout.JAVA_INT_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.getInt(at + i * stride);
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      int[] values = SegmentScratch.ints();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = values[i];
      }
    }
  },

  /// Two bytes, exactly.
  SHORT(Short.BYTES, ValueLayout.JAVA_SHORT_UNALIGNED) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from.getShort(at + i * stride);
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      short[] values = SegmentScratch.shorts();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = values[i];
      }
    }
  },

  /// A byte with its sign, exactly.
  BYTE(Byte.BYTES, ValueLayout.JAVA_BYTE) {
    @Override
    void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset) {
      byte[] bytes = from.array();
      for (int i = 0; i < count; i++) {
        out[offset + i] = bytes[at + i * stride];
      }
    }

    @Override
    void piece(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      byte[] values = SegmentScratch.bytes();
      MemorySegment.copy(from, layout(swapped), at, values, 0, count);
      for (int i = 0; i < count; i++) {
        out[offset + i] = values[i];
      }
    }
  };

  private final int bytes;
  private final ValueLayout nativeLayout;
  private final ValueLayout swappedLayout;

  Element(int bytes, ValueLayout layout) {
    this.bytes = bytes;
    nativeLayout = layout.withOrder(ByteOrder.nativeOrder());
    swappedLayout =
        layout.withOrder(
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN);
  }

  /// The element type of a layout, or null if its values are not numbers.
  ///
  /// @param float16 the name of a layout of shorts that hold half-precision floats
  public static Element of(ValueLayout layout, String float16) {
    if (layout instanceof ValueLayout.OfShort
        && layout.name().filter(float16::equals).isPresent()) {
      return FLOAT16;
    }
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

  /// Reads `count` values, the first from byte `at` on and each `stride` bytes after the previous
  /// one, into `out` from `offset` on.
  abstract void take(ByteBuffer from, int at, int stride, int count, double[] out, int offset);

  /// Copies `count` consecutive values, from byte `at` on, into `out` from `offset` on.
  void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
    int most = SegmentScratch.RUN;
    for (int done = 0; done < count; done += most) {
      long here = at + (long) done * bytes;
      piece(from, here, swapped, Math.min(most, count - done), out, offset + done);
    }
  }

  /// As [#run], of no more values than the thread's arrays take.
  abstract void piece(
      MemorySegment from, long at, boolean swapped, int count, double[] out, int offset);

  ValueLayout layout(boolean swapped) {
    return swapped ? swappedLayout : nativeLayout;
  }
}
