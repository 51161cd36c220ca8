package org.lanewise.bench.study.data;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.text.Vocabulary;

/// Reads the data sets: five lie in the checkout, the others in a folder that the user names.
public final class Sets {

  private static final int IMAGE = 28;
  private static final int BLOCK = 4;
  private static final String GROUPS = "sci.";

  /// Words of fewer posts are left out: most words, few of all counts.
  private static final int MIN_POSTS = 5;

  private final Path examples;
  private final Path folder;

  /// @param examples the folder `examples/data` of the checkout
  /// @param folder the folder of the other sets, or null
  public Sets(Path examples, Path folder) {
    this.examples = examples;
    this.folder = folder;
  }

  /// All tables whose files are there, in the order of the page.
  ///
  /// @throws IOException if a file that is there cannot be read
  public List<Table> all() throws IOException {
    List<Table> tables = new ArrayList<>();
    tables.add(delimited("iris", examples.resolve("iris.csv"), 1));
    tables.add(delimited("wine", examples.resolve("wine.csv"), 1));
    tables.add(delimited("breast cancer", examples.resolve("breast_cancer.csv"), 1));
    tables.add(delimited("banknote", examples.resolve("banknote.csv"), 0));
    if (has("digits/digits.csv.gz")) {
      Table digits = delimited("digits", folder.resolve("digits/digits.csv.gz"), 0);
      tables.add(digits);
      tables.add(as(digits, "bits", sparse(digits, 64, value -> value >= 8).bits()));
      tables.add(as(digits, "counts", sparse(digits, 64, value -> value != 0)));
    }
    if (has("spambase/spambase.data")) {
      Table spambase = delimited("spambase", folder.resolve("spambase/spambase.data"), 0);
      tables.add(spambase);
      tables.add(as(spambase, "bits", sparse(spambase, 57, value -> value > 0).bits()));
      tables.add(as(spambase, "counts", sparse(spambase, 54, value -> value > 0)));
    }
    if (has("mushroom/agaricus-lepiota.data")) {
      tables.add(mushroom(folder.resolve("mushroom/agaricus-lepiota.data")));
    }
    if (has("magic04/magic04.data")) {
      tables.add(delimited("magic", folder.resolve("magic04/magic04.data"), 0));
    }
    if (has("mnist_t10k/t10k-images-idx3-ubyte.gz")) {
      tables.addAll(mnist(folder.resolve("mnist_t10k")));
    }
    Table spam = messages(examples.resolve("sms_spam.tsv"));
    tables.add(as(spam, "bits", ((Rows.Sparse) spam.rows()).bits()));
    tables.add(spam);
    if (has("newsgroups20/derived/counts.svm.gz")) {
      Table news = newsgroups(folder.resolve("newsgroups20/derived/counts.svm.gz"));
      tables.add(as(news, "bits", ((Rows.Sparse) news.rows()).bits()));
      tables.add(news);
    }
    return tables;
  }

  private boolean has(String file) {
    return folder != null && Files.exists(folder.resolve(file));
  }

  private static Table as(Table table, String kind, Rows rows) {
    return new Table(table.set(), kind, rows, table.labels(), table.classCount());
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  /// Classes by the order of their names.
  private static Table table(String set, String kind, Rows rows, List<String> names) {
    List<String> sorted = new ArrayList<>(new TreeSet<>(names));
    int[] labels = names.stream().mapToInt(sorted::indexOf).toArray();
    return new Table(set, kind, rows, labels, sorted.size());
  }

  /// Numbers, and the class last.
  private static Table delimited(String set, Path file, int headers) throws IOException {
    List<String[]> cells =
        lines(file).stream()
            .skip(headers)
            .filter(line -> !line.isBlank())
            .map(line -> line.strip().split(","))
            .toList();
    int d = cells.getFirst().length - 1;
    double[][] columns = new double[d][cells.size()];
    for (int row = 0; row < cells.size(); row++) {
      for (int j = 0; j < d; j++) {
        columns[j][row] = Double.parseDouble(cells.get(row)[j]);
      }
    }
    return table(
        set, "numbers", new Rows.Numbers(columns), cells.stream().map(cell -> cell[d]).toList());
  }

  /// The values of the first features that are wanted.
  private static Rows.Sparse sparse(Table table, int features, DoublePredicate wanted) {
    double[][] columns = ((Rows.Numbers) table.rows()).columns();
    int n = table.labels().length;
    int[] starts = new int[n + 1];
    int[] indices = new int[n * features];
    double[] values = new double[n * features];
    for (int row = 0; row < n; row++) {
      int at = starts[row];
      for (int j = 0; j < features; j++) {
        if (wanted.test(columns[j][row])) {
          indices[at] = j;
          values[at++] = columns[j][row];
        }
      }
      starts[row + 1] = at;
    }
    return new Rows.Sparse(
        starts, Arrays.copyOf(indices, starts[n]), Arrays.copyOf(values, starts[n]), features);
  }

  /// Letters, and the class first; what is not known is a category of its own.
  private static Table mushroom(Path file) throws IOException {
    List<String[]> cells = lines(file).stream().map(line -> line.strip().split(",")).toList();
    int d = cells.getFirst().length - 1;
    int[][] columns = new int[d][];
    int[] sizes = new int[d];
    for (int j = 0; j < d; j++) {
      int at = j + 1;
      List<String> names =
          new ArrayList<>(new TreeSet<>(cells.stream().map(cell -> cell[at]).toList()));
      columns[j] = cells.stream().mapToInt(cell -> names.indexOf(cell[at])).toArray();
      sizes[j] = names.size();
    }
    return table(
        "mushroom",
        "categories",
        new Rows.Codes(columns, sizes),
        cells.stream().map(cell -> cell[0]).toList());
  }

  /// Sums of blocks of 4 × 4 pixels, and pixels that are brighter than half.
  private static List<Table> mnist(Path folder) throws IOException {
    byte[] pixels;
    int[] labels;
    try (DataInputStream in = idx(folder.resolve("t10k-images-idx3-ubyte.gz"))) {
      in.skipNBytes(16);
      pixels = in.readAllBytes();
    }
    try (DataInputStream in = idx(folder.resolve("t10k-labels-idx1-ubyte.gz"))) {
      in.skipNBytes(8);
      byte[] bytes = in.readAllBytes();
      labels = IntStream.range(0, bytes.length).map(i -> bytes[i]).toArray();
    }
    int side = IMAGE / BLOCK;
    double[][] blocks = new double[side * side][labels.length];
    double[][] all = new double[IMAGE * IMAGE][labels.length];
    for (int row = 0; row < labels.length; row++) {
      for (int at = 0; at < IMAGE * IMAGE; at++) {
        int value = pixels[row * IMAGE * IMAGE + at] & 0xFF;
        all[at][row] = value;
        blocks[at / IMAGE / BLOCK * side + at % IMAGE / BLOCK][row] += value;
      }
    }
    Table whole = new Table("MNIST", "numbers", new Rows.Numbers(all), labels, 10);
    return List.of(
        as(whole, "numbers", new Rows.Numbers(blocks)),
        as(whole, "bits", sparse(whole, IMAGE * IMAGE, value -> value > 127).bits()));
  }

  private static DataInputStream idx(Path file) throws IOException {
    return new DataInputStream(new GZIPInputStream(Files.newInputStream(file)));
  }

  /// Words of messages, all that occur.
  private static Table messages(Path file) throws IOException {
    List<String> lines = lines(file);
    List<String> texts =
        lines.stream().map(line -> line.substring(line.indexOf('\t') + 1)).toList();
    SparseRows counts = Vocabulary.of(texts).counts(texts);
    int[] starts = new int[texts.size() + 1];
    List<int[]> indices = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    SparseRow row = new SparseRow();
    for (int i = 0; i < texts.size(); i++) {
      counts.row(i, row);
      indices.add(Arrays.copyOfRange(row.indices(), row.from(), row.to()));
      values.add(Arrays.copyOfRange(row.values(), row.from(), row.to()));
      starts[i + 1] = starts[i] + indices.get(i).length;
    }
    Rows.Sparse rows =
        new Rows.Sparse(
            starts,
            indices.stream().flatMapToInt(Arrays::stream).toArray(),
            values.stream().flatMapToDouble(Arrays::stream).toArray(),
            counts.featureCount());
    return table(
        "SMS",
        "counts",
        rows,
        lines.stream().map(line -> line.substring(0, line.indexOf('\t'))).toList());
  }

  /// Lines of `label index:count …`, of which those of four groups are taken: one plane against the
  /// rest for each of all twenty, at every size and split, would take hours.
  private static Table newsgroups(Path file) throws IOException {
    List<String> lines = lines(file).stream().filter(line -> line.startsWith(GROUPS)).toList();
    int[] starts = new int[lines.size() + 1];
    List<String> names = new ArrayList<>();
    int[] indices = new int[1 << 22];
    double[] values = new double[1 << 22];
    int most = 0;
    for (int row = 0; row < lines.size(); row++) {
      String[] fields = lines.get(row).strip().split(" ");
      names.add(fields[0]);
      int at = starts[row];
      for (int i = 1; i < fields.length; i++) {
        int colon = fields[i].indexOf(':');
        indices[at] = Integer.parseInt(fields[i], 0, colon, 10);
        values[at] = Double.parseDouble(fields[i].substring(colon + 1));
        most = Math.max(most, indices[at++]);
      }
      starts[row + 1] = at;
    }
    int length = starts[lines.size()];
    Rows.Sparse rows =
        new Rows.Sparse(
            starts, Arrays.copyOf(indices, length), Arrays.copyOf(values, length), most + 1);
    return table("newsgroups sci", "counts", rows.withFeaturesIn(MIN_POSTS), names);
  }
}
