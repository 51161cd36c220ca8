package org.lanewise.report.figure;

/// The area under a ROC curve, or the mean of several.
///
/// @param value from 0 to 1
/// @param error the exact area is no further from the value: 0 where it was computed from all
///   scores, more where from their counts in bins
public record RocArea(double value, double error) {}
