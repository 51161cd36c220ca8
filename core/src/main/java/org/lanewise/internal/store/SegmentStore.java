package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// Values in memory segments, at any strides: one segment for each column, or one for all.
///
/// Memory is copied in pieces into an array of bytes, which stays in the first-level cache, and
/// values are read from there: once a process has used segments of three kinds (native memory, and
/// arrays of two types), one access to a segment may cost ten times as much as reading the value.
///
/// @param element what a value is
/// @param swapped whether its byte order is not that of the machine
/// @param segments one for each column, or one that holds all
/// @param rowCount the number of rows
/// @param columnCount the number of columns
/// @param start the byte offset of row 0, column 0 in its segment
/// @param rowStride the bytes from a row to the next
/// @param columnStride the bytes from a column to the next; 0 if each has its own segment
public record SegmentStore(
    Element element,
    boolean swapped,
    MemorySegment[] segments,
    int rowCount,
    int columnCount,
    long start,
    long rowStride,
    long columnStride)
    implements NumericStore {

  private static final int PIECE = SegmentScratch.PIECE;

  /// Gaps of up to this share of the wanted bytes are copied with them.
  private static final int MAX_GAPS = 2;

  @Override
  public boolean rowsLieTogether() {
    return segments.length == 1 && Math.abs(columnStride) < Math.abs(rowStride);
  }

  @Override
  public double value(int row, int column) {
    double[] value = new double[1];
    line(column, at(row, column), 0, 1, value, 0);
    return value[0];
  }

  @Override
  public void rows(int first, int count, double[] out) {
    if (segments.length > 1) {
      NumericStore.super.rows(first, count, out);
    } else if (rowStride == columnCount * columnStride) {
      line(0, at(first, 0), columnStride, count * columnCount, out, 0);
    } else {
      for (int r = 0; r < count; r++) {
        line(0, at(first + r, 0), columnStride, columnCount, out, r * columnCount);
      }
    }
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    if (rowsLieTogether()) {
      fillRows(first, width, firstRow, count, out, offset);
    } else {
      for (int l = 0; l < width; l++) {
        line(first + l, at(firstRow, first + l), rowStride, count, out[l], offset);
      }
    }
  }

  /// Copies values at one stride, along a row or a column, piece by piece.
  private void line(int column, long from, long distance, int count, double[] out, int offset) {
    if (distance == element.bytes()) {
      run(column, from, count, out, offset);
      return;
    }
    ByteBuffer piece = SegmentScratch.piece(swapped);
    int most = fitting(distance, PIECE, count);
    for (int done = 0; done < count; done += most) {
      int values = Math.min(most, count - done);
      int stride = values == 1 ? 0 : (int) distance;
      int back = Math.max(0, -(values - 1) * stride);
      int span = (values - 1) * Math.abs(stride) + element.bytes();
      copy(column, from + done * distance - back, piece, 0, span);
      element.take(piece, back, stride, values, out, offset + done);
    }
  }

  private void run(int column, long from, int count, double[] out, int offset) {
    try {
      element.run(segment(column), from, swapped, count, out, offset);
    } catch (IllegalStateException | WrongThreadException e) {
      throw MemoryAccess.refused(e, column);
    }
  }

  /// Copies pieces of some rows, with as many columns as fit.
  private void fillRows(int first, int width, int firstRow, int count, double[][] out, int offset) {
    int most = fitting(columnStride, PIECE, width);
    for (int done = 0; done < width; done += most) {
      fillPieces(first + done, Math.min(most, width - done), firstRow, count, out, done, offset);
    }
  }

  private void fillPieces(
      int first, int width, int firstRow, int count, double[][] out, int outFirst, int offset) {
    ByteBuffer piece = SegmentScratch.piece(swapped);
    int stride = width == 1 ? 0 : (int) columnStride;
    int back = Math.max(0, -(width - 1) * stride);
    int span = (width - 1) * Math.abs(stride) + element.bytes();
    boolean runs = rowStride >= span && rowStride <= (long) MAX_GAPS * span;
    int distance = runs ? (int) rowStride : span;
    int most = fitting(distance, PIECE - span + element.bytes(), count);
    for (int done = 0; done < count; done += most) {
      int rows = Math.min(most, count - done);
      long from = at(firstRow + done, first) - back;
      if (runs) {
        copy(first, from, piece, 0, (rows - 1) * distance + span);
      } else {
        for (int r = 0; r < rows; r++) {
          copy(first, from + r * rowStride, piece, r * distance, span);
        }
      }
      for (int l = 0; l < width; l++) {
        element.take(piece, back + l * stride, distance, rows, out[outFirst + l], offset + done);
      }
    }
  }

  /// How many values at a stride fit into so many bytes: at least one, at most `wanted`.
  private int fitting(long stride, int bytes, int wanted) {
    long distance = Math.abs(stride);
    return distance == 0
        ? wanted
        : (int) Math.min(wanted, (bytes - element.bytes()) / distance + 1);
  }

  private MemorySegment segment(int column) {
    return segments[segments.length == 1 ? 0 : column];
  }

  private long at(int row, int column) {
    return start + row * rowStride + column * columnStride;
  }

  private void copy(int column, long from, ByteBuffer to, int at, int count) {
    try {
      MemorySegment.copy(segment(column), ValueLayout.JAVA_BYTE, from, to.array(), at, count);
    } catch (IllegalStateException | WrongThreadException e) {
      throw MemoryAccess.refused(e, column);
    }
  }
}
