package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;

/// Makes rows of blocks of sparse lines, `label index:value …` as libsvm writes them. Features keep
/// the indices of the file: whether those begin with 0 or 1 is known at its end.
///
/// The indices of a row may be in any order, but only once each; a value of 0 is not kept, though
/// its index counts for the number of features. Tokens are divided by blanks, a token that begins
/// with `#` ends the line, and a label without values is a row of zeros. A file whose first row
/// begins with `index:value` has no labels; an empty line of it, which may be a row of zeros or
/// none, is refused.
public final class SparseParser extends ParsedRows {

  // What a table puts between its cells, or a second colon, makes it a time of day or another text.
  private static final Pattern PAIR = Pattern.compile("[+-]?[0-9]+:[^\\s,;:|\"]+");
  private static final int FIRST_VALUES = 1 << 10;
  private static final int MAX_INDEX = Integer.MAX_VALUE - 16;

  private final int firstIndex;
  private final int featureLimit;
  private final boolean labelled;
  private final Decimal decimal = new Decimal();

  private byte[] bytes = {};
  private int limit;
  private int lineNumber;
  // The token at hand.
  private int from;
  private int to;

  private int[] rowStarts = new int[FIRST_CAPACITY + 1];
  private int[] indices = new int[FIRST_VALUES];
  private double[] values = new double[FIRST_VALUES];
  private int valueCount;
  private int largestIndex;
  private int largestOfRow;
  // Of the block, and of the file; 0 where there is none.
  private int zeroLine;
  private long firstZeroLine;

  /// @param labelled whether rows begin with a label
  /// @param firstIndex the lowest index there may be, 0 or 1
  /// @param featureLimit the number of features from that on that the indices may not exceed
  public SparseParser(
      String file, LabelUse labelUse, boolean labelled, int firstIndex, int featureLimit) {
    super(file, labelUse);
    this.labelled = labelled;
    this.firstIndex = firstIndex;
    this.featureLimit = featureLimit;
  }

  /// Whether most of what follows the first token on the first lines is `index:value`.
  public static boolean looksSparse(byte[] sample) {
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

  /// Whether the first row of the first lines begins with a label.
  public static boolean isLabelled(byte[] sample) {
    SparseParser parser = new SparseParser("", LabelUse.IGNORED, true, 0, Integer.MAX_VALUE);
    parser.bytes = sample;
    parser.limit = sample.length;
    while (parser.to < parser.limit) {
      if (parser.nextToken()) {
        return !parser.isPair();
      }
      parser.nextLine();
    }
    return true;
  }

  @Override
  public void parse(Block block) {
    bytes = block.bytes();
    limit = block.length();
    // The last number ends before it.
    bytes[limit] = '\n';
    lineNumber = 1;
    from = 0;
    to = 0;
    clear();
    valueCount = 0;
    largestIndex = -1;
    zeroLine = 0;
    while (to < limit) {
      int lineStart = to;
      if (nextToken()) {
        beginRow();
        largestOfRow = -1;
        boolean more = true;
        if (labelled) {
          acceptLabel();
          more = nextToken();
        } else if (readLabels) {
          throw problem("the row has no label; expected label index:value …");
        }
        while (more) {
          acceptPair();
          more = nextToken();
        }
        keepValues();
        endRow(lineNumber, lineStart, to);
      } else if (!labelled && !readLabels && isBlank(lineStart)) {
        // Without labels a row of zeros is an empty line, as `cut` leaves it.
        throw problem("the line is empty; for a row of zeros, write 1:0");
      }
      nextLine();
    }
    hasOtherBytes |= labelDictionary.hasOtherBytes();
  }

  @Override
  public QuotedLines quotedLines() {
    return null;
  }

  @Override
  public LeftOut leftOut() {
    return LeftOut.NONE;
  }

  @Override
  public long zeroLine() {
    return firstZeroLine;
  }

  @Override
  void grow(int capacity) {
    super.grow(capacity);
    rowStarts = Arrays.copyOf(rowStarts, capacity + 1);
  }

  /// Sorts the values of the row that was parsed, and drops zeros.
  private void keepValues() {
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
    rowStarts[rowCount + 1] = end;
    largestIndex = Math.max(largestIndex, largestOfRow);
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
        throw problem("the index %d is given twice".formatted(indices[start + i]));
      }
    }
  }

  private void acceptLabel() {
    if (isPair()) {
      throw problem("%s is not a label; expected label index:value …".formatted(shown()));
    }
    if (readLabels) {
      labels[rowCount] = labelDictionary.codeOf(bytes, from, to);
    }
  }

  private void acceptPair() {
    long index = 0;
    int i = from;
    while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
      index = Math.min(index * 10 + (bytes[i] - '0'), Integer.MAX_VALUE);
      i++;
    }
    if (i == from || i == to || bytes[i] != ':') {
      throw wrongPair();
    }
    if (index > MAX_INDEX) {
      throw problem(
          "the index of %s is too large; expected at most %d".formatted(shown(), MAX_INDEX));
    }
    if (index < firstIndex || index - firstIndex >= featureLimit) {
      throw problem(
          "the index %d is too %s; expected %d to %d, because the model has %s, counted from %d"
              .formatted(
                  index,
                  index < firstIndex ? "small" : "large",
                  firstIndex,
                  firstIndex + featureLimit - 1L,
                  Columns.count(featureLimit, "feature"),
                  firstIndex));
    }
    if (index == 0 && zeroLine == 0) {
      zeroLine = lineNumber;
    }
    double value = decimal.read(bytes, i + 1);
    if (decimal.end() != to || !Double.isFinite(value)) {
      boolean large = decimal.end() == to && Double.isInfinite(value);
      throw problem(
          "the value of %s is %s"
              .formatted(shown(), large ? "too large for a double" : "not a finite number"));
    }
    if (valueCount == indices.length) {
      int capacity = Math.multiplyExact(2, indices.length);
      indices = Arrays.copyOf(indices, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    largestOfRow = Math.max(largestOfRow, (int) index);
    indices[valueCount] = (int) index;
    values[valueCount++] = value;
  }

  private LineProblem wrongPair() {
    String shown = shown();
    if (shown.startsWith("'qid:")) {
      return problem(shown + " groups rows for ranking; expected index:value");
    }
    if (bytes[from] == '-') {
      return problem(shown + " has a negative index; expected index:value, counted from 0 or 1");
    }
    return problem(shown + " is not index:value");
  }

  private String shown() {
    return Cell.show(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
  }

  private boolean isPair() {
    int i = from;
    while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i > from && i + 1 < to && bytes[i] == ':';
  }

  private LineProblem problem(String found) {
    return new LineProblem(lineNumber, ": " + found);
  }

  /// Goes to the next token of the line; false where the line has no more, or a comment begins.
  private boolean nextToken() {
    int next = to;
    while (next < limit && Cell.isBlank(bytes[next])) {
      next++;
    }
    from = next;
    while (next < limit && !isEnd(bytes[next])) {
      next++;
    }
    to = next;
    return from < to && bytes[from] != '#';
  }

  /// Whether a line has nothing but blanks, no comment either.
  private boolean isBlank(int lineStart) {
    int next = lineStart;
    while (next < limit && Cell.isBlank(bytes[next])) {
      next++;
    }
    return next == limit || bytes[next] == '\n' || bytes[next] == '\r';
  }

  private static boolean isEnd(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  /// Skips the end of the line.
  private void nextLine() {
    while (to < limit && bytes[to] != '\n' && bytes[to] != '\r') {
      to++;
    }
    if (to < limit) {
      to += bytes[to] == '\r' && to + 1 < limit && bytes[to + 1] == '\n' ? 2 : 1;
      lineNumber++;
    }
  }

  @Override
  public long lineCount() {
    return lineNumber - 1L;
  }

  @Override
  public Table rows(long linesBefore) {
    long zeroLineOfFile = zeroLine == 0 ? 0 : linesBefore + zeroLine;
    firstZeroLine = firstZeroLine == 0 ? zeroLineOfFile : firstZeroLine;
    SparseFeatures features =
        new SparseFeatures(
            rowCount,
            largestIndex + 1,
            Arrays.copyOf(rowStarts, rowCount + 1),
            Arrays.copyOf(indices, rowStarts[rowCount]),
            Arrays.copyOf(values, rowStarts[rowCount]),
            zeroLineOfFile);
    return new Table(file, Schema.SPARSE, features, rowLabels(), fileLines(linesBefore));
  }
}
