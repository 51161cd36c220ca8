package org.lanewise.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/// Writes the bytes of one file, little-endian, with the checksum of all that was written.
final class FileOutput {

  private static final int BUFFER_BYTES = 1 << 16;

  private final OutputStream out;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private long drained;

  private FileOutput(OutputStream out) {
    this.out = out;
  }

  /// Writes a whole file, see [FileFormat], and flushes the stream.
  static void write(
      int kind, int featureCount, int classCount, List<Section> sections, OutputStream stream)
      throws IOException {
    long byteCount = FileFormat.HEADER_BYTES + (long) FileFormat.CHECKSUM_BYTES;
    for (Section section : sections) {
      byteCount += FileFormat.SECTION_HEADER_BYTES + section.byteCount();
      byteCount += FileFormat.padding(section.byteCount());
    }
    FileOutput out = new FileOutput(stream);
    out.put(FileFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
    out.putInt(FileFormat.VERSION);
    out.putInt(kind);
    out.putLong(byteCount);
    out.putInt(featureCount);
    out.putInt(classCount);
    out.putInt(sections.size());
    out.putChecksum();
    for (Section section : sections) {
      byte[] tag = FileFormat.tag(section.tag()).getBytes(StandardCharsets.US_ASCII);
      out.put(tag);
      out.put(new byte[FileFormat.TAG_BYTES - tag.length]);
      out.putLong(section.byteCount());
      long begin = out.position();
      section.content().write(out);
      if (out.position() - begin != section.byteCount()) {
        throw new IllegalStateException(
            "section '%s' has %d bytes; %d were announced"
                .formatted(section.tag(), out.position() - begin, section.byteCount()));
      }
      out.put(new byte[(int) FileFormat.padding(section.byteCount())]);
    }
    out.putChecksum();
    stream.flush();
  }

  void putInt(int value) throws IOException {
    require(Integer.BYTES);
    buffer.putInt(value);
  }

  void putLong(long value) throws IOException {
    require(Long.BYTES);
    buffer.putLong(value);
  }

  void putDouble(double value) throws IOException {
    putLong(Double.doubleToRawLongBits(value));
  }

  void put(byte[] bytes) throws IOException {
    for (int from = 0; from < bytes.length; ) {
      require(1);
      int count = Math.min(buffer.remaining(), bytes.length - from);
      buffer.put(bytes, from, count);
      from += count;
    }
  }

  /// The checksum of all bytes so far except checksums. A checksum that covered another would be
  /// the same whatever bytes came before.
  private void putChecksum() throws IOException {
    drain();
    buffer.putInt((int) checksum.getValue());
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  /// The number of bytes so far, without checksums.
  private long position() {
    return drained + buffer.position();
  }

  private void require(int byteCount) throws IOException {
    if (buffer.remaining() < byteCount) {
      drain();
    }
  }

  private void drain() throws IOException {
    checksum.update(buffer.array(), 0, buffer.position());
    out.write(buffer.array(), 0, buffer.position());
    drained += buffer.position();
    buffer.clear();
  }
}
