package org.lanewise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.rival.OpenBlas;
import org.lanewise.bench.rival.RivalOutcome;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Rivals of labelling batches by a linear discriminant: `cblas_dgemm` and `cblas_sgemm` of
/// OpenBLAS multiply the same rows by the coefficients of our model. They add no intercepts and
/// look for no maximum.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenBlasScoringBenchmark {

  /// Columns of doubles.
  @State(Scope.Benchmark)
  public static class Doubles {

    /// Rows, features and classes.
    @Param({"100000x64x10", "10000x784x10"})
    public String shape;

    /// The kernels that OpenBLAS shall take.
    @Param("default")
    public String coreType;

    private OpenBlas openBlas;
    private Shape size;
    private double[] columns;
    private double[] weights;
    private double[] product;

    /// Makes the data, and compares the labels that follow from the product with ours.
    @Setup(Level.Trial)
    public void prepare() {
      openBlas = OpenBlas.require(coreType);
      size = Shape.parse(shape);
      NormalRows rows = NormalRows.of(size);
      LinearDiscriminant model = LinearDiscriminant.recipe().fit(rows.columns(), rows.labels());
      int n = size.rowCount();
      int d = size.featureCount();
      columns = rows.columnMajor();
      weights = new double[d * size.classCount()];
      for (int c = 0; c < size.classCount(); c++) {
        System.arraycopy(model.coefficients(c), 0, weights, c * d, d);
      }
      product = new double[n * size.classCount()];
      multiply();
      compare(openBlas, model, rows.columns(), (i, c) -> product[c * n + i]);
    }

    private double[] multiply() {
      openBlas.product(
          columns, weights, size.rowCount(), size.featureCount(), size.classCount(), product);
      return product;
    }
  }

  /// Rows of floats.
  @State(Scope.Benchmark)
  public static class Floats {

    /// Rows, features and classes.
    @Param({"100000x64x10", "10000x784x10", "10000x768x1000"})
    public String shape;

    /// The kernels that OpenBLAS shall take.
    @Param("default")
    public String coreType;

    private OpenBlas openBlas;
    private Shape size;
    private float[] rows;
    private float[] weights;
    private float[] product;

    /// As for doubles.
    @Setup(Level.Trial)
    public void prepare() {
      openBlas = OpenBlas.require(coreType);
      size = Shape.parse(shape);
      NormalRows data = NormalRows.of(size);
      int d = size.featureCount();
      int k = size.classCount();
      rows = data.floatRows();
      NumericColumns view = NumericColumns.ofRowMajor(rows, d);
      LinearDiscriminant model = LinearDiscriminant.recipe().fit(view, data.labels());
      weights = new float[d * k];
      for (int c = 0; c < k; c++) {
        double[] coefficients = model.coefficients(c);
        for (int j = 0; j < d; j++) {
          weights[j * k + c] = (float) coefficients[j];
        }
      }
      product = new float[size.rowCount() * k];
      multiply();
      compare(openBlas, model, view, (i, c) -> product[i * k + c]);
    }

    private float[] multiply() {
      openBlas.product(
          rows, weights, size.rowCount(), size.featureCount(), size.classCount(), product);
      return product;
    }
  }

  /// An element of the product.
  private interface Product {
    double at(int row, int label);
  }

  private static void compare(
      OpenBlas openBlas, LinearDiscriminant model, NumericColumns rows, Product product) {
    int[] ours = new int[rows.rowCount()];
    model.scorer().predict(rows, ours);
    int[] theirs = new int[ours.length];
    for (int i = 0; i < theirs.length; i++) {
      int row = i;
      theirs[i] = largest(model.classCount(), c -> product.at(row, c) + model.intercept(c));
    }
    try {
      RivalOutcome.of(openBlas.coreName(), ours, theirs).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int largest(int count, IntToDoubleFunction score) {
    int best = 0;
    for (int c = 1; c < count; c++) {
      best = score.applyAsDouble(c) > score.applyAsDouble(best) ? c : best;
    }
    return best;
  }

  /// The product in doubles.
  @Benchmark
  public double[] dgemm(Doubles rows) {
    return rows.multiply();
  }

  /// The product in floats.
  @Benchmark
  public float[] sgemm(Floats rows) {
    return rows.multiply();
  }
}
