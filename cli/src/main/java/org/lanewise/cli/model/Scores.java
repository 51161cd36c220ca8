package org.lanewise.cli.model;

/// What a model says about some rows.
///
/// @param labels the class index of every row
/// @param logPosteriors log p(c | x) of every row and class, at `row·k + c`; none if not asked for
/// @param logDensities log p(x) of every row; none if not asked for or if the model has no p(x)
public record Scores(int[] labels, double[] logPosteriors, double[] logDensities) {}
