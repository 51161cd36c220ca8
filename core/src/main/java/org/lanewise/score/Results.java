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

  private static final Results NONE = new Results(null, new double[6][]);

  private static final int BEST = 0;
  private static final int MARGIN = 1;
  private static final int DENSITY = 2;
  private static final int JOINT = 3;
  private static final int LOG_POSTERIOR = 4;
  private static final int POSTERIOR = 5;

  private final int[] labels;
  private final double[][] columns;

  private Results(int[] labels, double[][] columns) {
    this.labels = labels;
    this.columns = columns;
  }

  /// Nothing yet.
  public static Results none() {
    return NONE;
  }

  private Results with(int column, double[] out) {
    double[][] others = columns.clone();
    others[column] = out;
    return new Results(labels, others);
  }

  /// And the class index of every row, into `out[row]`: [Scorer#predict(org.lanewise.data.RowBatch,
  /// int\[\])].
  public Results withLabels(int[] out) {
    return new Results(out, columns);
  }

  /// And the log posterior of that class, the largest, into `out[row]`.
  public Results withBestLogPosteriors(double[] out) {
    return with(BEST, out);
  }

  /// And the margin, into `out[row]`: log p(first | x) − log p(second | x) of the two most probable
  /// classes, at least 0; +∞ where there is one class, or the second is impossible.
  public Results withMargins(double[] out) {
    return with(MARGIN, out);
  }

  /// And log p(x), into `out[row]`: [Scorer#logDensity(org.lanewise.data.RowBatch, double\[\])].
  public Results withLogDensities(double[] out) {
    return with(DENSITY, out);
  }

  /// And log p(x, c), into `out[row·k + c]`: [Scorer#logJoint(org.lanewise.data.RowBatch,
  /// double\[\])]. Less log π_c it is the log density of the class.
  public Results withLogJoints(double[] out) {
    return with(JOINT, out);
  }

  /// And log p(c | x), into `out[row·k + c]`: [Scorer#logPosterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withLogPosteriors(double[] out) {
    return with(LOG_POSTERIOR, out);
  }

  /// And p(c | x), into `out[row·k + c]`: [Scorer#posterior(org.lanewise.data.RowBatch,
  /// double\[\])].
  public Results withPosteriors(double[] out) {
    return with(POSTERIOR, out);
  }

  /// Where labels go, or null.
  public int[] labels() {
    return labels;
  }

  /// Where log posteriors of labels go, or null.
  public double[] bestLogPosteriors() {
    return columns[BEST];
  }

  /// Where margins go, or null.
  public double[] margins() {
    return columns[MARGIN];
  }

  /// Where log densities go, or null.
  public double[] logDensities() {
    return columns[DENSITY];
  }

  /// Where log joints go, or null.
  public double[] logJoints() {
    return columns[JOINT];
  }

  /// Where log posteriors of all classes go, or null.
  public double[] logPosteriors() {
    return columns[LOG_POSTERIOR];
  }

  /// Where posteriors go, or null.
  public double[] posteriors() {
    return columns[POSTERIOR];
  }
}
