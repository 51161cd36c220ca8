package org.lanewise.serving;

import java.io.IOException;
import java.io.Serial;

/// A model is refused. The message is one sentence that names the file, what was found and what was
/// expected. The current model remains.
public final class RefusedModelException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  RefusedModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
