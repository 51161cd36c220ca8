package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Samples;
import org.lanewise.data.SparseRows;
import org.lanewise.score.Scorer;

/// Real data, cut into training and test rows, and results for them from 512-bit arithmetic. The
/// system properties `lanewise.reference` and `lanewise.data` name the folders of the results and
/// of the data; tests without them are skipped.
final class Reference {

  private Reference() {}

  /// Rows and their labels.
  record Part<B>(B rows, Labels labels) {}

  /// Training and test rows: row i is a test row where i mod 5 = 4.
  record Split<B>(Part<B> train, Part<B> test) {}

  static boolean isTest(int row) {
    return row % 5 == 4;
  }

  static JsonNode models(String name, String representation) throws IOException {
    String folder = System.getProperty("lanewise.reference", "");
    assumeTrue(!folder.isEmpty(), "the property lanewise.reference names no folder");
    return new ObjectMapper()
        .readTree(Path.of(folder, name + ".json").toFile())
        .path("reps")
        .path(representation)
        .path("models");
  }

  static Path data(String name) {
    String folder = System.getProperty("lanewise.data", "");
    assumeTrue(!folder.isEmpty(), "the property lanewise.data names no folder");
    return Path.of(folder, name);
  }

  static List<String> lines(String name) throws IOException {
    Path file = data(name);
    try (InputStream in = Files.newInputStream(file);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    name.endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
      return lines.readAllLines();
    }
  }

  /// Comma-separated numbers with the label last; the first `featureCount` columns.
  static Split<NumericColumns> table(String name, int featureCount) throws IOException {
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line : lines(name)) {
      String[] cells = line.split(",");
      double[] row = new double[featureCount];
      Arrays.setAll(row, j -> Double.parseDouble(cells[j]));
      rows.add(row);
      labels.add(Integer.toString((int) Double.parseDouble(cells[cells.length - 1])));
    }
    return split(rows, labels);
  }

  static Split<NumericColumns> split(List<double[]> rows, List<String> labels) {
    return new Split<>(part(rows, labels, false), part(rows, labels, true));
  }

  private static Part<NumericColumns> part(List<double[]> rows, List<String> labels, boolean test) {
    List<double[]> chosen = new ArrayList<>();
    List<String> chosenLabels = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (isTest(i) == test) {
        chosen.add(rows.get(i));
        chosenLabels.add(labels.get(i));
      }
    }
    return new Part<>(
        DoubleColumns.fromRows(chosen.toArray(double[][]::new)), Labels.of(chosenLabels));
  }

  /// The images of the MNIST test set.
  static Split<NumericColumns> mnist() throws IOException {
    byte[] images = idx("mnist_t10k/t10k-images-idx3-ubyte.gz");
    byte[] digits = idx("mnist_t10k/t10k-labels-idx1-ubyte.gz");
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < digits.length - 8; i++) {
      int from = 16 + i * 784;
      double[] row = new double[784];
      Arrays.setAll(row, j -> images[from + j] & 255);
      rows.add(row);
      labels.add(Integer.toString(digits[8 + i]));
    }
    return split(rows, labels);
  }

  private static byte[] idx(String name) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(data(name)))) {
      return in.readAllBytes();
    }
  }

  /// Lines of a label and `feature:count`, in ascending order.
  static Split<SparseRows> sparse(String name, int featureCount) throws IOException {
    List<String> lines = lines(name);
    return new Split<>(sparse(lines, featureCount, false), sparse(lines, featureCount, true));
  }

  private static Part<SparseRows> sparse(List<String> lines, int featureCount, boolean test) {
    List<String> labels = new ArrayList<>();
    int[] starts = new int[lines.size() + 1];
    int[] indices = new int[16];
    double[] values = new double[16];
    int rows = 0;
    int size = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (isTest(i) != test) {
        continue;
      }
      String[] cells = lines.get(i).split(" ");
      labels.add(cells[0]);
      for (int cell = 1; cell < cells.length; cell++) {
        if (size == indices.length) {
          indices = Arrays.copyOf(indices, 2 * size);
          values = Arrays.copyOf(values, 2 * size);
        }
        int colon = cells[cell].indexOf(':');
        indices[size] = Integer.parseInt(cells[cell].substring(0, colon));
        values[size++] = Double.parseDouble(cells[cell].substring(colon + 1));
      }
      starts[++rows] = size;
    }
    return new Part<>(
        SparseRows.of(
            Arrays.copyOf(starts, rows + 1),
            Arrays.copyOf(indices, size),
            Arrays.copyOf(values, size),
            featureCount),
        Labels.of(labels));
  }

  /// Holds a scorer to exact results: every label, the log posteriors of the first rows to 1e−11 of
  /// the log joint, and their mean over the true classes.
  static <B extends Samples> void check(JsonNode exact, Scorer<?, B> scorer, Part<B> test) {
    check(exact, scorer, test, 1e-11);
  }

  static <B extends Samples> void check(
      JsonNode exact, Scorer<?, B> scorer, Part<B> test, double tolerance) {
    int n = test.rows().rowCount();
    int k = scorer.classCount();
    int[] predicted = new int[n];
    double[] joint = new double[n * k];
    double[] posterior = new double[n * k];
    scorer.predictAll(test.rows(), predicted);
    scorer.logJointAll(test.rows(), joint);
    scorer.logPosteriorAll(test.rows(), posterior);
    int correct = 0;
    double sum = 0;
    StringBuilder digits = new StringBuilder();
    for (int row = 0; row < n; row++) {
      correct += predicted[row] == test.labels().label(row) ? 1 : 0;
      sum += posterior[k * row + test.labels().label(row)];
      digits.append(Character.forDigit(predicted[row], 36));
    }
    JsonNode first = exact.path("logpost_first_test_rows");
    assertEquals(5, first.size());
    for (int i = 0; i < first.size() * k; i++) {
      double expected = Double.parseDouble(first.path(i / k).path(i % k).asText());
      assertEquals(
          expected, posterior[i], tolerance * Math.max(1, Math.abs(joint[i])), "value " + i);
    }
    double mean = exact.path("mean_logpost_true").asDouble();
    assertEquals(mean, sum / n, tolerance * Math.max(1, Math.abs(mean)));
    assertEquals(exact.path("n_correct").asInt(), correct);
    assertEquals(exact.path("pred").asText(), digits.toString());
    if (exact.has("test_loglik")) {
      double[] density = new double[n];
      scorer.logDensityAll(test.rows(), density);
      double expected = exact.path("test_loglik").asDouble();
      assertEquals(
          expected, Arrays.stream(density).sum(), 1e-13 * n * Math.max(1, Math.abs(expected / n)));
    }
  }
}
