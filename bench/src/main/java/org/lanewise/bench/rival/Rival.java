package org.lanewise.bench.rival;

/// Another library of the JVM that does what we do. Each has a module of its own below
/// `bench/rivals` and is found by [java.util.ServiceLoader].
public interface Rival {

  /// Its version, and what else a reader has to know; `6.2.5`.
  String version();

  /// Brings rows into the form that it takes; this is not timed.
  ///
  /// @param model `lda`, `qda`, `gaussian-nb`, `bernoulli-nb` or `multinomial-nb`
  /// @throws IllegalArgumentException if it has no such model
  /// @throws Exception if the rival fails
  Task prepare(String model, RivalRows rows) throws Exception;

  /// A model and rows.
  interface Task {

    /// Fits the model to the rows. The last one is what labels rows.
    ///
    /// @return something that depends on the model
    /// @throws Exception if the rival fails
    Object fit() throws Exception;

    /// The labels of all rows; of documents, those for tests.
    ///
    /// @throws Exception if the rival fails
    int[] predict() throws Exception;

    /// The label of one row.
    ///
    /// @param row its number
    /// @throws Exception if the rival fails
    default int predict(int row) throws Exception {
      throw new UnsupportedOperationException("it is not asked for single rows");
    }

    /// Ends what was started.
    ///
    /// @throws Exception if the rival fails
    default void close() throws Exception {}
  }
}
