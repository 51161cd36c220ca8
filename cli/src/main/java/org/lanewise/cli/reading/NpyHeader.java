package org.lanewise.cli.reading;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.cli.reading.EmbeddingFormat.Element;
import org.lanewise.cli.table.DataException;

/// The header of a file of `numpy.save`, versions 1.0 to 3.0 of the format: six bytes of magic, the
/// version, the length of what follows in two bytes or in four, and a literal of Python such as
///
/// ```
/// {'descr': '<f4', 'fortran_order': False, 'shape': (15000, 384), }
/// ```
///
/// All numbers in it are compared with the size of the file.
final class NpyHeader {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int VERSION_BYTES = 2;
  private static final int MAX_LENGTH = 1 << 16;

  private static final Pattern ITEM =
      Pattern.compile(
          "\\s*'(descr|fortran_order|shape)'\\s*:\\s*('[^']*'|True|False|\\([0-9, ]*\\))\\s*(,|$)");

  private static final Pattern MATRIX =
      Pattern.compile("\\(\\s*([0-9]{1,18})\\s*,\\s*([0-9]{1,18})\\s*,?\\s*\\)");

  private static final Map<String, Element> ELEMENTS =
      Map.of("'<f2'", Element.FLOAT16, "'<f4'", Element.FLOAT, "'<f8'", Element.DOUBLE);

  private NpyHeader() {}

  /// Reads the header of a file.
  ///
  /// @throws DataException if it is none, or the file has another size than it says
  static EmbeddingFormat read(Path file, FileChannel channel, long size) throws IOException {
    int begin = MAGIC.length + VERSION_BYTES;
    byte[] first = bytes(file, channel, 0, begin, size);
    int version = first[MAGIC.length];
    if (!Arrays.equals(first, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        || version < 1
        || version > 3
        || first[MAGIC.length + 1] != 0) {
      throw new DataException(
          "%s does not begin like a numpy file of version 1.0 to 3.0; expected one that numpy.save wrote"
              .formatted(file));
    }
    int lengthBytes = version == 1 ? Short.BYTES : Integer.BYTES;
    ByteBuffer given =
        ByteBuffer.wrap(bytes(file, channel, begin, lengthBytes, size))
            .order(ByteOrder.LITTLE_ENDIAN);
    long length =
        version == 1
            ? Short.toUnsignedLong(given.getShort())
            : Integer.toUnsignedLong(given.getInt());
    if (length > MAX_LENGTH) {
      throw new DataException(
          "%s has a header of %d bytes; expected at most %d".formatted(file, length, MAX_LENGTH));
    }
    int from = begin + lengthBytes;
    String literal =
        new String(bytes(file, channel, from, (int) length, size), StandardCharsets.UTF_8);
    return format(file, items(file, literal.strip()), from + length, size);
  }

  private static byte[] bytes(Path file, FileChannel channel, int from, int count, long size)
      throws IOException {
    if (from + count > size) {
      throw new DataException(
          "%s has %d bytes and ends within its header; expected a complete numpy file"
              .formatted(file, size));
    }
    byte[] bytes = new byte[count];
    EmbeddingFormat.fill(channel, from, ByteBuffer.wrap(bytes));
    return bytes;
  }

  private static Map<String, String> items(Path file, String literal) {
    Map<String, String> items = new HashMap<>();
    boolean isWhole = literal.startsWith("{") && literal.endsWith("}");
    if (isWhole) {
      String inner = literal.substring(1, literal.length() - 1).stripTrailing();
      Matcher item = ITEM.matcher(inner);
      int end = 0;
      while (item.find()
          && item.start() == end
          && items.put(item.group(1), item.group(2)) == null) {
        end = item.end();
      }
      isWhole = end == inner.length() && items.size() == 3;
    }
    if (!isWhole) {
      throw new DataException(
          "%s has a header that is not {'descr': …, 'fortran_order': …, 'shape': …}; expected that of a plain array"
              .formatted(file));
    }
    return items;
  }

  private static EmbeddingFormat format(
      Path file, Map<String, String> items, long start, long size) {
    Element element = ELEMENTS.get(items.get("descr"));
    if (element == null) {
      throw new DataException(
          "%s holds numbers of type %s; expected '<f2', '<f4' or '<f8', as astype('float32') makes them"
              .formatted(file, items.get("descr")));
    }
    Matcher shape = MATRIX.matcher(items.get("shape"));
    if (!shape.matches()) {
      throw new DataException(
          "%s has the shape %s; expected two dimensions, rows and the numbers of a row"
              .formatted(file, items.get("shape")));
    }
    long rows = Long.parseLong(shape.group(1));
    long width = Long.parseLong(shape.group(2));
    if (width < 1 || width > EmbeddingOptions.MAX_WIDTH) {
      throw new DataException(
          "%s has rows of %d numbers; expected 1 to %d"
              .formatted(file, width, EmbeddingOptions.MAX_WIDTH));
    }
    BigInteger expected =
        BigInteger.valueOf(rows)
            .multiply(BigInteger.valueOf(width * element.bytes()))
            .add(BigInteger.valueOf(start));
    if (!expected.equals(BigInteger.valueOf(size))) {
      throw new DataException(
          "%s has %d bytes; expected %d, a header of %d and %d rows of %d numbers of %d bytes"
              .formatted(file, size, expected, start, rows, width, element.bytes()));
    }
    String order = items.get("fortran_order");
    if (!order.equals("True") && !order.equals("False")) {
      throw new DataException(
          "%s has the fortran_order %s; expected True or False".formatted(file, order));
    }
    return new EmbeddingFormat(element, start, rows, (int) width, order.equals("True"));
  }
}
