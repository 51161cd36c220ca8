package org.lanewise.interop;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// The test rows of a parameter file.
final class CheckRows {

  private static final long SEED = 1;

  /// The number of synthetic rows.
  private static final int SYNTHETIC = 64;

  /// The most numbers in all rows: 1 GB.
  private static final long MAX_NUMBERS = 1L << 27;

  /// The most numbers in synthetic rows.
  private static final long SYNTHETIC_NUMBERS = 1L << 24;

  private static final double TOLERANCE = 1e-12;

  private static final String ROWS = "check.rows";
  private static final String STARTS = "check.indptr";
  private static final String FEATURES = "check.indices";
  private static final String VALUES = "check.values";
  private static final String LOG_JOINT = "check.log_joint";
  private static final String LOG_POSTERIOR = "check.log_posterior";

  private CheckRows() {}

  /// The rows of a model file, or synthetic ones.
  static List<Tensor> of(ModelFile file) {
    Classifier<?, ?> model = file.model();
    int d = model.featureCount();
    TestRows rows =
        file.testRows().filter(stored -> isWritable(stored, d)).orElseGet(() -> synthetic(model));
    int n = rows.rowCount();
    int k = model.classCount();
    int[] starts = rows.starts();
    int[] features = rows.features();
    double[] values = rows.values();
    double[] scores = rows.logJoints();
    Tensor logJoint =
        Tensor.rows(LOG_JOINT, n, k, i -> Arrays.copyOfRange(scores, i * k, (i + 1) * k));
    // Each entry takes two numbers.
    if (values.length == 0 || 2L * values.length >= (long) n * d) {
      return List.of(
          Tensor.rows(
              ROWS,
              n,
              d,
              row -> {
                double[] dense = new double[d];
                for (int i = starts[row]; i < starts[row + 1]; i++) {
                  dense[features[i]] = values[i];
                }
                return dense;
              }),
          logJoint);
    }
    return List.of(
        Tensor.integers(STARTS, starts),
        Tensor.integers(FEATURES, features),
        Tensor.vector(VALUES, values),
        logJoint);
  }

  /// Whether no value is a missing category, and the rows are not too large.
  private static boolean isWritable(TestRows rows, int d) {
    return (long) rows.rowCount() * d <= MAX_NUMBERS
        && Arrays.stream(rows.values()).noneMatch(value -> value == Integer.MIN_VALUE);
  }

  private static TestRows synthetic(Classifier<?, ?> model) {
    SplittableRandom random = new SplittableRandom(SEED);
    long fitting = Math.max(1, SYNTHETIC_NUMBERS / model.featureCount());
    double[][] rows = new double[(int) Math.min(SYNTHETIC, fitting)][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = model.example(i % model.classCount(), random);
    }
    try {
      return of(model, rows);
    } catch (IllegalArgumentException e) {
      // If parameters are near the limits of doubles, few rows can be scored.
      Stream<double[]> all =
          Stream.concat(Arrays.stream(rows), Stream.of(new double[rows[0].length]));
      double[][] scored = all.filter(row -> isScored(model, row)).toArray(double[][]::new);
      if (scored.length == 0) {
        throw new IllegalArgumentException(
            "no synthetic row has finite scores, as the parameters are near the limits of doubles;"
                + " parameters that score some row are expected",
            e);
      }
      return of(model, scored);
    }
  }

  private static boolean isScored(Classifier<?, ?> model, double[] row) {
    try {
      of(model, new double[][] {row});
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static TestRows of(Classifier<?, ?> model, double[][] rows) {
    int[] starts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      starts[i + 1] = starts[i] + (int) Arrays.stream(rows[i]).filter(CheckRows::isEntry).count();
    }
    int[] features = new int[starts[rows.length]];
    double[] values = new double[features.length];
    int at = 0;
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        if (isEntry(row[j])) {
          features[at] = j;
          values[at++] = row[j];
        }
      }
    }
    return TestRows.of(model, starts, features, values);
  }

  private static boolean isEntry(double value) {
    return Double.doubleToRawLongBits(value) != 0;
  }

  /// Reads the rows of a model and compares their scores.
  ///
  /// @throws IllegalArgumentException if there are no valid rows, or a score differs
  static TestRows read(StoredTensors tensors, Classifier<?, ?> model) throws IOException {
    boolean joint = tensors.has(LOG_JOINT);
    String name = joint ? LOG_JOINT : LOG_POSTERIOR;
    long n = tensors.rowCount(name);
    if (n < 1 || n > TestRows.MAX_ROWS || n * model.featureCount() > MAX_NUMBERS) {
      throw new IllegalArgumentException(
          "there are %d test rows of %d features; 1 to %d rows of at most %d numbers are expected"
              .formatted(n, model.featureCount(), TestRows.MAX_ROWS, MAX_NUMBERS));
    }
    double[][] scores = tensors.scores(name, n, model.classCount());
    TestRows rows;
    if (tensors.has(STARTS)) {
      int[] starts = tensors.integers(STARTS, n + 1);
      int count = Math.max(0, starts[(int) n]);
      rows =
          TestRows.of(
              model, starts, tensors.integers(FEATURES, count), tensors.vector(VALUES, count));
    } else {
      rows = of(model, tensors.rows(ROWS, n, model.featureCount()));
    }
    double[] found = rows.logJoints();
    if (!joint) {
      @SuppressWarnings("unchecked") // The rows are in the model's own format.
      Scorer<?, RowBatch> scorer = (Scorer<?, RowBatch>) model.scorer();
      scorer.logPosterior(rows.rows(), found);
    }
    try {
      requireSame(scores, found, model, TOLERANCE);
    } catch (IllegalArgumentException e) {
      requireSame(scores, found, model, Math.max(TOLERANCE, rounding(tensors)));
    }
    return rows;
  }

  /// The rounding error of a log joint if covariances are nearly singular: 2⁻⁵⁰ times the sum of
  /// the variance inflation factors, which are the products of the diagonals of a covariance and
  /// its inverse.
  private static double rounding(StoredTensors tensors) throws IOException {
    double largest = 0;
    for (double[][] covariance : tensors.covariances()) {
      double[][] inverse = new InverseTriangle(covariance).rows();
      double sum = 0;
      for (int i = 0; i < inverse.length; i++) {
        for (int j = 0; j <= i; j++) {
          sum += covariance[j][j] * inverse[i][j] * inverse[i][j];
        }
      }
      largest = Math.max(largest, sum);
    }
    return 0x1p-50 * largest;
  }

  private static void requireSame(
      double[][] given, double[] found, Classifier<?, ?> model, double tolerance) {
    int k = model.classCount();
    for (int i = 0; i < given.length; i++) {
      double largest =
          Arrays.stream(given[i]).filter(Double::isFinite).map(Math::abs).max().orElse(0);
      for (int c = 0; c < k; c++) {
        double score = found[i * k + c];
        if (score != given[i][c]
            && !(Math.abs(score - given[i][c]) <= tolerance * Math.max(1, largest))) {
          throw new IllegalArgumentException(
              "the score of test row %d and %s is %s, and %s is in the file; a difference of at most %s is expected"
                  .formatted(
                      i,
                      model.classes().describe(c),
                      score,
                      given[i][c],
                      tolerance == TOLERANCE ? "1e-12" : "%.1e".formatted(tolerance)));
        }
      }
    }
  }
}
