package org.lanewise.cli;

import java.io.Serial;

/// The options of a command do not make sense; the message is one sentence.
final class UsageException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
