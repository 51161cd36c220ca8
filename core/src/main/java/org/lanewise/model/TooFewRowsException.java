package org.lanewise.model;

import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;

/// Thrown when there are too few rows for a model: no row of a class, or too few rows for a
/// covariance.
public final class TooFewRowsException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  /// Creates an exception with a message of one sentence.
  ///
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts [Fact]s, for `%s`, and anything else
  public TooFewRowsException(String pattern, Object... parts) {
    super(null, pattern, parts);
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new TooFewRowsException("%s", sentence);
  }
}
