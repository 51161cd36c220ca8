package org.lanewise.cli.output;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Lines of cells as bytes, made without a text for each cell.
public final class LineBuffer {

  private static final int FIRST_CAPACITY = 1 << 12;
  private static final int LONGEST_INTEGER = 20;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;
  private final StringBuilder number = new StringBuilder();

  /// Appends an ASCII character.
  ///
  /// @return this
  public LineBuffer append(char character) {
    require(1);
    bytes[length++] = (byte) character;
    return this;
  }

  /// Appends bytes.
  ///
  /// @return this
  public LineBuffer append(byte[] text) {
    return append(text, 0, text.length);
  }

  /// Appends the bytes `text[from … to)`.
  ///
  /// @return this
  public LineBuffer append(byte[] text, int from, int to) {
    require(to - from);
    System.arraycopy(text, from, bytes, length, to - from);
    length += to - from;
    return this;
  }

  /// Appends text, in UTF-8.
  ///
  /// @return this
  public LineBuffer append(String text) {
    // Not by String.getBytes, as in Sink.
    ByteBuffer encoded = StandardCharsets.UTF_8.encode(text);
    return append(encoded.array(), 0, encoded.limit());
  }

  /// Appends an integer of 0 or more.
  ///
  /// @return this
  public LineBuffer append(long value) {
    require(LONGEST_INTEGER);
    int end = length + 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      end++;
    }
    long rest = value;
    for (int i = end - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
    return this;
  }

  /// Appends a number in the shortest form that reads back as the same.
  ///
  /// @return this
  public LineBuffer append(double value) {
    number.setLength(0);
    number.append(value);
    int count = number.length();
    require(count);
    for (int i = 0; i < count; i++) {
      bytes[length + i] = (byte) number.charAt(i);
    }
    length += count;
    return this;
  }

  /// The array that holds what was appended.
  byte[] bytes() {
    return bytes;
  }

  /// How many bytes were appended.
  int length() {
    return length;
  }

  private void require(int count) {
    if (bytes.length - length < count) {
      bytes =
          Arrays.copyOf(
              bytes,
              (int)
                  Math.max(
                      Math.min(2L * bytes.length, Integer.MAX_VALUE - 8),
                      Math.addExact(length, count)));
    }
  }
}
