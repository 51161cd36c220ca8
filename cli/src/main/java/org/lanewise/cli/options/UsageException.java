package org.lanewise.cli.options;

import java.io.Serial;

/// The options of a command do not make sense; the message is one sentence.
public final class UsageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
