package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.Labels;

/// Reads case files: numbers may be written as text, such as `"NaN"` or 50 digits.
final class Cases {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Cases() {}

  static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(file.toFile());
  }

  static double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : Double.parseDouble(node.textValue());
  }

  static double[] vector(JsonNode node) {
    double[] values = new double[node.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(node.get(i));
    }
    return values;
  }

  /// Rows of numbers; a row may be null.
  static double[][] matrix(JsonNode node) {
    double[][] rows = new double[node.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = node.get(i).isNull() ? null : vector(node.get(i));
    }
    return rows;
  }

  static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : node) {
      texts.add(element.isNull() ? null : element.asText());
    }
    return texts;
  }

  /// Labels as a caller would make them: from integers where all are, else from text.
  static Labels labels(JsonNode node) {
    boolean integers = true;
    for (JsonNode element : node) {
      integers &= element.isIntegralNumber();
    }
    if (!integers) {
      return Labels.of(texts(node));
    }
    long[] values = new long[node.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = node.get(i).longValue();
    }
    return Labels.of(values);
  }
}
