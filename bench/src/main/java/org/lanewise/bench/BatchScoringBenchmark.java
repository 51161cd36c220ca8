package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryBatch;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.NormalBatch;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How fast are whole batches labelled? The models are fitted to the rows that they label.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchScoringBenchmark {

  /// A linear discriminant: the affine scorer.
  public static class Linear extends TierState {

    /// Rows, features and classes.
    @Param({"100000x64x10", "10000x784x10", "100003x13x3", "50021x100x26"})
    public String shape;

    private NormalBatch batch;

    @Override
    protected void prepare() {
      NormalRows rows = NormalRows.of(Shape.parse(shape));
      LinearDiscriminant model =
          LinearDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
      batch = new NormalBatch(rows, model.scorer());
    }
  }

  /// A quadratic discriminant: the triangular scorer.
  public static class Quadratic extends TierState {

    /// Rows, features and classes.
    @Param({"100000x64x10", "25000x256x10", "10000x784x10", "100003x13x3"})
    public String shape;

    private NormalBatch batch;

    @Override
    protected void prepare() {
      NormalRows rows = NormalRows.of(Shape.parse(shape));
      QuadraticDiscriminant model =
          QuadraticDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
      batch = new NormalBatch(rows, model.scorer());
    }
  }

  /// A Gaussian Naive Bayes model: the diagonal scorer.
  public static class Diagonal extends TierState {

    /// Rows, features and classes.
    @Param({"100000x64x10", "100003x13x3"})
    public String shape;

    private NormalBatch batch;

    @Override
    protected void prepare() {
      NormalRows rows = NormalRows.of(Shape.parse(shape));
      GaussianNaiveBayes model =
          GaussianNaiveBayes.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
      batch = new NormalBatch(rows, model.scorer());
    }
  }

  /// A Bernoulli Naive Bayes model: the scorer of packed bits.
  public static class Binary extends TierState {

    /// Rows, features and classes.
    @Param({"100000x784x10", "100000x784x2", "100003x100x26", "1000000x784x10"})
    public String shape;

    private BinaryBatch batch;

    @Override
    protected void prepare() {
      BinaryRows rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      BernoulliNaiveBayes model =
          BernoulliNaiveBayes.recipe().fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      BinaryBatch.check(rows, model);
      batch = new BinaryBatch(rows, model.scorer());
    }
  }

  /// A Bernoulli Naive Bayes model whose scores are all calculated.
  public static class Exact extends TierState {

    /// Rows, features and classes.
    @Param({"100000x784x10", "100000x784x2"})
    public String shape;

    private BinaryBatch batch;

    @Override
    protected void prepare() {
      BinaryRows rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      BernoulliNaiveBayes model =
          BernoulliNaiveBayes.recipe().fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      batch = new BinaryBatch(rows, model.scorer());
      Textbook.requireSame(
          "by all scores", batch.predictExact(), new BinaryBatch(rows, model.scorer()).predict());
    }
  }

  /// Linear discriminant.
  @Benchmark
  public int[] linear(Linear state) {
    return state.batch.predict();
  }

  /// Quadratic discriminant.
  @Benchmark
  public int[] quadratic(Quadratic state) {
    return state.batch.predict();
  }

  /// Gaussian Naive Bayes.
  @Benchmark
  public int[] gaussianNaiveBayes(Diagonal state) {
    return state.batch.predict();
  }

  /// Bernoulli Naive Bayes.
  @Benchmark
  public int[] bernoulliNaiveBayes(Binary state) {
    return state.batch.predict();
  }

  /// Bernoulli Naive Bayes, by the scores of every row and class.
  @Benchmark
  public int[] bernoulliNaiveBayesExact(Exact state) {
    return state.batch.predictExact();
  }
}
