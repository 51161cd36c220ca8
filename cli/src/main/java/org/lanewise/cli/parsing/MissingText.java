package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.lanewise.cli.table.DataException;

/// Which cells of numbers or categories are missing values.
///
/// @param given the text that says so, and with it the empty cell; none where no cell of numbers is
///   missing
/// @param mayBeGiven whether `--missing` is an option here, so that a refused cell names it
public record MissingText(Optional<String> given, boolean mayBeGiven) {

  /// None, and no option could name one.
  public static final MissingText NONE = new MissingText(Optional.empty(), false);

  /// The bytes of the text; null where there is none.
  byte[] bytes() {
    return given.map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  /// The number that the text is, however it is written; NaN where it is none. A cell of numbers
  /// that is this number is missing.
  double number() {
    byte[] bytes = bytes();
    return bytes == null ? Double.NaN : Decimal.parse(bytes, 0, bytes.length);
  }

  /// Returns the hint that ends the refusal of a cell that is not a number.
  String hint(String cell) {
    return mayBeGiven ? DataException.missingHint(given, cell) : "";
  }
}
