package org.lanewise.cli.parsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// Numbers with a decimal comma, such as `-1,5`, written with a decimal point.
///
/// In numbers with thousands separators, such as `1.234` and `1.234,5`, points become commas, so
/// that no reader takes them for others; dates and times stay as they are. The number of bytes does
/// not change.
public final class DecimalComma {

  private static final int THOUSANDS = 3;

  private DecimalComma() {}

  /// Returns a cell with a decimal point if all of it is a number with a decimal comma, else the
  /// cell.
  public static String point(String cell) {
    byte[] bytes = cell.getBytes(ISO_8859_1);
    return isNumber(bytes) ? new String(pointAll(bytes), ISO_8859_1) : cell;
  }

  /// Returns a copy of bytes `from` to `to − 1`, changed as in [#point(String)].
  static byte[] point(byte[] text, int from, int to) {
    byte[] cell = Arrays.copyOfRange(text, from, to);
    return isNumber(cell) ? pointAll(cell) : cell;
  }

  /// Changes every run of digits, commas and points, of text that is not divided into cells yet.
  ///
  /// @return the text
  public static byte[] pointAll(byte[] text) {
    for (int i = 0; i < text.length; i++) {
      int start = i;
      while (i < text.length && isOfNumber(text[i])) {
        i++;
      }
      change(text, start, i);
    }
    return text;
  }

  /// Whether a cell is nothing but a sign, digits with commas and points, and an exponent.
  private static boolean isNumber(byte[] cell) {
    int end = isSign(cell, 0) ? 1 : 0;
    while (end < cell.length && isOfNumber(cell[end])) {
      end++;
    }
    if (end < cell.length && (cell[end] | 0x20) == 'e') {
      end += isSign(cell, end + 1) ? 2 : 1;
      int digits = end;
      while (end < cell.length && isDigit(cell[end])) {
        end++;
      }
      return end == cell.length && end > digits;
    }
    return end == cell.length;
  }

  private static boolean isSign(byte[] cell, int place) {
    return place < cell.length && (cell[place] == '-' || cell[place] == '+');
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isOfNumber(byte b) {
    return isDigit(b) || b == ',' || b == '.';
  }

  /// Changes a run of digits, commas and points.
  private static void change(byte[] text, int start, int stop) {
    int comma = -1;
    int points = 0;
    int group = 0;
    boolean grouped = true;
    for (int i = start; i < stop; i++) {
      if (isDigit(text[i])) {
        group++;
        continue;
      }
      grouped &= group > 0 && (points == 0 ? group <= THOUSANDS : group == THOUSANDS);
      if (comma >= 0) {
        // No number: a list, or a date.
        return;
      }
      comma = text[i] == ',' ? i : -1;
      points += text[i] == '.' ? 1 : 0;
      group = 0;
    }
    grouped &= comma >= 0 || group == THOUSANDS;
    if (group == 0 || points > 0 && !grouped) {
      return;
    }
    for (int i = start; i < stop; i++) {
      if (text[i] == ',') {
        text[i] = '.';
      } else if (text[i] == '.') {
        text[i] = ',';
      }
    }
  }
}
