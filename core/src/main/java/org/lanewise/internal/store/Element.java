package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The type of one value in memory: how it is read from bytes, at any alignment, and widened.
///
/// `swapped` tells whether the byte order differs from the machine's. Handles are constants,
/// because access through a handle that the compiler does not know costs many times as much;
/// therefore each kind has its own loops.
public enum Element {

  /// Eight bytes, as they are.
  DOUBLE(Double.BYTES, ValueLayout.JAVA_DOUBLE_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            swapped
                ? (double) SWAPPED_DOUBLE.get(from, here)
                : (double) NATIVE_DOUBLE.get(from, here);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      MemorySegment.copy(from, layout(swapped), at, out, offset, count);
    }
  },

  /// Four bytes, exactly.
  FLOAT(Float.BYTES, ValueLayout.JAVA_FLOAT_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            swapped ? (float) SWAPPED_FLOAT.get(from, here) : (float) NATIVE_FLOAT.get(from, here);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      float[] values = SegmentScratch.floats();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + (long) done * bytes(), values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = values[i];
        }
      }
    }
  },

  /// A half-precision float in two bytes, exactly.
  FLOAT16(Short.BYTES, ValueLayout.JAVA_SHORT_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            Float.float16ToFloat(
                swapped
                    ? (short) SWAPPED_SHORT.get(from, here)
                    : (short) NATIVE_SHORT.get(from, here));
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      short[] values = SegmentScratch.shorts();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + (long) done * bytes(), values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = Float.float16ToFloat(values[i]);
        }
      }
    }
  },

  /// Eight bytes; beyond 2⁵³, rounded to the nearest double.
  LONG(Long.BYTES, ValueLayout.JAVA_LONG_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            swapped ? (long) SWAPPED_LONG.get(from, here) : (long) NATIVE_LONG.get(from, here);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      long[] values = SegmentScratch.longs();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + (long) done * bytes(), values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = values[i];
        }
      }
    }
  },

  /// Four bytes, exactly.
  INT(Integer.BYTES, ValueLayout.JAVA_INT_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            swapped ? (int) SWAPPED_INT.get(from, here) : (int) NATIVE_INT.get(from, here);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      int[] values = SegmentScratch.ints();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + (long) done * bytes(), values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = values[i];
        }
      }
    }
  },

  /// Two bytes, exactly.
  SHORT(Short.BYTES, ValueLayout.JAVA_SHORT_UNALIGNED) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int here = at + i * stride;
        out[offset + i] =
            swapped ? (short) SWAPPED_SHORT.get(from, here) : (short) NATIVE_SHORT.get(from, here);
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      short[] values = SegmentScratch.shorts();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + (long) done * bytes(), values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = values[i];
        }
      }
    }
  },

  /// A byte with its sign, exactly.
  BYTE(Byte.BYTES, ValueLayout.JAVA_BYTE) {
    @Override
    void take(
        byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = from[at + i * stride];
      }
    }

    @Override
    void run(MemorySegment from, long at, boolean swapped, int count, double[] out, int offset) {
      byte[] values = SegmentScratch.bytes();
      for (int done = 0; done < count; done += RUN) {
        int some = Math.min(RUN, count - done);
        MemorySegment.copy(from, layout(swapped), at + done, values, 0, some);
        for (int i = 0; i < some; i++) {
          out[offset + done + i] = values[i];
        }
      }
    }
  };

  private static final int RUN = SegmentScratch.RUN;

  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final ByteOrder SWAPPED =
      NATIVE == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;

  private static final VarHandle NATIVE_DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, NATIVE);
  private static final VarHandle SWAPPED_DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, SWAPPED);
  private static final VarHandle NATIVE_FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, NATIVE);
  private static final VarHandle SWAPPED_FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, SWAPPED);
  private static final VarHandle NATIVE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, NATIVE);
  private static final VarHandle SWAPPED_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, SWAPPED);
  private static final VarHandle NATIVE_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, NATIVE);
  private static final VarHandle SWAPPED_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, SWAPPED);
  private static final VarHandle NATIVE_SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, NATIVE);
  private static final VarHandle SWAPPED_SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, SWAPPED);

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
  abstract void take(
      byte[] from, int at, int stride, boolean swapped, int count, double[] out, int offset);

  /// Copies `count` consecutive values, from byte `at` on, into `out` from `offset` on.
  abstract void run(
      MemorySegment from, long at, boolean swapped, int count, double[] out, int offset);

  ValueLayout layout(boolean swapped) {
    return swapped ? swappedLayout : nativeLayout;
  }
}
