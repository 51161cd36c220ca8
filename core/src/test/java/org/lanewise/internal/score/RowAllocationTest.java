package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.lanewise.textbook.Allocation;

/// No row makes an object from the second call on: before its kernel runs in vectors, after, and in
/// a model of another shape.
@Tag("allocation")
@EnabledIfSystemProperty(named = "lanewise.expected.kernels", matches = "auto")
class RowAllocationTest {

  private static final int ROUNDS = 12;

  /// A scratch that grows for the first row of a larger model, and a few objects that compiled code
  /// had left out, once each. A boxed vector in every call would be tens of megabytes.
  private static final long FEW_BYTES = 100_000;

  @Test
  void noRowMakesVectorsInAnyShape() {
    for (int[] shape : new int[][] {{4, 3}, {9, 20}, {33, 10}}) {
      int[] labels = new int[shape[1]];
      double[] out = new double[shape[1]];
      for (Scoring<?, ?> model : Scoring.of(3, shape[0], shape[1], 64)) {
        assertFew(model, labels, out, "before");
        if (shape[0] == 4) {
          model.scorer().warmUp();
          assertFew(model, labels, out, "after");
        }
      }
    }
  }

  private static void assertFew(Scoring<?, ?> model, int[] labels, double[] out, String when) {
    for (int result = 0; result < Scoring.RESULTS; result++) {
      model.ofRow(result, 0, labels, out);
    }
    long before = Allocation.ofThread();
    for (int round = 0; round < ROUNDS; round++) {
      for (int result = 0; result < Scoring.RESULTS; result++) {
        for (int call = 0; call < 64; call++) {
          model.ofRow(result, call, labels, out);
        }
      }
    }
    long bytes = Allocation.ofThread() - before;
    assertTrue(
        bytes < FEW_BYTES,
        "%s, %d features, %s: %d bytes"
            .formatted(model.name(), model.scorer().featureCount(), when, bytes));
  }
}
