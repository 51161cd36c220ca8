package org.lanewise.bench;

import java.util.Collections;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// Does a batch in blocks of numbers, bits and categories take longer than its blocks one after the
/// other, each by a model of its own? The bar is that it does not.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MixedScoringBenchmark {

  /// A model of blocks, those of each block, and rows of as many numbers, bits and categories.
  public static class Blocks extends TierState {

    private static final int CATEGORIES = 6;

    /// Rows, features of each block, and classes.
    @Param("20000x16x10")
    public String shape;

    private Scorer<Object[], MixedColumns> mixed;
    private Scorer<double[], NumericColumns> ofNumbers;
    private Scorer<long[], BitColumns> ofBits;
    private Scorer<int[], CategoryColumns> ofCategories;
    private MixedColumns rows;
    private NumericColumns numbers;
    private BitColumns bits;
    private CategoryColumns categories;
    private double[] joints;

    @Override
    protected void prepare() {
      NormalRows normal = NormalRows.of(Shape.parse(shape));
      numbers = normal.columns();
      Labels labels = normal.labels();
      int n = numbers.rowCount();
      int d = numbers.featureCount();
      SplittableRandom random = new SplittableRandom(1);
      boolean[][] set = new boolean[d][n];
      int[][] codes = new int[d][n];
      for (int j = 0; j < d; j++) {
        for (int i = 0; i < n; i++) {
          set[j][i] = random.nextInt(12) < 1 + (labels.index(i) + j) % 10;
          codes[j][i] =
              (random.nextInt(CATEGORIES) * random.nextInt(2) + labels.index(i)) % CATEGORIES;
        }
      }
      bits = BitColumns.copyOfColumns(set);
      categories =
          CategoryColumns.of(Collections.nCopies(d, CategoryDictionary.ofSize(CATEGORIES)), codes);
      rows = MixedColumns.of(numbers, bits, categories);
      mixed = MixedNaiveBayes.fit(rows, labels).scorer();
      ofNumbers = GaussianNaiveBayes.fit(numbers, labels).scorer();
      ofBits = BernoulliNaiveBayes.fit(bits, labels).scorer();
      ofCategories = CategoricalNaiveBayes.fit(categories, labels).scorer();
      Tier.require(tier, mixed.kernels());
      joints = new double[n * labels.classCount()];
    }
  }

  /// Log joints of the batch in blocks.
  @Benchmark
  public double[] mixed(Blocks state) {
    state.mixed.logJoint(state.rows, state.joints);
    return state.joints;
  }

  /// Log joints of each block by its own model, one after the other.
  @Benchmark
  public double[] blocks(Blocks state) {
    state.ofNumbers.logJoint(state.numbers, state.joints);
    state.ofBits.logJoint(state.bits, state.joints);
    state.ofCategories.logJoint(state.categories, state.joints);
    return state.joints;
  }
}
