package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads case files. A number may be written as text, such as `"NaN"` or 50 digits.
final class Json {

  static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(file.toFile());
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /// A copy of the fields of some nodes, where there are any, later ones over earlier ones.
  static ObjectNode merged(JsonNode... nodes) {
    ObjectNode merged = object();
    for (JsonNode node : nodes) {
      if (node instanceof ObjectNode fields) {
        merged.setAll(fields);
      }
    }
    return merged;
  }

  static double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : Double.parseDouble(node.textValue());
  }

  /// The digits as they are in the file, as far as JSON keeps them.
  static BigDecimal decimal(JsonNode node) {
    return new BigDecimal(node.asText());
  }

  static double[] vector(JsonNode node) {
    double[] values = new double[node.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(node.get(i));
    }
    return values;
  }

  static int[] integers(JsonNode node) {
    int[] values = new int[node.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = node.get(i).intValue();
    }
    return values;
  }

  static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : node) {
      texts.add(element.isNull() ? null : element.asText());
    }
    return texts;
  }

  static String text(JsonNode node, String field) {
    if (!node.hasNonNull(field)) {
      throw new IllegalStateException("a case has no field '" + field + "': " + node);
    }
    return node.get(field).asText();
  }
}
