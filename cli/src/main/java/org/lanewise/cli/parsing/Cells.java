package org.lanewise.cli.parsing;

import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/// Walks over the cells of delimited text in memory, record by record, as RFC 4180 has them:
///
/// ```
/// while (cells.nextRecord()) {
///   do {
///     cells.read();
///   } while (cells.hasMore());
/// }
/// ```
///
/// Lines end with LF, CRLF or CR. A cell that begins with the quote is quoted: delimiters and line
/// ends inside are its text, and so is a doubled quote, once. Blanks around a cell, or inside of
/// its quotes around its text, are no text of it. A line of nothing but blanks is no record, unless
/// the text has one column. Where blanks divide, any run of them does, and those at the ends of a
/// line do not. A byte order mark before a record, as of a file that was appended to another, is no
/// text of it.
///
/// Plain loops over bytes, which are fast before they have been compiled twice.
final class Cells {

  private static final int NO_BYTE = 256;
  private static final byte[] NONE = {'\n'};
  // The byte order mark of UTF-8.
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  // Eight bytes, each 1 or its sign.
  private static final long EACH = 0x0101010101010101L;
  private static final long SIGN_OF_EACH = EACH << 7;

  private final int delimiter;
  private final int quote;
  private final boolean blanksDivide;
  private final boolean blankLinesAreCells;
  private final boolean decimalComma;
  // No part of a number divides or quotes cells, and numbers have decimal points.
  private final boolean numbersArePlain;
  // Of each byte whether a cell that is not quoted ends before it.
  private final boolean[] ends = new boolean[NO_BYTE];
  private final Decimal decimal = new Decimal();

  private byte[] bytes = NONE;
  private int limit;
  private int position;
  private long lineNumber = 1;
  private boolean recordOpen;
  private long recordLine;
  private QuotedLines quotedLines;
  private LineProblem openQuote;
  private int recordStart;
  private int recordEnd;

  private byte[] cell = NONE;
  private int from;
  private int to;
  private byte[] unquoted = NONE;

  Cells(DelimitedText text) {
    delimiter = text.delimiter() < NO_BYTE ? text.delimiter() : NO_BYTE;
    quote = text.quote() < NO_BYTE ? text.quote() : NO_BYTE;
    blanksDivide = delimiter == DelimitedText.BLANKS;
    blankLinesAreCells = text.blankLinesAreCells();
    decimalComma = text.decimalComma();
    numbersArePlain = ".+-".indexOf(delimiter) < 0 && ".+-".indexOf(quote) < 0 && !decimalComma;
    ends['\n'] = true;
    ends['\r'] = true;
    if (delimiter < NO_BYTE) {
      ends[delimiter] = true;
    }
    if (blanksDivide) {
      ends['\t'] = true;
    }
  }

  /// Begins at the first byte of `text[0 … length)`, which is line 1. A line end is written after
  /// it, so there has to be room for a byte.
  void begin(byte[] text, int length) {
    text[length] = '\n';
    bytes = text;
    limit = length;
    position = 0;
    lineNumber = 1;
    recordOpen = false;
    quotedLines = null;
    openQuote = null;
  }

  /// The quoted cell without an end that [#wholeRecords] found; null if there is none.
  LineProblem openQuote() {
    return openQuote;
  }

  /// The first quoted cell of several lines that was read; null if there was none.
  QuotedLines quotedLines() {
    return quotedLines;
  }

  /// Goes to the next record, over what is left of this one.
  ///
  /// @throws BrokenQuote if a cell on the way is not quoted as it should be
  boolean nextRecord() {
    while (recordOpen) {
      read();
      hasMore();
    }
    while (position < limit) {
      int next = afterBlanks(position);
      if (blankLinesAreCells || !isLineEnd(next)) {
        position = isMark(next) ? next + MARK.length : blanksDivide ? next : position;
        recordOpen = true;
        recordLine = lineNumber;
        recordStart = position;
        return true;
      }
      endLine(next);
    }
    return false;
  }

  /// Reads a number, the cell at hand: NaN where it is anything else, even a quoted or an infinite
  /// one, and [#read] has to look at it.
  double readNumber() {
    int begin = position;
    while (bytes[begin] == ' ' && !blanksDivide) {
      begin++;
    }
    if (!numbersArePlain) {
      return Double.NaN;
    }
    double value = decimal.read(bytes, begin);
    int end = decimal.end();
    if (!ends[bytes[end] & 0xFF] || end == begin || Double.isInfinite(value)) {
      return Double.NaN;
    }
    position = end;
    return value;
  }

  /// Reads the cell at hand.
  ///
  /// @throws BrokenQuote if it is not quoted as it should be
  void read() {
    if (bytes[position] == quote && position < limit) {
      readQuoted();
      return;
    }
    cell = bytes;
    from = position;
    int end = position;
    while (!ends[bytes[end] & 0xFF]) {
      end++;
    }
    position = end;
    to = end;
    stripBlanks();
  }

  /// Whether another cell follows in this record, to be read next; else the record is over.
  boolean hasMore() {
    if (blanksDivide) {
      position = afterBlanks(position);
    }
    if (isLineEnd(position)) {
      recordEnd = position;
      recordOpen = false;
      endLine(position);
      return false;
    }
    position = blanksDivide ? position : position + 1;
    return true;
  }

  private boolean isMark(int place) {
    return bytes[place] == MARK[0]
        && place + MARK.length <= limit
        && Arrays.equals(bytes, place, place + MARK.length, MARK, 0, MARK.length);
  }

  /// Whether the record at hand, which has not been read and stays so, has exactly the cells of a
  /// header: that of a file that was appended to another.
  ///
  /// @throws LineProblem if it has them in another order
  boolean repeats(Header header) {
    if (!header.mayBegin(bytes[position])) {
      return false;
    }
    int begin = position;
    long line = lineNumber;
    QuotedLines quoted = quotedLines;
    BitSet found = new BitSet();
    boolean inOrder = true;
    boolean same;
    int column = 0;
    try {
      do {
        read();
        stripBlanks();
        int place = header.place(column, cell, from, to, found);
        same = place >= 0;
        inOrder &= place == column;
        column++;
      } while (same && hasMore());
    } catch (BrokenQuote e) {
      // Refused where the row is read.
      same = false;
    }
    position = begin;
    lineNumber = line;
    quotedLines = quoted;
    recordOpen = true;
    boolean repeats = same && column == header.size();
    if (repeats && !inOrder) {
      throw new LineProblem(
          recordLine,
          " has the names of the header in another order; expected rows of one order of columns");
    }
    return repeats;
  }

  /// Where the record that is over lies.
  DelimitedText.Place place() {
    return new DelimitedText.Place(recordStart, recordEnd, position, recordLine, lineCount());
  }

  /// The array that holds the cell that was read, until the next one is.
  byte[] cell() {
    return cell;
  }

  /// Where it begins.
  int from() {
    return from;
  }

  /// Where it ends.
  int to() {
    return to;
  }

  /// The text of the cell, a char for each byte.
  String text() {
    return new String(cell, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /// The text with a decimal point, if it is a number with a decimal comma and numbers have such.
  String pointedText() {
    return decimalComma ? DecimalComma.point(text()) : text();
  }

  /// The number that the cell is, NaN if it is none; ±infinity if it is too large.
  double number() {
    if (decimalComma) {
      byte[] pointed = DecimalComma.point(cell, from, to);
      return Decimal.parse(pointed, 0, pointed.length);
    }
    return Decimal.parse(cell, from, to);
  }

  /// Makes the decimal comma of the cell, if it is a number with one, a point.
  void point() {
    if (decimalComma) {
      cell = DecimalComma.point(cell, from, to);
      from = 0;
      to = cell.length;
    }
  }

  /// Whether it holds nothing.
  boolean isEmpty() {
    return from == to;
  }

  /// The line on which the record at hand begins, from 1.
  long recordLine() {
    return recordLine;
  }

  /// Where the record at hand begins.
  int recordStart() {
    return recordStart;
  }

  /// Where the record that is over ended, without its line end.
  int recordEnd() {
    return recordEnd;
  }

  /// How many lines have been read.
  long lineCount() {
    return lineNumber - 1;
  }

  /// Where the last record ends that is whole even if more bytes follow; 0 if none is.
  ///
  /// @throws BrokenQuote if a cell on the way is not quoted as it should be
  int wholeRecords() {
    int whole = 0;
    int line = lastLineEnd();
    if (line == 0 || quote == NO_BYTE || !holds(quote, line)) {
      return line;
    }
    try {
      while (nextRecord()) {
        nextCells();
        // A CR at the very end may be half of a line end.
        if (position < limit || (position == limit && bytes[limit - 1] == '\n')) {
          whole = position;
        }
      }
    } catch (BrokenQuote e) {
      openQuote = e.open ? e.problem() : null;
      if (!e.open) {
        // What is before it is read first, and then it is refused with its place.
        return whole == 0 ? line : whole;
      }
    }
    return whole;
  }

  private void nextCells() {
    do {
      read();
    } while (hasMore());
  }

  /// Behind the last line end that surely is one.
  private int lastLineEnd() {
    for (int i = limit; i > 0; i--) {
      if (bytes[i - 1] == '\n') {
        return i;
      }
    }
    for (int i = limit - 1; i > 0; i--) {
      if (bytes[i - 1] == '\r') {
        return i;
      }
    }
    return 0;
  }

  /// Whether a byte is among the first, comparing eight at a time: if one of them is the value, a
  /// byte of the difference is 0, and only then does subtracting 1 borrow.
  private boolean holds(int value, int end) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int i = 0;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long difference = words.getLong(i) ^ value * EACH;
      if ((difference - EACH & ~difference & SIGN_OF_EACH) != 0) {
        return true;
      }
    }
    for (; i < end; i++) {
      if (bytes[i] == value) {
        return true;
      }
    }
    return false;
  }

  private void readQuoted() {
    int begin = position + 1;
    int end = begin;
    int doubled = 0;
    long firstLine = lineNumber;
    while (true) {
      while (end < limit && bytes[end] != quote) {
        if (bytes[end] == '\n' || (bytes[end] == '\r' && bytes[end + 1] != '\n')) {
          lineNumber++;
        }
        end++;
      }
      if (end == limit) {
        throw new BrokenQuote(firstLine, true);
      }
      if (end + 1 == limit || bytes[end + 1] != quote) {
        break;
      }
      doubled++;
      end += 2;
    }
    if (end + 1 < limit && !ends[bytes[end + 1] & 0xFF]) {
      throw new BrokenQuote(firstLine, false);
    }
    if (lineNumber > firstLine && quotedLines == null) {
      quotedLines = new QuotedLines(firstLine, lineNumber);
    }
    position = end + 1;
    cell = bytes;
    from = begin;
    to = end;
    if (doubled > 0) {
      unquote(doubled);
    }
  }

  /// Takes blanks around the text of the cell, which quotes may hold, away.
  void stripBlanks() {
    while (from < to && Cell.isBlank(cell[from])) {
      from++;
    }
    while (from < to && Cell.isBlank(cell[to - 1])) {
      to--;
    }
  }

  /// Makes one of every doubled quote, in an array of our own.
  private void unquote(int doubled) {
    int length = to - from - doubled;
    if (unquoted.length < length) {
      unquoted = new byte[Math.max(length, 2 * unquoted.length)];
    }
    int out = 0;
    for (int i = from; i < to; i++) {
      unquoted[out++] = bytes[i];
      i += bytes[i] == quote ? 1 : 0;
    }
    cell = unquoted;
    from = 0;
    to = length;
  }

  /// The first byte from there on that is no blank, but perhaps a delimiter.
  private int afterBlanks(int start) {
    int next = start;
    while (Cell.isBlank(bytes[next]) && (blanksDivide || bytes[next] != delimiter)) {
      next++;
    }
    return next;
  }

  private boolean isLineEnd(int place) {
    return bytes[place] == '\n' || bytes[place] == '\r';
  }

  private void endLine(int place) {
    position = place + 1;
    if (bytes[place] == '\r' && place + 1 < limit && bytes[place + 1] == '\n') {
      position++;
    }
    lineNumber++;
  }

  /// A quoted cell that is not closed, or that text follows.
  static final class BrokenQuote extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    private final long line;
    private final boolean open;

    /// The problem, with the line on which the cell begins.
    LineProblem problem() {
      return new LineProblem(line, open ? DelimitedText.OPEN_QUOTE : DelimitedText.BROKEN_QUOTE);
    }

    private BrokenQuote(long line, boolean open) {
      super(null, null, false, false);
      this.line = line;
      this.open = open;
    }
  }
}
