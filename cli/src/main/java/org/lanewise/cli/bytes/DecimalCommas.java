package org.lanewise.cli.bytes;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Bytes in which numbers with a decimal comma, such as `-1,5`, have a decimal point. In numbers
/// with thousands separators, such as `1.234` and `1.234,5`, points become commas, so that no
/// reader takes them for others; dates and times stay as they are. The number of bytes does not
/// change.
public final class DecimalCommas extends FilterInputStream {

  private static final int THOUSANDS = 3;

  private byte[] block = new byte[1 << 16];
  private int from;

  /// The end of the bytes that are read next, and that of those whose last number may go on.
  private int ready;

  private int end;

  /// @param in a table whose cells no comma divides
  public DecimalCommas(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    return fill() ? block[from++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] out, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, ready - from);
    System.arraycopy(block, from, out, offset, count);
    from += count;
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    if (count <= 0 || !fill()) {
      return 0;
    }
    int skipped = (int) Math.min(count, ready - from);
    from += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return ready - from;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /// Makes bytes ready; false at the end.
  private boolean fill() throws IOException {
    while (from == ready) {
      System.arraycopy(block, ready, block, 0, end - ready);
      end -= ready;
      from = 0;
      ready = 0;
      if (end == block.length) {
        block = Arrays.copyOf(block, 2 * end);
      }
      int more = in.read(block, end, block.length - end);
      int last = end + Math.max(0, more);
      if (last == 0) {
        return false;
      }
      int stop = last;
      while (more > 0 && stop > 0 && isOfNumber(block[stop - 1])) {
        stop--;
      }
      for (int i = 0; i < stop; i++) {
        int start = i;
        while (i < stop && isOfNumber(block[i])) {
          i++;
        }
        change(start, i);
      }
      ready = stop;
      end = last;
    }
    return true;
  }

  private static boolean isOfNumber(byte b) {
    return b >= '0' && b <= '9' || b == ',' || b == '.';
  }

  /// Changes a run of digits, commas and points.
  private void change(int start, int stop) {
    int comma = -1;
    int points = 0;
    int group = 0;
    boolean grouped = true;
    for (int i = start; i < stop; i++) {
      if (block[i] >= '0' && block[i] <= '9') {
        group++;
        continue;
      }
      grouped &= group > 0 && (points == 0 ? group <= THOUSANDS : group == THOUSANDS);
      if (comma >= 0) {
        // No number: a list, or a date.
        return;
      }
      comma = block[i] == ',' ? i : -1;
      points += block[i] == '.' ? 1 : 0;
      group = 0;
    }
    grouped &= comma >= 0 || group == THOUSANDS;
    if (group == 0 || points > 0 && !grouped) {
      return;
    }
    for (int i = start; i < stop; i++) {
      if (block[i] == ',') {
        block[i] = '.';
      } else if (block[i] == '.') {
        block[i] = ',';
      }
    }
  }
}
