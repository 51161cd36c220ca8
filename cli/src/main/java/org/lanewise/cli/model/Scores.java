package org.lanewise.cli.model;

/// What a model says about some rows. What was not asked for is an empty array.
///
/// @param labels the class index of every row
/// @param logPosteriors log p(c | x) of every row and class, at `row·k + c`
/// @param logDensities log p(x) of every row; none if the model has no p(x)
/// @param top the most probable classes of every row, the best first
/// @param topPosteriors p(c | x) of each of these
/// @param actions the index of the action that is decided on for every row
public record Scores(
    int[] labels,
    double[] logPosteriors,
    double[] logDensities,
    int[] top,
    double[] topPosteriors,
    int[] actions) {}
