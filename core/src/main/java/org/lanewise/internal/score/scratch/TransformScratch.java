package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for rows that are transformed before they are scored.
public final class TransformScratch {

  /// Rows of so many widths are kept.
  private static final int WIDTHS = 16;

  private double[] row = {};
  private double[] next = {};
  private double[] lengths = {};
  private double[] distances = {};

  /// Arrays of one width each, and how many were made.
  private final double[][] exact = new double[WIDTHS][];

  private int made;

  private final Growth growth;

  TransformScratch(Growth growth) {
    this.growth = growth;
  }

  /// At least so many doubles for a row.
  public double[] row(int count) {
    row = growth.longer(row, count);
    return row;
  }

  /// At least so many doubles for a row after a further step.
  public double[] next(int count) {
    next = growth.longer(next, count);
    return next;
  }

  /// At least so many doubles for squared distances.
  public double[] distances(int count) {
    distances = growth.longer(distances, count);
    return distances;
  }

  /// An array of so many doubles and no more, for a transformed row.
  public double[] exact(int count) {
    for (int i = 0; i < Math.min(made, WIDTHS); i++) {
      if (exact[i].length == count) {
        return exact[i];
      }
    }
    double[] array = growth.longer(new double[0], count);
    exact[made++ % WIDTHS] = array;
    return array;
  }

  /// At least so many doubles for the lengths of rows.
  public double[] lengths(int count) {
    lengths = growth.longer(lengths, count);
    return lengths;
  }
}
