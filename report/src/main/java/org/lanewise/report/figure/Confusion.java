package org.lanewise.report.figure;

/// How many rows of each class were predicted to be of each: a matrix, or of very many classes its
/// diagonal and its sums alone, so that memory grows with their number and not with its square.
public final class Confusion {

  /// A matrix of more would take over 128 MB.
  private static final int MAX_CLASSES = 4096;

  private final long[][] matrix;
  private final long[] hits;
  private final long[] rows;
  private final long[] predicted;

  /// Of no rows.
  public Confusion(int classCount) {
    int size = classCount <= MAX_CLASSES ? classCount : 0;
    matrix = new long[size][size];
    hits = new long[classCount];
    rows = new long[classCount];
    predicted = new long[classCount];
  }

  /// Takes in a row of class `truth`.
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

  /// Of each class (outer) how many rows were predicted to be of each (inner); null if there are
  /// too many classes.
  public long[][] matrix() {
    return matrix.length == 0 ? null : matrix;
  }

  /// How many rows of a class were predicted to be of it.
  public long hits(int label) {
    return hits[label];
  }

  /// How many rows are of a class.
  public long rows(int label) {
    return rows[label];
  }

  /// How many rows were predicted to be of a class.
  public long predicted(int label) {
    return predicted[label];
  }
}
