package org.lanewise.bench.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRows;

/// Word counts of 20 Newsgroups, from `newsgroups20/derived/counts.svm.gz` in the folder that the
/// property `lanewise.data` names. Each line is `label index:count ...`; of every five rows the
/// last is for tests.
public final class Newsgroups {

  /// The property that names the folder of data sets.
  static final String FOLDER = "lanewise.data";

  private static final String FILE = "newsgroups20/derived/counts.svm.gz";
  private static final int FOLDS = 5;

  private final Part train;
  private final Part test;
  private final int featureCount;
  private final int classCount;

  /// Some of the rows.
  public static final class Part {
    private int[] starts = {0};
    private int[] indices = new int[1 << 20];
    private double[] values = new double[1 << 20];
    private int[] labels = new int[0];

    private void add(int label, String[] fields) {
      int from = starts[starts.length - 1];
      int to = from + fields.length - 1;
      if (to > indices.length) {
        indices = Arrays.copyOf(indices, 2 * to);
        values = Arrays.copyOf(values, 2 * to);
      }
      for (int i = 1; i < fields.length; i++) {
        int colon = fields[i].indexOf(':');
        indices[from + i - 1] = Integer.parseInt(fields[i], 0, colon, 10);
        values[from + i - 1] = Double.parseDouble(fields[i].substring(colon + 1));
      }
      starts = Arrays.copyOf(starts, starts.length + 1);
      starts[starts.length - 1] = to;
      labels = Arrays.copyOf(labels, labels.length + 1);
      labels[labels.length - 1] = label;
    }

    public int[] starts() {
      return starts;
    }

    public int[] indices() {
      return Arrays.copyOf(indices, starts[labels.length]);
    }

    public double[] values() {
      return Arrays.copyOf(values, starts[labels.length]);
    }

    public int[] labels() {
      return labels;
    }

    SparseRows rows(int featureCount) {
      return SparseRows.of(starts, indices(), values(), featureCount);
    }
  }

  private Newsgroups(Part train, Part test, int featureCount, int classCount) {
    this.train = train;
    this.test = test;
    this.featureCount = featureCount;
    this.classCount = classCount;
  }

  /// Reads them.
  ///
  /// @param shape the shape of the rows to fit, which must be the file's
  /// @throws IOException if the file cannot be read, or is of another shape
  public static Newsgroups read(Shape shape) throws IOException {
    Path file = Path.of(System.getProperty(FOLDER, ".")).resolve(FILE);
    Part train = new Part();
    Part test = new Part();
    Map<String, Integer> names = new LinkedHashMap<>();
    int row = 0;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] fields = line.strip().split(" ");
        int label = names.computeIfAbsent(fields[0], name -> names.size());
        (row++ % FOLDS == FOLDS - 1 ? test : train).add(label, fields);
      }
    }
    Shape found =
        new Shape(
            train.labels.length, 1 + Arrays.stream(train.indices()).max().orElse(0), names.size());
    if (!found.equals(shape)) {
      throw new IOException("%s has the shape %s; %s is expected".formatted(FILE, found, shape));
    }
    return new Newsgroups(train, test, found.featureCount(), found.classCount());
  }

  public Part train() {
    return train;
  }

  public Part test() {
    return test;
  }

  public SparseRows trainRows() {
    return train.rows(featureCount);
  }

  public SparseRows testRows() {
    return test.rows(featureCount);
  }

  public Labels trainLabels() {
    return Labels.ofIndices(train.labels, classCount);
  }
}
