package org.lanewise.cli.output;

import java.io.Serial;

/// Something could not be written; the message is one sentence that says what and why.
public final class OutputException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean brokenPipe;

  OutputException(String message, boolean brokenPipe, Throwable cause) {
    super(message, cause);
    this.brokenPipe = brokenPipe;
  }

  /// Whether the reader of standard output has closed it, as after `| head`, which is not an error.
  public boolean isBrokenPipe() {
    return brokenPipe;
  }
}
