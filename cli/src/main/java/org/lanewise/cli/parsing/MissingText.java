package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which cells of numbers or categories are missing values.
///
/// @param given the text that says so, and with it the empty cell; none where no cell of numbers is
///   missing
/// @param mayBeGiven whether `--missing` is an option here, so that a refused cell names it
public record MissingText(Optional<String> given, boolean mayBeGiven) {

  /// None, and no option could name one.
  public static final MissingText NONE = new MissingText(Optional.empty(), false);

  /// What missing values mostly look like, in lower case.
  private static final Set<String> USUAL =
      Set.of("", "na", "n/a", "#n/a", "nan", "null", "nil", "none", "missing", "?", ".", "-", "--");

  /// The bytes of the text; null where there is none.
  byte[] bytes() {
    return given.map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  /// Whether a number could be this text, so that no cell is a number at first sight.
  boolean mayBeNumber() {
    byte[] bytes = bytes();
    return bytes != null && !Double.isNaN(Decimal.parse(bytes, 0, bytes.length));
  }

  /// What to add to the refusal of a cell that is no number.
  public String hint(String cell) {
    boolean usual = USUAL.contains(cell.toLowerCase(Locale.ROOT));
    if (!mayBeGiven || !usual) {
      return "";
    }
    if (given.isPresent()) {
      return ", or '%s' or an empty cell for a missing value, as --missing says"
          .formatted(Cell.decode(given.get()));
    }
    return cell.isEmpty()
        ? "; --missing '' takes empty cells for missing values"
        : "; --missing %s takes it and empty cells for missing values".formatted(shell(cell));
  }

  /// A cell as it is typed in a shell.
  private static String shell(String cell) {
    return cell.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '/' || c == '.')
        ? cell
        : "'" + cell + "'";
  }
}
