package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Golden fingerprints over every bit of statistics, models and scores of one data set.
///
/// They are the same in both tiers and at every width. Who changes one on purpose changes results
/// of users by rounding: say so in the change log.
class GaussianFingerprintKernelEqualityTest {

  private static final long STATISTICS = 0x6f3f6343a53540a1L;
  private static final long POOLED = 0xd059e9a2f22cd122L;
  private static final long LOG_JOINTS = 0xbc2dafd1790a26bL;
  private static final long POSTERIORS = 0x173afad5248219e3L;

  private static final int ROWS = 20_000;
  private static final int FEATURES = 13;
  private static final int CLASSES = 3;

  /// Rows that are scored.
  private static final int SCORED = 2_000;

  private static final NumericColumns DATA;
  private static final int[] LABELS = new int[ROWS];

  static {
    double[][] columns = new double[FEATURES][ROWS];
    long state = 1;
    for (int i = 0; i < ROWS; i++) {
      state = mix(state);
      LABELS[i] = (int) Long.remainderUnsigned(state, CLASSES);
      double shared = 0;
      for (int j = 0; j < FEATURES; j++) {
        double sum = 0;
        for (int term = 0; term < 4; term++) {
          state = mix(state);
          sum += (state >> 11) * 0x1p-52;
        }
        shared += sum;
        columns[j][i] = 1000 * j + (j + 1) * (sum + 0.2 * shared + 0.5 * (LABELS[i] ^ (j & 3)));
      }
    }
    DATA = NumericColumns.of(columns);
  }

  /// SplitMix64.
  private static long mix(long state) {
    long z = state + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static GaussianStatistics statistics() {
    return GaussianStatistics.of(DATA, Labels.ofIndices(LABELS, CLASSES));
  }

  private static List<Classifier<double[], NumericColumns>> models() {
    GaussianStatistics statistics = statistics();
    return List.of(
        LinearDiscriminant.recipe().fit(statistics),
        QuadraticDiscriminant.recipe().fit(statistics),
        GaussianNaiveBayes.recipe().fit(statistics));
  }

  private static long fold(long fingerprint, double... values) {
    for (double value : values) {
      fingerprint = mix(fingerprint ^ Double.doubleToRawLongBits(value));
    }
    return fingerprint;
  }

  private static NumericColumns scored() {
    double[][] columns = new double[FEATURES][SCORED];
    for (int j = 0; j < FEATURES; j++) {
      for (int i = 0; i < SCORED; i++) {
        columns[j][i] = DATA.value(i, j);
      }
    }
    return NumericColumns.of(columns);
  }

  @Test
  void statisticsKeepEveryBit() {
    GaussianSummary summary = statistics().summary();
    long found = fold(0, summary.classWeights());
    found = fold(found, summary.origin());
    found = fold(found, summary.totalVariances());
    found = fold(found, StatisticsBridge.get().packedWithinScatter(summary));
    for (int c = 0; c < CLASSES; c++) {
      found = fold(found, summary.residualMean(c));
      found = fold(found, StatisticsBridge.get().packedScatter(summary, c));
    }
    assertEquals(hex(STATISTICS), hex(found));
  }

  @Test
  void pooledStatisticsKeepEveryBit() {
    GaussianSummary summary =
        GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
            .add(DATA, Labels.ofIndices(LABELS, CLASSES))
            .as(GaussianStatistics.class)
            .summary();
    long found = fold(0, summary.origin());
    found = fold(found, StatisticsBridge.get().packedWithinScatter(summary));
    for (int c = 0; c < CLASSES; c++) {
      found = fold(found, summary.residualMean(c));
    }
    assertEquals(hex(POOLED), hex(found));
  }

  @Test
  void logJointsAndPredictionsKeepEveryBit() {
    long found = 0;
    double[] joint = new double[SCORED * CLASSES];
    int[] labels = new int[SCORED];
    for (Classifier<double[], NumericColumns> model : models()) {
      model.scorer().logJoint(scored(), joint);
      model.scorer().predict(scored(), labels);
      found = fold(found, joint);
      found = fold(found, Arrays.stream(labels).asDoubleStream().toArray());
    }
    assertEquals(hex(LOG_JOINTS), hex(found));
  }

  /// These go through the exponential and the logarithm as well.
  @Test
  void posteriorsAndDensitiesKeepEveryBit() {
    long found = 0;
    double[] out = new double[SCORED * CLASSES];
    for (Classifier<double[], NumericColumns> model : models()) {
      Scorer<double[], NumericColumns> scorer = model.scorer();
      scorer.logPosterior(scored(), out);
      found = fold(found, out);
      scorer.posterior(scored(), out);
      found = fold(found, out);
      double[] density = new double[SCORED];
      scorer.logDensity(scored(), density);
      found = fold(found, density);
    }
    assertEquals(hex(POSTERIORS), hex(found));
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }
}
