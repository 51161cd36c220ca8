package org.lanewise.cli.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;
import org.lanewise.cli.output.Visible;

/// One JSON object (RFC 8259) on one line, its members in the order in which they were put.
///
/// Doubles are in their shortest form that reads back as the same; infinities and NaN, which JSON
/// does not have, are the strings `"Infinity"`, `"-Infinity"` and `"NaN"`. What a terminal would
/// obey, such as characters that turn the direction of writing, is escaped ([Visible#isObeyed]).
public final class JsonObject {

  private final Map<String, Object> members = new LinkedHashMap<>();

  /// One without members.
  public JsonObject() {}

  /// Adds a member.
  public JsonObject put(String name, String value) {
    return member(name, value);
  }

  /// Adds a member.
  public JsonObject put(String name, long value) {
    return member(name, value);
  }

  /// Adds a member.
  public JsonObject put(String name, double value) {
    return member(name, value);
  }

  /// A number, or `null` where there is none.
  JsonObject put(String name, OptionalDouble value) {
    return member(name, value.isPresent() ? value.getAsDouble() : null);
  }

  /// Adds a member.
  public JsonObject put(String name, JsonObject value) {
    return member(name, value.members);
  }

  /// Adds a member.
  public JsonObject putObjects(String name, List<JsonObject> values) {
    return member(name, values.stream().map(value -> value.members).toList());
  }

  public JsonObject put(String name, boolean value) {
    return member(name, value);
  }

  /// Adds a member.
  public JsonObject put(String name, List<String> values) {
    return member(name, values);
  }

  JsonObject putLists(String name, List<List<String>> lists) {
    return member(name, lists);
  }

  JsonObject put(String name, double[] values) {
    return member(name, values);
  }

  JsonObject put(String name, double[][] rows) {
    return member(name, rows);
  }

  JsonObject put(String name, long[] values) {
    return member(name, values);
  }

  /// @param rows null for null
  JsonObject put(String name, long[][] rows) {
    return member(name, rows);
  }

  private JsonObject member(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /// The members by name: texts, longs, doubles, truth values, null, arrays, lists of texts, of
  /// lists of texts or of such maps, and such maps.
  Map<String, ?> members() {
    return Collections.unmodifiableMap(members);
  }

  private static void write(StringBuilder text, Object value) {
    switch (value) {
      case null -> text.append("null");
      case String words -> text.append(string(words));
      case Double number -> text.append(number(number));
      case double[] numbers -> list(text, numbers.length, i -> text.append(number(numbers[i])));
      case double[][] rows -> list(text, rows.length, i -> write(text, rows[i]));
      case long[] numbers -> list(text, numbers.length, i -> text.append(numbers[i]));
      case long[][] rows -> list(text, rows.length, i -> write(text, rows[i]));
      case List<?> values -> list(text, values.size(), i -> write(text, values.get(i)));
      case Map<?, ?> map -> {
        text.append('{');
        String comma = "";
        for (Map.Entry<?, ?> member : map.entrySet()) {
          text.append(comma).append(string((String) member.getKey())).append(':');
          write(text, member.getValue());
          comma = ",";
        }
        text.append('}');
      }
      default -> text.append(value);
    }
  }

  private static void list(StringBuilder text, int count, IntConsumer part) {
    text.append('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.append(',');
      }
      part.accept(i);
    }
    text.append(']');
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "\"" + value + "\"";
  }

  /// A text as JSON writes it, in quotes.
  public static String string(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            quoted.append('\\').appendCodePoint(c);
          } else if (Visible.isObeyed(c)) {
            quoted.append("\\u%04x".formatted(c));
          } else {
            quoted.appendCodePoint(c);
          }
        });
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write(text, members);
    return text.toString();
  }
}
