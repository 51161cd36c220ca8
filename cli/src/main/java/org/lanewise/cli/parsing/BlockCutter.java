package org.lanewise.cli.parsing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Cuts a stream into blocks of whole records, so that each can be parsed by itself.
public final class BlockCutter {

  /// A record may be as long as this, as the first one may: what holds no line end for longer is no
  /// table.
  private static final int LONGEST_RECORD = 1 << 24;

  private final InputStream stream;
  private final Cells cells;
  private final int blockBytes;
  // The beginning of a record whose end has not been read.
  private byte[] rest = {};
  private int restLength;
  private boolean over;
  private IOException failure;

  /// @param blockBytes how long blocks are, unless a record is longer
  public BlockCutter(InputStream stream, DelimitedText text, int blockBytes) {
    this.stream = stream;
    this.cells = new Cells(text);
    this.blockBytes = blockBytes;
  }

  /// Fills the next block.
  ///
  /// @return whether there was one
  /// @throws IOException if the stream cannot be read, after the block of all whole records before
  /// @throws LineProblem if the next record is too long
  public boolean next(Block block) throws IOException {
    if (over) {
      return end();
    }
    byte[] bytes = block.room(Math.max(blockBytes, restLength + 1));
    System.arraycopy(rest, 0, bytes, 0, restLength);
    int length = read(bytes, restLength);
    int whole = wholeRecords(bytes, length);
    while (whole == 0 && !over) {
      if (length >= LONGEST_RECORD) {
        throw cells.openQuote() != null
            ? cells.openQuote()
            : new LineProblem(
                1,
                ": no line end within %d MB; expected lines of text"
                    .formatted(LONGEST_RECORD >> 20));
      }
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      length = read(bytes, length);
      whole = wholeRecords(bytes, length);
    }
    if (whole == 0) {
      return end();
    }
    restLength = length - whole;
    if (rest.length < restLength) {
      rest = new byte[Math.max(restLength, 2 * rest.length)];
    }
    System.arraycopy(bytes, whole, rest, 0, restLength);
    block.set(bytes, whole);
    return true;
  }

  /// Whether nothing follows the last block.
  public boolean isOver() {
    return over && failure == null;
  }

  private boolean end() throws IOException {
    if (failure != null) {
      throw failure;
    }
    return false;
  }

  private int wholeRecords(byte[] bytes, int length) {
    if (isOver()) {
      return length;
    }
    cells.begin(bytes, length);
    return cells.wholeRecords();
  }

  /// Fills an array but for its last byte, or until the stream is over.
  private int read(byte[] bytes, int start) {
    int length = start;
    try {
      while (length < bytes.length - 1) {
        int count = stream.read(bytes, length, bytes.length - 1 - length);
        if (count < 0) {
          over = true;
          break;
        }
        length += count;
      }
    } catch (IOException e) {
      // What was read before comes first.
      failure = e;
      over = true;
    }
    return length;
  }
}
