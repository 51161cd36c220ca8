package org.lanewise.validation;

/// The treatment of rows without which a model cannot be fitted: the only row of a class, or a row
/// without which a covariance is singular.
public enum EssentialRows {

  /// An exception is thrown for the first such row.
  REFUSE,

  /// Such rows have no prediction and are counted by [LeaveOneOut#leftOut()].
  LEAVE_OUT
}
