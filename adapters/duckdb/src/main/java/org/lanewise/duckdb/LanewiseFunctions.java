package org.lanewise.duckdb;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.lanewise.data.MissingValues;
import org.lanewise.duckdb.library.JavaVersion;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.ComplementNaiveBayes;

/// Makes functions of SQL of a model, for a connection of `duckdb_jdbc`.
///
/// ```java
/// LanewiseFunctions.register(connection, "spam", model);
/// ```
///
/// ```sql
/// SELECT *, spam_label(words, links), spam_log_p('yes', words, links) FROM mail;
/// ```
///
/// | function | is |
/// | --- | --- |
/// | `NAME_label(x…)` | the most probable class, VARCHAR |
/// | `NAME_log_p(class, x…)` | log p(class \| x), DOUBLE |
/// | `NAME_log_density(x…)` | log p(x), DOUBLE; not of complement Naive Bayes, which has none |
///
/// `x…` are the features in the order of the model, not by name:
///
/// | model | type of a feature | NULL |
/// | --- | --- | --- |
/// | of numbers or counts | DOUBLE, as which DuckDB takes all numbers | refused; of normal classes a missing value with [MissingValues#ALLOW] |
/// | Bernoulli Naive Bayes | BOOLEAN | refused |
/// | categorical Naive Bayes | VARCHAR, as which DuckDB takes an ENUM; a number is refused when a query is bound | a missing value |
///
/// What the model refuses, such as a number that is not finite or a category that was not learned,
/// fails the statement with the model's sentence. The functions are pure, and may be called by any
/// number of threads. DuckDB cannot take them back: they last as long as its database.
///
/// DuckDB asks for `--enable-native-access=ALL-UNNAMED`.
public final class LanewiseFunctions {

  private LanewiseFunctions() {}

  /// Registers the functions of a model that refuses missing values.
  ///
  /// @param name what their names begin with: a letter, then letters, digits and `_`
  /// @throws SQLException if a function of such a name exists, or DuckDB refuses them
  /// @throws IllegalArgumentException if the name is none, the model is of blocks of several kinds,
  ///   or its categories have no names that a text could be
  /// @throws IllegalStateException if this is Java 25.0.2 or before, where native code is not safe
  public static void register(Connection connection, String name, Classifier<?, ?> model)
      throws SQLException {
    register(connection, name, model, MissingValues.REFUSE);
  }

  /// Registers the functions of a model.
  ///
  /// @param name what their names begin with: a letter, then letters, digits and `_`
  /// @param missing whether NULL is a missing value, of models of normal classes
  /// @throws SQLException if a function of such a name exists, or DuckDB refuses them
  /// @throws IllegalArgumentException as [#register(Connection, String, Classifier)], or if missing
  ///   values are allowed and the model takes none
  /// @throws IllegalStateException as that
  public static void register(
      Connection connection, String name, Classifier<?, ?> model, MissingValues missing)
      throws SQLException {
    Objects.requireNonNull(connection, "connection");
    JavaVersion.requireSafe();
    if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "the name of the functions is '%s'; a letter, then letters, digits and _ were expected"
              .formatted(name));
    }
    VectorScorer<?> scorer = VectorScorer.of(model, missing);
    // One at a time, so that no other call takes the name meanwhile.
    synchronized (LanewiseFunctions.class) {
      requireFree(connection, name);
      register(connection, name, model, scorer);
    }
  }

  /// Refuses a name that a function has already: DuckDB would replace it, or keep both if they have
  /// another number of arguments.
  private static void requireFree(Connection connection, String name) throws SQLException {
    try (PreparedStatement taken =
        connection.prepareStatement(
            "SELECT min(function_name) FROM duckdb_functions() WHERE lower(function_name) IN (?, ?,"
                + " ?)")) {
      int parameter = 1;
      for (String ending : List.of("_label", "_log_p", "_log_density")) {
        taken.setString(parameter++, (name + ending).toLowerCase(Locale.ROOT));
      }
      try (ResultSet row = taken.executeQuery()) {
        String function = row.next() ? row.getString(1) : null;
        if (function != null) {
          throw new SQLException(
              "the function %s exists already, and DuckDB cannot take it back; another name than '%s' is expected"
                  .formatted(function, name));
        }
      }
    }
  }

  private static void register(
      Connection connection, String name, Classifier<?, ?> model, VectorScorer<?> scorer)
      throws SQLException {
    List<String> classes = model.classes().names();
    byte[][] labels =
        classes.stream().map(c -> c.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    register(
        connection,
        builder(name + "_label", scorer.type(), model, false)
            .withReturnType(DuckDBColumnType.VARCHAR)
            .withVectorizedFunction((rows, out) -> {
              int[] found = scorer.labels(rows);
              byte[][] texts = new byte[found.length][];
              for (int row = 0; row < found.length; row++) {
                texts[row] = labels[found[row]];
              }
              out.setStringUtf8Batch(0, texts);
            }));
    register(
        connection,
        builder(name + "_log_p", scorer.type(), model, true)
            .withReturnType(DuckDBColumnType.DOUBLE)
            .withVectorizedFunction((rows, out) -> {
              double[] found = scorer.logPosteriors(rows);
              for (int row = 0; row < rows.rowCount(); row++) {
                String asked = rows.vector(0).getString(row);
                int c = classes.indexOf(asked);
                if (c < 0) {
                  throw new IllegalArgumentException(
                      "the class is '%s'; one of %s was expected"
                          .formatted(asked, model.classes()));
                }
                out.setDouble(row, found[row * classes.size() + c]);
              }
            }));
    if (!(model.bare() instanceof ComplementNaiveBayes)) {
      register(
          connection,
          builder(name + "_log_density", scorer.type(), model, false)
              .withReturnType(DuckDBColumnType.DOUBLE)
              .withVectorizedFunction((rows, out) -> {
                double[] found = scorer.logDensities(rows);
                for (int row = 0; row < found.length; row++) {
                  out.setDouble(row, found[row]);
                }
              }));
    }
  }

  private static DuckDBScalarFunctionBuilder builder(
      String name, DuckDBColumnType type, Classifier<?, ?> model, boolean ofClass)
      throws SQLException {
    DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction().withName(name);
    if (ofClass) {
      builder.withParameter(DuckDBColumnType.VARCHAR);
    }
    for (int feature = 0; feature < model.featureCount(); feature++) {
      builder.withParameter(type);
    }
    return builder;
  }

  private static void register(Connection connection, DuckDBScalarFunctionBuilder builder)
      throws SQLException {
    try (builder) {
      builder.register(connection);
    }
  }
}
