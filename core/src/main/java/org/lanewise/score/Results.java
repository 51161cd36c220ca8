package org.lanewise.score;

/// What is asked of a batch, or of a row, in one pass, and the caller's arrays that it goes to:
///
/// ```java
/// scorer.score(rows, Results.none().withLabels(labels).withLogDensities(logDensities));
/// ```
///
/// Each row is read and scored once, whatever is asked for; the numbers are the bits of the calls
/// that give one of them. What is not asked for costs nothing. Immutable; the arrays are borrowed.
public final class Results {

  private static final Results NONE = new Results(null, null, null, null, null, null, null);

  private final int[] labels;
  private final double[] bestLogPosteriors;
  private final double[] margins;
  private final double[] logDensities;
  private final double[] logJoints;
  private final double[] logPosteriors;
  private final double[] posteriors;

  // Fields, not an array of them: what is made for a single row is never more than its arrays.
  private Results(
      int[] labels,
      double[] bestLogPosteriors,
      double[] margins,
      double[] logDensities,
      double[] logJoints,
      double[] logPosteriors,
      double[] posteriors) {
    this.labels = labels;
    this.bestLogPosteriors = bestLogPosteriors;
    this.margins = margins;
    this.logDensities = logDensities;
    this.logJoints = logJoints;
    this.logPosteriors = logPosteriors;
    this.posteriors = posteriors;
  }

  /// Nothing yet.
  public static Results none() {
    return NONE;
  }

  /// And the class index of every row, into `out[row]`: [Scorer#predict(org.lanewise.data.RowBatch,
  /// int\[\])].
  public Results withLabels(int[] out) {
    return new Results(
        out, bestLogPosteriors, margins, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// And the log posterior of that class, the largest, into `out[row]`.
  public Results withBestLogPosteriors(double[] out) {
    return new Results(labels, out, margins, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// And the margin, into `out[row]`: log p(first | x) − log p(second | x) of the two most probable
  /// classes, at least 0; +∞ where there is one class, or the second is impossible.
  public Results withMargins(double[] out) {
    return new Results(
        labels, bestLogPosteriors, out, logDensities, logJoints, logPosteriors, posteriors);
  }

  /// And log p(x), into `out[row]`: [Scorer#logDensity(org.lanewise.data.RowBatch, double\[\])].
  public Results withLogDensities(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, out, logJoints, logPosteriors, posteriors);
  }

  /// And log p(x, c), into `out[row·k + c]`: [Scorer#logJoint(org.lanewise.data.RowBatch,
  /// double\[\])]. Less log π_c it is the log density of the class.
  public Results withLogJoints(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, out, logPosteriors, posteriors);
  }

  /// And log p(c | x), into `out[row·k + c]`: [Scorer#logPosterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withLogPosteriors(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, logJoints, out, posteriors);
  }

  /// And p(c | x), into `out[row·k + c]`: [Scorer#posterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withPosteriors(double[] out) {
    return new Results(
        labels, bestLogPosteriors, margins, logDensities, logJoints, logPosteriors, out);
  }

  /// Where labels go, or null.
  public int[] labels() {
    return labels;
  }

  /// Where log posteriors of labels go, or null.
  public double[] bestLogPosteriors() {
    return bestLogPosteriors;
  }

  /// Where margins go, or null.
  public double[] margins() {
    return margins;
  }

  /// Where log densities go, or null.
  public double[] logDensities() {
    return logDensities;
  }

  /// Where log joints go, or null.
  public double[] logJoints() {
    return logJoints;
  }

  /// Where log posteriors of all classes go, or null.
  public double[] logPosteriors() {
    return logPosteriors;
  }

  /// Where posteriors go, or null.
  public double[] posteriors() {
    return posteriors;
  }
}
