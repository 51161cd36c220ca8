package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for a row of a batch that is scored alone: the row, and what comes of
/// it.
public final class RowCopies {

  private static final double[] NO_DOUBLES = {};
  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};

  private double[] row;
  private double[] results;
  private long[] bits;
  private int[] codes;

  private final Growth growth;

  RowCopies(Growth growth) {
    this.growth = growth;
    empty();
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

  void empty() {
    row = NO_DOUBLES;
    results = NO_DOUBLES;
    bits = NO_LONGS;
    codes = NO_INTS;
  }
}
