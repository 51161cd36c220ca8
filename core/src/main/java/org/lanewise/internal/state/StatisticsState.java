package org.lanewise.internal.state;

/// All that statistics hold, as arrays of its own: a snapshot for files.
public sealed interface StatisticsState
    permits BernoulliState, CountState, VarianceState, GaussianState {}
