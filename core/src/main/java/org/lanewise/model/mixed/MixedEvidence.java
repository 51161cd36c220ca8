package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;

/// The evidence of rows in blocks: that of each block, in order.
final class MixedEvidence implements Evidence<Object[]> {

  /// The evidence of one block, by the type of its row.
  ///
  /// @param dense for a `double[]`, or null if the block has no such rows
  /// @param packed for a `long[]`
  /// @param coded for an `int[]`
  /// @param sparse for a [SparseRow]
  private record Block(
      int featureCount,
      Evidence<double[]> dense,
      Evidence<long[]> packed,
      Evidence<int[]> coded,
      Evidence<SparseRow> sparse) {

    static Block of(Classifier<?, ?> model, UnseenCategory unseen) {
      return new Block(
          model.featureCount(),
          evidence(model, RowFormat.NUMBERS),
          evidence(model, RowFormat.BITS),
          evidence(model, RowFormat.CODES.withUnseen(unseen)),
          evidence(model, RowFormat.SPARSE));
    }

    private static <S> Evidence<S> evidence(Classifier<?, ?> model, RowFormat<S, ?> format) {
      return model.takes(format) ? model.evidence(format) : null;
    }

    boolean mayBeZero() {
      return is(dense) || is(packed) || is(coded) || is(sparse);
    }

    private static boolean is(Evidence<?> evidence) {
      return evidence != null && evidence.mayBeZero();
    }

    void add(
        double sign,
        Object row,
        Object observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      switch (row) {
        case double[] values ->
            dense.add(sign, values, (double[]) observed, label, against, out, zeros);
        case long[] bits -> packed.add(sign, bits, (long[]) observed, label, against, out, zeros);
        case int[] codes -> coded.add(sign, codes, (int[]) observed, label, against, out, zeros);
        case SparseRow values ->
            sparse.add(sign, values, (SparseRow) observed, label, against, out, zeros);
        default -> throw new IllegalStateException(row.getClass().getName());
      }
    }
  }

  private final List<Block> blocks = new ArrayList<>();

  MixedEvidence(List<Classifier<?, ?>> models, UnseenCategory unseen) {
    for (Classifier<?, ?> model : models) {
      blocks.add(Block.of(model, unseen));
    }
  }

  @Override
  public boolean mayBeZero() {
    return blocks.stream().anyMatch(Block::mayBeZero);
  }

  @Override
  public void add(
      double sign,
      Object[] row,
      Object[] observed,
      int label,
      int against,
      double[] out,
      double[] zeros) {
    requireSameForms(row, observed);
    int first = 0;
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      double[] parts = new double[block.featureCount];
      double[] counts = block.mayBeZero() ? new double[block.featureCount] : null;
      block.add(sign, row[b], observed[b], label, against, parts, counts);
      for (int j = 0; j < parts.length; j++) {
        out[first + j] += parts[j];
        if (counts != null) {
          zeros[first + j] += counts[j];
        }
      }
      first += parts.length;
    }
  }

  /// Refuses a baseline whose blocks have other types than those of the row.
  private static void requireSameForms(Object[] row, Object[] observed) {
    for (int b = 0; b < row.length; b++) {
      if (row[b].getClass() != observed[b].getClass()) {
        throw new IllegalArgumentException(
            "block %d is %s in one and %s in the other of the row and the baseline; the same type is expected in both"
                .formatted(
                    b, row[b].getClass().getSimpleName(), observed[b].getClass().getSimpleName()));
      }
    }
  }
}
