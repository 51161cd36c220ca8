package org.lanewise.internal.store;

/// Numbers with a validity bitmap; invalid entries read as NaN, whatever their stored value.
///
/// @param values the numbers
/// @param valid a bitmap with as many rows and columns; 1 if the value is valid
public record MaskedStore(NumericStore values, BitStore valid) implements NumericStore {

  @Override
  public int rowCount() {
    return values.rowCount();
  }

  @Override
  public int columnCount() {
    return values.columnCount();
  }

  @Override
  public int together() {
    return values.together();
  }

  @Override
  public boolean rowsLieTogether() {
    return values.rowsLieTogether();
  }

  @Override
  public double value(int row, int column) {
    return isValid(row, column) ? values.value(row, column) : Double.NaN;
  }

  private boolean isValid(int row, int column) {
    return (valid.raw(column, row >>> 6) >>> row & 1) != 0;
  }

  @Override
  public void rows(int first, int count, double[] out) {
    values.rows(first, count, out);
    int at = 0;
    for (int row = first; row < first + count; row++) {
      for (int column = 0; column < columnCount(); column++, at++) {
        if (!isValid(row, column)) {
          out[at] = Double.NaN;
        }
      }
    }
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    values.fill(first, width, firstRow, count, out, offset);
    for (int l = 0; l < width; l++) {
      for (int row = firstRow; row < firstRow + count; ) {
        long invalid = ~valid.raw(first + l, row >>> 6) >>> row;
        int bits = Math.min(Long.SIZE - (row & 63), firstRow + count - row);
        int at = offset + row - firstRow;
        while (invalid != 0) {
          int bit = Long.numberOfTrailingZeros(invalid);
          if (bit >= bits) {
            break;
          }
          out[l][at + bit] = Double.NaN;
          invalid &= invalid - 1;
        }
        row += bits;
      }
    }
  }
}
