package org.lanewise.validation;

/// What becomes of rows without which a model cannot be fitted: the last row of a class, or one
/// without which a covariance is singular.
public enum EssentialRows {

  /// The first one is refused in a sentence.
  REFUSE,

  /// They get no prediction and are counted by [LeaveOneOut#leftOut()].
  LEAVE_OUT
}
