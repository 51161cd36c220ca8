package org.lanewise.cli.reading;

import java.io.IOException;
import java.io.Reader;

/// Makes one space of every run of spaces and tabs between two cells, and nothing of those at the
/// ends of a line; quoted cells stay as they are.
final class BlankRunReader extends Reader {

  private static final int BUFFER_CHARS = 1 << 13;

  private final Reader in;
  private final char quote;
  private final char[] buffer = new char[BUFFER_CHARS];
  private int position;
  private int limit;
  private boolean atLineStart = true;
  private boolean atCellStart = true;
  private boolean quotedCell;
  private boolean inQuotes;
  private boolean pendingBlank;

  BlankRunReader(Reader in, Quote quote) {
    this.in = in;
    this.quote = quote.character();
  }

  @Override
  public int read(char[] out, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      if (position == limit) {
        // What is there goes out first: reading on may block.
        if (count > 0) {
          break;
        }
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        if (limit == 0) {
          return -1;
        }
      }
      char c = buffer[position];
      if (!inQuotes && Cell.isBlank(c)) {
        pendingBlank = !atLineStart;
        position++;
        continue;
      }
      boolean lineEnd = c == '\n' || c == '\r';
      if (pendingBlank && !lineEnd) {
        // The blank first; the char itself is looked at again.
        out[offset + count++] = ' ';
        pendingBlank = false;
        atCellStart = true;
        continue;
      }
      position++;
      out[offset + count++] = c;
      if (inQuotes) {
        inQuotes = c != quote;
      } else if (lineEnd) {
        pendingBlank = false;
        atLineStart = true;
        atCellStart = true;
      } else {
        quotedCell = atCellStart ? c == quote : quotedCell;
        // A doubled quote closes and opens again.
        inQuotes = c == quote && quotedCell;
        atLineStart = false;
        atCellStart = false;
      }
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
