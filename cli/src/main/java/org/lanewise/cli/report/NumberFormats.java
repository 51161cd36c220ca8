package org.lanewise.cli.report;

import org.lanewise.data.Fact;

/// Numbers as text, the same everywhere.
final class NumberFormats {

  private NumberFormats() {}

  /// Formats like [String#format] with `Locale.ROOT`, but without loading locale data, which takes
  /// longer than many a fit. Nouns of a count of 1 become singular, as in [Fact].
  static String plain(String format, Object... values) {
    return Fact.clause(format, values).toString();
  }
}
