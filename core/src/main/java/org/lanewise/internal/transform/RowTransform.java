package org.lanewise.internal.transform;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;

/// The steps of a transform, applied one after the other. Immutable.
public final class RowTransform {

  /// The most elements of the matrices of random features, 1 GB.
  private static final long MAX_RANDOM = 1L << 27;

  /// An array: an iterator of a list may be allocated for each row.
  private final Step[] steps;

  public RowTransform(List<Step> steps) {
    this.steps = steps.toArray(Step[]::new);
  }

  /// The steps.
  public List<Step> steps() {
    return List.of(steps);
  }

  /// Whether value j of the result belongs to feature j of the row.
  public boolean keepsFeatures() {
    return Arrays.stream(steps).allMatch(Step::keepsFeatures);
  }

  /// The number of values after the transform.
  ///
  /// @throws IllegalArgumentException if rows of so many features are not accepted
  public int outputCount(int inputCount) {
    int count = inputCount;
    long random = 0;
    for (Step step : steps) {
      int d = count;
      count = step.outputCount(d);
      random += step.randomNumbers(d);
      if (random > MAX_RANDOM) {
        throw new IllegalArgumentException(
            "random features of rows of %d values take matrices of %d numbers in all; at most %d are expected"
                .formatted(inputCount, random, MAX_RANDOM));
      }
    }
    return count;
  }

  /// The transformed rows of a store, computed when they are read.
  ///
  /// @param features those of the rows
  public NumericStore of(NumericStore rows, Features features) {
    NumericStore store = rows;
    for (Step step : steps) {
      store = new StepStore(store, step, step.outputCount(store.columnCount()), rows, features);
    }
    return store;
  }

  /// Transforms one row.
  ///
  /// @param w its arrays for transforms hold the result
  /// @return an array of the result and no more
  /// @throws IllegalArgumentException if the row has another number of features
  public double[] row(double[] row, Features features, Workspace w) {
    double[] in = row;
    int d = features.count();
    if (row.length != d) {
      throw new IllegalArgumentException(
          Fact.clause("the row has %d features; %d are expected, as in the model", row.length, d)
              .toString());
    }
    boolean first = true;
    for (Step step : steps) {
      int count = step.outputCount(d);
      int room = ScoreKernels.classStride(count);
      double[] out = first ? w.transform.row(room) : w.transform.next(room);
      step.row(in, d, out);
      for (int j = 0; j < count; j++) {
        if (!Double.isFinite(out[j])) {
          StepStore.requireFinite(row, features.count(), features);
          throw StepStore.overflow("the row", step);
        }
      }
      in = out;
      d = count;
      first = !first;
    }
    double[] out = w.transform.exact(d);
    System.arraycopy(in, 0, out, 0, d);
    return out;
  }

  /// Transforms one row into `out[0 …]`.
  public void row(double[] row, Features features, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      System.arraycopy(row(row, features, w), 0, out, 0, outputCount(features.count()));
    } finally {
      Scratch.giveBack(w);
    }
  }
}
