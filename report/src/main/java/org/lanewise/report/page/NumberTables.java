package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// All numbers by name as tables, in full precision, as far as there is room.
///
/// A value is a text, a number, a truth value, null, an array of numbers or of arrays of numbers, a
/// list of texts, of lists of texts or of such maps, or such a map.
final class NumberTables {

  private static final int MAX_ROWS = 200;
  private static final int MAX_COLUMNS = 30;
  private static final int MAX_TEXTS = 40;

  private final Html html;
  private final List<String> classes;

  /// The names of the parts of a value, or their indices if there are no names, or not as many.
  private record Names(List<String> rows, List<String> columns) {

    static final Names NONE = new Names(List.of(), List.of());

    String row(int index, int count) {
      return of(rows, index, count);
    }

    String column(int index, int count) {
      return of(columns, index, count);
    }

    private static String of(List<String> names, int index, int count) {
      return names.size() == count ? names.get(index) : Integer.toString(index);
    }
  }

  /// @param classes the names of the classes
  NumberTables(Html html, List<String> classes) {
    this.html = html;
    this.classes = classes;
  }

  /// Ends a page with a section of all numbers.
  ///
  /// @param classes the names of the classes
  /// @return the page
  static String endPage(Html html, List<String> classes, Map<String, ?> numbers) {
    html.section("numbers", "All numbers");
    new NumberTables(html, classes).write("", numbers);
    return html.end().raw("</main></body></html>").toString();
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
    others.forEach((name, value) -> write(path, name, value, names(path + name, values)));
  }

  /// Returns the meaning of the parts of a member, which their number alone does not determine.
  ///
  /// @param siblings all members of the object
  private Names names(String member, Map<String, ?> siblings) {
    return switch (member) {
      case "priors",
          "logDeterminants",
          "typicality",
          "shrinkageIntensities",
          "classShares",
          "classSharesBefore" ->
          new Names(classes, List.of());
      case "windowClassShares" -> new Names(List.of(), classes);
      case "confusion" -> new Names(classes, classes);
      case "decisions.counts" -> new Names(classes, texts(siblings.get("actions")));
      default -> Names.NONE;
    };
  }

  private static List<String> texts(Object list) {
    return list instanceof List<?> parts ? parts.stream().map(String::valueOf).toList() : List.of();
  }

  private void write(String path, String name, Object value, Names names) {
    html.heading(path + name);
    switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> inner = new LinkedHashMap<>();
        map.forEach((key, part) -> inner.put((String) key, part));
        write(path + name + ".", inner);
      }
      case double[] numbers -> vector(path + name, names, numbers.length, i -> text(numbers[i]));
      case long[] numbers ->
          vector(path + name, names, numbers.length, i -> Long.toString(numbers[i]));
      case double[][] rows -> matrix(path + name, names, rows);
      case long[][] rows -> counts(path + name, names, rows);
      case List<?> list -> list(path + name, list);
      default ->
          throw new IllegalArgumentException(
              format("%s is %s; expected a value of a table", name, value.getClass()));
    }
  }

  private void list(String name, List<?> list) {
    if (list.isEmpty()) {
      html.paragraph("soft", "none");
    } else if (list.getFirst() instanceof Map<?, ?> first && first.containsKey("values")) {
      for (int i = 0; i < list.size(); i++) {
        parameter(name + "." + i, (Map<?, ?>) list.get(i));
      }
    } else if (list.getFirst() instanceof Map<?, ?> first) {
      List<String> head = first.keySet().stream().map(String::valueOf).toList();
      List<String> columns = new ArrayList<>();
      columns.add(" ");
      columns.addAll(head);
      html.table(name, columns);
      for (int i = 0; i < Math.min(MAX_ROWS, list.size()); i++) {
        Map<?, ?> row = (Map<?, ?>) list.get(i);
        List<String> cells = head.stream().map(key -> text(row.get(key))).toList();
        html.row(name + "." + i, Integer.toString(i), cells);
      }
      html.endTable();
      more(list.size() - MAX_ROWS, "row");
    } else {
      vector(
          name,
          Names.NONE,
          list.size(),
          i -> list.get(i) instanceof List<?> parts ? some(parts) : String.valueOf(list.get(i)));
    }
  }

  /// Writes a parameter of a model, for each class or for all.
  private void parameter(String path, Map<?, ?> table) {
    html.heading(text(table.get("name")));
    List<String> names = texts(table.get("features"));
    if (table.get("values") instanceof double[][] rows) {
      matrix(path + ".values", new Names(texts(table.get("classes")), names), rows);
    } else if (table.get("values") instanceof double[] numbers) {
      vector(path + ".values", new Names(names, List.of()), numbers.length, i -> text(numbers[i]));
    }
  }

  private static String some(List<?> texts) {
    String shown = String.join(", ", texts.stream().limit(MAX_TEXTS).map(String::valueOf).toList());
    return texts.size() <= MAX_TEXTS
        ? shown
        : shown + format(", and %,d more", texts.size() - MAX_TEXTS);
  }

  private void vector(String name, Names names, int count, IntFunction<String> value) {
    html.table(name, List.of());
    for (int i = 0; i < Math.min(MAX_ROWS, count); i++) {
      html.row(name + "." + i, names.row(i, count), List.of(value.apply(i)));
    }
    html.endTable();
    more(count - MAX_ROWS, "value");
  }

  private void matrix(String name, Names names, double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    int shown = Math.min(MAX_COLUMNS, columns);
    table(name, names, columns);
    for (int i = 0; i < Math.min(MAX_ROWS, rows.length); i++) {
      html.row(
          name + "." + i,
          names.row(i, rows.length),
          Arrays.stream(rows[i]).limit(shown).mapToObj(NumberTables::text).toList());
    }
    html.endTable();
    more(rows.length - MAX_ROWS, "row");
    more(columns - MAX_COLUMNS, "column");
  }

  private void counts(String name, Names names, long[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    if (rows.length <= MAX_COLUMNS && columns <= MAX_COLUMNS) {
      table(name, names, columns);
      for (int i = 0; i < rows.length; i++) {
        html.row(
            name + "." + i,
            names.row(i, rows.length),
            LongStream.of(rows[i]).mapToObj(Long::toString).toList());
      }
      html.endTable();
      return;
    }
    largest(name, names, rows, columns);
  }

  /// A cell of a matrix.
  private record Cell(long count, int row, int column) {

    /// The largest first; ties go to the first in the matrix.
    static final Comparator<Cell> ORDER =
        Comparator.comparingLong(Cell::count)
            .reversed()
            .thenComparingInt(Cell::row)
            .thenComparingInt(Cell::column);
  }

  /// Lists the non-zero entries of a large, mostly empty matrix, the largest first, with the
  /// diagonal separate.
  private void largest(String name, Names names, long[][] rows, int columns) {
    PriorityQueue<Cell> kept = new PriorityQueue<>(Cell.ORDER.reversed());
    long met = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns; j++) {
        if (i != j && rows[i][j] > 0) {
          met++;
          if (kept.size() < MAX_ROWS || rows[i][j] > kept.peek().count) {
            kept.add(new Cell(rows[i][j], i, j));
          }
          if (kept.size() > MAX_ROWS) {
            kept.remove();
          }
        }
      }
    }
    html.paragraph(
        "soft",
        format(
            "The matrix has %,d cells; the %,d largest of %,d non-zero cells off the diagonal are"
                + " shown.",
            (long) rows.length * columns, kept.size(), met));
    html.table(name, List.of("row", "column", "count"));
    for (Cell cell : kept.stream().sorted(Cell.ORDER).toList()) {
      html.row(
          "",
          names.row(cell.row, rows.length),
          List.of(names.column(cell.column, columns), Long.toString(cell.count)));
    }
    html.endTable();
  }

  private void table(String name, Names names, int columns) {
    List<String> head = new ArrayList<>();
    head.add(" ");
    IntStream.range(0, Math.min(MAX_COLUMNS, columns))
        .forEach(column -> head.add(names.column(column, columns)));
    html.table(name, head);
  }

  private void more(int count, String what) {
    if (count > 0) {
      html.paragraph(
          "soft", format("%,d more %s%s left out.", count, what, count == 1 ? " is" : "s are"));
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
