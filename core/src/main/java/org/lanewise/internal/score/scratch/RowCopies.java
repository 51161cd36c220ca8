package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for a row of a batch that is scored alone: the row, and what comes of
/// it.
public final class RowCopies {

  private double[] row = {};
  private double[] results = {};
  private long[] bits = {};
  private int[] codes = {};

  private final Growth growth;

  RowCopies(Growth growth) {
    this.growth = growth;
  }

  /// At least so many doubles for a row.
  public double[] row(int count) {
    row = growth.longer(row, count);
    return row;
  }

  /// At least so many doubles for what comes of it.
  public double[] results(int count) {
    results = growth.longer(results, count);
    return results;
  }

  /// At least so many words for a packed row.
  public long[] bits(int words) {
    bits = growth.longer(bits, words);
    return bits;
  }

  /// At least so many codes for a row of categories.
  public int[] codes(int count) {
    codes = growth.longer(codes, count);
    return codes;
  }
}
