package org.lanewise.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.lanewise.internal.kernel.PackedTriangle;

/// A part of a file to be written.
///
/// @param tag its name in ASCII characters; a file has the first 8
/// @param byteCount the bytes of its content, without padding
/// @param content writes exactly `byteCount` bytes
record Section(String tag, long byteCount, Content content) {

  /// The content of a section.
  interface Content {
    void write(FileOutput out) throws IOException;
  }

  /// 64-bit integers.
  static Section longs(String tag, long... values) {
    return longRows(tag, 1, values.length, row -> values);
  }

  /// Rows of 64-bit integers, one after the other.
  static Section longRows(String tag, int rowCount, int rowLength, IntFunction<long[]> rows) {
    return new Section(
        tag,
        Long.BYTES * ((long) rowCount * rowLength),
        out -> {
          for (int row = 0; row < rowCount; row++) {
            for (long value : rows.apply(row)) {
              out.putLong(value);
            }
          }
        });
  }

  /// Integers, stored with 64 bits.
  static Section ints(String tag, int... values) {
    return longs(tag, IntStream.of(values).asLongStream().toArray());
  }

  /// Doubles that may be infinite, as integers of their bits.
  static Section bits(String tag, double... values) {
    return longs(tag, DoubleStream.of(values).mapToLong(Double::doubleToLongBits).toArray());
  }

  /// Doubles.
  static Section doubles(String tag, double... values) {
    return rows(tag, 1, values.length, row -> values);
  }

  /// Rows of doubles, one after the other; each is computed when it is written.
  static Section rows(String tag, int rowCount, int rowLength, IntFunction<double[]> rows) {
    return new Section(
        tag,
        Double.BYTES * ((long) rowCount * rowLength),
        out -> {
          for (int row = 0; row < rowCount; row++) {
            for (double value : rows.apply(row)) {
              out.putDouble(finite(value, tag));
            }
          }
        });
  }

  /// Symmetric d×d matrices, each packed as [PackedTriangle]; each is computed when it is written.
  static Section triangles(String tag, int count, int d, IntFunction<double[]> packed) {
    return triangles(tag, count, d, packed, PackedTriangle::index);
  }

  private static Section triangles(
      String tag, int count, int d, IntFunction<double[]> values, IntBinaryOperator place) {
    return new Section(
        tag,
        Double.BYTES * (count * FileFormat.triangle(d)),
        out -> {
          for (int index = 0; index < count; index++) {
            double[] triangle = values.apply(index);
            for (int j = 0; j < d; j++) {
              for (int i = 0; i <= j; i++) {
                out.putDouble(finite(triangle[place.applyAsInt(i, j)], tag));
              }
            }
          }
        });
  }

  /// The upper triangles of symmetric d×d matrices, as in [#triangles].
  ///
  /// @param matrix a matrix in C order
  static Section symmetric(String tag, int count, int d, IntFunction<double[]> matrix) {
    return triangles(tag, count, d, matrix, (i, j) -> j * d + i);
  }

  /// Strings.
  ///
  /// @throws IllegalArgumentException if one has no UTF-8 form
  static Section strings(String tag, List<String> strings) {
    List<byte[]> encoded = strings.stream().map(Section::utf8).toList();
    long byteCount = Integer.BYTES;
    for (byte[] bytes : encoded) {
      byteCount += Integer.BYTES + bytes.length;
    }
    return new Section(
        tag,
        byteCount,
        out -> {
          out.putInt(encoded.size());
          for (byte[] bytes : encoded) {
            out.putInt(bytes.length);
            out.put(bytes);
          }
        });
  }

  private static double finite(double value, String tag) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "section '%s' would hold %s, as values too large for a sum lead to; finite numbers are expected in a file"
              .formatted(tag, value));
    }
    return value;
  }

  private static byte[] utf8(String string) {
    try {
      ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(string));
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the text '%s' holds half a surrogate pair; text that has a UTF-8 form is expected"
              .formatted(string),
          e);
    }
  }
}
