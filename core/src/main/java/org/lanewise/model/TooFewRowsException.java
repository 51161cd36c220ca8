package org.lanewise.model;

import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;

/// Too few rows for a model: none of a class, or too few for a covariance.
public final class TooFewRowsException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  /// Creates an exception with a message of one sentence.
  ///
  /// @param pattern as of [String#format(String, Object...)]
  /// @param parts [Fact]s, for `%s`, and anything else
  public TooFewRowsException(String pattern, Object... parts) {
    super(null, pattern, parts);
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new TooFewRowsException("%s", sentence);
  }
}
