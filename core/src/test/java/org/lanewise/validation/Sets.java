package org.lanewise.validation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.text.Vocabulary;

/// Data sets of the examples, and of the folder that the system property `lanewise.data` names.
final class Sets {

  private static final Path EXAMPLES = Path.of("..", "examples", "data");

  private Sets() {}

  /// A set of numbers.
  record Numbers(String name, double[][] rows, Labels labels) {

    NumericColumns columns() {
      return NumericColumns.fromRows(rows);
    }

    /// Each feature cut into thirds, a few values missing.
    CategoryColumns categories(boolean missing) {
      return categories(3, missing);
    }

    /// Each feature as above its median or not, a few values missing.
    CategoryColumns halves(boolean missing) {
      return categories(2, missing);
    }

    private CategoryColumns categories(int count, boolean missing) {
      byte[][] columns = new byte[rows[0].length][rows.length];
      for (int j = 0; j < columns.length; j++) {
        int feature = j;
        double[] sorted = Arrays.stream(rows).mapToDouble(row -> row[feature]).sorted().toArray();
        for (int i = 0; i < rows.length; i++) {
          int code = 0;
          for (int c = 1; c < count; c++) {
            code += rows[i][j] > sorted[c * sorted.length / count] ? 1 : 0;
          }
          columns[j][i] = missing && (i + 3 * j) % 7 == 0 ? (byte) -1 : (byte) code;
        }
      }
      return missing ? CategoryColumns.withMissing(-1, columns) : CategoryColumns.of(columns);
    }

    /// Weights, a few of them 0.
    Labels weighted() {
      double[] weights = new double[rows.length];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = i % 10 == 3 ? 0 : (1 + i % 4) / 4.0;
      }
      return labels.withWeights(weights);
    }
  }

  static Numbers iris() {
    return numbers("iris", EXAMPLES.resolve("iris.csv"));
  }

  static Numbers wine() {
    return numbers("wine", EXAMPLES.resolve("wine.csv"));
  }

  static Numbers breastCancer() {
    return numbers("breast_cancer", EXAMPLES.resolve("breast_cancer.csv"));
  }

  static Numbers banknote() {
    return numbers("banknote", EXAMPLES.resolve("banknote.csv"));
  }

  /// Wine with a feature that does not vary, and one that varies by a single row.
  static Numbers constantFeatures() {
    Numbers wine = wine();
    double[][] rows = new double[wine.rows.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOf(wine.rows[i], wine.rows[i].length + 2);
      rows[i][rows[i].length - 2] = 3;
      rows[i][rows[i].length - 1] = i == 21 ? 5 : 0;
    }
    return new Numbers("wine, constant", rows, wine.labels);
  }

  /// The sets of the folder of large ones; none where no folder is named.
  static List<Numbers> large() {
    String folder = System.getProperty("lanewise.data", "");
    if (folder.isBlank()) {
      return List.of();
    }
    return List.of(
        numbers("spambase", Path.of(folder, "spambase", "spambase.data")),
        numbers("magic04", Path.of(folder, "magic04", "magic04.data")),
        numbers("digits", Path.of(folder, "digits", "digits.csv.gz")));
  }

  private static Numbers numbers(String name, Path file) {
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line : lines(file)) {
      String[] cells = line.strip().split(",");
      if (line.isBlank() || line.matches("\\d+,\\d+,[a-z].*")) {
        continue;
      }
      labels.add(cells[cells.length - 1]);
      rows.add(
          Arrays.stream(cells, 0, cells.length - 1).mapToDouble(Double::parseDouble).toArray());
    }
    return new Numbers(name, rows.toArray(new double[0][]), Labels.of(labels));
  }

  /// The first messages of a set, as counts of words, and their labels.
  record Messages(SparseRows counts, SparseRows presence, Labels labels) {}

  static Messages messages(int count) {
    List<String> texts = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line : lines(EXAMPLES.resolve("sms_spam.tsv")).subList(0, count)) {
      int tab = line.indexOf('\t');
      labels.add(line.substring(0, tab));
      texts.add(line.substring(tab + 1));
    }
    Vocabulary vocabulary = Vocabulary.of(texts);
    return new Messages(vocabulary.counts(texts), vocabulary.presence(texts), Labels.of(labels));
  }

  private static List<String> lines(Path file) {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.readAllLines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
