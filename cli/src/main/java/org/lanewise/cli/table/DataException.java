package org.lanewise.cli.table;

import java.io.Serial;

/// A data file, or what was said about it, is not usable; the message is one sentence for the user
/// that names the file, the line and column if there are any, what was found and what was expected.
public final class DataException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// A refusal in one sentence.
  public DataException(String message) {
    super(message);
  }

  /// A refusal in one sentence, with what made the file unreadable.
  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
