package org.lanewise.cli.parsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The cells of the header of a table, to be compared with those of its rows: whatever their
/// capitals and order, unless one is a number, which is as likely a value, or there is one only,
/// which may be a message.
public final class Header {

  private static final int NO_BYTE = 256;

  private final byte[][] cells;
  private final boolean isLoose;
  private final boolean[] begins = new boolean[NO_BYTE];

  /// @param cells the cells, a char for each byte; none without a header
  public Header(List<String> cells) {
    this.cells = cells.stream().map(cell -> cell.getBytes(ISO_8859_1)).toArray(byte[][]::new);
    isLoose = areNames(cells);
    for (byte[] cell : isLoose ? this.cells : Arrays.copyOf(this.cells, Math.min(1, size()))) {
      // Blanks, quotes and the delimiter may come before a cell, or after an empty one.
      for (int c = 0; c < NO_BYTE; c++) {
        begins[c] |=
            cell.length > 0 && isSame((byte) c, cell[0])
                || c < Byte.MAX_VALUE && !Character.isLetterOrDigit(c) && "+-.".indexOf(c) < 0;
      }
    }
  }

  /// Whether rows with these cells in other capitals or another order are headers, too.
  public static boolean areNames(List<String> cells) {
    return cells.size() > 1 && cells.stream().noneMatch(Cell::isNumber);
  }

  /// How many cells there are.
  int size() {
    return cells.length;
  }

  /// Whether a record that begins with this byte may repeat the header.
  boolean mayBegin(byte first) {
    return begins[first & 0xFF];
  }

  /// The place of a cell of a row, its own if that is the same; -1 if there is none.
  ///
  /// @param found the places of the cells before it, to which its own is added
  int place(int column, byte[] row, int from, int to, BitSet found) {
    int count = isLoose ? cells.length : 1;
    for (int k = 0; k < count && column < cells.length; k++) {
      int place = (column + k) % cells.length;
      if (!found.get(place) && isSame(place, row, from, to)) {
        found.set(place);
        return place;
      }
    }
    return -1;
  }

  private boolean isSame(int place, byte[] row, int from, int to) {
    byte[] cell = cells[place];
    boolean same = to - from == cell.length;
    for (int i = 0; same && i < cell.length; i++) {
      same = isSame(row[from + i], cell[i]);
    }
    return same;
  }

  private boolean isSame(byte a, byte b) {
    return a == b || isLoose && a >= 0 && Character.toLowerCase(a) == Character.toLowerCase(b);
  }
}
