package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;

/// Values in memory segments, at any stride: one segment for each column, or one for all.
///
/// @param element what a value is
/// @param swapped whether its byte order is not that of the machine
/// @param segments one for each column, or one that holds all
/// @param rowCount the number of rows
/// @param columnCount the number of columns
/// @param start where in its segment row 0 of column 0 begins, in bytes
/// @param rowStride from a row to the next, in bytes
/// @param columnStride from a column to the next, in bytes; 0 where each has a segment
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

  @Override
  public int together() {
    // Each column may have a segment of its own.
    boolean rowsLieTogether = segments.length == 1 && Math.abs(columnStride) < Math.abs(rowStride);
    return rowsLieTogether ? NEIGHBOURS : 1;
  }

  private MemorySegment segment(int column) {
    return segments[segments.length == 1 ? 0 : column];
  }

  private long at(int row, int column) {
    return start + row * rowStride + column * columnStride;
  }

  @Override
  public double value(int row, int column) {
    try {
      return element.value(segment(column), at(row, column), swapped);
    } catch (IllegalStateException | WrongThreadException e) {
      throw MemoryAccess.refused(e, column);
    }
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    for (int l = 0; l < width; l++) {
      int column = first + l;
      try {
        element.fill(
            segment(column), at(firstRow, column), rowStride, swapped, count, out[l], offset);
      } catch (IllegalStateException | WrongThreadException e) {
        throw MemoryAccess.refused(e, column);
      }
    }
  }
}
