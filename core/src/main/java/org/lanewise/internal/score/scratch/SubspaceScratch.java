package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for labels by bounds in a subspace.
public final class SubspaceScratch {

  /// Rows in the subspace, one by one, and their squared lengths.
  public double[] points = {};

  public double[] squares = {};

  /// By row, how far below the largest estimate that of the label may lie, that estimate, and the
  /// class of the largest bound.
  public double[] margins = {};

  public double[] largest = {};
  public int[] leads = {};

  /// By row, how many classes were visited, and a list of them and their estimates.
  public int[] counts = {};

  public int[] visited = {};
  public double[] estimates = {};

  private final Growth growth;

  SubspaceScratch(Growth growth) {
    this.growth = growth;
  }

  /// Makes room for rows of so many classes and dimensions.
  public void make(int rows, int classCount, int dimensions) {
    points = growth.longer(points, Math.multiplyExact(rows, dimensions));
    squares = growth.longer(squares, rows);
    margins = growth.longer(margins, rows);
    largest = growth.longer(largest, rows);
    leads = growth.longer(leads, rows);
    counts = growth.longer(counts, rows);
    visited = growth.longer(visited, Math.multiplyExact(rows, classCount));
    estimates = growth.longer(estimates, Math.multiplyExact(rows, classCount));
  }
}
