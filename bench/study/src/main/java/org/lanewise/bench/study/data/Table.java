package org.lanewise.bench.study.data;

/// A data set in one representation of its features.
///
/// @param set the set's name
/// @param kind how its features are taken: `numbers`, `bits`, `counts`, `categories`
/// @param labels the class of each row
public record Table(String set, String kind, Rows rows, int[] labels, int classCount) {

  /// The most rows of a set whose errors are means over many splits.
  private static final int SMALL = 2_000;

  /// Both names.
  public String name() {
    return set + ", " + kind;
  }

  /// Whether few rows are left for tests, so that many splits are needed.
  public boolean isSmall() {
    return labels.length < SMALL;
  }

  /// The classes of some rows.
  public int[] labelsOf(int... rows) {
    int[] selected = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selected[i] = labels[rows[i]];
    }
    return selected;
  }
}
