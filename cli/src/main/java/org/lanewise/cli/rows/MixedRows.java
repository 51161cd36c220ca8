package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.CountStatistics;

/// The rows of a file as blocks of numbers, bits, categories, counts and words, by the types of
/// columns.
public final class MixedRows {

  private MixedRows() {}

  /// Rows in blocks, as many as there are types.
  ///
  /// @throws DataException if a cell does not fit the type of its column, or the rows are no table
  ///   of columns
  public static MixedColumns of(Inputs inputs, Table rows) {
    return of(inputs, rows, false);
  }

  /// Rows of numbers and categories that become indicators: a category may be missing only if the
  /// inputs say so.
  ///
  /// @throws DataException as [#of], and if a category is missing that may not be
  public static MixedColumns ofIndicators(Inputs inputs, Table rows) {
    return of(inputs, rows, true);
  }

  private static MixedColumns of(Inputs inputs, Table rows, boolean indicators) {
    ColumnTypes types = inputs.types().orElseThrow();
    CategoryFeatures cells = ColumnTypes.cells(rows);
    // The first cell that is wrong, row by row, whichever type its column has.
    List<double[]> columns = new ArrayList<>();
    Wrong wrong = new Wrong();
    for (int feature = 0; feature < types.types().size(); feature++) {
      columns.add(
          switch (types.types().get(feature)) {
            case NUMBER ->
                numbers(cells, feature, inputs, true, value -> true, "a finite number", wrong);
            case BIT ->
                numbers(
                    cells,
                    feature,
                    inputs,
                    true,
                    value -> value == 0 || value == 1,
                    "0 or 1",
                    wrong);
            case COUNT ->
                numbers(
                    cells,
                    feature,
                    inputs,
                    false,
                    value -> value >= 0 && value <= CountStatistics.MAX,
                    "a count from 0 to 2^500",
                    wrong);
            case CATEGORY -> {
              if (indicators && inputs.missing().isEmpty()) {
                requireObserved(cells, feature, inputs, wrong);
              }
              yield null;
            }
            case TEXT -> null;
          });
    }
    wrong.refuse(inputs, rows);
    List<RowBatch> blocks = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      int[] features = types.of(type);
      if (features.length > 0) {
        double[][] values = Arrays.stream(features).mapToObj(columns::get).toArray(double[][]::new);
        blocks.add(block(type, inputs, rows, indicators, features, values));
      }
    }
    return MixedColumns.of(blocks);
  }

  private static RowBatch block(
      ColumnType type,
      Inputs inputs,
      Table rows,
      boolean indicators,
      int[] features,
      double[][] values) {
    if (type == ColumnType.TEXT) {
      return inputs
          .vocabulary()
          .orElseThrow()
          .counts(ColumnTypes.cells(rows).messages(features[0]).messages());
    }
    Features columns = inputs.types().orElseThrow().features(inputs.schema(), features);
    if (type == ColumnType.CATEGORY) {
      return Rows.categories(inputs, rows, indicators ? "ignore" : Rows.UNSEEN_OPTIONS, features)
          .withFeatures(columns);
    }
    NumericColumns numbers = NumericColumns.of(values).withFeatures(columns);
    if (type != ColumnType.BIT) {
      return numbers;
    }
    return inputs.missing().isPresent()
        ? CategoryColumns.copyOfBinary(numbers)
        : BitColumns.copyOf(numbers);
  }

  /// The first cell that does not fit.
  private static final class Wrong {

    private int row = Integer.MAX_VALUE;
    private int feature;
    private String found;

    void at(int foundRow, int foundFeature, String sentence) {
      if (foundRow < row) {
        row = foundRow;
        feature = foundFeature;
        found = sentence;
      }
    }

    void refuse(Inputs inputs, Table rows) {
      if (found != null) {
        throw new DataException(
            "%s, %s, %s: %s"
                .formatted(rows.file(), rows.place(row), inputs.schema().describe(feature), found));
      }
    }
  }

  private static void requireObserved(
      CategoryFeatures cells, int feature, Inputs inputs, Wrong wrong) {
    int[] codes = cells.codes()[feature];
    for (int row = 0; row < codes.length; row++) {
      if (codes[row] == CategoryFeatures.MISSING) {
        wrong.at(
            row, feature, "the value is missing; expected a category" + hint(inputs, true, ""));
        return;
      }
    }
  }

  private static String hint(Inputs inputs, boolean mayMiss, String cell) {
    return mayMiss ? DataException.missingHint(inputs.missing(), cell) : "";
  }

  /// The numbers of a column, each text read once; NaN where a value may be missing and is.
  ///
  /// @param mayMiss whether values of such a column may be missing
  private static double[] numbers(
      CategoryFeatures cells,
      int feature,
      Inputs inputs,
      boolean mayMiss,
      DoublePredicate fits,
      String expected,
      Wrong wrong) {
    List<String> texts = cells.dictionaries().get(feature);
    boolean[] isMissing = new boolean[texts.size()];
    double[] numbers = new double[texts.size()];
    for (int code = 0; code < numbers.length; code++) {
      double value = ColumnTypes.number(texts.get(code));
      isMissing[code] = ColumnTypes.isMissing(texts.get(code), inputs.missing());
      numbers[code] = fits.test(value) ? value : Double.NaN;
    }
    int[] codes = cells.codes()[feature];
    double[] column = new double[codes.length];
    for (int row = 0; row < codes.length; row++) {
      if (codes[row] == CategoryFeatures.MISSING || isMissing[codes[row]]) {
        column[row] = Double.NaN;
        if (!mayMiss || inputs.missing().isEmpty()) {
          wrong.at(
              row,
              feature,
              "the value is missing; expected %s%s".formatted(expected, hint(inputs, mayMiss, "")));
        }
      } else {
        column[row] = numbers[codes[row]];
        if (Double.isNaN(column[row])) {
          String text = texts.get(codes[row]);
          wrong.at(
              row,
              feature,
              "the value is '%s'; expected %s%s"
                  .formatted(text, expected, hint(inputs, mayMiss, text)));
        }
      }
    }
    return column;
  }
}
