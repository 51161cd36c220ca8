package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;

/// The evidence of rows in blocks: that of each block, in order.
final class MixedEvidence implements Evidence<Object[]> {

  /// The evidence of one block.
  ///
  /// @param byRow for each class of rows that the block takes
  private record Block(int featureCount, boolean mayBeZero, Map<Class<?>, Evidence<Object>> byRow) {

    static Block of(Classifier<?, ?> model, UnseenCategory unseen) {
      Map<Class<?>, Evidence<Object>> byRow = new HashMap<>();
      put(double[].class, model, RowFormat.NUMBERS, byRow);
      put(long[].class, model, RowFormat.BITS, byRow);
      put(int[].class, model, RowFormat.CODES.withUnseen(unseen), byRow);
      put(SparseRow.class, model, RowFormat.SPARSE, byRow);
      boolean mayBeZero = byRow.values().stream().anyMatch(Evidence::mayBeZero);
      return new Block(model.featureCount(), mayBeZero, byRow);
    }

    @SuppressWarnings("unchecked") // It gets only rows of this class.
    private static <S> void put(
        Class<S> row,
        Classifier<?, ?> model,
        RowFormat<S, ?> format,
        Map<Class<?>, Evidence<Object>> byRow) {
      if (model.takes(format)) {
        byRow.put(row, (Evidence<Object>) model.evidence(format));
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
      double[] counts = block.mayBeZero ? new double[block.featureCount] : null;
      block
          .byRow
          .get(row[b].getClass())
          .add(sign, row[b], observed[b], label, against, parts, counts);
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
