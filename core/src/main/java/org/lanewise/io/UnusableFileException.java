package org.lanewise.io;

import java.io.IOException;
import java.io.Serial;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.lanewise.data.Fact;

/// Thrown when a file cannot be read as expected, or cannot be written. The message is one sentence
/// that names the file, the place in it, what was found and what was expected.
public final class UnusableFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates an exception.
  ///
  /// @param message one sentence that names the file, shortened by [Fact#bounded(String)]
  public UnusableFileException(String message) {
    super(Fact.bounded(message));
  }

  /// Creates an exception with a cause.
  ///
  /// @param message one sentence that names the file, shortened by [Fact#bounded(String)]
  public UnusableFileException(String message, Throwable cause) {
    super(Fact.bounded(message), cause);
  }

  /// Returns the exception for a file that cannot be read: it does not exist, access is denied, or
  /// the file system reports another failure. An exception of this class is returned as it is.
  public static UnusableFileException ofReading(Path path, IOException e) {
    String source = "'" + path + "'";
    return switch (e) {
      case UnusableFileException told -> told;
      case NoSuchFileException _ ->
          new UnusableFileException(source + " does not exist; a file is expected", e);
      case CharacterCodingException _ ->
          new UnusableFileException(source + " cannot be read: it is not UTF-8", e);
      case AccessDeniedException _ ->
          new UnusableFileException(source + " cannot be read: access is denied", e);
      default ->
          new UnusableFileException("%s cannot be read: %s".formatted(source, e.getMessage()), e);
    };
  }
}
