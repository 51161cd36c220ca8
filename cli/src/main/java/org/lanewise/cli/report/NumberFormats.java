package org.lanewise.cli.report;

import java.util.Locale;

/// Numbers as text, the same everywhere.
final class NumberFormats {

  private NumberFormats() {}

  /// Formats like [String#format] with [Locale#ROOT], but without loading locale data, which takes
  /// longer than many a fit.
  static String plain(String format, Object... values) {
    return String.format((Locale) null, format, values);
  }
}
