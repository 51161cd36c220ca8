package org.lanewise.internal.kernel;

/// Eight columns of the moments of the classes of a chunk, for [DiagonalKernels].
///
/// The moments of slot s and column l are at `base[s] + panelOffset + l` of anchor, mean and
/// square.
public final class PanelMoments {

  /// Of each slot: where its class begins in the moments, Σw of its rows in the chunk, Σw before
  /// the chunk, and the chunk's share of the two.
  public final int[] base;

  public final double[] weight;
  public final double[] before;
  public final double[] share;

  /// The first column, a multiple of 8.
  public int panelOffset;

  /// The moments of all classes.
  public double[] anchor;

  public double[] mean;
  public double[] square;

  /// Room for some number of slots.
  public PanelMoments(int room) {
    base = new int[room];
    weight = new double[room];
    before = new double[room];
    share = new double[room];
  }
}
