package org.lanewise.conformance;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.zip.GZIPInputStream;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// A data set: rows of features, and labels whose classes are those of all rows.
record DataSet(double[][] rows, List<String> labels) {

  static DataSet read(Path file) throws IOException {
    if (file.toString().endsWith("-ubyte.gz")) {
      return readImages(file);
    }
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<String> lines = lines(file);
    // Where it holds names, the first line counts rows and features and names the classes.
    boolean header = lines.getFirst().matches("\\d+,\\d+,[a-z].*");
    for (String line : header ? lines.subList(1, lines.size()) : lines) {
      String[] parts = line.strip().split(",");
      double[] row = new double[parts.length - 1];
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.parseDouble(parts[j]);
      }
      rows.add(row);
      labels.add(parts[row.length]);
    }
    return new DataSet(rows.toArray(double[][]::new), labels);
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  /// Images of bytes and, in the file beside it, their labels, both in the format IDX.
  private static DataSet readImages(Path images) throws IOException {
    Path labelFile =
        images.resolveSibling(
            images.getFileName().toString().replace("images", "labels").replace("idx3", "idx1"));
    byte[] pixels = idx(images, 3);
    byte[] classes = idx(labelFile, 1);
    double[][] rows = new double[classes.length][pixels.length / classes.length];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] = Byte.toUnsignedInt(pixels[i * rows[i].length + j]);
      }
      labels.add(Integer.toString(classes[i]));
    }
    return new DataSet(rows, labels);
  }

  /// The bytes of an array of unsigned bytes.
  private static byte[] idx(Path file, int dimensions) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(new GZIPInputStream(raw))) {
      if (in.readInt() != 0x800 + dimensions) {
        throw new IOException(
            file + " is no array of bytes of %d dimensions".formatted(dimensions));
      }
      int size = 1;
      for (int i = 0; i < dimensions; i++) {
        size *= in.readInt();
      }
      return in.readNBytes(size);
    }
  }

  /// The given features of each row.
  DataSet select(double[] features) {
    double[][] selected = new double[rows.length][features.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < features.length; j++) {
        selected[i][j] = rows[i][(int) features[j]];
      }
    }
    return new DataSet(selected, labels);
  }

  /// Of images of 28×28 pixels the sums of their 7×7 blocks of 4×4.
  DataSet pooled() {
    double[][] sums = new double[rows.length][49];
    for (int i = 0; i < rows.length; i++) {
      for (int p = 0; p < rows[i].length; p++) {
        sums[i][p / 28 / 4 * 7 + p % 28 / 4] += rows[i][p];
      }
    }
    return new DataSet(sums, labels);
  }

  NumericColumns columns(IntPredicate which) {
    List<double[]> chosen = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (which.test(i)) {
        chosen.add(rows[i]);
      }
    }
    return DoubleColumns.fromRows(chosen.toArray(double[][]::new));
  }

  Labels labels(IntPredicate which) {
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (which.test(i)) {
        chosen.add(labels.get(i));
      }
    }
    return Labels.of(chosen, Labels.order(labels));
  }
}
