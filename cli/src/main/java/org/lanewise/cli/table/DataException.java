package org.lanewise.cli.table;

import java.io.Serial;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A data file, or what was said about it, is not usable; the message is one sentence for the user
/// that names the file, the line and column if there are any, what was found and what was expected.
public final class DataException extends RuntimeException {

  /// What missing values mostly look like, in lower case.
  private static final Set<String> USUAL =
      Set.of("", "na", "n/a", "#n/a", "nan", "null", "nil", "none", "missing", "?", ".", "-", "--");

  @Serial private static final long serialVersionUID = 1L;

  /// A refusal in one sentence.
  public DataException(String message) {
    super(message);
  }

  /// A refusal in one sentence, with what made the file unreadable.
  public DataException(String message, Throwable cause) {
    super(message, cause);
  }

  /// The refusal of a folder in the place of a file.
  public static DataException ofFolder(String name) {
    return new DataException(
        "%s is a directory; a data file was expected, or a pattern such as '%s/*.parquet'"
            .formatted(name, name));
  }

  /// Whether a cell looks like what is mostly written for a missing value.
  public static boolean looksMissing(String cell) {
    return USUAL.contains(cell.toLowerCase(Locale.ROOT));
  }

  /// What to add to the refusal of a cell that may have been meant as a missing value; nothing
  /// where it does not look like a missing value.
  ///
  /// @param given what `--missing` says
  public static String missingHint(Optional<String> given, String cell) {
    if (!looksMissing(cell)) {
      return "";
    }
    if (given.isPresent()) {
      return ", or '%s' or an empty cell for a missing value, as --missing says"
          .formatted(given.get());
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
