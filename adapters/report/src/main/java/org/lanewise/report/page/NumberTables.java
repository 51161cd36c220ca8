package org.lanewise.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Numbers by name as tables, in full digits: all that is known, as far as there is room.
///
/// A value is a text, a number, a truth value, null, an array of numbers or of arrays of numbers, a
/// list of texts, of lists of texts or of such maps, or such a map.
final class NumberTables {

  private static final int MOST_ROWS = 200;
  private static final int MOST_COLUMNS = 30;
  private static final int MOST_TEXTS = 40;

  private final Html html;
  private final List<String> classes;
  private final List<String> features;

  /// @param classes the names of the classes, which name what has as many parts
  /// @param features those of the features
  NumberTables(Html html, List<String> classes, List<String> features) {
    this.html = html;
    this.classes = classes;
    this.features = features;
  }

  /// Writes a table of single values, and one for each other value.
  void write(String path, Map<String, ?> values) {
    Map<String, String> single = new LinkedHashMap<>();
    Map<String, Object> others = new LinkedHashMap<>();
    values.forEach((name, value) -> {
      if (isSingle(value)) {
        single.put(name, text(value));
      } else {
        others.put(name, value);
      }
    });
    if (!single.isEmpty()) {
      html.table(path.isEmpty() ? "numbers" : path, List.of());
      single.forEach((name, value) -> html.row(path + name, name, List.of(value)));
      html.endTable();
    }
    others.forEach((name, value) -> write(path, name, value));
  }

  private void write(String path, String name, Object value) {
    html.heading(path + name);
    switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> inner = new LinkedHashMap<>();
        map.forEach((key, part) -> inner.put((String) key, part));
        write(path + name + ".", inner);
      }
      case double[] numbers ->
          vector(path + name, DoubleStream.of(numbers).mapToObj(NumberTables::text).toList());
      case long[] numbers ->
          vector(path + name, LongStream.of(numbers).mapToObj(Long::toString).toList());
      case double[][] rows -> matrix(path + name, rows);
      case long[][] rows -> counts(path + name, rows);
      case List<?> list -> list(path + name, list);
      default ->
          throw new IllegalArgumentException(
              "%s is %s; a value of a table was expected".formatted(name, value.getClass()));
    }
  }

  private void list(String name, List<?> list) {
    if (list.isEmpty()) {
      html.paragraph("soft", "none");
    } else if (list.getFirst() instanceof Map<?, ?> first) {
      List<String> head = first.keySet().stream().map(String::valueOf).toList();
      List<String> columns = new ArrayList<>();
      columns.add("");
      columns.addAll(head);
      html.table(name, columns);
      for (int i = 0; i < Math.min(MOST_ROWS, list.size()); i++) {
        Map<?, ?> row = (Map<?, ?>) list.get(i);
        List<String> cells = head.stream().map(key -> text(row.get(key))).toList();
        html.row("", Integer.toString(i), cells);
      }
      html.endTable();
      more(list.size() - MOST_ROWS, "row");
    } else {
      boolean areNames = list.getFirst() instanceof String;
      vector(
          name,
          list.stream()
              .map(part -> part instanceof List<?> texts ? texts(texts) : String.valueOf(part))
              .toList(),
          areNames);
    }
  }

  private static String texts(List<?> texts) {
    String shown =
        String.join(", ", texts.stream().limit(MOST_TEXTS).map(String::valueOf).toList());
    return texts.size() <= MOST_TEXTS
        ? shown
        : shown + ", and %,d more".formatted(texts.size() - MOST_TEXTS);
  }

  private void vector(String name, List<String> values) {
    vector(name, values, false);
  }

  /// @param areNames whether the values are what others of their number are called by
  private void vector(String name, List<String> values, boolean areNames) {
    html.table(name, List.of());
    for (int i = 0; i < Math.min(MOST_ROWS, values.size()); i++) {
      String head = areNames ? Integer.toString(i) : part(i, values.size());
      html.row(name + "." + i, head, List.of(values.get(i)));
    }
    html.endTable();
    more(values.size() - MOST_ROWS, "value");
  }

  private void matrix(String name, double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    int shown = Math.min(MOST_COLUMNS, columns);
    table(name, columns);
    for (int i = 0; i < Math.min(MOST_ROWS, rows.length); i++) {
      html.row(
          name + "." + i,
          part(i, rows.length),
          Arrays.stream(rows[i]).limit(shown).mapToObj(NumberTables::text).toList());
    }
    html.endTable();
    more(rows.length - MOST_ROWS, "row");
    more(columns - MOST_COLUMNS, "column");
  }

  private void counts(String name, long[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    if (rows.length <= MOST_COLUMNS && columns <= MOST_COLUMNS) {
      table(name, columns);
      for (int i = 0; i < rows.length; i++) {
        html.row(
            name + "." + i,
            part(i, rows.length),
            LongStream.of(rows[i]).mapToObj(Long::toString).toList());
      }
      html.endTable();
      return;
    }
    // Of a large matrix most is 0: what is not, the largest first, the diagonal apart.
    List<int[]> cells = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns; j++) {
        if (i != j && rows[i][j] > 0) {
          cells.add(new int[] {i, j});
        }
      }
    }
    cells.sort((a, b) -> Long.compare(rows[b[0]][b[1]], rows[a[0]][a[1]]));
    html.paragraph(
        "soft",
        "The matrix has %,d cells; the %,d largest beside the diagonal are shown of %,d that are not 0."
            .formatted((long) rows.length * columns, Math.min(MOST_ROWS, cells.size()), cells.size()));
    html.table(name, List.of("row", "column", "count"));
    for (int[] cell : cells.subList(0, Math.min(MOST_ROWS, cells.size()))) {
      html.row(
          "",
          part(cell[0], rows.length),
          List.of(part(cell[1], columns), Long.toString(rows[cell[0]][cell[1]])));
    }
    html.endTable();
  }

  private void table(String name, int columns) {
    List<String> head = new ArrayList<>();
    head.add(" ");
    IntStream.range(0, Math.min(MOST_COLUMNS, columns))
        .forEach(column -> head.add(part(column, columns)));
    html.table(name, head);
  }

  /// What a part of a value is called, by how many there are.
  private String part(int index, int count) {
    if (count == classes.size()) {
      return classes.get(index);
    }
    return count == features.size() ? features.get(index) : Integer.toString(index);
  }

  private void more(int count, String what) {
    if (count > 0) {
      html.paragraph(
          "soft", "%,d more %s%s left out.".formatted(count, what, count == 1 ? " is" : "s are"));
    }
  }

  private static boolean isSingle(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean;
  }

  private static String text(double value) {
    return Double.toString(value);
  }

  private static String text(Object value) {
    return value == null ? "none" : value.toString();
  }
}
