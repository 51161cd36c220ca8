package org.lanewise.internal.tier;

import java.util.List;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Prints what fits and kernels throw, the way [ForcedTierTest] expects it.
final class ForcedTier {

  private ForcedTier() {}

  /// Runs.
  public static void main(String[] args) {
    double[][] rows = {{1}, {2}, {4}, {5}};
    List<Runnable> calls =
        List.of(
            () ->
                LinearDiscriminant.fit(
                    NumericColumns.fromRows(rows), Labels.of("a", "a", "b", "b")),
            Kernels::name,
            () ->
                LinearDiscriminant.fit(
                    NumericColumns.fromRows(rows), Labels.of("a", "a", "b", "b")));
    for (Runnable call : calls) {
      try {
        call.run();
        System.out.print("nothing\n");
      } catch (RuntimeException | LinkageError e) {
        System.out.print(e.getClass().getSimpleName() + ": " + e.getMessage() + "\n");
      }
    }
  }
}
