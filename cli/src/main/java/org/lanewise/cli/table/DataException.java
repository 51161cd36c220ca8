package org.lanewise.cli.table;

import java.io.Serial;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A data file, or what was said about it, is not usable; the message is one sentence for the user
/// that names the file, the line and column if there are any, what was found and what was expected.
public class DataException extends RuntimeException {

  /// The end of a refusal of a text among numbers that may be a category.
  public static final String OR_INDICATORS =
      ", or --categories indicator if columns hold categories";

  /// The end of a refusal of a number with a decimal comma.
  public static final String DECIMAL_COMMAS = "; use --decimal , to read decimal commas";

  /// The usual texts of missing values, in lower case.
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
        "%s is a directory; expected a data file, or a pattern such as '%s/*.parquet'"
            .formatted(name, name));
  }

  /// Whether a cell looks like what is mostly written for a missing value.
  public static boolean looksMissing(String cell) {
    return USUAL.contains(cell.toLowerCase(Locale.ROOT));
  }

  /// Returns the hint that ends the refusal of a cell that looks like a missing value; empty for
  /// other cells.
  ///
  /// @param given what `--missing` says
  public static String missingHint(Optional<String> given, String cell) {
    if (!looksMissing(cell)) {
      return "";
    }
    if (given.isPresent()) {
      return "; with --missing '%s', only that text and empty cells are missing values"
          .formatted(given.get());
    }
    return cell.isEmpty()
        ? "; use --missing '' if empty cells are missing values"
        : "; use --missing %s if it is a missing value".formatted(shell(cell));
  }

  /// A cell as it is typed in a shell.
  private static String shell(String cell) {
    return cell.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '/' || c == '.')
        ? cell
        : "'" + cell + "'";
  }
}
