package org.lanewise.data;

/// Thrown when rows, labels, weights or values are invalid, or when there are too few rows.
public final class BadDataException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  /// Creates an exception with a message of one sentence.
  ///
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts the arguments: [Fact]s for `%s`, and others
  public BadDataException(String pattern, Object... parts) {
    super(null, pattern, parts);
  }

  /// Creates an exception with a message of one sentence and a cause.
  ///
  /// @param cause the cause
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts the arguments: [Fact]s for `%s`, and others
  public BadDataException(Throwable cause, String pattern, Object... parts) {
    super(cause, pattern, parts);
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new BadDataException(getCause(), "%s", sentence);
  }
}
