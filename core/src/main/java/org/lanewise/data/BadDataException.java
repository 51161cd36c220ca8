package org.lanewise.data;

/// Rows, labels, weights or values are not what is expected.
public final class BadDataException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  /// A refusal in one sentence.
  ///
  /// @param pattern as of [String#format(String, Object...)]
  /// @param parts [Fact]s, for `%s`, and anything else
  public BadDataException(String pattern, Object... parts) {
    super(null, pattern, parts);
  }

  /// A refusal in one sentence, with what was thrown first.
  ///
  /// @param cause what was thrown first
  /// @param pattern as of [String#format(String, Object...)]
  /// @param parts [Fact]s, for `%s`, and anything else
  public BadDataException(Throwable cause, String pattern, Object... parts) {
    super(cause, pattern, parts);
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new BadDataException(getCause(), "%s", sentence);
  }
}
