package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.statistics.BernoulliStatistics;

/// Real data against results from 512-bit arithmetic. The system properties `lanewise.reference`
/// and `lanewise.data` name the folders of the results and of the data.
final class BernoulliReferenceTest {

  @Test
  void spambase() throws IOException {
    JsonNode models = models("spambase");
    List<double[]> train = new ArrayList<>();
    List<double[]> test = new ArrayList<>();
    List<String> trainLabels = new ArrayList<>();
    List<String> testLabels = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(data("spambase/spambase.data"))) {
      String[] cells = line.split(",");
      double[] row = new double[57];
      for (int j = 0; j < 57; j++) {
        row[j] = Double.parseDouble(cells[j]);
      }
      boolean isTest = number++ % 5 == 4;
      (isTest ? test : train).add(row);
      (isTest ? testLabels : trainLabels).add(cells[57]);
    }
    BernoulliStatistics statistics = BernoulliStatistics.of(bits(train), Labels.of(trainLabels));
    BitColumns rows = bits(test);
    for (Priors priors : List.of(Priors.empirical(), Priors.laplace())) {
      BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(statistics, Smoothing.laplace(), priors);
      int[] predicted = new int[test.size()];
      double[] joint = new double[2 * test.size()];
      double[] posterior = joint.clone();
      model.scorer().predictAll(rows, predicted);
      model.scorer().logJointAll(rows, joint);
      model.scorer().logPosteriorAll(rows, posterior);
      compare(models, priors, Labels.of(testLabels), predicted, joint, posterior);
      assertEquals(
          exact(models, priors).path("test_loglik").asDouble(), model.logLikelihood(rows), 1e-7);
    }
  }

  @Test
  void smsSpam() throws IOException {
    JsonNode models = models("sms_spam");
    List<int[]> train = new ArrayList<>();
    List<int[]> test = new ArrayList<>();
    List<String> trainLabels = new ArrayList<>();
    List<String> testLabels = new ArrayList<>();
    int number = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(data("sms_spam/derived/counts.svm.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(" ");
        int[] row = new int[cells.length - 1];
        for (int i = 0; i < row.length; i++) {
          row[i] = Integer.parseInt(cells[i + 1].substring(0, cells[i + 1].indexOf(':')));
        }
        boolean isTest = number++ % 5 == 4;
        (isTest ? test : train).add(row);
        (isTest ? testLabels : trainLabels).add(cells[0]);
      }
    }
    BernoulliStatistics statistics =
        BernoulliStatistics.of(
            SparseRows.ofBinary(train.toArray(int[][]::new), 7740), Labels.of(trainLabels));
    SparseRows rows = SparseRows.ofBinary(test.toArray(int[][]::new), 7740);
    for (Priors priors : List.of(Priors.empirical(), Priors.laplace())) {
      BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(statistics, Smoothing.laplace(), priors);
      int[] predicted = new int[test.size()];
      double[] joint = new double[2 * test.size()];
      double[] posterior = joint.clone();
      model.sparseScorer().predictAll(rows, predicted);
      model.sparseScorer().logJointAll(rows, joint);
      model.sparseScorer().logPosteriorAll(rows, posterior);
      compare(models, priors, Labels.of(testLabels), predicted, joint, posterior);
    }
  }

  private static void compare(
      JsonNode models,
      Priors priors,
      Labels labels,
      int[] predicted,
      double[] joint,
      double[] posterior) {
    JsonNode exact = exact(models, priors);
    int correct = 0;
    double sum = 0;
    StringBuilder digits = new StringBuilder();
    for (int row = 0; row < predicted.length; row++) {
      correct += predicted[row] == labels.label(row) ? 1 : 0;
      sum += posterior[2 * row + labels.label(row)];
      digits.append(predicted[row]);
    }
    assertEquals(exact.path("n_correct").asInt(), correct);
    assertEquals(exact.path("pred").asText(), digits.toString());
    double mean = exact.path("mean_logpost_true").asDouble();
    assertEquals(mean, sum / predicted.length, 1e-11);
    JsonNode first = exact.path("logpost_first_test_rows");
    for (int row = 0; row < first.size(); row++) {
      for (int c = 0; c < 2; c++) {
        double expected = first.path(row).path(c).asDouble();
        double tolerance = 1e-11 * Math.max(1, Math.abs(joint[2 * row + c]));
        assertEquals(expected, posterior[2 * row + c], tolerance);
      }
    }
  }

  private static JsonNode exact(JsonNode models, Priors priors) {
    String name = priors.equals(Priors.laplace()) ? "priorlaplace" : "priormle";
    return models.path("exact_BernoulliNB_" + name);
  }

  private static BitColumns bits(List<double[]> rows) {
    return BitColumns.of(DoubleColumns.fromRows(rows.toArray(double[][]::new)), 0);
  }

  private static JsonNode models(String name) throws IOException {
    String folder = System.getProperty("lanewise.reference", "");
    assumeTrue(!folder.isEmpty(), "the property lanewise.reference names no folder");
    return new ObjectMapper()
        .readTree(Path.of(folder, name + ".json").toFile())
        .path("reps")
        .path("bern")
        .path("models");
  }

  private static Path data(String name) {
    String folder = System.getProperty("lanewise.data", "");
    assumeTrue(!folder.isEmpty(), "the property lanewise.data names no folder");
    return Path.of(folder, name);
  }
}
