package org.lanewise.report.figure;

/// The number of rows by true and predicted class: a matrix or, with very many classes, only its
/// diagonal and sums, so that memory grows linearly with their number.
public final class Confusion {

  /// A matrix of more classes would take over 128 MB.
  private static final int MAX_CLASSES = 4096;

  private final long[][] matrix;
  private final long[] hits;
  private final long[] rows;
  private final long[] predicted;

  /// Creates counts of no rows.
  public Confusion(int classCount) {
    int size = classCount <= MAX_CLASSES ? classCount : 0;
    matrix = new long[size][size];
    hits = new long[classCount];
    rows = new long[classCount];
    predicted = new long[classCount];
  }

  /// Adds a row of class `truth`.
  public void add(int truth, int prediction) {
    rows[truth]++;
    predicted[prediction]++;
    if (truth == prediction) {
      hits[truth]++;
    }
    if (matrix.length > 0) {
      matrix[truth][prediction]++;
    }
  }

  /// The number of classes.
  public int classCount() {
    return hits.length;
  }

  /// The number of rows by true class (outer) and predicted class (inner); null if there are too
  /// many classes.
  public long[][] matrix() {
    return matrix.length == 0 ? null : matrix;
  }

  /// The number of rows of a class that were predicted as it.
  public long hits(int label) {
    return hits[label];
  }

  /// The number of rows of a class.
  public long rows(int label) {
    return rows[label];
  }

  /// The number of rows predicted as a class.
  public long predicted(int label) {
    return predicted[label];
  }

  /// The mean recall of the classes that have rows.
  public double meanRecall() {
    double sum = 0;
    int count = 0;
    for (int label = 0; label < classCount(); label++) {
      if (rows(label) > 0) {
        sum += (double) hits(label) / rows(label);
        count++;
      }
    }
    return sum / count;
  }
}
