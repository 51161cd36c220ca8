package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Rows about the origin of a model.
final class CenteredBlock {

  private CenteredBlock() {}

  /// Loads a row that begins `row` less the origin into `w.x`.
  static void load(double[] row, double[] origin, Workspace w) {
    double[] x = w.x;
    for (int j = 0; j < origin.length; j++) {
      x[j] = row[j] - origin[j];
    }
  }

  /// Loads a row of a batch less the origin into `w.x`.
  static void loadRow(NumericColumns rows, int row, double[] origin, Workspace w) {
    NumericBlock read = w.numeric.read;
    read.begin(Stores.of(rows));
    for (int from = 0; from < origin.length; from += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, origin.length - from);
      read.read(from, width, row, 1);
      for (int l = 0; l < width; l++) {
        w.x[from + l] = read.column(l)[read.offset()] - origin[from + l];
      }
    }
  }

  /// Loads rows less the origin into `w.numeric.block`, column by column.
  static void load(NumericColumns rows, int first, int count, double[] origin, Workspace w) {
    w.numeric.makeBlock(origin.length);
    double[] block = w.numeric.block;
    NumericBlock read = w.numeric.read;
    read.begin(Stores.of(rows));
    for (int from = 0; from < origin.length; from += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, origin.length - from);
      read.read(from, width, first, count);
      for (int l = 0; l < width; l++) {
        int j = from + l;
        Kernels.score(SHIFT)
            .shift(
                read.column(l), read.offset(), count, origin[j], block, j * NumericScorer.STRIDE);
      }
    }
  }
}
