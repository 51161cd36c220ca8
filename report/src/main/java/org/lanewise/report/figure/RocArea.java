package org.lanewise.report.figure;

/// The area under a ROC curve, or the mean of several.
///
/// @param value from 0 to 1
/// @param error the largest difference from the exact area: 0 if it was computed from all scores,
///   more if from counts in bins
public record RocArea(double value, double error) {}
