package org.lanewise.cli.table;

/// What is done with the label of a row.
public enum LabelUse {
  /// Every row must have one.
  REQUIRED,
  /// The column may be absent and its cells anything.
  IGNORED
}
