package org.lanewise.internal.score.scratch;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;

/// The part of a [Workspace] that blocks of rows of doubles go through.
public final class NumericScratch {

  /// A block of rows less the origin, and the same about a class's mean, column by column.
  public double[] block = {};

  public double[] centred = {};

  /// A few rows of a block, for their triangular images.
  public double[] strip = {};

  /// Some columns of a block, as they are read.
  public final NumericBlock read = new NumericBlock();

  /// All columns of a block, where they are copied.
  public double[][] columns = {};

  /// Some columns of a block as a panel, and the chains of a quarter that is not yet complete.
  public final ColumnPanel panel = new ColumnPanel();

  public double[] chain = {};

  /// Rows in the subspace of a model of low rank, plane by plane, one of them, and images in the
  /// directions of a class.
  public double[] projected = {};

  public double[] point = {};

  public double[] image = {};

  /// Whether panels are of [#columns], and else the rows of the store that they are of.
  private boolean copied;

  private int first;
  private int count;

  private final Growth growth;

  NumericScratch(Growth growth) {
    this.growth = growth;
  }

  /// Space for a block of d features, column by column.
  public void makeBlock(int d) {
    block = growth.longer(block, Math.multiplyExact(d, ScoreKernels.STRIDE));
    strip = growth.longer(strip, ScoreKernels.stripSize(d));
  }

  /// Further space if it is also held about a mean.
  public void makeCentred(int d) {
    centred = growth.longer(centred, Math.multiplyExact(d, ScoreKernels.STRIDE));
  }

  public void makeChain(int size) {
    chain = growth.longer(chain, size);
  }

  public void makeProjected(int size) {
    projected = growth.longer(projected, size);
  }

  /// Room for a row in a subspace.
  public void makePoint(int size) {
    point = growth.longer(point, size);
    chain = growth.longer(chain, size);
    image = growth.longer(image, size);
  }

  public void makeImage(int size) {
    image = growth.longer(image, size);
  }

  /// So many columns of a block that is copied.
  public void makeColumns(int count, int rows) {
    if (columns.length < count) {
      columns = Arrays.copyOf(columns, count);
    }
    for (int j = 0; j < count; j++) {
      columns[j] = growth.longer(columns[j] == null ? new double[0] : columns[j], rows);
    }
  }

  /// Begins a block of rows `first` to `first + count − 1`, which are read where they lie.
  public void beginRows(NumericStore store, int first, int count) {
    this.first = first;
    begin(false, count);
    read.begin(store);
  }

  /// Begins a block of `count` rows that [#columns] hold.
  public void beginColumns(int count) {
    begin(true, count);
  }

  private void begin(boolean ofColumns, int rows) {
    copied = ofColumns;
    count = rows;
    panel.rows = Math.ceilDiv(rows, ScoreKernels.ROW_STEP) * ScoreKernels.ROW_STEP;
  }

  /// Goes on to the next panel of the block's d columns.
  ///
  /// @return whether there is one
  public boolean nextPanel(int d) {
    if (!panel.next(d)) {
      return false;
    }
    int from = panel.first();
    int used = Math.min(ColumnPanel.WIDTH, d - from);
    double[][] source = copied ? columns : read.columns();
    int at = copied ? from : 0;
    panel.offset = copied ? 0 : read(from, used);
    for (int l = 0; l < ColumnPanel.WIDTH; l++) {
      // Behind the last feature, weights are 0.
      panel.columns[l] = source[at + Math.min(l, used - 1)];
    }
    return true;
  }

  /// Reads columns of the block.
  ///
  /// @return where in them its rows begin
  private int read(int from, int used) {
    if (count == panel.rows) {
      read.read(from, used, first, count);
    } else {
      // Rows behind the last are read, too.
      read.copy(from, used, first, count);
    }
    return read.offset();
  }

  /// Keeps nothing of the caller's.
  void forget() {
    Arrays.fill(panel.columns, null);
    read.forget();
  }
}
