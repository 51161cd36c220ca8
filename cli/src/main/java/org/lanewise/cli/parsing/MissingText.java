package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.lanewise.cli.table.DataException;

/// Which cells of numbers or categories are missing values.
///
/// Cells are compared as texts. Where the text is a number, a cell of numbers is missing, too, if
/// it is that number, however it is written: `-9.0` under `--missing -9`.
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

  /// The number that stands for a missing value; NaN where the text is none.
  double number() {
    byte[] bytes = bytes();
    double number = bytes == null ? Double.NaN : Decimal.parse(bytes, 0, bytes.length);
    return Double.isFinite(number) ? number : Double.NaN;
  }

  /// What to add to the refusal of a cell that is no number.
  String hint(String cell) {
    return mayBeGiven ? DataException.missingHint(given.map(Cell::decode), cell) : "";
  }
}
