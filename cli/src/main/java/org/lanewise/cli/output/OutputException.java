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

  /// Whether nobody reads standard output any more, as after `| head`: no reason to complain.
  public boolean isBrokenPipe() {
    return brokenPipe;
  }
}
