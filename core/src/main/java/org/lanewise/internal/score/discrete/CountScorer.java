package org.lanewise.internal.score.discrete;

import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;
import static org.lanewise.internal.tier.Kernel.ARE_COUNTS;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffinePanels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.gaussian.LinearScorer;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores rows of counts, T(x) = x, that hold every feature; the bits are those of [SparseScorer]
/// for the same counts. A count is a number from 0 to [#MAX], whole or not.
public final class CountScorer extends DiscreteScorer<double[], NumericColumns> {

  /// The largest count: sums of weighted counts have to stay finite.
  public static final double MAX = CountKernels.MAX;

  /// Above this number of features a block leaves the caches, and rows are scored alone.
  private static final int MAX_BLOCK_FEATURES = 4096;

  /// Rows that are checked before they are labelled: few enough to stay in the caches.
  private static final int LABELLED = 512;

  /// Of each part of the form; none where no blocks are made.
  private final AffinePanels[] panels;

  /// Labels batches, once they are checked; null where blocks are not made, or may be impossible.
  private final LinearScorer linear;

  /// A scorer of the given form.
  public CountScorer(Naming naming, AffineForm form) {
    super(naming, form);
    panels = new AffinePanels[featureCount() <= MAX_BLOCK_FEATURES ? parts.length : 0];
    for (int part = 0; part < panels.length; part++) {
      panels[part] = parts[part].panels(new double[featureCount()]);
      // Made here, so that no row makes it. Of more features, where full rows are rare, the first
      // does.
      parts[part].rowWeights();
    }
    linear = panels.length == 1 ? new LinearScorer(naming, parts[0]) : null;
  }

  @Override
  public double[] syntheticRow() {
    return new double[featureCount()];
  }

  @Override
  void scoreRow(double[] row, Workspace w) {
    if (row.length != featureCount()) {
      throw new IllegalArgumentException(
          Fact.clause("the row has %d features; %d are expected", row.length, featureCount())
              .toString());
    }
    for (int j = 0; j < row.length; j++) {
      if (!CountKernels.isCount(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a number from 0 to 2^500 is expected",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
    sumRow(row, w);
  }

  @Override
  void sumRow(double[] row, int part, Workspace w) {
    score(row, parts[part], w.row.part(part));
  }

  private void score(double[] row, AffineScores affine, double[] out) {
    Kernels.score(AFFINE_ROW)
        .affineRow(
            row, featureCount(), affine.rowWeights(), affine.intercepts(), 0, classCount(), out);
  }

  @Override
  void scoreBlock(NumericColumns rows, int first, int end, Workspace w) {
    int count = w.block.count;
    if (featureCount() > MAX_BLOCK_FEATURES) {
      scoreRows(rows, first, count, w);
      return;
    }
    requireCounts(rows, first, count, w);
    w.numeric.beginRows(Stores.of(rows), first, count);
    for (int part = 0; part < parts.length; part++) {
      panels[part].sum(w.numeric, w.block.part(part), STRIDE);
    }
  }

  private void scoreRows(NumericColumns rows, int first, int count, Workspace w) {
    double[] scores = w.copies.results(classStride);
    double[] row = w.copies.row(featureCount());
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      requireCounts(row, 0, featureCount(), rows, first, count);
      for (int part = 0; part < parts.length; part++) {
        score(row, parts[part], scores);
        double[] sums = w.block.part(part);
        for (int c = 0; c < classCount(); c++) {
          sums[c * STRIDE + r] = scores[c];
        }
      }
    }
  }

  @Override
  public void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
    if (linear == null || !linear.floatsPay(Stores.of(rows).together())) {
      labelByScores(rows, from, to, labels, w);
      return;
    }
    for (int first = from; first < to; first += LABELLED) {
      int count = Math.min(LABELLED, to - first);
      requireCounts(rows, first, count, w);
      linear.label(rows, first, first + count, labels, w);
    }
  }

  private void requireCounts(NumericColumns rows, int first, int count, Workspace w) {
    NumericStore store = Stores.of(rows);
    if (store.rowsLieTogether()) {
      double[] row = w.copies.row(featureCount());
      for (int r = first; r < first + count; r++) {
        store.rows(r, 1, row);
        requireCounts(row, 0, featureCount(), rows, first, count);
      }
      return;
    }
    NumericBlock read = w.numeric.read;
    read.begin(store);
    for (int j = 0; j < featureCount(); j++) {
      read.read(j, 1, first, count);
      requireCounts(read.column(0), read.offset(), count, rows, first, count);
    }
  }

  /// Requires that some values of a block are counts.
  private static void requireCounts(
      double[] values, int from, int many, NumericColumns rows, int first, int count) {
    if (!Kernels.count(ARE_COUNTS).areCounts(values, from, many)) {
      throw notCount(rows, first, count);
    }
  }

  @Override
  double logBase(double[] row) {
    double sum = 0;
    if (form.base() == AffineForm.Base.FACTORIALS) {
      for (double value : row) {
        sum -= LogFactorial.of(value);
      }
    }
    return sum;
  }

  @Override
  void logBases(NumericColumns rows, int first, Workspace w) {
    double[] bases = w.block.bases;
    int count = w.block.count;
    Arrays.fill(bases, 0, count, 0);
    NumericBlock read = w.numeric.read;
    read.begin(Stores.of(rows));
    for (int j = 0; form.base() == AffineForm.Base.FACTORIALS && j < featureCount(); j++) {
      read.read(j, 1, first, count);
      double[] column = read.column(0);
      for (int r = 0; r < count; r++) {
        bases[r] -= LogFactorial.of(column[read.offset() + r]);
      }
    }
  }

  private static IllegalArgumentException notCount(NumericColumns rows, int first, int count) {
    for (int row = first; row < first + count; row++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        if (!CountKernels.isCount(rows.value(row, j))) {
          return new BadDataException(
              "%s, %s is %s; a number from 0 to 2^500 is expected",
              Fact.row(row), Fact.feature(j), Fact.value(rows.value(row, j)));
        }
      }
    }
    return new IllegalArgumentException(
        "rows %d to %d changed while they were scored; rows that stay as they are are expected"
            .formatted(first, first + count - 1));
  }
}
