package org.lanewise.internal.score.discrete;

import static org.lanewise.internal.tier.Kernel.ARE_COUNTS;
import static org.lanewise.internal.tier.Kernel.SCORE_SPARSE;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores sparse rows, T(x) = x: a row costs its entries, whatever the number of features; absent
/// features count through the intercept.
public final class SparseScorer extends DiscreteScorer<SparseRow, SparseRows> {

  private final Domain domain;

  /// The values that a feature may take.
  public enum Domain {
    BINARY("0 or 1"),
    /// A number from 0 to [CountScorer#MAX].
    COUNT("a number from 0 to 2^500"),
    /// A finite number.
    NUMBER("a finite number");

    private final String description;

    Domain(String description) {
      this.description = description;
    }

    private boolean has(double value) {
      return switch (this) {
        case BINARY -> value == 0 || value == 1;
        case COUNT -> CountKernels.isCount(value);
        case NUMBER -> Double.isFinite(value);
      };
    }
  }

  /// A scorer of the given form.
  public SparseScorer(Naming naming, AffineForm form, Domain domain) {
    super(naming, form);
    this.domain = domain;
  }

  @Override
  public SparseRow syntheticRow() {
    return SparseRow.of(syntheticIndices());
  }

  /// Of some forty features, as a short message has.
  private int[] syntheticIndices() {
    int count = Math.min(40, featureCount());
    int[] indices = new int[count];
    for (int i = 0; i < count; i++) {
      indices[i] = (int) ((long) i * featureCount() / count);
    }
    return indices;
  }

  @Override
  void scoreRow(SparseRow row, Workspace w) {
    int[] indices = row.indices();
    int previous = -1;
    for (int at = row.from(); at < row.to(); at++) {
      if (indices[at] <= previous || indices[at] >= featureCount()) {
        throw new BadDataException(
            "the row has the feature %s after %d; strictly ascending features from 0 to %d are"
                + " expected",
            Fact.value(indices[at]), previous, featureCount() - 1);
      }
      previous = indices[at];
    }
    require(row, -1);
    sumRow(row, w);
  }

  @Override
  void scoreBlock(SparseRows rows, int first, int end, Workspace w) {
    requireBlock(rows, first, w);
    double[] sums = w.discrete.sums(Math.multiplyExact(BLOCK, classStride));
    for (int part = 0; part < parts.length; part++) {
      for (int r = 0; r < w.block.count; r++) {
        rows.row(first + r, w.discrete.view);
        sum(w.discrete.view, part, sums, r * classStride);
      }
      toPlanes(sums, part, w.block);
    }
  }

  /// The entries of a block lie together.
  private void requireBlock(SparseRows rows, int first, Workspace w) {
    SparseRow row = w.discrete.view;
    rows.row(first, row);
    int from = row.from();
    rows.row(first + w.block.count - 1, row);
    if (domain == Domain.COUNT
        && (row.values() == null
            || Kernels.count(ARE_COUNTS).areCounts(row.values(), from, row.to() - from))) {
      return;
    }
    for (int r = 0; r < w.block.count; r++) {
      rows.row(first + r, row);
      require(row, first + r);
    }
  }

  @Override
  void sumRow(SparseRow row, int part, Workspace w) {
    sum(row, part, w.row.part(part), 0);
  }

  private void sum(SparseRow row, int part, double[] out, int at) {
    AffineScores affine = parts[part];
    Kernels.discrete(SCORE_SPARSE)
        .scoreSparse(
            row.indices(),
            row.values(),
            row.from(),
            row.to(),
            featureCount(),
            affine.weights(),
            affine.intercepts(),
            classCount(),
            out,
            at);
  }

  @Override
  double logBase(SparseRow row) {
    return form.base() == AffineForm.Base.FACTORIALS ? logFactorials(row) : 0;
  }

  @Override
  double logBase(SparseRows rows, int first, int r, Workspace w) {
    if (form.base() != AffineForm.Base.FACTORIALS) {
      return 0;
    }
    rows.row(first + r, w.discrete.view);
    return logFactorials(w.discrete.view);
  }

  private static double logFactorials(SparseRow row) {
    double[] values = row.values();
    double sum = 0;
    if (values != null) {
      for (int at = row.from(); at < row.to(); at++) {
        sum -= LogFactorial.of(values[at]);
      }
    }
    return sum;
  }

  private void require(SparseRow row, int number) {
    double[] values = row.values();
    if (values == null) {
      return;
    }
    for (int at = row.from(); at < row.to(); at++) {
      double value = values[at];
      if (!domain.has(value)) {
        throw new BadDataException(
            "%s, %s is %s; %s is expected",
            number < 0 ? "the row" : Fact.row(number),
            Fact.feature(row.indices()[at]),
            Fact.value(value),
            domain.description);
      }
    }
  }
}
