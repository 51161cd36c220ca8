package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// A data set: rows of features and their labels.
record DataSet(Table rows, List<String> labels) {

  private static final Path EXAMPLES = Path.of("..", "examples", "data");

  /// The last few data sets read, since many cases in a row use the same one.
  private static final Map<JsonNode, DataSet> LAST =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JsonNode, DataSet> eldest) {
          return size() > 2;
        }
      };

  /// The file of a description `{"example": …}` or `{"data": …}`: in the examples of the project,
  /// or in the folder that the system property `lanewise.data` names; null where it names none.
  static Path path(JsonNode description) {
    if (description.has("example")) {
      return EXAMPLES.resolve(description.get("example").asText());
    }
    Path folder = folder("lanewise.data");
    return folder == null ? null : folder.resolve(description.get("data").asText());
  }

  /// The folder that a system property names, or null.
  static Path folder(String property) {
    String name = System.getProperty(property, "");
    return name.isBlank() ? null : Path.of(name);
  }

  /// A data set with `format` `label-last` (the default), `label-first`, `libsvm` (with its
  /// `featureCount`) or `idx`, and where given only some `features`, or pooled pixels.
  static DataSet read(JsonNode description) throws IOException {
    DataSet known = LAST.get(description);
    if (known != null) {
      return known;
    }
    Path file = path(description);
    DataSet all =
        switch (description.path("format").asText("label-last")) {
          case "libsvm" -> libsvm(lines(file), description.get("featureCount").intValue());
          case "idx" -> images(file);
          case "label-first" -> table(lines(file), true);
          default -> table(lines(file), false);
        };
    Table rows = description.has("pooled") ? all.rows().pooled() : all.rows();
    if (description.has("features")) {
      rows = rows.features(Json.integers(description.get("features")));
    }
    DataSet set = new DataSet(rows, all.labels());
    LAST.put(description, set);
    return set;
  }

  private static DataSet table(List<String> lines, boolean labelFirst) {
    // Where it holds names, the first line counts rows and features and names the classes.
    boolean header = lines.getFirst().matches("\\d+,\\d+,[a-z].*");
    List<String> body = header ? lines.subList(1, lines.size()) : lines;
    String[][] rows = new String[body.size()][];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      String[] parts = body.get(i).strip().split(",");
      rows[i] = Arrays.copyOfRange(parts, labelFirst ? 1 : 0, parts.length - (labelFirst ? 0 : 1));
      labels.add(parts[labelFirst ? 0 : parts.length - 1]);
    }
    Table table = Table.ofCells(rows);
    return new DataSet(labelFirst ? table : Table.ofNumbers(table.toNumbers()), labels);
  }

  /// Lines of a label and `feature:count`, features ascending from 0.
  private static DataSet libsvm(List<String> lines, int featureCount) {
    int[][] indices = new int[lines.size()][];
    double[][] values = new double[lines.size()][];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < indices.length; i++) {
      String[] parts = lines.get(i).split(" ");
      labels.add(parts[0]);
      indices[i] = new int[parts.length - 1];
      values[i] = new double[parts.length - 1];
      for (int at = 1; at < parts.length; at++) {
        int colon = parts[at].indexOf(':');
        indices[i][at - 1] = Integer.parseInt(parts[at].substring(0, colon));
        values[i][at - 1] = Double.parseDouble(parts[at].substring(colon + 1));
      }
    }
    return new DataSet(Table.ofSparse(indices, values, featureCount), labels);
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
  private static DataSet images(Path images) throws IOException {
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
    return new DataSet(Table.ofNumbers(rows), labels);
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
}
