package org.lanewise.bench.rival;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.CategoryRows;
import org.lanewise.bench.data.Newsgroups;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;

/// Writes the rows of our benchmarks, and the labels that we give them, for rivals in other
/// processes: little-endian numbers and nothing else, rows one after the other, and `meta.json`.
public final class PeerData {

  private static final int BUFFER = 1 << 16;

  private final Path folder;
  private final Shape shape;
  private final Collection<String> models;

  /// What rows there are.
  public enum Kind {
    /// Correlated normal features: doubles.
    NORMAL,
    /// Binary features: bytes.
    BINARY,
    /// Categories: bytes.
    CATEGORIES,
    /// Word counts: compressed sparse rows.
    WORDS
  }

  private PeerData(Path folder, Shape shape, Collection<String> models) {
    this.folder = folder;
    this.shape = shape;
    this.models = models;
  }

  /// Writes a data set.
  ///
  /// @param folder where to
  /// @param shape as in the benchmarks; one row stands for those that a model of one-row benchmarks
  ///   is fitted to
  /// @param models what to write our labels of: `lda`, `qda`, `gaussian-nb`, `bernoulli-nb`, ...
  /// @throws IOException if a file cannot be written
  public static void write(Path folder, Kind kind, Shape shape, Collection<String> models)
      throws IOException {
    PeerData data = new PeerData(folder, shape.rowCount() == 1 ? shape.training() : shape, models);
    Files.writeString(
        folder.resolve("meta.json"),
        "{\"kind\": \"%s\", \"features\": %d}%n"
            .formatted(kind.name().toLowerCase(Locale.ROOT), shape.featureCount()));
    switch (kind) {
      case NORMAL -> data.writeNormal();
      case BINARY -> data.writeBinary();
      case CATEGORIES -> data.writeCategories();
      case WORDS -> data.writeWords();
    }
  }

  private void writeNormal() throws IOException {
    NormalRows rows = NormalRows.of(shape);
    write("labels.bin", rows.indices());
    double[][] columns = rows.arrays();
    try (OutputStream out = open("rows.bin")) {
      ByteBuffer row = buffer(Double.BYTES * columns.length);
      for (int i = 0; i < shape.rowCount(); i++) {
        row.clear();
        for (double[] column : columns) {
          row.putDouble(column[i]);
        }
        out.write(row.array());
      }
    }
    GaussianStatistics statistics = GaussianStatistics.of(rows.columns(), rows.labels());
    for (String model : models) {
      Scorer<double[], NumericColumns> scorer =
          switch (model) {
            case "lda" -> LinearDiscriminant.recipe().fit(statistics).scorer();
            case "qda" -> QuadraticDiscriminant.recipe().fit(statistics).scorer();
            case "gaussian-nb" -> GaussianNaiveBayes.recipe().fit(statistics).scorer();
            default -> throw new IllegalArgumentException("no model is called " + model);
          };
      int[] labels = new int[shape.rowCount()];
      scorer.predict(rows.columns(), labels);
      write("ours-" + model + ".bin", labels);
    }
  }

  private void writeBinary() throws IOException {
    BinaryRows rows = BinaryRows.of(shape, BinaryRows.Order.MIXED);
    write("labels.bin", rows.indices());
    long[][] words = rows.words();
    try (OutputStream out = open("rows.bin")) {
      byte[] row = new byte[words.length];
      for (int i = 0; i < shape.rowCount(); i++) {
        for (int j = 0; j < row.length; j++) {
          row[j] = (byte) (words[j][i >>> 6] >>> i & 1);
        }
        out.write(row);
      }
    }
    int[] labels = new int[shape.rowCount()];
    BernoulliNaiveBayes.recipe()
        .fit(BernoulliStatistics.of(rows.columns(), rows.labels()))
        .scorer()
        .predict(rows.columns(), labels);
    write("ours-bernoulli-nb.bin", labels);
  }

  private void writeCategories() throws IOException {
    CategoryRows rows = CategoryRows.of(shape);
    write("labels.bin", rows.indices());
    try (OutputStream out = open("rows.bin")) {
      byte[] row = new byte[rows.codes().length];
      for (int i = 0; i < shape.rowCount(); i++) {
        for (int j = 0; j < row.length; j++) {
          row[j] = rows.codes()[j][i];
        }
        out.write(row);
      }
    }
    int[] labels = new int[shape.rowCount()];
    CategoricalNaiveBayes.recipe()
        .fit(CategoryStatistics.of(rows.columns(), rows.labels()))
        .scorer()
        .predict(rows.columns(), labels);
    write("ours-categorical-nb.bin", labels);
  }

  private void writeWords() throws IOException {
    Newsgroups data = Newsgroups.read(shape);
    write("labels.bin", data.train().labels());
    write("", data.train());
    write("test-", data.test());
    int[] labels = new int[data.test().labels().length];
    MultinomialNaiveBayes.recipe()
        .fit(CountStatistics.of(data.trainRows(), data.trainLabels()))
        .scorer(RowFormat.SPARSE)
        .predict(data.testRows(), labels);
    write("ours-multinomial-nb.bin", labels);
  }

  private void write(String prefix, Newsgroups.Part part) throws IOException {
    write(prefix + "starts.bin", part.starts());
    write(prefix + "indices.bin", part.indices());
    double[] values = part.values();
    ByteBuffer bytes = buffer(Double.BYTES * values.length);
    Arrays.stream(values).forEach(bytes::putDouble);
    Files.write(folder.resolve(prefix + "values.bin"), bytes.array());
  }

  private void write(String name, int[] values) throws IOException {
    ByteBuffer bytes = buffer(Integer.BYTES * values.length);
    Arrays.stream(values).forEach(bytes::putInt);
    Files.write(folder.resolve(name), bytes.array());
  }

  private OutputStream open(String name) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), BUFFER);
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
