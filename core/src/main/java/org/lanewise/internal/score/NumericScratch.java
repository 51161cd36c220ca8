package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.store.NumericBlock;

/// The part of a [Workspace] that blocks of rows of doubles go through.
public final class NumericScratch {

  private static final double[] NO_DOUBLES = {};
  private static final double[][] NO_COLUMNS = {};
  private static final int[] NO_INTS = {};

  /// A block of rows less the origin, and the same about a class's mean, column by column.
  public double[] block;

  public double[] centred;

  /// The number of features behind whose columns those of [#centred] are 0, or −1.
  private int clearBehind;

  /// The scores of a block, class by class, and its labels.
  public double[] scores;

  public int[] labels;

  /// For log Σ exp over the classes of a block's rows.
  public double[] largest;

  public double[] logRest;
  public double[] terms;

  /// Some columns of a block, as they are read and as a panel, and the chains of a quarter that is
  /// not yet complete.
  public final NumericBlock read = new NumericBlock();

  public final ColumnPanel panel = new ColumnPanel();
  public double[] chain;

  /// All columns of a block of counts.
  public double[][] columns;

  private final Growth growth;

  NumericScratch(Growth growth) {
    this.growth = growth;
    empty();
  }

  /// What the scores of a block of rows need.
  public void makeScores(int rows, int scoreStride, int classCount) {
    scores = growth.longer(scores, Math.multiplyExact(classCount + 1, scoreStride));
    labels = growth.longer(labels, rows);
    largest = growth.longer(largest, rows);
    logRest = growth.longer(logRest, rows);
    terms = growth.longer(terms, 2 * rows);
  }

  /// What a block of d features needs that is held column by column. In a triangular image what
  /// lies behind the last feature is multiplied by 0, so it must not be what another model left
  /// there.
  public void makeBlock(int d, int paddedCount, int stride) {
    int size = Math.multiplyExact(paddedCount, stride);
    block = growth.longer(block, size);
    if (centred.length < size || clearBehind != d) {
      centred = growth.longer(centred, size);
      Arrays.fill(centred, d * stride, size, 0);
      clearBehind = d;
    }
  }

  public void makeChain(int size) {
    chain = growth.longer(chain, size);
  }

  /// Columns of counts.
  public void makeColumns(int count, int rows) {
    if (columns.length < count) {
      columns = Arrays.copyOf(columns, count);
    }
    for (int j = 0; j < count; j++) {
      columns[j] = growth.longer(columns[j] == null ? NO_DOUBLES : columns[j], rows);
    }
  }

  /// Keeps nothing of the caller's.
  void forget() {
    Arrays.fill(panel.columns, null);
    read.forget();
  }

  void empty() {
    block = NO_DOUBLES;
    centred = NO_DOUBLES;
    clearBehind = -1;
    scores = NO_DOUBLES;
    labels = NO_INTS;
    largest = NO_DOUBLES;
    logRest = NO_DOUBLES;
    terms = NO_DOUBLES;
    read.empty();
    chain = NO_DOUBLES;
    columns = NO_COLUMNS;
  }
}
