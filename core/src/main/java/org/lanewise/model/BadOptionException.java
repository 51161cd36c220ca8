package org.lanewise.model;

import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;

/// Thrown when an option or parameter of a model is invalid, such as priors, smoothing or
/// shrinkage.
public final class BadOptionException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  /// Creates an exception with a message of one sentence.
  ///
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts [Fact]s, for `%s`, and anything else
  public BadOptionException(String pattern, Object... parts) {
    super(null, pattern, parts);
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new BadOptionException("%s", sentence);
  }
}
