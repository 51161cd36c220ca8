package org.lanewise.internal.handover;

/// What was measured of a call in both tiers, and which of them is to run.
///
/// @param scalarNanos the least time of a scalar call
/// @param vectorNanos the least time of a vector call
/// @param vectorBytes the bytes that the vector calls of the last turn allocated
record Comparison(double scalarNanos, double vectorNanos, long vectorBytes) {

  /// That of a kernel that was never seen to be compiled.
  static final Comparison NONE = new Comparison(0, Double.POSITIVE_INFINITY, Long.MAX_VALUE);

  /// What is to be gained: less is within the noise, and calls of a smaller size are not measured.
  private static final double FASTER = 0.97;

  private static final double SLOWER = 1.1;

  /// Whether the vector kernel runs as instructions: one that is not compiled, or makes objects of
  /// its vectors, allocates.
  boolean isCompiled() {
    return vectorBytes == 0;
  }

  /// Whether the vector kernel is to run.
  boolean isWon() {
    return isCompiled() && vectorNanos < FASTER * scalarNanos;
  }

  /// Whether a vector kernel that runs is to be handed back: it makes objects again, or is slower
  /// by more than noise.
  boolean isLost() {
    return !isCompiled() || vectorNanos > SLOWER * scalarNanos;
  }
}
