package org.lanewise.cli.parsing;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Cells on their way from bytes to text.
///
/// Files are read as ISO-8859-1, one char for each byte, so that bytes survive until it is known
/// what they mean: UTF-8, or ISO-8859-1 where they are none.
public final class Cell {

  private static final int LONGEST_SHOWN = 40;

  private Cell() {}

  /// The text of a cell's bytes: UTF-8, or ISO-8859-1 if they are not valid UTF-8.
  public static String decode(String bytes) {
    if (bytes.chars().allMatch(c -> c < 0x80)) {
      return bytes;
    }
    return utf8(bytes.getBytes(StandardCharsets.ISO_8859_1)).orElse(bytes);
  }

  /// Whether bytes are text in UTF-8.
  public static boolean isUtf8(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return utf8(bytes).isPresent();
      }
    }
    return true;
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /// Whether a cell of a header can be a name: an empty one and a number are none.
  public static boolean isName(String cell) {
    return !cell.isEmpty() && !isNumber(cell);
  }

  /// Whether a cell is a number.
  public static boolean isNumber(String cell) {
    byte[] bytes = cell.getBytes(StandardCharsets.ISO_8859_1);
    return !Double.isNaN(Decimal.parse(bytes, 0, bytes.length));
  }

  /// A cell as an error message shows it: quoted, shortened, control characters visible.
  public static String show(String bytes) {
    int end = Math.min(bytes.length(), LONGEST_SHOWN);
    // Not in the middle of a UTF-8 sequence.
    while (end < bytes.length() && end > LONGEST_SHOWN - 4 && (bytes.charAt(end) & 0xC0) == 0x80) {
      end--;
    }
    String cut = bytes.substring(0, end);
    StringBuilder shown = new StringBuilder("'");
    decode(cut)
        .codePoints()
        .forEach(c -> {
          if (Character.isISOControl(c)) {
            shown.append("\\x%02x".formatted(c));
          } else {
            shown.appendCodePoint(c);
          }
        });
    return shown.append(cut.length() < bytes.length() ? "…'" : "'").toString();
  }

  static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }
}
