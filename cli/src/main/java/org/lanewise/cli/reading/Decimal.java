package org.lanewise.cli.reading;

/// Decimal numbers from chars: the correctly rounded double, as `Double.parseDouble` gives it.
///
/// Accepts an optional sign, decimal digits with an optional point, and an optional exponent;
/// neither hexadecimal numbers, type suffixes, `NaN` nor `Infinity`.
final class Decimal {

  // Powers of ten that are exact doubles: one rounding in the product or quotient is the only one
  // (Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990).
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final long MAX_EXACT = 1L << 53;
  private static final int LONGEST_IN_LONG = 18;
  private static final int EXPONENT_LIMIT = 100_000;

  private Decimal() {}

  /// The number in `text[from … to)`, NaN if there is none; ±infinity if it is too large.
  static double parse(char[] text, int from, int to) {
    int position = from;
    boolean negative = false;
    if (position < to && (text[position] == '-' || text[position] == '+')) {
      negative = text[position++] == '-';
    }
    long digits = 0;
    int digitCount = 0;
    int significant = 0;
    int exponent = 0;
    boolean afterPoint = false;
    for (; position < to; position++) {
      char c = text[position];
      if (c >= '0' && c <= '9') {
        digitCount++;
        if (significant > 0 || c != '0') {
          significant++;
        }
        if (significant <= LONGEST_IN_LONG) {
          digits = digits * 10 + (c - '0');
        }
        if (afterPoint) {
          exponent--;
        }
      } else if (c == '.' && !afterPoint) {
        afterPoint = true;
      } else {
        break;
      }
    }
    if (digitCount == 0) {
      return Double.NaN;
    }
    if (position < to) {
      if (text[position] != 'e' && text[position] != 'E') {
        return Double.NaN;
      }
      position++;
      boolean negativeExponent = false;
      if (position < to && (text[position] == '-' || text[position] == '+')) {
        negativeExponent = text[position++] == '-';
      }
      if (position == to) {
        return Double.NaN;
      }
      int written = 0;
      for (; position < to; position++) {
        int digit = text[position] - '0';
        if (digit < 0 || digit > 9) {
          return Double.NaN;
        }
        written = Math.min(written * 10 + digit, EXPONENT_LIMIT);
      }
      exponent += negativeExponent ? -written : written;
    }
    if (significant > LONGEST_IN_LONG) {
      return Double.parseDouble(new String(text, from, to - from));
    }
    if (digits == 0) {
      return negative ? -0.0 : 0.0;
    }
    // 1.300000000000000000e+01, as C and NumPy print: zeros at the end carry nothing.
    while (digits > MAX_EXACT && digits % 10 == 0) {
      digits /= 10;
      exponent++;
    }
    if (digits > MAX_EXACT || Math.abs(exponent) >= EXACT_POWERS.length) {
      return Double.parseDouble(new String(text, from, to - from));
    }
    double value =
        exponent < 0 ? digits / EXACT_POWERS[-exponent] : digits * EXACT_POWERS[exponent];
    return negative ? -value : value;
  }
}
