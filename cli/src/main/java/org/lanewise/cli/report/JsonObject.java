package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// One JSON object (RFC 8259) on one line, its members in the order in which they were put.
///
/// Doubles are in their shortest form that reads back as the same; infinities and NaN, which JSON
/// does not have, are the strings `"Infinity"`, `"-Infinity"` and `"NaN"`.
public final class JsonObject {

  private final StringBuilder members = new StringBuilder();

  /// One without members.
  public JsonObject() {}

  /// Adds a member.
  public JsonObject put(String name, String value) {
    return member(name, string(value));
  }

  /// Adds a member.
  public JsonObject put(String name, long value) {
    return member(name, Long.toString(value));
  }

  /// Adds a member.
  public JsonObject put(String name, double value) {
    return member(name, number(value));
  }

  /// A number, or `null` where there is none.
  JsonObject put(String name, OptionalDouble value) {
    return member(name, value.isPresent() ? number(value.getAsDouble()) : "null");
  }

  /// Adds a member.
  public JsonObject put(String name, JsonObject value) {
    return member(name, value.toString());
  }

  /// Adds a member.
  public JsonObject putObjects(String name, List<JsonObject> values) {
    return member(
        name, values.stream().map(JsonObject::toString).collect(Collectors.joining(",", "[", "]")));
  }

  JsonObject put(String name, boolean value) {
    return member(name, Boolean.toString(value));
  }

  /// Adds a member.
  public JsonObject put(String name, List<String> values) {
    return member(
        name, values.stream().map(JsonObject::string).collect(Collectors.joining(",", "[", "]")));
  }

  JsonObject putLists(String name, List<List<String>> lists) {
    return member(
        name,
        lists.stream()
            .map(list ->
                list.stream().map(JsonObject::string).collect(Collectors.joining(",", "[", "]")))
            .collect(Collectors.joining(",", "[", "]")));
  }

  JsonObject put(String name, double[] values) {
    return member(name, numbers(values));
  }

  JsonObject put(String name, double[][] rows) {
    return member(
        name,
        Arrays.stream(rows).map(JsonObject::numbers).collect(Collectors.joining(",", "[", "]")));
  }

  JsonObject put(String name, long[] values) {
    return member(name, Arrays.toString(values).replace(" ", ""));
  }

  /// @param rows null for null
  JsonObject put(String name, long[][] rows) {
    if (rows == null) {
      return member(name, "null");
    }
    return member(
        name,
        Arrays.stream(rows)
            .map(row -> Arrays.toString(row).replace(" ", ""))
            .collect(Collectors.joining(",", "[", "]")));
  }

  private JsonObject member(String name, String value) {
    members.append(members.isEmpty() ? "" : ",").append(string(name)).append(':').append(value);
    return this;
  }

  private static String numbers(double[] values) {
    return Arrays.stream(values)
        .mapToObj(JsonObject::number)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "\"" + value + "\"";
  }

  private static String string(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || (c >= 0x7f && c <= 0x9f)) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return "{" + members + "}";
  }
}
