package org.lanewise.cli.engine;

import java.io.Serial;

/// Thrown for refused rows in a part whose position an engine does not know; a reader in file order
/// finds the first of them.
public final class RefusedRowException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// @param cause what was thrown
  public RefusedRowException(RuntimeException cause) {
    super(cause);
  }

  /// Returns the exception of the part.
  public RuntimeException refusal() {
    return (RuntimeException) getCause();
  }
}
