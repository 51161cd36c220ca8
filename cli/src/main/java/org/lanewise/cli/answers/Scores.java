package org.lanewise.cli.answers;

import java.util.Optional;

/// The outputs of a model for some rows. An output that was not requested is an empty array.
///
/// @param labels the class index of every row
/// @param logPosteriors log p(c | x) of every row and class, at `row·k + c`
/// @param posteriors p(c | x) of every row and class, at `row·k + c`
/// @param logDensities log p(x) of every row; none if the model has no p(x)
/// @param logJoints log p(x, c) of every row and class, at `row·k + c`, with log p(x)
/// @param top the most probable classes of every row, the best first, [PredictionRequest#ranked()]
///   of each row
/// @param topPosteriors p(c | x) of each of these; none if these were not asked for
/// @param actions the index of the action that is decided on for every row
/// @param pValues of every row and class, how probable a row of the class is as unusual, at `row·k
///   + c` @param sets 1 for every row and class in its set, 0 for the others, at `row·k + c`
public record Scores(
    int[] labels,
    double[] logPosteriors,
    double[] posteriors,
    double[] logDensities,
    double[] logJoints,
    int[] top,
    double[] topPosteriors,
    int[] actions,
    double[] pValues,
    double[] sets,
    Optional<Explained> explained) {

  /// The most probable class of every row but that of [#labels].
  public int[] others() {
    int[] others = new int[labels.length];
    int ranked = top.length / Math.max(1, labels.length);
    for (int row = 0; row < others.length; row++) {
      int first = top[row * ranked];
      others[row] = first == labels[row] ? top[row * ranked + 1] : first;
    }
    return others;
  }

  /// The same with p-values and sets of classes, and with explanations if there are any.
  public Scores with(double[] found, double[] inSets, Optional<Explained> why) {
    return new Scores(
        labels,
        logPosteriors,
        posteriors,
        logDensities,
        logJoints,
        top,
        topPosteriors,
        actions,
        found,
        inSets,
        why);
  }
}
