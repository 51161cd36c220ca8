package org.lanewise.duckdb;

import java.util.List;
import java.util.function.Function;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;

/// Scores chunks of rows of the JDBC driver, whose last columns are the features.
///
/// @param <B> the rows for the model
/// @param scorer the model's scorer
/// @param featureCount the number of features
/// @param type the type of each
/// @param reader converts columns to rows
record VectorScorer<B extends RowBatch>(
    Scorer<?, B> scorer,
    int featureCount,
    DuckDBColumnType type,
    Function<DuckDBReadableVector[], B> reader) {

  /// A scorer for a model.
  ///
  /// @throws IllegalArgumentException if its rows have several kinds, if missing values are allowed
  ///   and it does not accept them, or if its categories have no names
  static VectorScorer<?> of(Classifier<?, ?> model, MissingValues missing) {
    RowFormat<double[], NumericColumns> numbers = RowFormat.NUMBERS.withMissing(missing);
    if (missing == MissingValues.ALLOW && !model.takes(numbers)) {
      throw new IllegalArgumentException("missing values need a model with normal classes");
    }
    int count = model.featureCount();
    Features features = model.features();
    if (model.format() == RowFormat.BITS) {
      return new VectorScorer<>(
          model.scorer(RowFormat.BITS),
          count,
          DuckDBColumnType.BOOLEAN,
          columns -> bits(columns, features));
    }
    if (model.format() == RowFormat.CODES) {
      List<CategoryDictionary> dictionaries = model.dictionaries();
      for (int feature = 0; feature < count; feature++) {
        if (!dictionaries.get(feature).isNamed()) {
          throw new IllegalArgumentException(
              "the categories of %s are codes without names; expected named categories, to match SQL texts"
                  .formatted(features.describe(feature)));
        }
      }
      return new VectorScorer<>(
          model.scorer(RowFormat.CODES),
          count,
          DuckDBColumnType.VARCHAR,
          columns ->
              CategoryColumns.copyOfColumns(dictionaries, List.of(), texts(columns))
                  .withFeatures(features));
    }
    if (model.format() != RowFormat.NUMBERS) {
      throw new IllegalArgumentException(
          "the model has mixed blocks; expected features of one kind");
    }
    return new VectorScorer<>(
        model.scorer(numbers),
        count,
        DuckDBColumnType.DOUBLE,
        columns -> numbers(columns, missing, features));
  }

  int[] labels(DuckDBDataChunkReader rows) {
    B batch = batch(rows);
    int[] labels = new int[batch.rowCount()];
    scorer.predict(batch, labels);
    return labels;
  }

  double[] logPosteriors(DuckDBDataChunkReader rows) {
    B batch = batch(rows);
    double[] found = new double[batch.rowCount() * scorer.classCount()];
    scorer.score(batch, Results.none().withLogPosteriors(found));
    return found;
  }

  double[] logDensities(DuckDBDataChunkReader rows) {
    B batch = batch(rows);
    double[] found = new double[batch.rowCount()];
    scorer.score(batch, Results.none().withLogDensities(found));
    return found;
  }

  private B batch(DuckDBDataChunkReader rows) {
    DuckDBReadableVector[] columns = new DuckDBReadableVector[featureCount];
    for (int feature = 0; feature < featureCount; feature++) {
      columns[feature] = rows.vector(rows.columnCount() - featureCount + feature);
    }
    return reader.apply(columns);
  }

  private static NumericColumns numbers(
      DuckDBReadableVector[] columns, MissingValues missing, Features features) {
    int count = Math.toIntExact(columns[0].rowCount());
    double[][] values = new double[columns.length][count];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int row = 0; row < count; row++) {
        if (columns[feature].isNull(row) && missing == MissingValues.REFUSE) {
          throw isNull(feature, features);
        }
        values[feature][row] = columns[feature].getDouble(row, Double.NaN);
      }
    }
    return NumericColumns.of(values).withFeatures(features);
  }

  private static BitColumns bits(DuckDBReadableVector[] columns, Features features) {
    int count = Math.toIntExact(columns[0].rowCount());
    boolean[][] values = new boolean[columns.length][count];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int row = 0; row < count; row++) {
        if (columns[feature].isNull(row)) {
          throw isNull(feature, features);
        }
        values[feature][row] = columns[feature].getBoolean(row);
      }
    }
    return BitColumns.copyOfColumns(values);
  }

  private static String[][] texts(DuckDBReadableVector[] columns) {
    int count = Math.toIntExact(columns[0].rowCount());
    String[][] values = new String[columns.length][count];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int row = 0; row < count; row++) {
        values[feature][row] =
            columns[feature].isNull(row) ? null : columns[feature].getString(row);
      }
    }
    return values;
  }

  private static IllegalArgumentException isNull(int feature, Features features) {
    return new IllegalArgumentException(
        "%s is NULL; replace it, for example with coalesce, or register the model with missing values"
            .formatted(features.describe(feature)));
  }
}
