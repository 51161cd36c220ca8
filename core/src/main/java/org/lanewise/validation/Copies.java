package org.lanewise.validation;

/// The treatment of [identical rows][IdenticalRows] where each row is scored by a model of the
/// others.
public enum Copies {

  /// The copies of a row stay in the fit that it is left out of. If they are copies of one
  /// measurement, results are too good, because the model has seen the row.
  APART,

  /// A row and all its copies are left out together, or dealt to the same fold.
  TOGETHER
}
