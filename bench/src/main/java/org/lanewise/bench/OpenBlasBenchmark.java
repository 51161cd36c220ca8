package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.rival.OpenBlas;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A rival of Gaussian statistics: `cblas_dsyrk` of OpenBLAS, which multiplies the same columns,
/// but neither tells classes apart nor centres.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenBlasBenchmark {

  private static final int SAMPLED_PAIRS = 64;
  private static final double TOLERANCE = 1e-9;

  /// Rows, features and classes, of which it takes no notice.
  @Param({
    "100000x16x10",
    "100000x64x10",
    "50000x128x10",
    "25000x256x10",
    "12500x512x10",
    "10000x784x10",
    "8000x1024x10"
  })
  public String shape;

  /// The kernels that OpenBLAS shall take.
  @Param("default")
  public String coreType;

  private OpenBlas openBlas;
  private int rowCount;
  private int featureCount;
  private double[] columns;
  private double[] product;

  /// Makes the data, and checks the product against our moments.
  @Setup(Level.Trial)
  public void prepare() {
    openBlas = OpenBlas.require(coreType);
    NormalRows rows = NormalRows.of(Shape.parse(shape));
    rowCount = rows.columns().rowCount();
    featureCount = rows.columns().featureCount();
    columns = rows.columnMajor();
    product = new double[featureCount * featureCount];
    check(GaussianStatistics.of(rows.columns(), rows.labels()).summary());
  }

  /// Σ x_i x_j = Σ_c (S_c,ij + n_c μ_ci μ_cj).
  private void check(GaussianSummary summary) {
    double[] actual = syrk();
    for (int pair = 0; pair < SAMPLED_PAIRS; pair++) {
      int a = pair * 37 % featureCount;
      int b = pair * 61 % featureCount;
      int i = Math.max(a, b);
      int j = Math.min(a, b);
      double expected = 0;
      for (int c = 0; c < summary.classCount(); c++) {
        double meanI = summary.origin()[i] + summary.residualMean(c)[i];
        double meanJ = summary.origin()[j] + summary.residualMean(c)[j];
        expected += summary.scatter(c, i, j) + summary.classWeights()[c] * meanI * meanJ;
      }
      double found = actual[j * featureCount + i];
      if (!(Math.abs(found - expected) <= TOLERANCE * rowCount)) {
        throw new IllegalStateException(
            "OpenBLAS gives %s for the product of features %d and %d; our moments give %s"
                .formatted(found, i, j, expected));
      }
    }
  }

  /// The product.
  @Benchmark
  public double[] syrk() {
    openBlas.crossProduct(columns, rowCount, featureCount, product);
    return product;
  }
}
