package org.lanewise.cli.bytes;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Unpacks gzip data (RFC 1952): one member after another, each held to its checksum and its
/// length, up to the end of the bytes.
///
/// [java.util.zip.GZIPInputStream] takes whatever follows a member, and does not begin another, for
/// the end, so that a file with a damaged second member loses its rows in silence. Here every byte
/// belongs to a member or is refused, zeros at the end too: a file that a crash has left without
/// its last blocks ends like that.
public final class GzipStream extends InputStream {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC = 0x1F8B;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xE0;
  private static final int END = -1;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  // The index of the byte after the buffer.
  private long bytesRead;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 dataChecksum = new CRC32();
  private final CRC32 headerChecksum = new CRC32();
  private long memberStart;
  private boolean isAtEnd;
  // Kept, so that reading on after a first look at the beginning fails again.
  private IOException problem;

  /// Unpacks the bytes of a stream from its beginning.
  ///
  /// @throws ZipException if they do not begin a member
  /// @throws EOFException if they end within its header
  /// @throws IOException if the stream throws it
  public GzipStream(InputStream in) throws IOException {
    this.in = in;
    readHeader(next());
  }

  /// Whether bytes begin like gzip data.
  public static boolean isGzip(byte[] beginning) {
    return beginning.length >= 2
        && (beginning[0] & 0xFF) == MAGIC >> 8
        && (beginning[1] & 0xFF) == (MAGIC & 0xFF);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) == END ? END : one[0] & 0xFF;
  }

  /// Unpacks some bytes.
  ///
  /// @return how many, −1 at the end
  /// @throws ZipException if the data are damaged, or something else follows them
  /// @throws EOFException if they end within a member
  @Override
  public int read(byte[] out, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (problem != null) {
      throw problem;
    }
    try {
      return unpack(out, offset, length);
    } catch (DataFormatException e) {
      problem = damaged("is not valid deflate data");
    } catch (IOException e) {
      problem = e;
    }
    throw problem;
  }

  private int unpack(byte[] out, int offset, int length) throws IOException, DataFormatException {
    while (!isAtEnd) {
      int count = inflater.inflate(out, offset, length);
      if (count > 0) {
        dataChecksum.update(out, offset, count);
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsDictionary()) {
        throw damaged("needs a preset dictionary, which gzip does not allow");
      } else {
        require(fill());
        inflater.setInput(buffer, 0, limit);
        position = limit;
      }
    }
    return END;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    long checksum = nextInteger();
    long length = nextInteger();
    if (checksum != dataChecksum.getValue()) {
      throw damaged("does not match its checksum");
    }
    if (length != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
      throw damaged("does not match its length");
    }
    int first = position < limit || fill() ? next() : END;
    if (first == END) {
      isAtEnd = true;
    } else {
      readHeader(first);
    }
  }

  private void readHeader(int first) throws IOException {
    memberStart = position() - 1;
    headerChecksum.reset();
    headerChecksum.update(first);
    // One byte at a time: what is no member is not called one that was cut.
    if (first != MAGIC >> 8 || nextOfHeader() != (MAGIC & 0xFF)) {
      throw new ZipException(
          "the bytes from %d on follow a complete gzip member and do not start another"
              .formatted(memberStart));
    }
    int method = nextOfHeader();
    int flags = nextOfHeader();
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw new ZipException(
          "the gzip member at byte %d has an invalid header (RFC 1952)".formatted(memberStart));
    }
    // Time, level and system.
    skipOfHeader(6);
    if ((flags & EXTRA) != 0) {
      skipOfHeader(nextOfHeader() | nextOfHeader() << 8);
    }
    skipText((flags & NAME) != 0);
    skipText((flags & COMMENT) != 0);
    if ((flags & HEADER_CRC) != 0) {
      long expected = headerChecksum.getValue() & 0xFFFF;
      if (expected != (next() | next() << 8)) {
        throw new ZipException(
            "the header of the gzip member at byte %d does not match its checksum"
                .formatted(memberStart));
      }
    }
    inflater.reset();
    inflater.setInput(buffer, position, limit - position);
    position = limit;
    dataChecksum.reset();
  }

  private void skipText(boolean isThere) throws IOException {
    while (isThere && nextOfHeader() != 0) {
      // Up to the zero that ends it.
      continue;
    }
  }

  private void skipOfHeader(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      nextOfHeader();
    }
  }

  private int nextOfHeader() throws IOException {
    int next = next();
    headerChecksum.update(next);
    return next;
  }

  private long nextInteger() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private int next() throws IOException {
    require(position < limit || fill());
    return buffer[position++] & 0xFF;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    bytesRead += limit;
    return limit > 0;
  }

  private long position() {
    return bytesRead - (limit - position);
  }

  private void require(boolean anyLeft) throws EOFException {
    if (!anyLeft) {
      throw new EOFException("the gzip member at byte %d is truncated".formatted(memberStart));
    }
  }

  private ZipException damaged(String how) {
    return new ZipException("the gzip member at byte %d %s".formatted(memberStart, how));
  }
}
