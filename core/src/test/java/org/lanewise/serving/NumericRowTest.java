package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.lanewise.data.SparseRow;

class NumericRowTest {

  private final NumericRow row = new NumericRow(3);

  @Test
  void everyWayToSetARowGivesItsNumbersInTheSameArray() {
    double[] wanted = {0.5, -2, 3.25};
    assertArrayEquals(wanted, row.set(new float[] {0.5f, -2, 3.25f}));
    assertArrayEquals(wanted, row.set(new float[] {9, 0.5f, -2, 3.25f, 9}, 1));
    assertArrayEquals(wanted, row.set(new double[] {9, 0.5, -2, 3.25}, 1));
    assertArrayEquals(wanted, row.setFloat16(new short[] {9, 0x3800, (short) 0xC000, 0x4280}, 1));
    assertSame(row.values(), row.set(new double[3], 0));

    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      ByteBuffer doubles = ByteBuffer.allocateDirect(30).order(order);
      ByteBuffer floats = ByteBuffer.allocate(15).order(order);
      for (int j = 0; j < 3; j++) {
        doubles.putDouble(5 + 8 * j, wanted[j]);
        floats.putFloat(3 + 4 * j, (float) wanted[j]);
      }
      assertArrayEquals(wanted, row.setDoubles(doubles, 5));
      assertArrayEquals(wanted, row.setFloats(floats, 3));
      assertEquals(0, doubles.position());
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(64);
      for (int j = 0; j < 3; j++) {
        segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 3 + 8L * j, wanted[j]);
        segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 33 + 4L * j, (float) wanted[j]);
      }
      assertArrayEquals(wanted, row.setDoubles(segment, 3));
      assertArrayEquals(wanted, row.setFloats(segment, 33));
    }
  }

  @Test
  void rowsOfEveryLengthAreReadWhole() {
    for (int d = 1; d <= 20; d++) {
      double[] wanted = new double[d];
      MemorySegment segment = MemorySegment.ofArray(new byte[8 * d + 1]);
      MemorySegment floats = MemorySegment.ofArray(new byte[4 * d + 1]);
      ByteBuffer heap = ByteBuffer.allocate(8 * d + 1);
      ByteBuffer direct = ByteBuffer.allocateDirect(4 * d + 1).order(ByteOrder.LITTLE_ENDIAN);
      for (int j = 0; j < d; j++) {
        wanted[j] = j + 0.5;
        segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 1 + 8L * j, wanted[j]);
        floats.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 1 + 4L * j, (float) wanted[j]);
        heap.putDouble(1 + 8 * j, wanted[j]);
        direct.putFloat(1 + 4 * j, (float) wanted[j]);
      }
      NumericRow some = new NumericRow(d);
      assertArrayEquals(wanted, some.setDoubles(segment, 1));
      assertArrayEquals(wanted, some.setFloats(floats, 1));
      assertArrayEquals(wanted, some.setDoubles(heap, 1));
      assertArrayEquals(wanted, some.setFloats(direct, 1));
      assertThrows(IndexOutOfBoundsException.class, () -> some.setDoubles(segment, 2));
      assertThrows(IndexOutOfBoundsException.class, () -> some.setFloats(floats, -1));
      assertThrows(IndexOutOfBoundsException.class, () -> some.setDoubles(heap, 2));
      assertThrows(IndexOutOfBoundsException.class, () -> some.setFloats(direct, 2));
    }
  }

  @Test
  void aLongRowOfASegmentIsCopiedAtOnce() {
    double[] wanted = new double[40];
    MemorySegment segment = MemorySegment.ofArray(new byte[8 * 40 + 5]);
    for (int j = 0; j < 40; j++) {
      wanted[j] = 1.0 / (j + 1);
      segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 5 + 8L * j, wanted[j]);
    }
    NumericRow wide = new NumericRow(40);
    assertArrayEquals(wanted, wide.setDoubles(segment, 5));
    assertThrows(IndexOutOfBoundsException.class, () -> wide.setDoubles(segment, 6));
  }

  @Test
  void pairsSetTheirFeaturesAndClearTheOthers() {
    row.set(new float[] {7, 7, 7});
    assertArrayEquals(
        new double[] {0, 2.5, 0}, row.set(SparseRow.of(new int[] {1}, new double[] {2.5})));
    assertArrayEquals(new double[] {1, 0, 1}, row.set(SparseRow.of(0, 2)));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertEquals(
        "the row has 2 features; 3 are expected",
        assertThrows(IllegalArgumentException.class, () -> row.set(new float[2])).getMessage());
    assertEquals(
        "the row has feature 1 after 1; ascending features below 3 are expected",
        assertThrows(IllegalArgumentException.class, () -> row.set(SparseRow.of(1, 1)))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> row.set(SparseRow.of(3)));
    assertThrows(IndexOutOfBoundsException.class, () -> row.set(new double[3], 1));
    assertThrows(IndexOutOfBoundsException.class, () -> row.set(new float[3], -1));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> row.setDoubles(MemorySegment.ofArray(new byte[23]), 0));
    assertThrows(IndexOutOfBoundsException.class, () -> row.setFloats(ByteBuffer.allocate(12), 1));
    assertEquals(
        "the row is to have 0 features; at least 1 is expected",
        assertThrows(IllegalArgumentException.class, () -> new NumericRow(0)).getMessage());
  }
}
