package org.lanewise.cli.reading;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;

/// How the numbers of a file of embeddings lie.
///
/// @param element what a number is
/// @param start where the first one begins, in bytes
/// @param rows the number of rows
/// @param width the numbers of a row
/// @param byColumn whether they lie column by column, otherwise row by row
record EmbeddingFormat(Element element, long start, long rows, int width, boolean byColumn) {

  /// A type of numbers.
  enum Element {
    FLOAT16(NumericColumns.FLOAT16),
    FLOAT(ValueLayout.JAVA_FLOAT),
    DOUBLE(ValueLayout.JAVA_DOUBLE);

    private final ValueLayout layout;

    Element(ValueLayout layout) {
      this.layout = layout.withOrder(ByteOrder.LITTLE_ENDIAN).withByteAlignment(1);
    }

    /// The size of a number.
    int bytes() {
      return (int) layout.byteSize();
    }

    /// The number of this type that is nearest.
    double nearest(double value) {
      return switch (this) {
        case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
        case FLOAT -> (float) value;
        case DOUBLE -> value;
      };
    }
  }

  /// Looks at a file.
  ///
  /// @param width the numbers of a row, if it is known
  /// @throws DataException if it is no such file, or its size is wrong
  static EmbeddingFormat of(Path file, FileChannel channel, OptionalInt width) throws IOException {
    long size = channel.size();
    if (size == 0) {
      throw new DataException("%s is empty".formatted(file));
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".npy")) {
      return raw(file, name.endsWith(".f16") ? Element.FLOAT16 : Element.FLOAT, size, width);
    }
    EmbeddingFormat format = NpyHeader.read(file, channel, size);
    if (width.isPresent() && width.getAsInt() != format.width) {
      throw new DataException(
          Fact.clause(
                  "%s has rows of %d numbers; expected rows of %d",
                  file, format.width, width.getAsInt())
              .toString());
    }
    return format;
  }

  private static EmbeddingFormat raw(Path file, Element element, long size, OptionalInt width) {
    if (width.isEmpty()) {
      throw new DataException(
          "%s does not say how many numbers a row has; use --width N".formatted(file));
    }
    long row = (long) width.getAsInt() * element.bytes();
    if (size % row != 0) {
      throw new DataException(
          Fact.clause(
                  "%s has %d bytes; expected a multiple of %d, for rows of %d numbers of %d bytes",
                  file, size, row, width.getAsInt(), element.bytes())
              .toString());
    }
    return new EmbeddingFormat(element, 0, size / row, width.getAsInt(), false);
  }

  /// Reads some rows.
  ///
  /// @param bytes room for them
  /// @return the rows, which lie in `bytes`
  NumericColumns read(FileChannel channel, long first, int count, byte[] bytes) throws IOException {
    int size = element.bytes();
    MemorySegment segment = MemorySegment.ofArray(bytes);
    if (!byColumn) {
      fill(channel, start + first * width * size, ByteBuffer.wrap(bytes, 0, count * width * size));
      return NumericColumns.ofRowMajor(element.layout, segment, count, width);
    }
    for (int column = 0; column < width; column++) {
      fill(
          channel,
          start + (column * rows + first) * size,
          ByteBuffer.wrap(bytes, column * count * size, count * size));
    }
    return NumericColumns.ofColumnMajor(element.layout, segment, count, width);
  }

  /// Fills a buffer, as far as there are bytes.
  static void fill(FileChannel channel, long from, ByteBuffer buffer) throws IOException {
    long at = from;
    int more = 0;
    while (buffer.hasRemaining() && more >= 0) {
      more = channel.read(buffer, at);
      at += more;
    }
    if (buffer.hasRemaining()) {
      throw new IOException("it ended while it was read");
    }
  }
}
