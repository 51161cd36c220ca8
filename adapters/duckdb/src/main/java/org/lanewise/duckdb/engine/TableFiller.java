package org.lanewise.duckdb.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.parsing.Truth;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.FeatureTable;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.duckdb.library.Chunk;
import org.lanewise.duckdb.library.TextCodes;

/// Makes a table from chunks. Each instance is for one table, and for one thread at a time.
final class TableFiller {

  private final Slots slots;
  private final ColumnRequest request;
  private final long firstRow;
  private final double[][] numbers;
  private final int[][] codes;
  private final TextCodes[] dictionaries;
  private final String[] messages;
  private final int[] labels;
  private final TextCodes classes;
  private final double[] weights;
  private final Chunk.Nulls nulls = new Chunk.Nulls();
  private int rowCount;

  /// @param firstRow the number of rows before those of the table
  /// @param capacity the most rows of the table
  TableFiller(Slots slots, long firstRow, int capacity) {
    this.slots = slots;
    this.request = slots.request();
    this.firstRow = firstRow;
    int featureCount = request.columns().schema().featureNames().size();
    numbers = new double[request.categorical() ? 0 : featureCount][capacity];
    codes = new int[request.categorical() ? featureCount : 0][capacity];
    dictionaries = new TextCodes[codes.length];
    // An empty text is a missing category, as is the marker of missing values.
    Set<String> missing = new HashSet<>(Set.of(""));
    request.missing().ifPresent(missing::add);
    Arrays.setAll(dictionaries, feature -> new TextCodes(Truth::named, missing));
    classes = new TextCodes(Truth::named, missing);
    messages = new String[request.columns().schema().text().exists() ? capacity : 0];
    labels = new int[request.labelled() ? capacity : 0];
    weights = new double[request.columns().schema().weight().exists() ? capacity : 0];
  }

  /// Appends rows, for which there must be room.
  ///
  /// @throws org.lanewise.cli.table.DataException at the first row with a value that is refused
  void add(Chunk chunk) {
    put(chunk, 0, chunk.rowCount(), rowCount);
  }

  /// Puts rows in their places, for which there must be room.
  ///
  /// @param from the first of these rows in the chunk
  /// @param at its index in the table
  /// @throws org.lanewise.cli.table.DataException at the first row with a value that is refused
  void put(Chunk chunk, int from, int count, int at) {
    int worst = Integer.MAX_VALUE;
    int worstSlot = -1;
    if (labels.length > 0) {
      // First, because nothing is refused in rows without a label.
      chunk.codes(slots.labelSlot(), from, count, classes, labels, at, nulls);
    }
    for (int slot = 0; slot < slots.count(); slot++) {
      int refused = fill(chunk, from, count, at, slot);
      if (refused >= 0 && refused < worst) {
        worst = refused;
        worstSlot = slot;
      }
    }
    if (worstSlot >= 0) {
      throw refusal(worstSlot, at + worst);
    }
    rowCount += count;
  }

  /// Copies a column.
  ///
  /// @return the first row that must be refused, −1 if there is none
  private int fill(Chunk chunk, int from, int count, int at, int slot) {
    int role = slots.role(slot);
    switch (role) {
      case Columns.LABEL -> {
        return -1;
      }
      case Columns.WEIGHT -> {
        chunk.doubles(slot, from, count, weights, at, nulls);
        return firstOf(
            count,
            row ->
                isKept(at + row)
                    && !(weights[at + row] >= 0 && Double.isFinite(weights[at + row])));
      }
      case Columns.TEXT -> {
        byte[][] texts = chunk.texts(slot, from, count, nulls);
        for (int row = 0; row < count; row++) {
          if (texts[row] != null) {
            messages[at + row] = new String(texts[row], StandardCharsets.UTF_8);
          } else if (isKept(at + row)) {
            return row;
          } else {
            messages[at + row] = "";
          }
        }
        return -1;
      }
      default -> {
        if (codes.length > 0) {
          chunk.codes(slot, from, count, dictionaries[role], codes[role], at, nulls);
          markMissing(codes[role], at, count);
          return -1;
        }
        double[] values = numbers[role];
        chunk.doubles(slot, from, count, values, at, nulls);
        return firstUnusable(values, at, count);
      }
    }
  }

  private interface RowTest {
    boolean test(int row);
  }

  private static int firstOf(int count, RowTest test) {
    for (int row = 0; row < count; row++) {
      if (test.test(row)) {
        return row;
      }
    }
    return -1;
  }

  /// Whether a row has a label, or labels are not read.
  private boolean isKept(int row) {
    return labels.length == 0 || labels[row] >= 0;
  }

  private int firstUnusable(double[] values, int from, int count) {
    // 0·x is NaN if x is not finite, and 0 otherwise. Four sums do not wait for each other.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i < from + count - 3; i += 4) {
      a += 0 * values[i];
      b += 0 * values[i + 1];
      c += 0 * values[i + 2];
      d += 0 * values[i + 3];
    }
    for (; i < from + count; i++) {
      a += 0 * values[i];
    }
    if (a + b + c + d == 0) {
      return -1;
    }
    boolean mayBeMissing = request.missing().isPresent();
    for (i = from; i < from + count; i++) {
      if (isKept(i)
          && (Double.isInfinite(values[i]) || (Double.isNaN(values[i]) && !mayBeMissing))) {
        return i - from;
      }
    }
    return -1;
  }

  private static void markMissing(int[] column, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (column[i] < 0) {
        column[i] = CategoryFeatures.MISSING;
      }
    }
  }

  private RuntimeException refusal(int slot, int row) {
    int column = slots.columns()[slot];
    long place = firstRow + row;
    int role = slots.role(slot);
    if (role == Columns.TEXT) {
      return request.noMessage(place, column);
    }
    double value = (role == Columns.WEIGHT ? weights : numbers[role])[row];
    return value < 0 && role == Columns.WEIGHT
        ? request.badWeight(place, column, value)
        : request.badNumber(place, column, value);
  }

  /// The number of rows that were added, including those without a label.
  int rowCount() {
    return rowCount;
  }

  /// The rows that were added, whose arrays the table shares; if labels are read, without rows that
  /// have none.
  Table table() {
    int[] kept = IntStream.range(0, rowCount).filter(this::isKept).toArray();
    long[] places = new long[kept.length];
    Arrays.setAll(places, row -> ~(firstRow + kept[row]));
    FeatureTable features = features();
    if (kept.length < rowCount) {
      features = features.select(kept);
      features =
          features instanceof CategoryFeatures categories ? categories.withoutUnused() : features;
    }
    LeftOut leftOut = new LeftOut(rowCount - kept.length, 0, 0);
    if (features instanceof MessageFeatures text) {
      for (String message : text.messages()) {
        leftOut = leftOut.andOf(message);
      }
    }
    return new Table(
        request.file(), request.columns().schema(), features, labels(kept), places, leftOut);
  }

  private FeatureTable features() {
    if (request.columns().schema().text().exists()) {
      return new MessageFeatures(Arrays.asList(messages).subList(0, rowCount));
    }
    if (codes.length == 0) {
      Arrays.setAll(numbers, feature -> cut(numbers[feature]));
      return new NumberFeatures(rowCount, numbers);
    }
    Arrays.setAll(
        codes,
        feature ->
            codes[feature].length == rowCount
                ? codes[feature]
                : Arrays.copyOf(codes[feature], rowCount));
    return new CategoryFeatures(
        rowCount, codes, Arrays.stream(dictionaries).map(TextCodes::texts).toList());
  }

  private double[] cut(double[] values) {
    return values.length == rowCount ? values : Arrays.copyOf(values, rowCount);
  }

  private Labels labels(int[] kept) {
    if (!request.labelled()) {
      return Table.NO_LABELS;
    }
    Classes sorted = Classes.sorted(classes.texts());
    int[] to = classes.texts().stream().mapToInt(sorted::indexOf).toArray();
    int[] indices = new int[kept.length];
    Arrays.setAll(indices, row -> to[labels[kept[row]]]);
    Labels found = Labels.ofIndices(indices, sorted);
    return weights.length == 0
        ? found
        : found.withWeights(IntStream.of(kept).mapToDouble(row -> weights[row]).toArray());
  }
}
