package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.FIND_MISSING;
import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.CovarianceMarginals;
import org.lanewise.internal.score.marginal.LinearMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.PooledVarianceMarginals;
import org.lanewise.internal.score.marginal.VarianceMarginals;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores rows in which NaN is a value that was not seen. Rows without one are scored by the scorer
/// of whole rows, to its bits; others by their [Marginals], in blocks where these take them.
final class MarginalScorer extends NumericScorer {

  private static final int ROW_STEP = ScoreKernels.ROW_STEP;

  private final NumericScorer whole;
  private final Marginals marginals;

  MarginalScorer(NumericScorer whole, Marginals marginals) {
    super(
        new Naming(whole.features(), whole.classes()),
        new double[][] {whole.origin()},
        whole.mostRows());
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
  void squaredDistances(double[] row, Workspace w) {
    whole.squaredDistances(row, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    whole.blockSquaredDistances(rows, first, count, w);
  }

  @Override
  void requireValues(NumericColumns rows, int first, int count) {
    for (int i = first; i < first + count; i++) {
      for (int j = 0; j < featureCount(); j++) {
        if (Double.isInfinite(rows.value(i, j))) {
          throw NumericRefusals.notFinite(rows, i, j);
        }
      }
    }
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
  public double[] syntheticRow() {
    double[] row = whole.syntheticRow();
    row[0] = Double.NaN;
    return row;
  }

  @Override
  public void range(
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out) {
    Workspace w = Scratch.forBatch();
    try {
      int most = marginals.blockRows(whole.blockRows(result));
      for (int first = from; first < to; first += most) {
        window(rows, first, Math.min(most, to - first), outRow, result, labels, out, w);
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void window(
      NumericColumns rows,
      int first,
      int count,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    if (count < FEW_ROWS) {
      BlockResults.storeRows(this, rows, first, first + count, outRow, result, labels, out, w);
      return;
    }
    if (!findMissing(rows, first, count, w)) {
      whole.blocks(rows, first, first + count, outRow, result, labels, out, w);
    } else if (takesBlocks(result)) {
      block(rows, first, count, outRow, result, labels, out, w);
    } else {
      runs(rows, first, count, outRow, result, labels, out, w);
    }
  }

  /// Scores rows in runs: of whole rows, if they are enough for a block, and of others.
  private void runs(
      NumericColumns rows,
      int first,
      int count,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    double[] missing = w.marginal.counts;
    int begin = 0;
    while (begin < count) {
      int end = begin;
      while (end < count && missing[end] == 0) {
        end++;
      }
      if (end - begin >= FEW_ROWS) {
        whole.blocks(rows, first + begin, first + end, outRow, result, labels, out, w);
        begin = end;
      }
      // What follows goes row by row, up to the next run that is long enough.
      int run = 0;
      while (end < count && run < FEW_ROWS) {
        run = missing[end] > 0 ? 0 : run + 1;
        end++;
      }
      end = run == FEW_ROWS ? end - run : end;
      if (begin < end) {
        BlockResults.storeRows(
            this, rows, first + begin, first + end, outRow, result, labels, out, w);
        begin = end;
      }
    }
  }

  /// Whether marginals give this result for blocks.
  private boolean takesBlocks(Result result) {
    return switch (marginals) {
      case VarianceMarginals _, CovarianceMarginals _ -> true;
      case LinearMarginals _ -> !result.isOfJoints();
      case PooledVarianceMarginals _ -> false;
    };
  }

  /// Scores a block of rows, some with missing values.
  private void block(
      NumericColumns rows,
      int first,
      int count,
      int outRow,
      Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    w.numeric.makeScores(mostRows(), scoreStride, classCount());
    w.makeRow(paddedCount, classStride);
    if (marginals instanceof VarianceMarginals) {
      w.numeric.beginRows(Stores.of(rows), first, count);
    } else {
      loadMissing(rows, first, count, w);
    }
    marginals.block(w, count, scoreStride);
    NumericRefusals.requireInRange(
        this, rows, first, count, w.numeric.scores, scoreStride, classCount());
    BlockResults.storeDiscriminants(this, w, count, result, out, first - outRow);
    BlockResults.store(this, w, first, count, result, labels, out, outRow);
  }

  /// Loads rows less the origin, as marginals take them.
  private void loadMissing(NumericColumns rows, int first, int count, Workspace w) {
    int d = featureCount();
    boolean inColumns = marginals instanceof LinearMarginals;
    if (inColumns) {
      w.numeric.makeColumns(d, Math.ceilDiv(count, ROW_STEP) * ROW_STEP);
    } else {
      w.numeric.makeBlock(d);
      w.numeric.makeCentred(d);
    }
    NumericBlock read = w.numeric.read;
    read.begin(Stores.of(rows));
    for (int from = 0; from < d; from += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - from);
      read.read(from, width, first, count);
      for (int l = 0; l < width; l++) {
        int j = from + l;
        double[] to = inColumns ? w.numeric.columns[j] : w.numeric.block;
        int at = inColumns ? 0 : j * STRIDE;
        Kernels.score(SHIFT).shift(read.column(l), read.offset(), count, origin()[j], to, at);
      }
    }
  }

  /// Finds what each row lacks, into `w.marginal`.
  ///
  /// @return whether one lacks any
  private static boolean findMissing(NumericColumns rows, int first, int count, Workspace w) {
    NumericStore store = Stores.of(rows);
    int d = store.columnCount();
    w.marginal.makeBits(count, d);
    long[] bits = w.marginal.bits;
    NumericBlock read = w.numeric.read;
    read.begin(store);
    for (int column = 0; column < d; column += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - column);
      read.read(column, width, first, count);
      for (int l = 0; l < width; l++) {
        int j = column + l;
        int from = j / Long.SIZE * count;
        Kernels.score(FIND_MISSING)
            .findMissing(read.column(l), read.offset(), count, j % Long.SIZE, bits, from);
      }
    }
    return w.marginal.countBits(count, d);
  }
}
