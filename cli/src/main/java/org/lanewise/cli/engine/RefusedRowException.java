package org.lanewise.cli.engine;

import java.io.Serial;

/// Rows were refused in a part of which an engine does not know where it is: whoever reads in order
/// finds the first of them.
public final class RefusedRowException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// @param cause what was thrown
  public RefusedRowException(RuntimeException cause) {
    super(cause);
  }

  /// What was thrown.
  public RuntimeException refusal() {
    return (RuntimeException) getCause();
  }
}
