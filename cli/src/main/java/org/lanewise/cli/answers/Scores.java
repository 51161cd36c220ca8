package org.lanewise.cli.answers;

/// What a model says about some rows. What was not asked for is an empty array.
///
/// @param labels the class index of every row
/// @param logPosteriors log p(c | x) of every row and class, at `row·k + c`
/// @param logDensities log p(x) of every row; none if the model has no p(x)
/// @param top the most probable classes of every row, the best first
/// @param topPosteriors p(c | x) of each of these
/// @param actions the index of the action that is decided on for every row
/// @param pValues of every row and class, how probable a row of the class is as unusual, at `row·k
///   + c`
public record Scores(
    int[] labels,
    double[] logPosteriors,
    double[] logDensities,
    int[] top,
    double[] topPosteriors,
    int[] actions,
    double[] pValues) {

  /// The same with p-values.
  public Scores withPValues(double[] found) {
    return new Scores(labels, logPosteriors, logDensities, top, topPosteriors, actions, found);
  }
}
