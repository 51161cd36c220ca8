package org.lanewise.statistics;

/// A value in a batch is NaN or infinite.
final class NonFiniteException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private NonFiniteException(String message) {
    super(message, null, false, false);
  }

  /// Names the first such value of a column's block.
  static NonFiniteException find(
      double[] values, int offset, int count, int firstRow, int feature) {
    int r = 0;
    while (r < count && Double.isFinite(values[offset + r])) {
      r++;
    }
    return new NonFiniteException(
        "row %d, feature %d is %s; a finite number is expected"
            .formatted(firstRow + r, feature, values[offset + r]));
  }
}
