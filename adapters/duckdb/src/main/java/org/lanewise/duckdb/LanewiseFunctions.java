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

/// Registers a model as SQL functions on a connection of `duckdb_jdbc`.
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
/// Rows that the model rejects, for example because of a number that is not finite or an unseen
/// category, fail the statement with the model's message. The functions are pure and thread-safe.
/// DuckDB cannot remove them: they last as long as the database.
///
/// DuckDB needs `--enable-native-access=ALL-UNNAMED`.
public final class LanewiseFunctions {

  private LanewiseFunctions() {}

  /// Registers the functions of a model; missing values are rejected.
  ///
  /// @param name the prefix of their names: a letter, then letters, digits and `_`
  /// @throws SQLException if a function with such a name exists, or DuckDB rejects them
  /// @throws IllegalArgumentException if the name is invalid, the model is mixed, or its categories
  ///   have no names
  /// @throws IllegalStateException if this is Java 25.0.2 or before, in which native code is not
  ///   safe
  public static void register(Connection connection, String name, Classifier<?, ?> model)
      throws SQLException {
    register(connection, name, model, MissingValues.REFUSE);
  }

  /// Registers the functions of a model.
  ///
  /// @param name the prefix of their names: a letter, then letters, digits and `_`
  /// @param missing whether NULL is a missing value, for Gaussian models
  /// @throws SQLException if a function with such a name exists, or DuckDB rejects them
  /// @throws IllegalArgumentException as [#register(Connection, String, Classifier)], or if missing
  ///   values are allowed and the model does not accept them
  /// @throws IllegalStateException as [#register(Connection, String, Classifier)]
  public static void register(
      Connection connection, String name, Classifier<?, ?> model, MissingValues missing)
      throws SQLException {
    Objects.requireNonNull(connection, "connection");
    JavaVersion.requireSafe();
    if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "the function name is '%s'; expected a letter, then letters, digits and _"
              .formatted(name));
    }
    VectorScorer<?> scorer = VectorScorer.of(model, missing);
    // One registration at a time, so that no other takes the name meanwhile.
    synchronized (LanewiseFunctions.class) {
      requireFree(connection, name);
      register(connection, name, model, scorer);
    }
  }

  /// Rejects a name that is taken: DuckDB would replace the function, or keep both if their numbers
  /// of arguments differ.
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
              "the function %s already exists, and DuckDB cannot replace it; expected another name than '%s'"
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
                      "the class is '%s'; expected one of %s".formatted(asked, model.classes()));
                }
                out.setDouble(row, found[row * classes.size() + c]);
              }
            }));
    if (model.hasDensity()) {
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
