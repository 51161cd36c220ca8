package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.lanewise.bench.data.CategoryRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.statistics.CategoryStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How fast are categories counted, and rows of them labelled?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CategoricalBenchmark extends TierState {

  /// Rows, features and classes.
  @Param({"1000000x22x2", "100003x13x7"})
  public String shape;

  private CategoryRows rows;
  private CategoricalNaiveBayes model;
  private int[] labels;

  private static CategoricalNaiveBayes model(CategoryRows rows) {
    return CategoricalNaiveBayes.recipe().fit(CategoryStatistics.of(rows.columns(), rows.labels()));
  }

  @Override
  protected void prepare() {
    rows = CategoryRows.of(Shape.parse(shape));
    model = model(rows);
    Tier.require(tier, model.scorer().kernels());
    int[] counted = new int[model.classCount()];
    int last = model.featureCount() - 1;
    for (int row = 0; row < rows.indices().length; row++) {
      counted[rows.indices()[row]] += rows.codes()[last][row] == 1 ? 1 : 0;
    }
    CategoryStatistics statistics = CategoryStatistics.of(rows.columns(), rows.labels());
    for (int c = 0; c < counted.length; c++) {
      if (statistics.count(c, last, 1) != counted[c]) {
        throw new IllegalStateException(
            "category 1 of feature %d was counted %s times in class %d; it is there %d times"
                .formatted(last, statistics.count(c, last, 1), c, counted[c]));
      }
    }
    Textbook.checkScores(model.scorer(), rows.columns(), this::row, logJoint());
    labels = new int[rows.indices().length];
  }

  private int[] row(int at) {
    int[] row = new int[model.featureCount()];
    rows.columns().row(at, row);
    return row;
  }

  /// log π_c + Σ_j log p_cj(x_j).
  private Function<int[], double[]> logJoint() {
    return row -> {
      double[] joint = new double[model.classCount()];
      for (int c = 0; c < joint.length; c++) {
        joint[c] = Math.log(model.priors()[c]);
        for (int j = 0; j < row.length; j++) {
          joint[c] += Math.log(model.probability(c, j, row[j]));
        }
      }
      return joint;
    };
  }

  /// A model of all rows.
  @Benchmark
  public CategoricalNaiveBayes fit() {
    return model(rows);
  }

  /// The labels of all rows.
  @Benchmark
  public int[] predict() {
    model.scorer().predict(rows.columns(), labels);
    return labels;
  }
}
