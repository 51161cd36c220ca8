package org.lanewise.report.svg;

import java.util.Locale;

/// Texts that are the same in every locale, so that a page has the same bytes everywhere.
public final class RootLocale {

  private RootLocale() {}

  /// Formats like [String#format] with [Locale#ROOT].
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
