package org.lanewise.cli.table;

/// The use of the label of a row.
public enum LabelUse {
  /// Every row must have one.
  REQUIRED,
  /// The column may be absent and its cells anything.
  IGNORED
}
