package org.lanewise.cli.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.lanewise.cli.output.Sink;
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

  /// Adds a member: a text, a number, a truth value, null, an array of numbers or of such arrays, a
  /// list of texts or of lists of texts, an object, or an optional number, which is null if absent.
  public JsonObject put(String name, Object value) {
    Object written = value;
    if (value instanceof JsonObject object) {
      written = object.members;
    } else if (value instanceof OptionalDouble number) {
      written = number.isPresent() ? number.getAsDouble() : null;
    } else if (value instanceof Integer number) {
      written = number.longValue();
    }
    members.put(name, written);
    return this;
  }

  /// Adds a member that is a list of objects.
  public JsonObject putObjects(String name, List<JsonObject> values) {
    return put(name, values.stream().map(value -> value.members).toList());
  }

  /// Adds members of a tree: maps, lists, arrays of doubles, texts, numbers and truth values. Lists
  /// may compute their elements.
  public JsonObject putAll(Map<String, ?> tree) {
    members.putAll(tree);
    return this;
  }

  /// The members by name: texts, longs, doubles, truth values, null, arrays, lists of texts, of
  /// lists of texts or of such maps, and such maps.
  Map<String, ?> members() {
    return Collections.unmodifiableMap(members);
  }

  private static void write(Consumer<String> out, Object value) {
    switch (value) {
      case null -> out.accept("null");
      case String words -> out.accept(string(words));
      case Double number -> out.accept(number(number));
      case double[] numbers -> list(out, numbers.length, i -> out.accept(number(numbers[i])));
      case double[][] rows -> list(out, rows.length, i -> write(out, rows[i]));
      case long[] numbers -> list(out, numbers.length, i -> out.accept(Long.toString(numbers[i])));
      case long[][] rows -> list(out, rows.length, i -> write(out, rows[i]));
      case List<?> values -> list(out, values.size(), i -> write(out, values.get(i)));
      case Map<?, ?> map -> {
        out.accept("{");
        String comma = "";
        for (Map.Entry<?, ?> member : map.entrySet()) {
          out.accept(comma + string((String) member.getKey()) + ':');
          write(out, member.getValue());
          comma = ",";
        }
        out.accept("}");
      }
      default -> out.accept(value.toString());
    }
  }

  private static void list(Consumer<String> out, int count, IntConsumer part) {
    out.accept("[");
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.accept(",");
      }
      part.accept(i);
    }
    out.accept("]");
  }

  /// Writes the object and a line end, without making the whole text.
  public void writeTo(Sink sink) {
    write(sink::print, members);
    sink.print("\n").flush();
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
    write(text::append, members);
    return text.toString();
  }
}
