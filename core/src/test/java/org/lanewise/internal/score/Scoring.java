package org.lanewise.internal.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// A model's scorer, a batch, and the rows of the batch.
///
/// @param <R> a row
/// @param <B> a batch of rows
public record Scoring<R, B extends RowBatch>(
    String name, Scorer<R, B> scorer, B batch, List<R> rows, Decider<R, B> decider) {

  /// What a scorer says: labels, log joints, log posteriors, posteriors, log densities, the order
  /// of the classes, expected costs and the cheapest actions.
  public static final int RESULTS = 8;

  public Scoring(String name, Scorer<R, B> scorer, B batch, List<R> rows) {
    Costs costs = Costs.zeroOne(scorer.classCount());
    this(name, scorer, batch, rows, scorer.withCosts(costs));
  }

  /// Whether a result is made of class or action indices.
  private static boolean isIndices(int result) {
    return result == 0 || result == 5 || result == 7;
  }

  /// How many numbers of a result a row has.
  private int width(int result) {
    return result == 0 || result == 4 || result == 7 ? 1 : classCount();
  }

  private int width() {
    return IntStream.range(0, RESULTS).map(this::width).sum();
  }

  private static final int CATEGORIES = 5;

  /// Scorers of every kind for n rows of d features and k classes.
  public static List<Scoring<?, ?>> of(long seed, int d, int k, int n) {
    List<Scoring<?, ?>> all = new ArrayList<>();
    addNormal(all, seed, d, k, n);
    addDiscrete(all, seed, d, k, n);
    addMixed(all, seed, d, k, n);
    return all;
  }

  /// Those of rows of doubles under normal classes.
  public static List<Scoring<?, ?>> normal(long seed, int d, int k, int n) {
    List<Scoring<?, ?>> all = new ArrayList<>();
    addNormal(all, seed, d, k, n);
    return all;
  }

  private static void addNormal(List<Scoring<?, ?>> all, long seed, int d, int k, int n) {
    RandomData data = RandomData.of(seed, k * (2 * d + 20), d, k, 3);
    GaussianStatistics statistics = GaussianStatistics.of(data.columns(), data.labels());
    double[][] rows = RandomData.of(seed + 1, n, d, 1, 3).rows;
    NumericColumns batch = NumericColumns.fromRows(rows);
    LinearDiscriminant linear = LinearDiscriminant.recipe().fit(statistics);
    all.add(scoring("linear", linear.scorer(), batch, rows));
    all.add(
        scoring("quadratic", QuadraticDiscriminant.recipe().fit(statistics).scorer(), batch, rows));
    RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0.1);
    all.add(
        scoring(
            "regularized",
            RegularizedDiscriminant.recipe(options).fit(statistics).scorer(),
            batch,
            rows));
    LowRankDiscriminant lowRank =
        LowRankDiscriminant.recipe(LowRankOptions.DEFAULT.withRank(3).withSubspace(5).withKappa(2))
            .fit(statistics);
    all.add(scoring("low rank", lowRank.scorer(), batch, rows));
    all.add(scoring("diagonal", GaussianNaiveBayes.recipe().fit(statistics).scorer(), batch, rows));
    GaussianNaiveBayes pooled =
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(statistics);
    all.add(scoring("diagonal, pooled", pooled.scorer(), batch, rows));
    addHoles(
        all,
        rows,
        linear,
        lowRank,
        QuadraticDiscriminant.recipe().fit(statistics),
        pooled,
        GaussianNaiveBayes.recipe().fit(statistics));
    float[][] columns = new float[d][n];
    double[][] rounded = new double[n][d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        columns[j][i] = (float) rows[i][j];
        rounded[i][j] = columns[j][i];
      }
    }
    all.add(scoring("linear, floats", linear.scorer(), NumericColumns.of(columns), rounded));
  }

  /// Those of rows that numbers are computed from: a batch allocates a view.
  public static List<Scoring<?, ?>> derived(long seed, int d, int k, int n) {
    List<Scoring<?, ?>> all = new ArrayList<>();
    RandomData data = RandomData.of(seed, k * (8 * d + 20), d, k, 3);
    double[][] complete = RandomData.of(seed + 1, n, d, 1, 3).rows;
    NumericColumns numbers = NumericColumns.fromRows(complete);
    TransformedClassifier transformed =
        TransformedClassifier.recipe(Transform.signedPower(0.5), LinearDiscriminant.recipe())
            .fit(data.columns(), data.labels());
    all.add(scoring("transformed", transformed.scorer(), numbers, complete));
    SplittableRandom random = new SplittableRandom(seed);
    MixedColumns training =
        MixedColumns.of(data.columns(), codes(random, data.labels().toArray(), 2));
    double[][] rows = RandomData.of(seed + 1, n, d, 1, 3).rows;
    int[][] codes = new int[2][n];
    for (int i = 0; i < n; i++) {
      // Some are missing, some unseen.
      codes[0][i] = i % 11 == 3 ? CategoryColumns.MISSING : random.nextInt(CATEGORIES);
      codes[1][i] = random.nextInt(CATEGORIES + 1);
      rows[i][i % d] = i % 7 == 5 ? Double.NaN : rows[i][i % d];
    }
    Indicators indicators = Indicators.of(training);
    MixedColumns batch = MixedColumns.of(numbers, codes(random, new int[n], 2));
    CategoryColumns incomplete =
        CategoryColumns.withMissing(CategoryColumns.MISSING, indicators.dictionaries(), codes);
    MixedColumns holes = MixedColumns.of(NumericColumns.fromRows(rows), incomplete);
    for (Recipe<? extends GaussianClassifier> recipe :
        List.of(LinearDiscriminant.recipe(), QuadraticDiscriminant.recipe())) {
      IndicatorClassifier model =
          IndicatorClassifier.of(
              indicators, recipe.fit(indicators.columns(training), data.labels()));
      all.add(scoring("indicators", model.scorer(), batch));
      all.add(
          scoring(
              "indicators, holes",
              model.scorer(
                  RowFormat.BLOCKS
                      .withMissing(MissingValues.ALLOW)
                      .withUnseen(UnseenCategory.IGNORE)),
              holes));
    }
    return all;
  }

  private static Scoring<Object[], MixedColumns> scoring(
      String name, Scorer<Object[], MixedColumns> scorer, MixedColumns batch) {
    return new Scoring<>(
        name, scorer, batch, IntStream.range(0, batch.rowCount()).mapToObj(batch::row).toList());
  }

  /// Of most rows some features were not seen.
  private static void addHoles(
      List<Scoring<?, ?>> all, double[][] rows, GaussianClassifier... models) {
    double[][] holes = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      holes[i] = rows[i].clone();
      for (int j = 0; j < holes[i].length; j++) {
        if ((i + 3 * j) % 7 < i % 5) {
          holes[i][j] = Double.NaN;
        }
      }
    }
    for (GaussianClassifier model : models) {
      all.add(
          scoring(
              model.getClass().getSimpleName() + ", holes",
              model.scorer(RowFormat.NUMBERS_WITH_MISSING),
              NumericColumns.fromRows(holes),
              holes));
    }
  }

  private static void addDiscrete(List<Scoring<?, ?>> all, long seed, int d, int k, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] classes = IntStream.range(0, 20 * k).map(i -> i % k).toArray();
    Labels labels = Labels.ofIndices(classes, k);
    for (double share : new double[] {0.05, 0.7}) {
      long[][] training = bits(random, classes, d, share);
      long[][] rows = bits(random, new int[n], d, share);
      BernoulliStatistics statistics = BernoulliStatistics.of(columns(training, d), labels);
      for (boolean smooth : new boolean[] {true, false}) {
        Smoothing smoothing = smooth ? Smoothing.laplace() : Smoothing.none();
        BernoulliNaiveBayes model =
            BernoulliNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withSmoothing(smoothing))
                .fit(statistics);
        String suffix = ", " + share + (smooth ? "" : ", some impossible");
        all.add(scoring("bits" + suffix, model.scorer(), columns(rows, d), rows));
        int[][] words = Arrays.stream(rows).map(Scoring::words).toArray(int[][]::new);
        all.add(
            new Scoring<>(
                "words" + suffix,
                model.scorer(RowFormat.SPARSE),
                SparseRows.fromRows(words, d),
                Arrays.stream(words).map(SparseRow::of).toList()));
      }
    }
    double[][] training = counts(random, classes, d);
    double[][] rows = counts(random, new int[n], d);
    MultinomialNaiveBayes multinomial =
        MultinomialNaiveBayes.recipe()
            .fit(CountStatistics.of(NumericColumns.fromRows(training), labels));
    all.add(scoring("counts", multinomial.scorer(), NumericColumns.fromRows(rows), rows));
    int[] indices = IntStream.range(0, d).toArray();
    all.add(
        new Scoring<>(
            "sparse counts",
            multinomial.scorer(RowFormat.SPARSE),
            SparseRows.copyOf(NumericColumns.fromRows(rows)),
            Arrays.stream(rows).map(row -> SparseRow.of(indices, row)).toList()));
    CategoricalNaiveBayes categorical =
        CategoricalNaiveBayes.recipe()
            .fit(CategoryStatistics.of(codes(random, classes, d), labels));
    CategoryColumns batch = codes(random, new int[n], d);
    int[][] codes = new int[n][d];
    for (int i = 0; i < n; i++) {
      batch.row(i, codes[i]);
    }
    all.add(scoring("categories", categorical.scorer(), batch, codes));
  }

  /// Blocks of numbers, bits, categories and counts, and rows of them.
  private static void addMixed(List<Scoring<?, ?>> all, long seed, int d, int k, int n) {
    SplittableRandom random = new SplittableRandom(seed + 7);
    RandomData data = RandomData.of(seed, k * (2 * d + 20), d, k, 3);
    int[] classes = data.labels().toArray();
    Labels labels = data.labels();
    long[][] bits = bits(random, classes, d, 0.3);
    double[][] counts = counts(random, classes, d);
    CategoryColumns codes = codes(random, classes, d);
    double[] priors = IntStream.range(0, k).mapToDouble(c -> 1.0 / k).toArray();
    double[][] rows = RandomData.of(seed + 1, n, d, 1, 3).rows;
    MixedColumns batch =
        MixedColumns.of(
            NumericColumns.fromRows(rows),
            columns(bits(random, new int[n], d, 0.3), d),
            codes(random, new int[n], d),
            SparseRows.copyOf(NumericColumns.fromRows(counts(random, new int[n], d))),
            NumericColumns.fromRows(counts(random, new int[n], d)));
    for (boolean smooth : new boolean[] {true, false}) {
      NaiveBayesOptions options =
          NaiveBayesOptions.DEFAULT.withSmoothing(smooth ? Smoothing.laplace() : Smoothing.none());
      CountStatistics counted = CountStatistics.of(NumericColumns.fromRows(counts), labels);
      MixedNaiveBayes model =
          MixedNaiveBayes.of(
              priors,
              List.of(
                  smooth
                      ? LinearDiscriminant.fit(data.columns(), labels)
                      : GaussianNaiveBayes.fit(data.columns(), labels),
                  BernoulliNaiveBayes.recipe(options).fit(columns(bits, d), labels),
                  CategoricalNaiveBayes.recipe(options).fit(codes, labels),
                  PoissonNaiveBayes.recipe(options).fit(counted),
                  MultinomialNaiveBayes.recipe(options).fit(counted)));
      all.add(scoring("blocks" + (smooth ? "" : ", some impossible"), model.scorer(), batch));
    }
  }

  private static <R, B extends RowBatch> Scoring<R, B> scoring(
      String name, Scorer<R, B> scorer, B batch, R[] rows) {
    return new Scoring<>(name, scorer, batch, List.of(rows));
  }

  private static long[][] bits(SplittableRandom random, int[] classes, int d, double share) {
    long[][] rows = new long[classes.length][BitColumns.rowWords(d)];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < d; j++) {
        if (random.nextDouble() < share + (j + classes[i]) % 3 * 0.1) {
          rows[i][j >> 6] |= 1L << j;
        }
      }
    }
    return rows;
  }

  private static BitColumns columns(long[][] rows, int d) {
    return BitColumns.fromPackedRows(
        Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray(), d);
  }

  private static int[] words(long[] row) {
    return IntStream.range(0, row.length * Long.SIZE)
        .filter(j -> (row[j >> 6] >>> j & 1) != 0)
        .toArray();
  }

  private static double[][] counts(SplittableRandom random, int[] classes, int d) {
    double[][] rows = new double[classes.length][d];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextInt(3) + (j + classes[i]) % 3;
      }
    }
    return rows;
  }

  private static CategoryColumns codes(SplittableRandom random, int[] classes, int d) {
    byte[][] columns = new byte[d][classes.length];
    for (int i = 0; i < classes.length; i++) {
      for (int j = 0; j < d; j++) {
        // Each of the first rows has another code: so all are known.
        int code = i < CATEGORIES ? i : random.nextInt(CATEGORIES) * random.nextInt(2) + classes[i];
        columns[j][i] = (byte) (code % CATEGORIES);
      }
    }
    return CategoryColumns.of(columns);
  }

  /// The same with its batches shared out.
  public Scoring<R, B> on(Workers workers) {
    return new Scoring<>(name, scorer.on(workers), batch, rows);
  }

  public int classCount() {
    return scorer.classCount();
  }

  /// One result of the batch.
  public void ofBatch(int result, int[] labels, double[] out) {
    switch (result) {
      case 0 -> scorer.predict(batch, labels);
      case 1 -> scorer.logJoint(batch, out);
      case 2 -> scorer.logPosterior(batch, out);
      case 3 -> scorer.posterior(batch, out);
      case 4 -> scorer.logDensity(batch, out);
      case 5 -> scorer.top(batch, classCount(), labels);
      case 6 -> decider.expectedCosts(batch, out);
      default -> decider.decide(batch, labels);
    }
  }

  /// One result of a row, into `out` or `labels`, or the label, log density or action.
  public double ofRow(int result, int row, int[] labels, double[] out) {
    R alone = rows.get(row);
    switch (result) {
      case 0 -> {
        return scorer.predict(alone);
      }
      case 1 -> scorer.logJoint(alone, out);
      case 2 -> scorer.logPosterior(alone, out);
      case 3 -> scorer.posterior(alone, out);
      case 4 -> {
        return scorer.logDensity(alone);
      }
      case 5 -> scorer.top(alone, labels);
      case 6 -> decider.expectedCosts(alone, out);
      default -> {
        return decider.decide(alone);
      }
    }
    return 0;
  }

  /// All results of the batch, one after the other.
  public double[] ofBatch() {
    int n = rows.size();
    int[] labels = new int[n * classCount()];
    double[] out = new double[n * classCount()];
    double[] all = new double[n * width()];
    int to = 0;
    for (int result = 0; result < RESULTS; result++) {
      ofBatch(result, labels, out);
      int count = n * width(result);
      for (int i = 0; i < count; i++) {
        all[to + i] = isIndices(result) ? labels[i] : out[i];
      }
      to += count;
    }
    return all;
  }

  /// The same of every row alone.
  public double[] ofRows() {
    int n = rows.size();
    int[] labels = new int[classCount()];
    double[] out = new double[classCount()];
    double[] all = new double[n * width()];
    for (int i = 0; i < n; i++) {
      int to = 0;
      for (int result = 0; result < RESULTS; result++) {
        double value = ofRow(result, i, labels, out);
        int width = width(result);
        for (int c = 0; c < width; c++) {
          all[to + i * width + c] = width == 1 ? value : isIndices(result) ? labels[c] : out[c];
        }
        to += n * width;
      }
    }
    return all;
  }
}
