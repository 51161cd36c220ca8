package org.lanewise.cli.answers;

/// Why rows are of their most probable class rather than of another.
///
/// @param against the index of the other class of every row
/// @param logOdds log p(c | x) − log p(a | x) of every row
/// @param priors the part of the class priors in these
/// @param baselines the part of the row that explanations are about; 0 where there is none
/// @param features the features that say most, of every row as many, the largest part first; all of
///   them in their own order if so asked
/// @param contributions their parts
public record Explained(
    int[] against,
    double[] logOdds,
    double[] priors,
    double[] baselines,
    int[] features,
    double[] contributions) {}
