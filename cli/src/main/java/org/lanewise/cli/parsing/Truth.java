package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Cells that are true or false. Programs spell them in three ways: `true` (SQL), `True` (Python)
/// and `TRUE` (R, spreadsheets). All are one class or category, `true`, and among numbers 1;
/// `false` is 0.
public final class Truth {

  private static final byte[][] TRUE = spellings("true", "True", "TRUE");
  private static final byte[][] FALSE = spellings("false", "False", "FALSE");

  private Truth() {}

  private static byte[][] spellings(String... texts) {
    return Arrays.stream(texts)
        .map(text -> text.getBytes(StandardCharsets.US_ASCII))
        .toArray(byte[][]::new);
  }

  /// The cell as one of SQL; null if it is neither true nor false.
  static byte[] text(byte[] bytes, int from, int to) {
    double number = number(bytes, from, to);
    return number < 0 ? null : (number == 1 ? TRUE : FALSE)[0];
  }

  /// Whether a cell is true or false.
  public static boolean isOne(String cell) {
    byte[] bytes = cell.getBytes(StandardCharsets.ISO_8859_1);
    return number(bytes, 0, bytes.length) >= 0;
  }

  /// 1 or 0; −1 if it is neither.
  static double number(byte[] bytes, int from, int to) {
    return isOneOf(TRUE, bytes, from, to) ? 1 : isOneOf(FALSE, bytes, from, to) ? 0 : -1;
  }

  private static boolean isOneOf(byte[][] spellings, byte[] bytes, int from, int to) {
    if (to - from == spellings[0].length) {
      for (byte[] spelling : spellings) {
        if (Arrays.equals(spelling, 0, spelling.length, bytes, from, to)) {
          return true;
        }
      }
    }
    return false;
  }

  /// A class or a category as text that is no cell has it: without blanks around it, and `true` and
  /// `false` as SQL spells them.
  public static String named(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int from = 0;
    int to = bytes.length;
    while (from < to && Cell.isBlank(bytes[from])) {
      from++;
    }
    while (from < to && Cell.isBlank(bytes[to - 1])) {
      to--;
    }
    byte[] truth = text(bytes, from, to);
    return truth == null
        ? new String(bytes, from, to - from, StandardCharsets.UTF_8)
        : new String(truth, StandardCharsets.US_ASCII);
  }
}
