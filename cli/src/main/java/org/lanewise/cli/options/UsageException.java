package org.lanewise.cli.options;

import java.io.Serial;
import org.lanewise.cli.model.FitOptions;

/// The options of a command are invalid; the message is one sentence.
public final class UsageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /// Reads the value of an option, a whole number.
  ///
  /// @throws UsageException if it is not a number from `least` to `most`
  public static int number(String option, String given, int least, int most) {
    int number = given.matches("[0-9]{1,9}") ? Integer.parseInt(given) : -1;
    if (number < least || number > most) {
      throw new UsageException(
          "invalid value '%s' for %s; expected a number from %d to %d"
              .formatted(given, option, least, most));
    }
    return number;
  }

  /// Reads the value of an option, a probability.
  ///
  /// @param example of a value
  /// @throws UsageException if it is not between 0 and 1
  public static double probability(String option, String given, String example) {
    double probability = FitOptions.parse(given);
    if (!(probability > 0 && probability < 1)) {
      throw new UsageException(
          "invalid value '%s' for %s; expected a probability between 0 and 1, such as %s"
              .formatted(given, option, example));
    }
    return probability;
  }

  /// Reads the value of `--half-life`.
  ///
  /// @param expected its unit and an example
  /// @throws UsageException if it is not above 0
  public static double halfLife(String given, String expected) {
    double number = FitOptions.parse(given);
    if (!(number > 0 && number <= Double.MAX_VALUE)) {
      throw new UsageException(
          "invalid value '%s' for --half-life; expected a number of %s".formatted(given, expected));
    }
    return number;
  }

  /// Reads `every:N`.
  ///
  /// @param expected the values of the option
  /// @throws UsageException if it is another value
  public static int step(String option, String given, String expected) {
    if (given.matches("every:0*[1-9][0-9]{0,8}")) {
      return Integer.parseInt(given.substring("every:".length()));
    }
    throw new UsageException(
        "invalid value '%s' for %s; expected %s".formatted(given, option, expected));
  }

  /// Reads the value of an option, one of two words.
  ///
  /// @return whether it is the first
  /// @throws UsageException if it is neither
  static boolean isFirst(String option, String given, String first, String second) {
    if (!given.equals(first) && !given.equals(second)) {
      throw new UsageException(
          "invalid value '%s' for %s; expected %s or %s".formatted(given, option, first, second));
    }
    return given.equals(first);
  }
}
