package org.lanewise.serving;

import java.io.IOException;
import java.io.Serial;

/// Thrown when a model is refused; the current model remains. The message is one sentence that
/// names the file, what was found and what was expected.
public final class RefusedModelException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  RefusedModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
