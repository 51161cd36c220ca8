package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.FIND_MISSING;
import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.LinearMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.VarianceMarginals;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores rows in which NaN is a missing value. Complete rows are scored by the scorer of whole
/// rows, to its bits; others by their [Marginals], in blocks where these take them.
final class MarginalScorer extends NumericScorer {

  private static final int ROW_STEP = ScoreKernels.ROW_STEP;

  private final NumericScorer whole;
  private final Marginals marginals;

  MarginalScorer(NumericScorer whole, Marginals marginals) {
    super(
        new Naming(whole.features(), whole.classes()),
        new double[][] {whole.origin()},
        whole.mostRows);
    this.whole = whole;
    this.marginals = marginals;
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return marginals;
  }

  @Override
  boolean takesMissing() {
    return true;
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
  int logJoints(int to, Workspace w) {
    if (w.marginal.count == 0) {
      return whole.logJoints(to, w);
    }
    System.arraycopy(w.row.scores, 0, w.row.scores, to, classCount());
    marginals.logJoints(to, w);
    return to;
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    whole.blockDiscriminants(rows, first, count, w);
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
  public double[] syntheticRow() {
    double[] row = whole.syntheticRow();
    row[0] = Double.NaN;
    return row;
  }

  @Override
  int blockRows(NumericColumns rows, Wanted wanted) {
    return marginals.blockRows(whole.blockRows(rows, wanted));
  }

  @Override
  public void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
    int most = blockRows(rows, Wanted.DISCRIMINANTS);
    for (int first = from; first < to; first += most) {
      int end = Math.min(first + most, to);
      if (end - first < FEW_ROWS) {
        super.label(rows, first, end, labels, w);
      } else if (findMissing(rows, first, end - first, w)) {
        labelByScores(rows, first, end, labels, w);
      } else {
        whole.label(rows, first, end, labels, w);
      }
    }
  }

  @Override
  public ScorePlanes score(NumericColumns rows, int first, int end, Wanted wanted, Workspace w) {
    int count = Math.min(blockRows(rows, wanted), end - first);
    if (count < FEW_ROWS) {
      return alone(rows, first, wanted, w);
    }
    if (!findMissing(rows, first, count, w)) {
      return whole.score(rows, first, first + count, wanted, w);
    }
    return marginals.takesBlocks(wanted != Wanted.DISCRIMINANTS)
        ? block(rows, first, count, wanted, w)
        : rows(rows, first, count, wanted, w);
  }

  /// Scores a block of rows, some with missing values.
  private ScorePlanes block(NumericColumns rows, int first, int count, Wanted wanted, Workspace w) {
    ScorePlanes s = begin(count, wanted, w);
    makeRow(w);
    if (marginals instanceof VarianceMarginals) {
      w.numeric.beginRows(Stores.of(rows), first, count);
    } else {
      loadMissing(rows, first, count, w);
    }
    marginals.block(w, count, s.stride);
    NumericRefusals.requireInRange(this, rows, first, s);
    return s;
  }

  /// Scores a block of complete rows, and those that are not alone.
  private ScorePlanes rows(NumericColumns rows, int first, int count, Wanted wanted, Workspace w) {
    int k = classCount();
    ScorePlanes s = begin(count, wanted, w);
    whole.blockDiscriminants(rows, first, count, w);
    if (wanted != Wanted.DISCRIMINANTS) {
      s.joints = whole.blockLogJoints(rows, first, count, wanted == Wanted.BOTH ? k : 0, w);
    }
    for (int r = 0; r < count; r++) {
      if (w.marginal.counts[r] > 0) {
        alone(rows, first + r, wanted, w);
        for (int plane = 0; plane < s.joints + k; plane++) {
          s.scores[plane * s.stride + r] = w.row.scores[plane];
        }
      } else {
        NumericRefusals.requireInRange(this, rows, first, r, s);
      }
    }
    if (wanted != Wanted.DISCRIMINANTS) {
      NumericRefusals.requireJoints(first, s);
    }
    return s;
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
        Kernels.missing(FIND_MISSING)
            .findMissing(read.column(l), read.offset(), count, j % Long.SIZE, bits, from);
      }
    }
    return w.marginal.countBits(count, d);
  }
}
