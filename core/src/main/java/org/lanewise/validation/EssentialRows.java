package org.lanewise.validation;

/// The treatment of rows without which a model cannot be fitted: the last row of a class, or one
/// without which a covariance is singular.
public enum EssentialRows {

  /// The first one is rejected with an exception.
  REFUSE,

  /// They have no prediction and are counted by [LeaveOneOut#leftOut()].
  LEAVE_OUT
}
