package org.lanewise.cli.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;

/// Reads sparse lines, `label index:value …` as libsvm writes them, here with 0-based indices.
///
/// The indices of a row may be in any order, but only once each; a value of 0 is not kept, though
/// its index counts for the number of features. Tokens are divided by blanks, a token that begins
/// with `#` ends the line, and a line without values is a row of zeros. A file whose first row
/// begins with `index:value` has no labels.
final class SparseReader {

  private static final Pattern PAIR = Pattern.compile("[+-]?[0-9]+:\\S+");
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int FIRST_CAPACITY = 1 << 12;
  private static final int MAX_INDEX = Integer.MAX_VALUE - 16;
  private static final int END = -1;

  private final String file;
  private final InputStream in;
  private final int featureLimit;
  private final boolean readLabels;

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private int lineNumber = 1;
  // The byte after the token: a blank, a line end or END.
  private int next;
  private char[] token = new char[64];

  private final Dictionary labelDictionary = new Dictionary();
  private int[] labels = new int[FIRST_CAPACITY];
  private int[] lines = new int[FIRST_CAPACITY];
  private int[] rowStarts = new int[FIRST_CAPACITY];
  private int[] indices = new int[FIRST_CAPACITY];
  private double[] values = new double[FIRST_CAPACITY];
  private int rowCount;
  private int valueCount;
  private int largestIndex = -1;

  private SparseReader(Source source, LabelUse labelUse, int featureLimit) {
    this.file = source.name();
    this.in = source.stream();
    this.readLabels = labelUse == LabelUse.REQUIRED;
    this.featureLimit = featureLimit;
  }

  /// Whether most of what follows the first token on the first lines is `index:value`.
  static boolean looksSparse(byte[] sample) {
    int pairs = 0;
    int others = 0;
    for (String line : new String(sample, StandardCharsets.ISO_8859_1).split("\\R")) {
      if (line.startsWith("#")) {
        continue;
      }
      String[] tokens = line.strip().split("[ \t]+");
      boolean labelled = !PAIR.matcher(tokens[0]).matches();
      for (int i = labelled ? 1 : 0; i < tokens.length && !tokens[i].startsWith("#"); i++) {
        if (PAIR.matcher(tokens[i]).matches()) {
          pairs++;
        } else {
          others++;
        }
      }
    }
    return pairs > others;
  }

  /// Reads all rows.
  ///
  /// @param featureLimit the number of features that the indices may not exceed
  /// @throws DataException at the first token that is wrong
  static Table read(Source source, LabelUse labelUse, int featureLimit) {
    SparseReader reader = new SparseReader(source, labelUse, featureLimit);
    try {
      reader.readRows();
    } catch (IOException e) {
      throw Source.problem(source.name(), e);
    }
    return reader.table();
  }

  private void readRows() throws IOException {
    boolean labelled = true;
    next = read();
    while (next != END) {
      int length = readToken();
      if (length > 0 && token[0] != '#') {
        boolean isPair = isPair(length);
        if (rowCount == 0) {
          labelled = !isPair;
        }
        beginRow();
        if (labelled) {
          acceptLabel(length, isPair);
          length = readToken();
        } else if (readLabels) {
          throw problem("the row has no label; label index:value … was expected");
        }
        while (length > 0 && token[0] != '#') {
          acceptPair(length);
          length = readToken();
        }
        endRow();
      }
      skipLine();
    }
  }

  private void beginRow() {
    if (rowCount + 1 == rowStarts.length) {
      int capacity = Math.multiplyExact(2, rowStarts.length);
      labels = Arrays.copyOf(labels, capacity);
      lines = Arrays.copyOf(lines, capacity);
      rowStarts = Arrays.copyOf(rowStarts, capacity);
    }
    lines[rowCount] = lineNumber;
  }

  private void endRow() {
    int start = rowStarts[rowCount];
    sortRow(start);
    // Zeros were kept so far, so that an index given twice is seen.
    int end = start;
    for (int i = start; i < valueCount; i++) {
      if (values[i] != 0) {
        indices[end] = indices[i];
        values[end++] = values[i];
      }
    }
    valueCount = end;
    rowStarts[++rowCount] = end;
  }

  private void sortRow(int start) {
    boolean ascending = true;
    for (int i = start + 1; i < valueCount; i++) {
      ascending &= indices[i - 1] < indices[i];
    }
    if (ascending) {
      return;
    }
    int count = valueCount - start;
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = (long) indices[start + i] << 32 | i;
    }
    Arrays.sort(order);
    double[] unsorted = Arrays.copyOfRange(values, start, valueCount);
    for (int i = 0; i < count; i++) {
      indices[start + i] = (int) (order[i] >>> 32);
      values[start + i] = unsorted[(int) order[i]];
      if (i > 0 && indices[start + i] == indices[start + i - 1]) {
        throw problem(
            "the index %d is given twice; each index was expected once"
                .formatted(indices[start + i]));
      }
    }
  }

  private void acceptLabel(int length, boolean isPair) {
    if (isPair) {
      throw problem(
          "%s is where the label should be; label index:value … was expected"
              .formatted(shown(length)));
    }
    if (readLabels) {
      labels[rowCount] = labelDictionary.codeOf(token, 0, length);
    }
  }

  private void acceptPair(int length) {
    long index = 0;
    int i = 0;
    while (i < length && token[i] >= '0' && token[i] <= '9') {
      index = Math.min(index * 10 + (token[i] - '0'), Integer.MAX_VALUE);
      i++;
    }
    if (i == 0 || i == length || token[i] != ':') {
      throw wrongPair(length);
    }
    if (index > MAX_INDEX) {
      throw problem(
          "the index of %s is too large; at most %d was expected"
              .formatted(shown(length), MAX_INDEX));
    }
    if (index >= featureLimit) {
      throw problem(
          "the index %d is too large; 0 to %d was expected, as the model has %s"
              .formatted(index, featureLimit - 1, Columns.count(featureLimit, "feature")));
    }
    double value = Decimal.parse(token, i + 1, length);
    if (!Double.isFinite(value)) {
      throw problem(
          "the value of %s is %s; a finite number was expected"
              .formatted(
                  shown(length),
                  Double.isInfinite(value) ? "too large for a double" : "no number"));
    }
    if (valueCount == indices.length) {
      int capacity = Math.multiplyExact(2, indices.length);
      indices = Arrays.copyOf(indices, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    largestIndex = Math.max(largestIndex, (int) index);
    indices[valueCount] = (int) index;
    values[valueCount++] = value;
  }

  private DataException wrongPair(int length) {
    String shown = shown(length);
    if (shown.startsWith("'qid:")) {
      return problem(shown + " groups rows for ranking; index:value was expected");
    }
    if (token[0] == '-') {
      return problem(shown + " has a negative index; index:value from 0 was expected");
    }
    return problem(shown + " is not index:value; index:value was expected");
  }

  private String shown(int length) {
    return Cell.show(new String(token, 0, length));
  }

  private boolean isPair(int length) {
    int i = 0;
    while (i < length && token[i] >= '0' && token[i] <= '9') {
      i++;
    }
    return i > 0 && i + 1 < length && token[i] == ':';
  }

  private DataException problem(String found) {
    return new DataException("%s, line %d: %s".formatted(file, lineNumber, found));
  }

  /// Reads the next token of the line, without the blanks before it; 0 at the end of the line.
  private int readToken() throws IOException {
    int c = next;
    while (c == ' ' || c == '\t') {
      c = read();
    }
    int length = 0;
    while (c > ' ' || (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != END)) {
      if (length == token.length) {
        token = Arrays.copyOf(token, 2 * length);
      }
      token[length++] = (char) c;
      c = read();
    }
    next = c;
    return length;
  }

  private void skipLine() throws IOException {
    while (next != '\n' && next != '\r' && next != END) {
      next = read();
    }
    if (next == '\r') {
      next = read();
      if (next != '\n') {
        lineNumber++;
        return;
      }
    }
    if (next == '\n') {
      lineNumber++;
      next = read();
    }
  }

  private int read() throws IOException {
    if (position == limit) {
      limit = in.read(buffer, 0, buffer.length);
      position = 0;
      if (limit <= 0) {
        limit = 0;
        return END;
      }
    }
    return buffer[position++] & 0xFF;
  }

  private Table table() {
    if (rowCount == 0) {
      throw new DataException("%s has no rows; rows of data were expected".formatted(file));
    }
    SparseFeatures features =
        new SparseFeatures(
            rowCount,
            largestIndex + 1,
            Arrays.copyOf(rowStarts, rowCount + 1),
            Arrays.copyOf(indices, valueCount),
            Arrays.copyOf(values, valueCount));
    return new Table(
        file,
        Schema.SPARSE,
        features,
        readLabels ? labelDictionary.labels(labels, rowCount) : Table.NO_LABELS,
        Arrays.copyOf(lines, rowCount));
  }
}
