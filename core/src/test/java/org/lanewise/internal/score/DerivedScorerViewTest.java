package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.textbook.Allocation;

/// A batch whose numbers are computed from rows allocates a view. Without profiles of the types
/// that calls meet, steps of transforms allocate more.
@Tag("allocation")
class DerivedScorerViewTest {

  /// A view of the batch, as many bytes for any number of rows.
  private static final long VIEW_BYTES = 1000;

  @Test
  void batchesThatNumbersAreComputedFromAllocateAView() {
    for (int[] shape : ScorerAllocationTest.SHAPES) {
      int[] labels = new int[2100 * shape[1]];
      double[] out = new double[2100 * shape[1]];
      for (Scoring<?, ?> model : Scoring.derived(3, shape[0], shape[1], 2100)) {
        for (int result = 0; result < Scoring.RESULTS; result++) {
          int asked = result;
          long bytes =
              Allocation.least(
                  VIEW_BYTES,
                  () -> {
                    long before = Allocation.ofThread();
                    model.ofBatch(asked, labels, out);
                    return Allocation.ofThread() - before;
                  });
          assertTrue(
              bytes <= VIEW_BYTES,
              ScorerAllocationTest.name(model, result) + ": " + bytes + " bytes");
        }
      }
    }
  }
}
