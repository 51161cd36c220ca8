package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CountStatistics;

/// Numerically nasty counts with exact results, and input that has to be refused.
final class CountNastyTest {

  @Test
  void logPosteriorsAndLogJointsAreTheExactOnes() throws IOException {
    JsonNode test = read("counts_basic");
    CountStatistics statistics = statistics(test);
    DoubleColumns rows = DoubleColumns.fromRows(rows(test.path("query").path("X")));
    JsonNode expect = test.path("expect");
    check(expect.path("MultinomialNB"), MultinomialNaiveBayes.fit(statistics).scorer(), rows);
    ComplementNaiveBayes complement = ComplementNaiveBayes.fit(statistics);
    check(expect.path("ComplementNB"), complement.scorer(), rows);
    assertEquals(0, complement.scorer().predict(new double[4]));
    check(expect.path("PoissonNB"), PoissonNaiveBayes.fit(statistics).scorer(), rows);
  }

  @Test
  void ratesOfZeroGiveTheExactLogJointsAndDefinedPosteriors() throws IOException {
    JsonNode test = read("counts_basic");
    PoissonNaiveBayes model =
        PoissonNaiveBayes.fit(statistics(test), Smoothing.none(), Priors.empirical());
    DoubleColumns rows = DoubleColumns.fromRows(rows(test.path("query").path("X")));
    JsonNode expected = test.path("expect").path("PoissonNB alpha0").path("log_joint");
    double[] joint = new double[10];
    double[] posterior = new double[10];
    model.scorer().logJointAll(rows, joint);
    model.scorer().posteriorAll(rows, posterior);
    for (int i = 0; i < 10; i++) {
      double value = value(expected, i, 2);
      assertEquals(value, joint[i], 1e-11 * Math.max(1, Math.abs(joint[i])));
      assertEquals(1, posterior[i] + posterior[i ^ 1], 1e-15);
    }
  }

  @Test
  void withoutSmoothingPossibleRowsKeepTheirPosteriorAndOthersHaveOne() throws IOException {
    JsonNode test = read("counts_basic");
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.fit(statistics(test), Smoothing.none(), Priors.empirical());
    DoubleColumns rows = DoubleColumns.fromRows(rows(test.path("query").path("X")));
    double[] joint = new double[10];
    double[] posterior = new double[10];
    model.scorer().logJointAll(rows, joint);
    model.scorer().posteriorAll(rows, posterior);
    assertEquals(Math.log(.4), joint[0], 1e-15);
    assertEquals(Math.log(.6), joint[1], 1e-15);
    for (int row = 0; row < 5; row++) {
      assertEquals(1, posterior[2 * row] + posterior[2 * row + 1], 1e-15);
    }
    assertEquals(Double.NEGATIVE_INFINITY, joint[2]);
    assertEquals(Double.NEGATIVE_INFINITY, joint[3]);
    assertTrue(posterior[4] > 0 && posterior[5] > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counts_nan",
        "counts_negative",
        "nonfinite_train_nan",
        "nonfinite_train_neginf",
        "nonfinite_train_posinf"
      })
  void refusesBadInput(String name) throws IOException {
    JsonNode test = read(name);
    assertThrows(IllegalArgumentException.class, () -> statistics(test));
    DoubleColumns columns = DoubleColumns.fromRows(rows(test.path("train").path("X")));
    if (!name.startsWith("nonfinite")) {
      CountStatistics statistics = statistics(read("counts_basic"));
      assertThrows(
          IllegalArgumentException.class,
          () -> MultinomialNaiveBayes.fit(statistics).scorer().predictAll(columns, new int[6]));
    }
    if (name.equals("counts_negative")) {
      SparseRows sparse = SparseRows.of(columns);
      assertThrows(
          IllegalArgumentException.class,
          () -> CountStatistics.of(sparse, Labels.ofIndices(new int[6], 2)));
    }
  }

  static void check(
      JsonNode expected, Scorer<?, ? super DoubleColumns> scorer, DoubleColumns rows) {
    int k = scorer.classCount();
    double[] joint = new double[rows.rowCount() * k];
    double[] posterior = joint.clone();
    scorer.logJointAll(rows, joint);
    scorer.logPosteriorAll(rows, posterior);
    for (int i = 0; i < joint.length; i++) {
      double tolerance = 1e-11 * Math.max(1, Math.abs(joint[i]));
      assertEquals(value(expected.path("log_joint"), i, k), joint[i], tolerance);
      assertEquals(value(expected.path("log_posterior"), i, k), posterior[i], tolerance);
    }
  }

  private static double value(JsonNode rows, int i, int k) {
    return Double.parseDouble(rows.path(i / k).path(i % k).asText());
  }

  private static CountStatistics statistics(JsonNode test) {
    JsonNode train = test.path("train");
    double[][] x = rows(train.path("X"));
    int[] y = new int[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = train.path("y").path(i).asInt();
    }
    return CountStatistics.of(DoubleColumns.fromRows(x), Labels.ofIndices(y, 2));
  }

  private static double[][] rows(JsonNode x) {
    double[][] rows = new double[x.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[x.path(i).size()];
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = Double.parseDouble(x.path(i).path(j).asText());
      }
    }
    return rows;
  }

  private static JsonNode read(String name) throws IOException {
    try (InputStream in = CountNastyTest.class.getResourceAsStream("/nasty/" + name + ".json")) {
      return new ObjectMapper().readTree(in);
    }
  }
}
