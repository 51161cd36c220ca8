package org.lanewise.cli.parsing;

import java.util.Arrays;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;

/// The rows of the last block: where they are, and their labels.
abstract class ParsedRows implements BlockParser {

  /// Small, because a file of two lines may have a million columns.
  static final int FIRST_CAPACITY = 8;

  final String file;
  final boolean readLabels;

  /// The number of rows; the row with this index is being parsed.
  int rowCount;

  int[] lines = new int[FIRST_CAPACITY];
  int[] labels;
  Dictionary labelDictionary = new Dictionary();
  boolean hasOtherBytes;
  private int[] starts = new int[FIRST_CAPACITY];
  private int[] ends = new int[FIRST_CAPACITY];

  ParsedRows(String file, LabelUse labelUse) {
    this.file = file;
    readLabels = labelUse == LabelUse.REQUIRED;
    labels = new int[readLabels ? FIRST_CAPACITY : 0];
  }

  /// Removes the rows of the block before.
  final void clear() {
    rowCount = 0;
    labelDictionary = new Dictionary();
  }

  /// Makes room for another row.
  final void beginRow() {
    if (rowCount == lines.length) {
      grow(Math.multiplyExact(2, rowCount));
    }
  }

  /// Copies all arrays into longer ones.
  ///
  /// @param capacity how many rows have room in them
  void grow(int capacity) {
    lines = Arrays.copyOf(lines, capacity);
    starts = Arrays.copyOf(starts, capacity);
    ends = Arrays.copyOf(ends, capacity);
    labels = Arrays.copyOf(labels, labels.length == 0 ? 0 : capacity);
  }

  /// Adds the row that was parsed.
  final void endRow(long line, int start, int end) {
    lines[rowCount] = (int) line;
    starts[rowCount] = start;
    ends[rowCount] = end;
    rowCount++;
  }

  final long[] fileLines(long linesBefore) {
    long[] fileLines = new long[rowCount];
    Arrays.setAll(fileLines, row -> linesBefore + lines[row]);
    return fileLines;
  }

  final Labels rowLabels() {
    return readLabels && rowCount > 0 ? labelDictionary.labels(labels, rowCount) : Table.NO_LABELS;
  }

  @Override
  public final int rowCount() {
    return rowCount;
  }

  @Override
  public final int rowStart(int row) {
    return starts[row];
  }

  @Override
  public final int rowEnd(int row) {
    return ends[row];
  }

  @Override
  public final boolean hasOtherBytes() {
    return hasOtherBytes;
  }
}
