package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.NumberRows;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;

/// Puts rows of numbers from several blocks of a file together to tables, in columns that are
/// reused.
final class NumberBatch {

  /// Statistics distribute only large batches over workers, range by range: this is four ranges of
  /// scatters, or one of variances.
  private static final int MAX_ROWS = 1 << 15;

  /// Fewer rows if they are wide.
  private static final int MAX_CELLS = 1 << 22;

  private static final int FEWEST_ROWS = 16;

  private final Schema schema;
  private final Consumer<Table> taker;
  private final double[][] columns;
  private final int mostRows;
  private int[] labels = {};
  private double[] weights = {};
  private long[] lines = {};
  private int rowCount;
  private boolean isWeighted;
  private String file;

  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> classes = new ArrayList<>();

  /// @param taker gets the tables, each valid until it returns
  NumberBatch(Schema schema, Consumer<Table> taker) {
    this.schema = schema;
    this.taker = taker;
    columns = new double[schema.featureNames().size()][0];
    mostRows = Math.clamp(MAX_CELLS / columns.length, FEWEST_ROWS, MAX_ROWS);
  }

  /// Adds rows that follow, and keeps none of their arrays.
  void add(String name, NumberRows rows) {
    file = name;
    for (int next = 0; next < rows.rowCount(); ) {
      next += add(rows, next);
      if (rowCount == mostRows) {
        end();
      }
    }
  }

  /// Hands the rows over that wait.
  void end() {
    if (rowCount > 0) {
      taker.accept(take());
    }
  }

  /// Adds as many rows as there is room for.
  ///
  /// @param from the first of them
  /// @return how many
  private int add(NumberRows rows, int from) {
    int count = Math.min(rows.rowCount() - from, mostRows - rowCount);
    reserve(rowCount + count);
    for (int feature = 0; feature < columns.length; feature++) {
      System.arraycopy(rows.columns()[feature], from, columns[feature], rowCount, count);
    }
    System.arraycopy(rows.lines(), from, lines, rowCount, count);
    isWeighted = rows.weights() != null;
    if (isWeighted) {
      System.arraycopy(rows.weights(), from, weights, rowCount, count);
    }
    boolean[] met = new boolean[rows.classes().size()];
    mark(rows.labels(), from, count, met);
    int[] known = new int[met.length];
    for (int label = 0; label < known.length; label++) {
      known[label] = met[label] ? place(rows.classes().get(label)) : -1;
    }
    translate(rows.labels(), from, count, known, labels, rowCount);
    rowCount += count;
    return count;
  }

  // The two loops over all rows are methods of their own: in the methods that call them the second
  // compiler took half a second to compile these.

  /// Which labels rows have.
  private static void mark(int[] labels, int from, int count, boolean[] met) {
    for (int row = from; row < from + count; row++) {
      met[labels[row]] = true;
    }
  }

  private static void translate(
      int[] labels, int from, int count, int[] known, int[] out, int outFrom) {
    for (int row = 0; row < count; row++) {
      out[outFrom + row] = known[labels[from + row]];
    }
  }

  private int place(String name) {
    return places.computeIfAbsent(
        name,
        added -> {
          classes.add(added);
          return classes.size() - 1;
        });
  }

  private void reserve(int count) {
    if (lines.length >= count) {
      return;
    }
    int capacity = Math.min(mostRows, Math.max(count, 2 * lines.length));
    lines = Arrays.copyOf(lines, capacity);
    labels = Arrays.copyOf(labels, capacity);
    weights = Arrays.copyOf(weights, capacity);
    for (int feature = 0; feature < columns.length; feature++) {
      columns[feature] = Arrays.copyOf(columns[feature], capacity);
    }
  }

  private Table take() {
    int count = rowCount;
    rowCount = 0;
    boolean whole = count == lines.length;
    double[][] values = columns;
    if (!whole) {
      values = new double[columns.length][];
      for (int feature = 0; feature < values.length; feature++) {
        values[feature] = Arrays.copyOf(columns[feature], count);
      }
    }
    return new Table(
        file,
        schema,
        new NumberFeatures(count, values),
        labels(count),
        whole ? lines : Arrays.copyOf(lines, count));
  }

  private Labels labels(int count) {
    boolean[] met = new boolean[classes.size()];
    mark(labels, 0, count, met);
    List<String> names = new ArrayList<>();
    for (int place = 0; place < met.length; place++) {
      if (met[place]) {
        names.add(classes.get(place));
      }
    }
    Classes known = Classes.sorted(names);
    int[] to = new int[met.length];
    for (int place = 0; place < met.length; place++) {
      to[place] = met[place] ? known.indexOf(classes.get(place)) : -1;
    }
    int[] indices = new int[count];
    translate(labels, 0, count, to, indices, 0);
    Labels ofRows = Labels.ofIndices(indices, known);
    return isWeighted ? ofRows.withWeights(Arrays.copyOf(weights, count)) : ofRows;
  }
}
