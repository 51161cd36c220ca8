package org.lanewise.internal.gather.state;

/// All that statistics hold: a snapshot for serialization, which owns its arrays.
public sealed interface StatisticsState
    permits BernoulliState, CountState, VarianceState, ObservedState, GaussianState {

  /// Returns the state with the weight of every row multiplied by a factor.
  StatisticsState scaled(double factor);
}
