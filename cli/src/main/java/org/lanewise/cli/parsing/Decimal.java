package org.lanewise.cli.parsing;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Decimal numbers straight from bytes: the correctly rounded double, as `Double.parseDouble` gives
/// it, bit for bit.
///
/// Accepts an optional sign, decimal digits with an optional point, and an optional exponent;
/// neither hexadecimal numbers, type suffixes, `NaN` nor `Infinity`. Most numbers in files have few
/// digits and are done here, in loops that are fast without much compilation; for the others
/// fastdoubleparser has the algorithm of Eisel and Lemire, and the exact one where that is not
/// certain (Lemire, Number Parsing at a Gigabyte per Second, Software: Practice and Experience 51,
/// 2021).
public final class Decimal {

  // Powers of ten that are exact doubles: one rounding in the product or quotient is the only one
  // (Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990).
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final long MAX_EXACT = 1L << 53;
  private static final int LONGEST_IN_LONG = 18;
  // fastdoubleparser reads no more digits of an exponent of 1024 or more.
  private static final int EXPONENT_LIMIT = 10_000;

  private static final byte END = '\n';

  private int end;

  /// The number in `text[from … to)`, NaN if there is none; ±infinity if it is too large.
  public static double parse(byte[] text, int from, int to) {
    Decimal decimal = new Decimal();
    if (to < text.length && text[to] < '+') {
      // Such as a quote after a quoted number: no such byte is part of a number.
      double value = decimal.read(text, from);
      return decimal.end == to ? value : Double.NaN;
    }
    byte[] ended = Arrays.copyOfRange(text, from, to + 1);
    ended[to - from] = END;
    double value = decimal.read(ended, 0);
    return decimal.end == to - from ? value : Double.NaN;
  }

  /// The longest number that begins at `from`; NaN if none does, ±infinity if it is too large.
  ///
  /// @param text ends the number with a byte that is not part of one: a check of the end for each
  ///   digit took a twelfth of the time
  double read(byte[] text, int from) {
    end = from;
    int position = from;
    // Signs come at random, so that the processor would guess wrongly at a branch.
    int minus = text[position] == '-' ? 1 : 0;
    int plus = text[position] == '+' ? 1 : 0;
    long sign = (long) minus << (Long.SIZE - 1);
    position += minus | plus;
    int first = position;
    long digits = 0;
    int digit;
    while ((digit = digit(text[position])) < 10) {
      digits = digits * 10 + digit;
      position++;
    }
    int count = position - first;
    int exponent = 0;
    if (text[position] == '.') {
      int point = ++position;
      while ((digit = digit(text[position])) < 10) {
        digits = digits * 10 + digit;
        position++;
      }
      exponent = point - position;
      count -= exponent;
    }
    if (count == 0) {
      return Double.NaN;
    }
    if ((text[position] | 0x20) == 'e') {
      int signed = ++position;
      if (text[position] == '-' || text[position] == '+') {
        position++;
      }
      int begin = position;
      int written = 0;
      while ((digit = digit(text[position])) < 10) {
        written = Math.min(written * 10 + digit, EXPONENT_LIMIT);
        position++;
      }
      if (position == begin) {
        return Double.NaN;
      }
      if (written == EXPONENT_LIMIT) {
        // As many zeros before it may make a number of it.
        end = position;
        return Double.parseDouble(new String(text, from, end - from, StandardCharsets.ISO_8859_1));
      }
      exponent += text[signed] == '-' ? -written : written;
    }
    end = position;
    if (count > LONGEST_IN_LONG && count - zeros(text, first, position) > LONGEST_IN_LONG) {
      return hard(text, from);
    }
    if (digits > MAX_EXACT) {
      // 1.30000000000000000e+01, as C prints: zeros at the end carry nothing.
      while (digits > MAX_EXACT && digits % 10 == 0) {
        digits /= 10;
        exponent++;
      }
    }
    if (digits > MAX_EXACT || exponent >= EXACT_POWERS.length || exponent <= -EXACT_POWERS.length) {
      return digits == 0 ? Double.longBitsToDouble(sign) : hard(text, from);
    }
    double value =
        exponent < 0 ? digits / EXACT_POWERS[-exponent] : digits * EXACT_POWERS[exponent];
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) ^ sign);
  }

  /// Where the number that was read ends; where it should have begun, if there was none.
  int end() {
    return end;
  }

  private double hard(byte[] text, int from) {
    return JavaDoubleParser.parseDouble(text, from, end - from);
  }

  /// The digit, 10 or more if it is none.
  private static int digit(byte b) {
    return (char) (b - '0');
  }

  /// How many of the digits from `first` on are leading zeros, which carry nothing.
  private static int zeros(byte[] text, int first, int to) {
    int zeros = 0;
    for (int i = first; i < to && (text[i] == '0' || text[i] == '.'); i++) {
      zeros += text[i] == '0' ? 1 : 0;
    }
    return zeros;
  }
}
