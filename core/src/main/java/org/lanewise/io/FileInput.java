package org.lanewise.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.zip.CRC32C;

/// Reads the frame of a file: header, length and checksums.
///
/// Allocates only for bytes that have arrived, never for a size that the file claims.
final class FileInput {

  /// A multiple of 8, so that numbers at offsets divisible by 8 lie in one block.
  private static final int BLOCK_BYTES = 1 << 20;

  private FileInput() {}

  /// Makes an object from the bytes of a file.
  interface Reader<T> {
    T read(InputStream stream, String source) throws IOException;
  }

  /// Opens a file.
  ///
  /// @throws UnusableFileException if it cannot be read, or `reader` throws it
  static <T> T read(Path path, Reader<T> reader) throws UnusableFileException {
    String source = "'" + path + "'";
    if (path.toString().isEmpty()) {
      throw new UnusableFileException("the name of the file is empty; a file is expected");
    }
    if (Files.isDirectory(path)) {
      throw new UnusableFileException(source + " is a folder; a file is expected");
    }
    try (InputStream stream = Files.newInputStream(path)) {
      return reader.read(stream, source);
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    }
  }

  /// The kind of a file, from its first bytes; −1 if these are not those of a Lanewise file, or
  /// cannot be read.
  static long kind(Path path) {
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] first = stream.readNBytes(16);
      byte[] magic = FileFormat.MAGIC.getBytes(StandardCharsets.US_ASCII);
      return first.length == 16 && Arrays.equals(first, 0, magic.length, magic, 0, magic.length)
          ? littleEndian(first).getInt(12)
          : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  /// Reads a file from a stream to its end.
  ///
  /// @param source the name of the source in messages
  /// @throws UnusableFileException if the header is invalid, the number of bytes differs from the
  ///   header's, or a checksum does not match
  /// @throws IOException if the stream throws it
  static SectionReader read(InputStream stream, String source) throws IOException {
    byte[] first = stream.readNBytes(FileFormat.HEADER_BYTES);
    CRC32C checksum = new CRC32C();
    ByteBuffer header = checkHeader(first, source, checksum);
    long byteCount = header.getLong(16);
    long end = byteCount - FileFormat.CHECKSUM_BYTES;
    Deque<ByteBuffer> blocks = new ArrayDeque<>();
    long position = first.length;
    while (position < end) {
      int wanted = (int) Math.min(BLOCK_BYTES, end - position);
      byte[] block = new byte[wanted];
      int count = stream.readNBytes(block, 0, wanted);
      position += count;
      if (count < wanted) {
        throw cutShort(source, position, byteCount);
      }
      checksum.update(block, 0, block.length);
      blocks.add(littleEndian(block));
    }
    byte[] last = stream.readNBytes(FileFormat.CHECKSUM_BYTES);
    if (last.length < FileFormat.CHECKSUM_BYTES) {
      throw cutShort(source, position + last.length, byteCount);
    }
    if (stream.read() >= 0) {
      throw new UnusableFileException(
          "%s goes on after byte %d, where it is expected to end".formatted(source, byteCount));
    }
    requireChecksum(littleEndian(last).getInt(), checksum, end, source);
    return new SectionReader(
        source,
        header.getInt(12),
        header.getInt(24),
        header.getInt(28),
        header.getInt(32),
        end,
        blocks);
  }

  private static ByteBuffer checkHeader(byte[] first, String source, CRC32C checksum)
      throws UnusableFileException {
    byte[] magic = FileFormat.MAGIC.getBytes(StandardCharsets.US_ASCII);
    int common = Math.min(magic.length, first.length);
    if (first.length == 0) {
      throw new UnusableFileException(source + " is empty; a file of Lanewise is expected");
    }
    if (!Arrays.equals(first, 0, common, magic, 0, common)) {
      throw new UnusableFileException(
          "%s begins with the bytes %s, so it is no file of Lanewise; '%s' is expected there"
              .formatted(source, hex(first, common), FileFormat.MAGIC));
    }
    if (first.length < FileFormat.HEADER_BYTES) {
      throw new UnusableFileException(
          "%s is cut short: it ends after %d bytes, where a header of %d is expected"
              .formatted(source, first.length, FileFormat.HEADER_BYTES));
    }
    ByteBuffer header = littleEndian(first);
    checksum.update(first, 0, FileFormat.HEADER_BYTES - FileFormat.CHECKSUM_BYTES);
    int checksumAt = FileFormat.HEADER_BYTES - FileFormat.CHECKSUM_BYTES;
    requireChecksum(header.getInt(checksumAt), checksum, checksumAt, source);
    int version = header.getInt(8);
    if (version != FileFormat.VERSION) {
      throw new UnusableFileException(
          "%s has format version %d; %d is expected"
              .formatted(source, version, FileFormat.VERSION));
    }
    long byteCount = header.getLong(16);
    int least = FileFormat.HEADER_BYTES + FileFormat.CHECKSUM_BYTES;
    if (byteCount < least) {
      throw new UnusableFileException(
          "the header of %s claims a file of %d bytes; %d or more are expected"
              .formatted(source, byteCount, least));
    }
    int featureCount = header.getInt(24);
    int classCount = header.getInt(28);
    if (featureCount < 1 || classCount < 1) {
      throw new UnusableFileException(
          "the header of %s claims %d features and %d classes; at least 1 of each is expected"
              .formatted(source, featureCount, classCount));
    }
    // Every kind of file holds at least one number per class and one per feature.
    if (Math.max(featureCount, classCount) > byteCount / Double.BYTES) {
      throw new UnusableFileException(
          "the header of %s claims %d features and %d classes, which %d bytes cannot hold"
              .formatted(source, featureCount, classCount, byteCount));
    }
    int sectionCount = header.getInt(32);
    if (sectionCount < 0 || sectionCount > byteCount / FileFormat.SECTION_HEADER_BYTES) {
      throw new UnusableFileException(
          "the header of %s claims %d sections, which %d bytes cannot hold"
              .formatted(source, sectionCount, byteCount));
    }
    return header;
  }

  private static void requireChecksum(int found, CRC32C checksum, long end, String source)
      throws UnusableFileException {
    if (found != (int) checksum.getValue()) {
      throw new UnusableFileException(
          "%s is damaged: the checksum of the bytes before byte %d is %08x, where %08x is expected"
              .formatted(source, end, checksum.getValue(), found));
    }
  }

  private static UnusableFileException cutShort(String source, long position, long byteCount) {
    return new UnusableFileException(
        "%s is cut short: it ends after %d bytes, where %d are expected"
            .formatted(source, position, byteCount));
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String hex(byte[] bytes, int count) {
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < count; i++) {
      hex.append(i == 0 ? "" : " ").append("%02x".formatted(bytes[i]));
    }
    return hex.toString();
  }
}
