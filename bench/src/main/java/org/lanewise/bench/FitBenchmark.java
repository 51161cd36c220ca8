package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryBatch;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.NormalBatch;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.TierState;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long does a model take from the rows in memory to a scorer that is ready?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FitBenchmark {

  /// A linear discriminant.
  public static class Linear extends TierState {

    /// Rows, features and classes.
    @Param({"100000x64x10", "10000x784x10", "100003x13x3"})
    public String shape;

    private NormalRows rows;

    @Override
    protected void prepare() {
      rows = NormalRows.of(Shape.parse(shape));
      LinearDiscriminant model = fit();
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
    }

    private LinearDiscriminant fit() {
      return LinearDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
    }
  }

  /// A quadratic discriminant.
  public static class Quadratic extends TierState {

    /// Rows, features and classes.
    @Param({"100000x64x10", "25000x256x10"})
    public String shape;

    private NormalRows rows;

    @Override
    protected void prepare() {
      rows = NormalRows.of(Shape.parse(shape));
      QuadraticDiscriminant model = fit();
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
    }

    private QuadraticDiscriminant fit() {
      return QuadraticDiscriminant.recipe()
          .fit(GaussianStatistics.of(rows.columns(), rows.labels()));
    }
  }

  /// A Gaussian Naive Bayes model.
  public static class Diagonal extends TierState {

    /// Rows, features and classes.
    @Param({"200000x64x2", "100003x13x3"})
    public String shape;

    private NormalRows rows;

    @Override
    protected void prepare() {
      rows = NormalRows.of(Shape.parse(shape));
      GaussianNaiveBayes model = fit();
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
    }

    private GaussianNaiveBayes fit() {
      return GaussianNaiveBayes.recipe().fit(VarianceStatistics.of(rows.columns(), rows.labels()));
    }
  }

  /// A Bernoulli Naive Bayes model, from packed columns.
  public static class Binary extends TierState {

    /// Rows, features and classes.
    @Param({"100000x784x10", "100000x784x2"})
    public String shape;

    private BinaryRows rows;

    @Override
    protected void prepare() {
      rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      BinaryBatch.check(rows, fit());
    }

    private BernoulliNaiveBayes fit() {
      return BernoulliNaiveBayes.recipe()
          .fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
    }
  }

  /// Linear discriminant.
  @Benchmark
  public LinearDiscriminant linear(Linear state) {
    return state.fit();
  }

  /// Quadratic discriminant.
  @Benchmark
  public QuadraticDiscriminant quadratic(Quadratic state) {
    return state.fit();
  }

  /// Gaussian Naive Bayes.
  @Benchmark
  public GaussianNaiveBayes gaussianNaiveBayes(Diagonal state) {
    return state.fit();
  }

  /// Bernoulli Naive Bayes.
  @Benchmark
  public BernoulliNaiveBayes bernoulliNaiveBayes(Binary state) {
    return state.fit();
  }
}
