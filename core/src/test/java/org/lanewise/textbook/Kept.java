package org.lanewise.textbook;

import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.gather.state.BernoulliState;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// States of statistics, and statistics of them, of unnamed features and classes.
public final class Kept {

  private Kept() {}

  public static GaussianState state(GaussianStatistics statistics) {
    return (GaussianState) bridge().state(statistics);
  }

  public static VarianceState state(VarianceStatistics statistics) {
    return (VarianceState) bridge().state(statistics);
  }

  public static BernoulliState state(BernoulliStatistics statistics) {
    return (BernoulliState) bridge().state(statistics);
  }

  public static GaussianStatistics restore(GaussianState state) {
    return (GaussianStatistics) restore(state, state.featureCount(), state.classCount());
  }

  public static VarianceStatistics restore(VarianceState state) {
    return (VarianceStatistics) restore(state, state.featureCount(), state.classCount());
  }

  public static BernoulliStatistics restore(BernoulliState state) {
    return (BernoulliStatistics)
        restore(state, state.complete().counts()[0].length, state.complete().classRows().length);
  }

  public static CountStatistics restore(CountState state) {
    long[][] counts = state.counts();
    return (CountStatistics)
        restore(state, counts.length == 0 ? 0 : counts[0].length, counts.length);
  }

  private static Object restore(StatisticsState state, int featureCount, int classCount) {
    return bridge()
        .restore(state, Features.unnamed(featureCount), null, Classes.unnamed(classCount));
  }

  private static StatisticsBridge bridge() {
    // Initialises statistics, which give the bridge.
    new CountStatistics(1);
    return StatisticsBridge.get();
  }
}
