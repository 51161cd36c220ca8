package org.lanewise.cli.options;

import java.io.Serial;

/// The options of a command are invalid; the message is one sentence.
public final class UsageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /// The refusal of the value of an option.
  ///
  /// @param expected the valid values, in words
  public static UsageException invalid(String option, String given, String expected) {
    return new UsageException(
        "invalid value '%s' for %s; expected %s".formatted(given, option, expected));
  }
}
