package org.lanewise.score;

/// Results to compute in one pass over a batch or a row, and the caller's arrays for them:
///
/// ```java
/// scorer.score(rows, Results.none().withLabels(labels).withLogDensities(logDensities));
/// ```
///
/// Each row is read and scored once, and all results are bit-identical to those of separate calls.
/// Results that are not requested cost nothing. Immutable; the arrays are borrowed.
///
/// @param labels the array for labels, or null
/// @param bestLogPosteriors that for log posteriors of labels, or null
/// @param margins that for margins, or null
/// @param logDensities that for log densities, or null
/// @param logJoints that for log joints, or null
/// @param logPosteriors that for log posteriors of all classes, or null
/// @param posteriors that for posteriors, or null
public record Results(
    int[] labels,
    double[] bestLogPosteriors,
    double[] margins,
    double[] logDensities,
    double[] logJoints,
    double[] logPosteriors,
    double[] posteriors) {

  private static final Results NONE = new Results(null, null, null, null, null, null, null);

  /// No results yet.
  public static Results none() {
    return NONE;
  }

  /// Adds the class index of every row, into `out[row]`:
  /// [Scorer#predict(org.lanewise.data.RowBatch, int\[\])].
  public Results withLabels(int[] out) {
    return new Results(
        out, bestLogPosteriors, margins, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// Adds the log posterior of the label, which is the largest, into `out[row]`.
  public Results withBestLogPosteriors(double[] out) {
    return new Results(labels, out, margins, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// Adds the margin, into `out[row]`: log p(first | x) − log p(second | x) of the two most
  /// probable classes, at least 0; +∞ with one class, or if the second is impossible.
  public Results withMargins(double[] out) {
    return new Results(
        labels, bestLogPosteriors, out, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// Adds log p(x), into `out[row]`: [Scorer#logDensity(org.lanewise.data.RowBatch, double\[\])].
  public Results withLogDensities(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, out, logJoints, logPosteriors, posteriors);
  }

  /// Adds log p(x, c), into `out[row·k + c]`: [Scorer#logJoint(org.lanewise.data.RowBatch,
  /// double\[\])]. Subtract log π_c to get log p(x | c).
  public Results withLogJoints(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, out, logPosteriors, posteriors);
  }

  /// Adds log p(c | x), into `out[row·k + c]`: [Scorer#logPosterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withLogPosteriors(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, logJoints, out, posteriors);
  }

  /// Adds p(c | x), into `out[row·k + c]`: [Scorer#posterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withPosteriors(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, logJoints, logPosteriors, out);
  }
}
