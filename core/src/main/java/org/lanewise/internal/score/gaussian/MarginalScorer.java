package org.lanewise.internal.score.gaussian;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.VarianceMarginals;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Scores rows in which NaN is a value that was not seen. Rows without one are scored by the scorer
/// of whole rows, to its bits; others one by one, by their [Marginals].
final class MarginalScorer extends NumericScorer {

  /// Rows of a batch whose holes are looked for at once.
  private static final int WINDOW = 1024;

  /// Rows of a block of which values are missing.
  private static final int BLOCK = 256;

  private final NumericScorer whole;
  private final Marginals marginals;

  MarginalScorer(NumericScorer whole, double[] origin, Marginals marginals) {
    super(new Naming(whole.features(), whole.classes()), origin, whole.mostRows());
    this.whole = whole;
    this.marginals = marginals;
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return marginals;
  }

  @Override
  void discriminants(Workspace w) {
    w.marginal.find(w.x, featureCount());
    if (w.marginal.count == 0) {
      whole.discriminants(w);
    } else {
      marginals.discriminants(w);
    }
  }

  @Override
  void logJoints(Workspace w) {
    if (w.marginal.count == 0) {
      whole.logJoints(w);
    } else {
      marginals.logJoints(w);
    }
  }

  @Override
  int blockRows(Result result) {
    return whole.blockRows(result);
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    whole.blockDiscriminants(rows, first, count, w);
  }

  @Override
  void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    whole.blockLogJoints(rows, first, count, w);
  }

  @Override
  void squaredDistances(Workspace w) {
    whole.squaredDistances(w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    whole.blockSquaredDistances(rows, first, count, w);
  }

  @Override
  void requireValues(double[] row) {
    for (int j = 0; j < featureCount(); j++) {
      if (Double.isInfinite(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a finite number is expected, or NaN where it was not seen",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
  }

  @Override
  protected double[] madeRow() {
    double[] row = super.madeRow();
    row[0] = Double.NaN;
    return row;
  }

  @Override
  protected void range(
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out) {
    Workspace w = Scratch.forBatch();
    try {
      for (int first = from; first < to; first += WINDOW) {
        window(rows, first, Math.min(WINDOW, to - first), outRow, result, labels, out, w);
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Scores rows in runs: of whole rows, if they are enough for a block, and of others.
  private void window(
      NumericColumns rows,
      int first,
      int count,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    boolean[] holes = holes(rows, first, count, w);
    if (marginals instanceof VarianceMarginals variances && manyHoles(holes, count)) {
      for (int r = 0; r < count; r += BLOCK) {
        block(
            variances, rows, first + r, Math.min(BLOCK, count - r), outRow, result, labels, out, w);
      }
      for (int r = 0; r < count; r++) {
        if (!holes[r]) {
          fewRows(rows, first + r, first + r + 1, outRow, result, labels, out, w);
        }
      }
      return;
    }
    int begin = 0;
    while (begin < count) {
      int end = begin;
      while (end < count && !holes[end]) {
        end++;
      }
      if (end - begin >= FEW_ROWS) {
        whole.blocks(rows, first + begin, first + end, outRow, result, labels, out, w);
        begin = end;
      }
      // What follows goes row by row, up to the next run that is long enough.
      int run = 0;
      while (end < count && run < FEW_ROWS) {
        run = holes[end] ? 0 : run + 1;
        end++;
      }
      end = run == FEW_ROWS ? end - run : end;
      if (begin < end) {
        fewRows(rows, first + begin, first + end, outRow, result, labels, out, w);
        begin = end;
      }
    }
  }

  /// Whether so many rows have missing values that a block of all is worth it.
  private static boolean manyHoles(boolean[] holes, int count) {
    int many = 0;
    for (int r = 0; r < count; r++) {
      many += holes[r] ? 1 : 0;
    }
    return count >= FEW_ROWS && many >= count / 2;
  }

  /// Scores all rows of a block as if they had missing values.
  private void block(
      VarianceMarginals variances,
      NumericColumns rows,
      int first,
      int count,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    int d = featureCount();
    w.marginal.makeBlock(d, BLOCK);
    w.numeric.makeScores(mostRows(), scoreStride, classCount());
    NumericBlock read = w.numeric.read;
    read.begin(Stores.of(rows));
    for (int column = 0; column < d; column += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - column);
      read.read(column, width, first, count);
      for (int l = 0; l < width; l++) {
        double[] values = w.marginal.values[column + l];
        double[] seen = w.marginal.seen[column + l];
        double[] from = read.column(l);
        for (int r = 0; r < count; r++) {
          double value = from[read.offset() + r];
          boolean missing = Double.isNaN(value);
          values[r] = missing ? 0 : value - origin(column + l);
          seen[r] = missing ? 0 : 1;
        }
      }
    }
    variances.block(
        w.marginal.values,
        w.marginal.seen,
        count,
        w.marginal.squares,
        w.marginal.constants,
        w.numeric.scores,
        scoreStride);
    for (int r = 0; r < count; r++) {
      if (!NumericRefusals.inRange(w.numeric.scores, r, scoreStride, classCount())) {
        requireNoInfinity(rows, first + r);
        throw NumericRefusals.tooFar(Fact.row(first + r), null);
      }
    }
    // The discriminants are the log joints.
    BlockResults.storeDiscriminants(this, w, count, result, out, first - outRow);
    BlockResults.store(this, w, first, count, result, labels, out, outRow);
  }

  private static void requireNoInfinity(NumericColumns rows, int row) {
    for (int j = 0; j < rows.featureCount(); j++) {
      if (Double.isInfinite(rows.value(row, j))) {
        throw new BadDataException(
            "%s, %s is %s; a finite number is expected",
            Fact.row(row), Fact.feature(j, rows.features()), Fact.value(rows.value(row, j)));
      }
    }
  }

  private static boolean[] holes(NumericColumns rows, int first, int count, Workspace w) {
    w.marginal.makeHoles(WINDOW);
    boolean[] holes = w.marginal.holes;
    NumericStore store = Stores.of(rows);
    NumericBlock read = w.numeric.read;
    read.begin(store);
    for (int column = 0; column < store.columnCount(); column += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, store.columnCount() - column);
      read.read(column, width, first, count);
      for (int l = 0; l < width; l++) {
        double[] values = read.column(l);
        for (int r = 0; r < count; r++) {
          holes[r] |= Double.isNaN(values[read.offset() + r]);
        }
      }
    }
    return holes;
  }
}
