package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;

/// Numerically nasty cases with exact results, and input that has to be refused.
final class BernoulliNastyTest {

  private static final long TWO_32 = 1L << 32;

  @ParameterizedTest
  @ValueSource(strings = {"empty_class", "weights_zero_class", "ten_classes_one_sample"})
  void logPosteriorsAreTheExactOnes(String name) throws IOException {
    JsonNode test = read(name);
    BernoulliStatistics statistics = statistics(test);
    double[][] queries = rows(x(test.path("query")));
    BitColumns rows = BitColumns.of(DoubleColumns.fromRows(queries));
    check(test, "BernoulliNB", fit(statistics, Priors.laplace()), rows);
    if (name.equals("ten_classes_one_sample")) {
      check(test, "BernoulliNB prior_mle", fit(statistics, Priors.empirical()), rows);
    }
  }

  @Test
  void aClassWithoutRowsHasNoEmpiricalPriorButMayHaveAFixedZero() throws IOException {
    JsonNode test = read("empty_class");
    BernoulliStatistics statistics = statistics(test);
    assertThrows(IllegalArgumentException.class, () -> fit(statistics, Priors.empirical()));
    BernoulliNaiveBayes model = fit(statistics, Priors.fixed(0.4, 0, 0.6));
    JsonNode expected = test.path("expect").path("BernoulliNB prior_mle");
    double[][] queries = rows(x(test.path("query")));
    double[] out = new double[9];
    model.scorer().logPosteriorAll(BitColumns.of(DoubleColumns.fromRows(queries)), out);
    for (int q = 0; q < 3; q++) {
      JsonNode others = expected.path("log_posterior_others").path(q);
      assertEquals(others.path(0).asDouble(), out[3 * q], 1e-14);
      assertEquals(Double.NEGATIVE_INFINITY, out[3 * q + 1]);
      assertEquals(others.path(1).asDouble(), out[3 * q + 2], 1e-14);
    }
  }

  @Test
  void aSingleClassHasPosteriorOne() throws IOException {
    JsonNode train = read("single_class").path("train");
    double[][] x = rows(train.path("X"));
    BitColumns bits = BitColumns.of(DoubleColumns.fromRows(x), 0);
    BernoulliStatistics statistics =
        BernoulliStatistics.of(bits, Labels.ofIndices(new int[x.length], 1));
    double[] out = new double[x.length];
    BernoulliNaiveBayes.fit(statistics).scorer().logPosteriorAll(bits, out);
    for (double value : out) {
      assertEquals(0, value);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bernoulli_nonbinary_half",
        "bernoulli_nonbinary_minus_one",
        "bernoulli_nonbinary_two",
        "weights_negative",
        "weights_inf",
        "weights_nan",
        "weights_wrong_length",
        "weights_all_zero"
      })
  void refusesBadInput(String name) throws IOException {
    JsonNode test = read(name);
    assertThrows(IllegalArgumentException.class, () -> fit(statistics(test), Priors.laplace()));
  }

  @Test
  void twoHundredThousandFeaturesDoNotUnderflow() throws IOException {
    int d = 200_000;
    int[][] train = new int[30][];
    int[] label = new int[30];
    for (int i = 0; i < 30; i++) {
      label[i] = i % 3;
      BitSet active = active(i, 400);
      for (int f = label[i] * 1000 + i % 7; f < label[i] * 1000 + 300; f += 7) {
        active.set(f);
      }
      train[i] = active.stream().toArray();
    }
    BitSet second = active(1001, 400);
    second.set(0, 300);
    BitSet third = new BitSet();
    third.set(1000, 1300);
    third.set(2000, 2300);
    int[][] queries = {
      {},
      active(1000, 400).stream().toArray(),
      second.stream().toArray(),
      third.stream().toArray(),
      active(1002, 4).stream().toArray()
    };
    assertEquals(50_000, queries[4].length);
    BernoulliStatistics statistics =
        BernoulliStatistics.of(SparseRows.ofBinary(train, d), Labels.ofIndices(label, 3));
    SparseRows rows = SparseRows.ofBinary(queries, d);
    JsonNode test = read("bernoulli_200k");
    checkSparse(test, "BernoulliNB", fit(statistics, Priors.laplace()), rows);
    checkSparse(test, "BernoulliNB prior_mle", fit(statistics, Priors.empirical()), rows);
  }

  private static BitSet active(int i, int share) {
    BitSet active = new BitSet();
    for (int f = 0; f < 200_000; f++) {
      if ((f * 2654435761L + i * 40503L * 65537L + 12345) % TWO_32 < TWO_32 / share) {
        active.set(f);
      }
    }
    return active;
  }

  private static BernoulliNaiveBayes fit(BernoulliStatistics statistics, Priors priors) {
    return BernoulliNaiveBayes.fit(statistics, Smoothing.laplace(), priors);
  }

  private static void check(
      JsonNode test, String model, BernoulliNaiveBayes fitted, BitColumns rows) {
    Scorer<?, BitColumns> scorer = fitted.scorer();
    double[] joint = new double[rows.rowCount() * fitted.classCount()];
    double[] posterior = joint.clone();
    scorer.logJointAll(rows, joint);
    scorer.logPosteriorAll(rows, posterior);
    compare(test, model, joint, posterior, fitted.classCount());
  }

  private static void checkSparse(
      JsonNode test, String model, BernoulliNaiveBayes fitted, SparseRows rows) {
    double[] joint = new double[rows.rowCount() * fitted.classCount()];
    double[] posterior = joint.clone();
    fitted.sparseScorer().logJointAll(rows, joint);
    fitted.sparseScorer().logPosteriorAll(rows, posterior);
    compare(test, model, joint, posterior, fitted.classCount());
  }

  private static void compare(
      JsonNode test, String model, double[] joint, double[] posterior, int k) {
    JsonNode expected = test.path("expect").path(model);
    for (int i = 0; i < joint.length; i++) {
      double scale = 1e-11 * Math.max(1, Math.abs(joint[i]));
      if (expected.has("log_joint")) {
        assertEquals(value(expected.path("log_joint"), i, k), joint[i], scale);
      }
      assertEquals(value(expected.path("log_posterior"), i, k), posterior[i], scale);
    }
  }

  private static double value(JsonNode rows, int i, int k) {
    return Double.parseDouble(rows.path(i / k).path(i % k).asText());
  }

  private static BernoulliStatistics statistics(JsonNode test) {
    JsonNode train = test.path("train");
    double[][] x = rows(x(train));
    int[] y = new int[x.length];
    int k = 0;
    for (int i = 0; i < y.length; i++) {
      y[i] = train.path("y").path(i).asInt();
      k = Math.max(k, y[i] + 1);
    }
    k = Math.max(k, train.path("classes").size());
    DoubleColumns columns = DoubleColumns.fromRows(x);
    boolean numeric = train.has("weights") && !train.has("X_binary");
    BitColumns bits = numeric ? BitColumns.of(columns, 0) : BitColumns.of(columns);
    Labels labels = Labels.ofIndices(y, k);
    BernoulliStatistics statistics = new BernoulliStatistics(x[0].length, k);
    if (!train.has("weights")) {
      return statistics.add(bits, labels);
    }
    double[] weights = new double[train.path("weights").size()];
    Arrays.setAll(weights, i -> Double.parseDouble(train.path("weights").path(i).asText()));
    return statistics.add(bits, labels, weights);
  }

  private static JsonNode x(JsonNode data) {
    return data.has("X_binary") ? data.path("X_binary") : data.path("X");
  }

  private static double[][] rows(JsonNode x) {
    double[][] rows = new double[x.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[x.path(i).size()];
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = x.path(i).path(j).asDouble();
      }
    }
    return rows;
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream in =
        BernoulliNastyTest.class.getResourceAsStream("/nasty/" + name + ".json")) {
      return new ObjectMapper().readTree(in);
    }
  }
}
