package org.lanewise.io;

import java.io.IOException;
import java.io.Serial;

/// Thrown when a file cannot be read as expected, or cannot be written. The message is one sentence
/// that names the file, the place in it, what was found and what was expected.
public final class UnusableFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  UnusableFileException(String message) {
    super(message);
  }

  UnusableFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
