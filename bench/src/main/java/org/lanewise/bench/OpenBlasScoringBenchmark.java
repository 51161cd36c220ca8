package org.lanewise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.rival.OpenBlas;
import org.lanewise.bench.rival.RivalOutcome;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A rival of labelling batches by a linear discriminant: `cblas_dgemm` of OpenBLAS multiplies the
/// same columns by the coefficients of our model. It adds no intercepts and looks for no maximum.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenBlasScoringBenchmark {

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
    LinearDiscriminant model =
        LinearDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
    columns = rows.columnMajor();
    weights = new double[size.featureCount() * size.classCount()];
    for (int c = 0; c < size.classCount(); c++) {
      System.arraycopy(
          model.coefficients(c), 0, weights, c * size.featureCount(), size.featureCount());
    }
    product = new double[size.rowCount() * size.classCount()];
    gemm();
    int[] ours = new int[size.rowCount()];
    model.scorer().predict(rows.columns(), ours);
    try {
      RivalOutcome.of(openBlas.coreName(), ours, labels(model)).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int[] labels(LinearDiscriminant model) {
    int[] labels = new int[size.rowCount()];
    for (int i = 0; i < labels.length; i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < size.classCount(); c++) {
        double score = product[c * labels.length + i] + model.intercept(c);
        if (score > most) {
          most = score;
          labels[i] = c;
        }
      }
    }
    return labels;
  }

  /// The product.
  @Benchmark
  public double[] gemm() {
    openBlas.product(
        columns, weights, size.rowCount(), size.featureCount(), size.classCount(), product);
    return product;
  }
}
