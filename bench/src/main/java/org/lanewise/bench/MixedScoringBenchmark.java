package org.lanewise.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Tier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.mixed.BlockOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;
import org.lanewise.score.Scorer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long does a batch take whose columns are of several kinds, and how long do its blocks take
/// one after the other, each by the scorer of its own model?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MixedScoringBenchmark {

  /// Models of blocks and of each block, and rows: a quarter of the features numbers, bits,
  /// categories of four values, and counts.
  public static class Blocks extends TierState {

    /// What a block of numbers is.
    @Param({"diagonal", "quadratic"})
    public String numbers;

    /// Rows, features and classes.
    @Param("50000x32x10")
    public String shape;

    private Scorer<Object[], MixedColumns> scorer;
    private List<Scorer<Object[], MixedColumns>> ofBlocks;
    private MixedColumns rows;
    private List<MixedColumns> blocks;
    private double[] joints;
    private int[] labels;

    @Override
    void prepare() {
      Shape of = Shape.parse(shape);
      int d = of.featureCount() / 4;
      NormalRows normal = NormalRows.of(new Shape(of.rowCount(), d, of.classCount()));
      rows = rows(normal, d);
      Labels classes = normal.labels();
      NaiveBayesOptions smooth = NaiveBayesOptions.DEFAULT;
      List<BlockOptions> options =
          List.of(
              numbers.equals("diagonal")
                  ? BlockOptions.diagonal(GaussianBayesOptions.DEFAULT)
                  : BlockOptions.quadratic(DiscriminantOptions.DEFAULT),
              BlockOptions.bernoulli(smooth),
              BlockOptions.categorical(smooth),
              BlockOptions.poisson(smooth));
      MixedNaiveBayes model =
          MixedNaiveBayes.fit(rows, classes, MixedOptions.of(options.toArray(BlockOptions[]::new)));
      scorer = model.scorer();
      Tier.require(tier, scorer.kernels());
      ofBlocks = new ArrayList<>();
      blocks = new ArrayList<>();
      for (int b = 0; b < rows.blockCount(); b++) {
        Classifier<?, ?> block = model.blocks().get(b);
        // A model of one block has its block's scorer.
        ofBlocks.add(MixedNaiveBayes.of(model.priors(), List.of(block)).scorer());
        blocks.add(MixedColumns.of(rows.block(b)));
      }
      labels = new int[rows.rowCount()];
      joints = new double[rows.rowCount() * of.classCount()];
    }

    private static MixedColumns rows(NormalRows normal, int d) {
      int n = normal.columns().rowCount();
      SplittableRandom random = new SplittableRandom(1);
      boolean[][] bits = new boolean[d][n];
      byte[][] codes = new byte[d][n];
      double[][] counts = new double[d][n];
      for (int i = 0; i < n; i++) {
        int c = normal.labels().index(i);
        for (int j = 0; j < d; j++) {
          bits[j][i] = random.nextInt(12) < 1 + (c + j) % 10;
          codes[j][i] = (byte) ((random.nextInt(3) + c * random.nextInt(2)) % 4);
          counts[j][i] = random.nextInt(2 + (3 * c + j) % 5);
        }
      }
      List<RowBatch> all =
          List.of(
              normal.columns(),
              BitColumns.copyOfColumns(bits),
              CategoryColumns.of(codes),
              DoubleColumns.of(counts));
      return MixedColumns.of(all);
    }
  }

  /// Labels of the batch.
  @Benchmark
  public int[] predict(Blocks state) {
    state.scorer.predict(state.rows, state.labels);
    return state.labels;
  }

  /// Log joints of the batch.
  @Benchmark
  public double[] logJoint(Blocks state) {
    state.scorer.logJoint(state.rows, state.joints);
    return state.joints;
  }

  /// Log joints of each block, one after the other, which nobody adds up.
  @Benchmark
  public double[] blocksOneAfterTheOther(Blocks state) {
    for (int b = 0; b < state.blocks.size(); b++) {
      state.ofBlocks.get(b).logJoint(state.blocks.get(b), state.joints);
    }
    return state.joints;
  }
}
