package org.lanewise.internal.score.certify;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.lanewise.internal.score.scratch.Workspace;

/// The scores in floats of the vectors of a table, each made when it first occurs.
///
/// Thread-safe; for one [FloatScores].
public final class VectorScores {

  private final float[] vectors;
  private final int width;
  private final AtomicReferenceArray<float[]> made;

  /// @param vectors one after another, not to be changed
  public VectorScores(float[] vectors, int width) {
    this.vectors = vectors;
    this.width = width;
    made = new AtomicReferenceArray<>(vectors.length / width);
  }

  /// [FloatScores#ofVector] of a vector.
  float[] of(int id, FloatScores by, Workspace w) {
    float[] scores = made.getAcquire(id);
    if (scores == null) {
      scores = by.ofVector(vectors, id * width, w);
      made.setRelease(id, scores);
    }
    return scores;
  }
}
