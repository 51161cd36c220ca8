package org.lanewise.internal.store;

/// One column of category codes, of any width. A missing value reads as −1, whatever represents it
/// in storage.
public sealed interface CodeColumn {

  /// The code of a missing value.
  int MISSING = -1;

  /// The number of rows.
  int length();

  /// The largest code that may occur, −1 if all are missing.
  int largest();

  /// The code of a row.
  int code(int row);

  /// The original code of one that is beyond all categories and may have been moved.
  default int given(int code) {
    return code;
  }

  /// Copies codes of rows from `firstRow` on.
  void copy(int firstRow, int count, int[] out, int offset);

  /// Copies codes as bytes, with codes above 127 as 127.
  default void copy(int firstRow, int count, byte[] out, int offset) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (byte) Math.min(code(firstRow + i), Byte.MAX_VALUE);
    }
  }

  /// Counts the codes of rows from `firstRow` on that are not missing.
  ///
  /// @param at the index in `out`, minus `first`, at which code 0 of each row is counted
  default void count(int firstRow, int count, int[] at, int first, long[] out) {
    for (int i = 0; i < count; i++) {
      int code = code(firstRow + i);
      if (code != MISSING) {
        out[at[i] + first + code]++;
      }
    }
  }

  /// Codes as bytes.
  ///
  /// @param missing the value that represents a missing one; −1 if none does
  record OfBytes(byte[] codes, int missing, int largest) implements CodeColumn {

    @Override
    public int length() {
      return codes.length;
    }

    @Override
    public int code(int row) {
      int code = codes[row];
      return code == missing ? MISSING : code;
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int code = codes[firstRow + i];
        out[offset + i] = code == missing ? MISSING : code;
      }
    }

    @Override
    public void copy(int firstRow, int count, byte[] out, int offset) {
      if (missing == MISSING) {
        System.arraycopy(codes, firstRow, out, offset, count);
      } else {
        CodeColumn.super.copy(firstRow, count, out, offset);
      }
    }
  }

  /// Codes as ints.
  ///
  /// @param missing the value that represents a missing one; −1 if none does
  record OfInts(int[] codes, int missing, int largest) implements CodeColumn {

    @Override
    public int length() {
      return codes.length;
    }

    @Override
    public int code(int row) {
      int code = codes[row];
      return code == missing ? MISSING : code;
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      for (int i = 0; i < count; i++) {
        int code = codes[firstRow + i];
        out[offset + i] = code == missing ? MISSING : code;
      }
    }
  }

  /// Codes of another column, translated: the same rows under another dictionary.
  ///
  /// @param table the new code of each code; codes beyond it follow `beyond`
  /// @param beyond the new code of `table.length`, larger than all in the table
  record Recoded(CodeColumn codes, int[] table, int beyond, int largest) implements CodeColumn {

    /// Translates codes by a table.
    public static Recoded of(CodeColumn codes, int[] table, int beyond) {
      int largest = MISSING;
      if (codes.largest() >= table.length) {
        largest = recode(codes.largest(), table, beyond);
      } else {
        for (int code = 0; code <= codes.largest(); code++) {
          largest = Math.max(largest, table[code]);
        }
      }
      return new Recoded(codes, table, beyond, largest);
    }

    @Override
    public int length() {
      return codes.length();
    }

    @Override
    public int code(int row) {
      return recode(codes.code(row), table, beyond);
    }

    @Override
    public int given(int code) {
      return code < beyond ? code : codes.given(code - beyond + table.length);
    }

    private static int recode(int code, int[] table, int beyond) {
      if (code < table.length) {
        return code < 0 ? code : table[code];
      }
      return (int) Math.min((long) beyond + (code - table.length), Integer.MAX_VALUE);
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      codes.copy(firstRow, count, out, offset);
      for (int i = offset; i < offset + count; i++) {
        out[i] = recode(out[i], table, beyond);
      }
    }
  }
}
