package org.lanewise.cli.report;

import java.util.Locale;

/// Numbers as text, the same everywhere.
final class NumberFormats {

  private NumberFormats() {}

  /// What [String#format] gives without a locale: the same as with [Locale#ROOT], but without a
  /// look at locale data, which takes longer than many a fit.
  static String plain(String format, Object... values) {
    return String.format((Locale) null, format, values);
  }
}
