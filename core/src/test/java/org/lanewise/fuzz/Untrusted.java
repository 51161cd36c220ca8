package org.lanewise.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.lanewise.io.UnusableFileException;

/// What the fuzz targets of files have in common: bytes that nobody vouches for are read, or
/// refused in one sentence, and take memory in proportion to their number, whatever they claim.
final class Untrusted {

  private static final int HEADER_BYTES = 40;
  private static final int CHECKSUM_BYTES = 4;

  private static final long MEMORY_AT_LEAST = 1L << 22;
  private static final long MEMORY_PER_BYTE = 1L << 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Untrusted() {}

  /// Reads a file.
  interface Reader<T> {
    T read() throws IOException;
  }

  /// What the bytes hold, null where they are refused as they should be.
  static <T> T read(int byteCount, Reader<T> reader) throws IOException {
    long limit = MEMORY_AT_LEAST + MEMORY_PER_BYTE * byteCount;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T read = readOrRefused(reader);
    if (THREADS.getCurrentThreadAllocatedBytes() - before > limit) {
      // Once more: the first use of a class takes memory too, most of all under a fuzzer.
      before = THREADS.getCurrentThreadAllocatedBytes();
      readOrRefused(reader);
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (allocated > limit) {
        throw new AssertionError(
            "reading %d bytes takes %d of memory".formatted(byteCount, allocated));
      }
    }
    return read;
  }

  private static <T> T readOrRefused(Reader<T> reader) throws IOException {
    try {
      return reader.read();
    } catch (UnusableFileException e) {
      requireSentence(e.getMessage());
      return null;
    }
  }

  /// Refuses a message that is no sentence or that of an exception without one.
  static void requireSentence(String message) {
    if (message.isBlank() || message.lines().count() != 1 || message.endsWith(": null")) {
      throw new AssertionError("this is no clear sentence: " + message);
    }
  }

  /// The same bytes with the frame of a file about them set right: what it begins with, its
  /// version, its length and its checksums. So what lies behind them is reached.
  static byte[] sealed(byte[] bytes) {
    byte[] sealed = bytes.clone();
    ByteBuffer buffer = ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put("LANEWISE".getBytes(StandardCharsets.US_ASCII)).putInt(1);
    buffer.putLong(16, sealed.length);
    int checked = HEADER_BYTES - CHECKSUM_BYTES;
    CRC32C checksum = new CRC32C();
    checksum.update(sealed, 0, checked);
    buffer.putInt(checked, (int) checksum.getValue());
    int end = sealed.length - CHECKSUM_BYTES;
    checksum.update(sealed, HEADER_BYTES, end - HEADER_BYTES);
    buffer.putInt(end, (int) checksum.getValue());
    return sealed;
  }

  /// Whether the bytes are enough for a frame.
  static boolean canBeSealed(byte[] bytes) {
    return bytes.length >= HEADER_BYTES + CHECKSUM_BYTES;
  }
}
