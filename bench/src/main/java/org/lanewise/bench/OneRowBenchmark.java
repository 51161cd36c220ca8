package org.lanewise.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.lanewise.bench.data.BinaryBatch;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.NormalBatch;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long does one row take, and what does it allocate? Calls take turns over [OneRow#ROWS] rows,
/// as a service never scores the same row again and again. The shape says 1 row: one call scores
/// one.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneRowBenchmark {

  private static final int ROWS = OneRow.ROWS;

  /// Rows of doubles, and a scorer of them.
  public abstract static class Dense extends TierState {

    private final double[][] row = new double[ROWS][];
    private Classifier<double[], NumericColumns> model;
    private Scorer<double[], NumericColumns> scorer;
    private double[] out;
    private int turn;

    /// The shape, which each model has its own of.
    abstract Shape shape();

    abstract Classifier<double[], NumericColumns> fit(GaussianStatistics statistics);

    abstract Function<double[], double[]> textbook();

    @Override
    protected void prepare() {
      NormalRows rows = NormalRows.of(shape().training());
      model = fit(GaussianStatistics.of(rows.columns(), rows.labels()));
      scorer = model.scorer();
      Tier.require(tier, scorer.kernels());
      NormalBatch.check(rows, scorer, textbook());
      for (int i = 0; i < ROWS; i++) {
        row[i] = NormalBatch.row(rows, i);
      }
      out = new double[scorer.classCount()];
    }

    public final OneRow<double[]> oneRow() {
      return new OneRow<>(model, scorer, row);
    }

    final int predict() {
      return scorer.predict(row[turn++ & ROWS - 1]);
    }

    final double[] logPosterior() {
      scorer.logPosterior(row[turn++ & ROWS - 1], out);
      return out;
    }
  }

  /// A linear discriminant.
  public static class Linear extends Dense {

    /// One row, features and classes.
    @Param({"1x4x3", "1x32x10", "1x256x10", "1x784x10"})
    public String shape;

    private LinearDiscriminant model;

    @Override
    Shape shape() {
      return Shape.parse(shape);
    }

    @Override
    LinearDiscriminant fit(GaussianStatistics statistics) {
      model = LinearDiscriminant.recipe().fit(statistics);
      return model;
    }

    @Override
    Function<double[], double[]> textbook() {
      return Textbook.logJoint(model);
    }
  }

  /// A quadratic discriminant.
  public static class Quadratic extends Dense {

    /// One row, features and classes.
    @Param({"1x4x3", "1x32x10", "1x256x10"})
    public String shape;

    private QuadraticDiscriminant model;

    @Override
    Shape shape() {
      return Shape.parse(shape);
    }

    @Override
    QuadraticDiscriminant fit(GaussianStatistics statistics) {
      model = QuadraticDiscriminant.recipe().fit(statistics);
      return model;
    }

    @Override
    Function<double[], double[]> textbook() {
      return Textbook.logJoint(model);
    }
  }

  /// A Gaussian Naive Bayes model.
  public static class Diagonal extends Dense {

    /// One row, features and classes.
    @Param({"1x4x3", "1x32x10", "1x256x10", "1x784x10"})
    public String shape;

    private GaussianNaiveBayes model;

    @Override
    Shape shape() {
      return Shape.parse(shape);
    }

    @Override
    GaussianNaiveBayes fit(GaussianStatistics statistics) {
      model = GaussianNaiveBayes.recipe().fit(statistics);
      return model;
    }

    @Override
    Function<double[], double[]> textbook() {
      return Textbook.logJoint(model);
    }
  }

  /// A Bernoulli Naive Bayes model and packed rows.
  public static class Binary extends TierState {

    /// One row, features and classes.
    @Param({"1x784x2", "1x784x10"})
    public String shape;

    private final long[][] row = new long[ROWS][];
    private BernoulliNaiveBayes model;
    private double[] out;
    private int turn;

    @Override
    protected void prepare() {
      BinaryRows rows = BinaryRows.of(Shape.parse(shape).training(), BinaryRows.Order.MIXED);
      model =
          BernoulliNaiveBayes.recipe().fit(BernoulliStatistics.of(rows.columns(), rows.labels()));
      Tier.require(tier, model.scorer().kernels());
      BinaryBatch.check(rows, model);
      for (int i = 0; i < ROWS; i++) {
        row[i] = BinaryBatch.row(rows, i);
      }
      out = new double[model.classCount()];
    }

    public OneRow<long[]> oneRow() {
      return new OneRow<>(model, model.scorer(), row);
    }
  }

  /// A Bernoulli Naive Bayes model of words, and documents of 100 of them.
  public static class Words extends TierState {

    private static final int WORDS = 100;
    private static final int DOCUMENTS = 4000;

    /// One document, the vocabulary, and classes.
    @Param({"1x150000x2", "1x150000x20"})
    public String shape;

    private final SparseRow[] row = new SparseRow[ROWS];
    private BernoulliNaiveBayes model;
    private double[] out;
    private int turn;

    @Override
    protected void prepare() {
      Shape size = Shape.parse(shape);
      SplittableRandom random = new SplittableRandom(1);
      int[][] documents = new int[DOCUMENTS][];
      int[] labels = new int[DOCUMENTS];
      for (int i = 0; i < DOCUMENTS; i++) {
        labels[i] = i % size.classCount();
        documents[i] = document(random, labels[i], size.featureCount());
      }
      SparseRows rows = SparseRows.fromRows(documents, size.featureCount());
      model =
          BernoulliNaiveBayes.recipe()
              .fit(BernoulliStatistics.of(rows, Labels.ofIndices(labels, size.classCount())));
      Tier.require(tier, model.scorer(RowFormat.SPARSE).kernels());
      Function<long[], double[]> textbook = Textbook.logJoint(model);
      Textbook.checkScores(
          model.scorer(RowFormat.SPARSE),
          rows,
          i -> SparseRow.of(documents[i]),
          document -> textbook.apply(packed(document, size.featureCount())));
      for (int i = 0; i < ROWS; i++) {
        row[i] = SparseRow.of(documents[i]);
      }
      out = new double[model.classCount()];
    }

    public OneRow<SparseRow> oneRow() {
      return new OneRow<>(model, model.scorer(RowFormat.SPARSE), row);
    }

    /// Words drawn with a probability that falls as 1/rank, from where the class begins.
    private static int[] document(SplittableRandom random, int label, int vocabulary) {
      int[] words = new int[WORDS];
      int count = 0;
      while (count < WORDS) {
        int rank = (int) Math.pow(vocabulary, random.nextDouble());
        int word = (int) ((rank + label * 97L) % vocabulary);
        boolean known = false;
        for (int i = 0; i < count; i++) {
          known |= words[i] == word;
        }
        if (!known) {
          words[count++] = word;
        }
      }
      Arrays.sort(words);
      return words;
    }

    private static long[] packed(SparseRow document, int vocabulary) {
      long[] packed = new long[(vocabulary + 63) / 64];
      for (int at = document.from(); at < document.to(); at++) {
        packed[document.indices()[at] >>> 6] |= 1L << document.indices()[at];
      }
      return packed;
    }
  }

  /// The label of a row, linear discriminant.
  @Benchmark
  public int linearPredict(Linear state) {
    return state.predict();
  }

  /// The log posteriors of a row, linear discriminant.
  @Benchmark
  public double[] linearLogPosterior(Linear state) {
    return state.logPosterior();
  }

  /// The label of a row, quadratic discriminant.
  @Benchmark
  public int quadraticPredict(Quadratic state) {
    return state.predict();
  }

  /// The log posteriors of a row, quadratic discriminant.
  @Benchmark
  public double[] quadraticLogPosterior(Quadratic state) {
    return state.logPosterior();
  }

  /// The label of a row, Gaussian Naive Bayes.
  @Benchmark
  public int gaussianNaiveBayesPredict(Diagonal state) {
    return state.predict();
  }

  /// The log posteriors of a row, Gaussian Naive Bayes.
  @Benchmark
  public double[] gaussianNaiveBayesLogPosterior(Diagonal state) {
    return state.logPosterior();
  }

  /// The label of a packed row, Bernoulli Naive Bayes.
  @Benchmark
  public int bernoulliNaiveBayesPredict(Binary state) {
    return state.model.scorer().predict(state.row[state.turn++ & ROWS - 1]);
  }

  /// The log posteriors of a packed row, Bernoulli Naive Bayes.
  @Benchmark
  public double[] bernoulliNaiveBayesLogPosterior(Binary state) {
    state.model.scorer().logPosterior(state.row[state.turn++ & ROWS - 1], state.out);
    return state.out;
  }

  /// The label of a document, Bernoulli Naive Bayes.
  @Benchmark
  public int wordsPredict(Words state) {
    return state.model.scorer(RowFormat.SPARSE).predict(state.row[state.turn++ & ROWS - 1]);
  }

  /// The log posteriors of a document, Bernoulli Naive Bayes.
  @Benchmark
  public double[] wordsLogPosterior(Words state) {
    state
        .model
        .scorer(RowFormat.SPARSE)
        .logPosterior(state.row[state.turn++ & ROWS - 1], state.out);
    return state.out;
  }
}
