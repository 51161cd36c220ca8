package org.lanewise.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How much longer does a batch take of which cells are missing at random, than the same rows
/// whole?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MissingScoringBenchmark {

  /// A Gaussian model, and rows of which some cells are missing.
  public static class Holes extends TierState {

    /// The model.
    @Param({"gaussian-nb", "qda", "lda"})
    public String model;

    /// Rows, features and classes.
    @Param("20000x32x10")
    public String shape;

    /// The share of cells that are missing.
    @Param({"0", "0.1"})
    public double missing;

    private static final long WARM_NANOS = 3_000_000_000L;

    private Scorer<double[], NumericColumns> scorer;
    private NumericColumns rows;
    private int[] labels;

    @Override
    protected void prepare() {
      NormalRows whole = NormalRows.of(Shape.parse(shape));
      GaussianStatistics statistics = GaussianStatistics.of(whole.columns(), whole.labels());
      GaussianClassifier classifier =
          switch (model) {
            case "gaussian-nb" -> GaussianNaiveBayes.recipe().fit(statistics);
            case "qda" -> QuadraticDiscriminant.recipe().fit(statistics);
            default -> LinearDiscriminant.recipe().fit(statistics);
          };
      scorer = classifier.scorer(RowFormat.NUMBERS_WITH_MISSING);
      Tier.require(tier, scorer.kernels());
      rows = NumericColumns.of(punched(whole.arrays()));
      labels = new int[rows.rowCount()];
      // Filling rows is compiled some seconds after whole ones: longer than JMH's warm-up is here.
      long end = System.nanoTime() + WARM_NANOS;
      while (System.nanoTime() - end < 0) {
        scorer.predict(rows, labels);
      }
    }

    private double[][] punched(double[][] columns) {
      SplittableRandom random = new SplittableRandom(1);
      double[][] holes = new double[columns.length][];
      for (int j = 0; j < holes.length; j++) {
        holes[j] = columns[j].clone();
        for (int i = 0; i < holes[j].length; i++) {
          if (random.nextDouble() < missing) {
            holes[j][i] = Double.NaN;
          }
        }
      }
      return holes;
    }
  }

  /// Labels of the batch.
  @Benchmark
  public int[] predict(Holes state) {
    state.scorer.predict(state.rows, state.labels);
    return state.labels;
  }
}
