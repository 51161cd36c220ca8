package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/// Nested arrays of numbers or text as their elements, by position: `[2][0]`, or nothing where
/// there is one element that is in no array.
final class Values {

  private Values() {}

  /// The elements of a case file as they are written there, but for those that are null.
  static Map<String, String> of(JsonNode node) {
    Map<String, String> elements = new LinkedHashMap<>();
    add(node, "", elements);
    return elements;
  }

  private static void add(JsonNode node, String at, Map<String, String> elements) {
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        add(node.get(i), at + "[" + i + "]", elements);
      }
    } else if (!node.isNull()) {
      elements.put(at, node.asText());
    }
  }

  /// The elements of what a model gave.
  static Map<String, String> of(Object found) {
    Map<String, String> elements = new LinkedHashMap<>();
    add(found, "", elements);
    return elements;
  }

  private static void add(Object found, String at, Map<String, String> elements) {
    switch (found) {
      case double[] values -> {
        for (int i = 0; i < values.length; i++) {
          elements.put(at + "[" + i + "]", Double.toString(values[i]));
        }
      }
      case int[] values -> {
        for (int i = 0; i < values.length; i++) {
          elements.put(at + "[" + i + "]", Integer.toString(values[i]));
        }
      }
      case Object[] values -> {
        for (int i = 0; i < values.length; i++) {
          add(values[i], at + "[" + i + "]", elements);
        }
      }
      default -> elements.put(at, found.toString());
    }
  }

  /// A finite number, or null where the text is none.
  static BigDecimal finite(String text) {
    return text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?") ? new BigDecimal(text) : null;
  }

  /// A number of at most 20 digits, or the beginning of a text.
  static String rounded(String text) {
    BigDecimal number = finite(text);
    return number == null || text.length() <= 25 || !text.contains(".")
        ? Markdown.shortened(text, 26)
        : number.round(new MathContext(20)).toString();
  }
}
