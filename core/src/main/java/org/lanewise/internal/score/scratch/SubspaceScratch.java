package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for labels by bounds in a subspace.
public final class SubspaceScratch {

  /// Rows in the subspace, one by one, and their squared lengths.
  public float[] points = {};

  public float[] squares = {};

  /// By row, the least score of a class that is still to be scored.
  public float[] least = {};

  /// By class, the first row that it leads; by row, the next of the same class, or −1.
  public int[] first = {};

  public int[] next = {};

  /// The rows of a block that are scored in a class: where they are, what they are, their scores,
  /// and scratch.
  public int[] places = {};

  public float[] chosen = {};
  public float[] scores = {};
  public float[] sums = {};

  /// How many classes were scored so far, of all rows.
  public long visits;

  private final Growth growth;

  SubspaceScratch(Growth growth) {
    this.growth = growth;
  }

  /// Makes room.
  ///
  /// @param length of a row in the subspace
  /// @param scoreCount of a row in a class
  public void make(int rows, int length, int scoreCount, int classCount) {
    points = growth.longer(points, Math.multiplyExact(rows, length));
    squares = growth.longer(squares, rows);
    least = growth.longer(least, rows);
    first = growth.longer(first, classCount);
    next = growth.longer(next, rows);
    places = growth.longer(places, rows);
    chosen = growth.longer(chosen, Math.multiplyExact(rows, length));
    scores = growth.longer(scores, Math.multiplyExact(rows, scoreCount));
    sums = growth.longer(sums, rows);
  }
}
