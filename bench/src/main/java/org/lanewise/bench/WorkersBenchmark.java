package org.lanewise.bench;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryBatch;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.NormalBatch;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.TearDown;

/// How much faster are two threads than one? Results are first compared, bit for bit, with those of
/// the calling thread alone.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WorkersBenchmark {

  /// Threads of the benchmark's own.
  public abstract static class Pool extends TierState {

    /// How many threads work at once.
    @Param({"1", "2"})
    public int workers;

    private ExecutorService executor;
    private Workers crew;

    @Override
    protected final void prepare() {
      executor = Executors.newFixedThreadPool(workers);
      crew = new Workers(executor, workers);
      prepareRows();
    }

    /// Makes the rows, and checks what workers make of them.
    abstract void prepareRows();

    /// Ends the threads.
    @TearDown(Level.Trial)
    public void stop() {
      executor.shutdownNow();
    }

    final Workers crew() {
      return crew;
    }
  }

  /// Rows of doubles, for statistics.
  public static class NormalStatistics extends Pool {

    /// Rows, features and classes.
    @Param({"200000x64x10", "100000x256x10"})
    public String shape;

    private NormalRows rows;

    @Override
    void prepareRows() {
      rows = NormalRows.of(Shape.parse(shape));
      GaussianStatistics statistics = add();
      GaussianStatistics alone = GaussianStatistics.of(rows.columns(), rows.labels());
      Textbook.checkMoments(rows, statistics.summary());
      for (int c = 0; c < alone.classCount(); c++) {
        double[][] scatter = statistics.summary().scatter(c);
        double[][] expected = alone.summary().scatter(c);
        for (int j = 0; j < expected.length; j++) {
          Textbook.requireSame("scatter of class " + c + ", row " + j, scatter[j], expected[j]);
        }
      }
    }

    private GaussianStatistics add() {
      return new GaussianStatistics(
              Features.unnamed(rows.columns().featureCount()),
              Classes.unnamed(rows.labels().classCount()))
          .on(crew())
          .add(rows.columns(), rows.labels())
          .as(GaussianStatistics.class);
    }
  }

  /// Packed columns, for statistics.
  public static class BinaryStatistics extends Pool {

    /// Rows, features and classes.
    @Param("1000000x784x10")
    public String shape;

    private BinaryRows rows;

    @Override
    void prepareRows() {
      rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      Textbook.checkCounts(rows, add());
    }

    private BernoulliStatistics add() {
      return new BernoulliStatistics(
              Features.unnamed(rows.columns().featureCount()),
              Classes.unnamed(rows.labels().classCount()))
          .on(crew())
          .add(rows.columns(), rows.labels())
          .as(BernoulliStatistics.class);
    }
  }

  /// Rows of doubles and a scorer of them.
  public abstract static class NormalScoring extends Pool {

    private NormalBatch batch;

    final void use(NormalRows rows, Scorer<double[], NumericColumns> scorer) {
      batch = new NormalBatch(rows, scorer.on(crew()));
      Textbook.requireSame(
          "with workers", batch.predict(), new NormalBatch(rows, scorer).predict());
    }

    final NormalBatch batch() {
      return batch;
    }
  }

  /// A linear discriminant.
  public static class Linear extends NormalScoring {

    /// Rows, features and classes.
    @Param({"200000x64x10", "20000x784x10"})
    public String shape;

    @Override
    void prepareRows() {
      NormalRows rows = NormalRows.of(Shape.parse(shape));
      LinearDiscriminant model =
          LinearDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
      use(rows, model.scorer());
    }
  }

  /// A quadratic discriminant.
  public static class Quadratic extends NormalScoring {

    /// Rows, features and classes.
    @Param("100000x64x10")
    public String shape;

    @Override
    void prepareRows() {
      NormalRows rows = NormalRows.of(Shape.parse(shape));
      QuadraticDiscriminant model =
          QuadraticDiscriminant.recipe().fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      NormalBatch.check(rows, model.scorer(), Textbook.logJoint(model));
      use(rows, model.scorer());
    }
  }

  /// A Bernoulli Naive Bayes model.
  public static class Binary extends Pool {

    /// Rows, features and classes.
    @Param("1000000x784x10")
    public String shape;

    private BinaryBatch batch;

    @Override
    void prepareRows() {
      BinaryRows rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      BernoulliNaiveBayes model =
          BernoulliNaiveBayes.recipe().fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
      BinaryBatch.check(rows, model);
      Scorer<long[], BitColumns> scorer = model.scorer();
      batch = new BinaryBatch(rows, scorer.on(crew()));
      Textbook.requireSame(
          "with workers", batch.predict(), new BinaryBatch(rows, scorer).predict());
    }
  }

  /// Gaussian statistics.
  @Benchmark
  public GaussianStatistics gaussianAdd(NormalStatistics state) {
    return state.add();
  }

  /// Bernoulli statistics.
  @Benchmark
  public BernoulliStatistics bernoulliAdd(BinaryStatistics state) {
    return state.add();
  }

  /// Labels of a batch, linear discriminant.
  @Benchmark
  public int[] linear(Linear state) {
    return state.batch().predict();
  }

  /// Labels of a batch, quadratic discriminant.
  @Benchmark
  public int[] quadratic(Quadratic state) {
    return state.batch().predict();
  }

  /// Labels of a batch, Bernoulli Naive Bayes.
  @Benchmark
  public int[] bernoulliNaiveBayes(Binary state) {
    return state.batch.predict();
  }
}
