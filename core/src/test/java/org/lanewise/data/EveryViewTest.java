package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.store.Stores;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantAxes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// Whatever values are stored as and wherever they lie, statistics of every kind and all scores of
/// every model are the bits that columns of doubles give.
@Tag("once")
final class EveryViewTest {

  /// Numbers of rows on both sides of the edges of blocks, tiles and chunks.
  private static final int[] ROWS = {
    1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 1023, 1024,
    1025, 1300, 2047, 2049, 4095, 4097
  };

  /// Numbers of features on both sides of the edges of panels, quarters, and of what is filled at
  /// once.
  private static final int[] FEATURES = {
    1, 2, 3, 4, 7, 8, 9, 12, 15, 16, 17, 31, 33, 63, 64, 65, 70
  };

  private static Views.Pair views(
      Views.Type type, Views.Layout layout, int rows, int features, boolean counts, long seed) {
    int d = FEATURES[features % FEATURES.length];
    // Many rows of many features take long.
    int n = ROWS[rows % ROWS.length] / (d > 20 ? 4 : 1) + 1;
    return Views.of(type, layout, n, d, counts, new Random(seed));
  }

  private static Labels labels(int n, int k, Random random) {
    int[] indices = new int[n];
    for (int i = 0; i < n; i++) {
      indices[i] = random.nextInt(k);
    }
    return Labels.ofIndices(indices, k);
  }

  @Property(seed = "601", tries = 100, edgeCases = EdgeCasesMode.NONE)
  void valuesAndCopiesAreThoseOfTheWidenedColumns(
      @ForAll Views.Type type,
      @ForAll Views.Layout layout,
      @ForAll @IntRange(max = 25) int rows,
      @ForAll @IntRange(max = 16) int features,
      @ForAll long seed) {
    Views.Pair pair = views(type, layout, rows, features, false, seed);
    NumericColumns view = pair.view();
    NumericColumns copy = NumericColumns.copyOf(view);
    double[] row = new double[view.featureCount()];
    double[] expected = new double[view.featureCount()];
    int n = view.rowCount();
    int first = n / 3;
    double[] together = new double[(n - first) * row.length];
    Stores.of(view).rows(first, n - first, together);
    assertEquals(pair.widened().rowCount(), n);
    for (int i = 0; i < n; i++) {
      view.row(i, row);
      pair.widened().row(i, expected);
      assertArrayEquals(expected, row);
      copy.row(i, row);
      assertArrayEquals(expected, row);
      int j = i % row.length;
      assertEquals(expected[j], view.value(i, j));
      if (i >= first) {
        assertEquals(expected[j], together[(i - first) * row.length + j]);
      }
    }
  }

  @Property(seed = "602", tries = 120, edgeCases = EdgeCasesMode.NONE)
  void statisticsOfNumbersAreTheSameBits(
      @ForAll Views.Type type,
      @ForAll Views.Layout layout,
      @ForAll @IntRange(max = 25) int rows,
      @ForAll @IntRange(max = 16) int features,
      @ForAll @IntRange(min = 1, max = 10) int k,
      @ForAll boolean weighted,
      @ForAll long seed) {
    Views.Pair pair = views(type, layout, rows, features, false, seed);
    Random random = new Random(seed);
    Labels labels = labels(pair.view().rowCount(), k, random);
    if (weighted) {
      labels = labels.withWeights(random.doubles(labels.rowCount()).toArray());
    }
    assertSame(numeric(pair.widened(), labels), numeric(pair.view(), labels));
  }

  @Test
  void severalRangesOfRowsAreTheSameBits() {
    Labels labels = labels(70_000, 2, new Random(607));
    List<double[]> expected = null;
    for (Views.Layout layout : Views.Layout.values()) {
      // The same numbers in every layout.
      Views.Pair pair = Views.of(Views.Type.FLOAT, layout, 70_000, 3, false, new Random(606));
      if (expected == null) {
        expected = numeric(pair.widened(), labels);
      }
      assertSame(expected, numeric(pair.view(), labels));
    }
  }

  private static List<double[]> numeric(NumericColumns rows, Labels labels) {
    int d = rows.featureCount();
    int k = labels.classCount();
    List<double[]> found = new ArrayList<>();
    GaussianStatistics each = new GaussianStatistics(Features.unnamed(d), Classes.unnamed(k));
    GaussianStatistics pooled = GaussianStatistics.pooled(Features.unnamed(d), Classes.unnamed(k));
    VarianceStatistics diagonal = new VarianceStatistics(Features.unnamed(d), Classes.unnamed(k));
    // Twice, so that some ranges are open.
    for (int time = 0; time < 2; time++) {
      each.add(rows, labels);
      pooled.add(rows, labels);
      diagonal.add(rows, labels);
    }
    GaussianSummary summary = each.summary();
    for (int c = 0; c < k; c++) {
      found.addAll(List.of(summary.scatter(c)));
    }
    found.addAll(List.of(pooled.summary().withinScatter()));
    for (VarianceSummary one : List.of(summary, pooled.summary(), diagonal.summary())) {
      found.add(one.classWeights());
      found.add(one.origin());
      for (int c = 0; c < k; c++) {
        found.add(one.residualMean(c));
        found.add(one == pooled.summary() ? new double[0] : diagonal.summary().sumsOfSquares(c));
      }
    }
    GaussianStatistics once = new GaussianStatistics(rows.features(), labels.classes());
    for (Shrinkage shrinkage :
        List.of(Shrinkage.ledoitWolf(), Shrinkage.ledoitWolfAsScikitLearn())) {
      DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
      Recipe<?> chosen =
          QuadraticDiscriminant.recipe(options).chosen(once.add(rows, labels), rows, labels);
      found.add(((DiscriminantOptions) chosen.options()).shrinkage().intensities());
      once = new GaussianStatistics(rows.features(), labels.classes());
    }
    return found;
  }

  @Property(seed = "603", tries = 60, edgeCases = EdgeCasesMode.NONE)
  void statisticsOfCountsBitsAndCodesAreTheSameBits(
      @ForAll Views.Type type,
      @ForAll Views.Layout layout,
      @ForAll @IntRange(max = 25) int rows,
      @ForAll @IntRange(max = 16) int features,
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll long seed) {
    Views.Pair pair = views(type, layout, rows, features, true, seed);
    Random random = new Random(seed);
    Labels labels = labels(pair.view().rowCount(), k, random);
    double[] weights = random.doubles(labels.rowCount()).toArray();
    assertSame(discrete(pair.widened(), labels, weights), discrete(pair.view(), labels, weights));
  }

  private static List<double[]> discrete(NumericColumns rows, Labels labels, double[] weights) {
    int d = rows.featureCount();
    int k = labels.classCount();
    CountStatistics counts = new CountStatistics(Features.unnamed(d), Classes.unnamed(k));
    CountStatistics weighted = new CountStatistics(Features.unnamed(d), Classes.unnamed(k));
    CountStatistics sparse = CountStatistics.of(SparseRows.copyOf(rows), labels);
    counts.add(rows, labels);
    weighted.add(rows, labels.withWeights(weights));
    BernoulliStatistics bits = BernoulliStatistics.of(BitColumns.copyOf(rows, 1), labels);
    CategoryStatistics codes = CategoryStatistics.of(CategoryColumns.copyOfBinary(rows, 1), labels);
    List<double[]> found = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        found.add(
            new double[] {
              counts.count(c, j),
              weighted.count(c, j),
              sparse.count(c, j),
              bits.count(c, j),
              codes.count(c, j, 0),
              codes.count(c, j, 1)
            });
      }
    }
    return found;
  }

  @Property(seed = "604", tries = 30, edgeCases = EdgeCasesMode.NONE)
  void scoresOfGaussianModelsAreTheSameBits(
      @ForAll Views.Type type,
      @ForAll Views.Layout layout,
      @ForAll @IntRange(max = 25) int rows,
      @ForAll @IntRange(max = 16) int features,
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll long seed) {
    Views.Pair pair = views(type, layout, rows, features, false, seed);
    int d = pair.view().featureCount();
    Random random = new Random(seed);
    double[][] training = new double[d][k * (d + 5)];
    for (double[] column : training) {
      Arrays.setAll(column, i -> 100 * random.nextGaussian());
    }
    int[] classes = new int[training[0].length];
    Arrays.setAll(classes, i -> i % k);
    GaussianStatistics statistics =
        GaussianStatistics.of(NumericColumns.of(training), Labels.ofIndices(classes, k));
    LinearDiscriminant linear = LinearDiscriminant.recipe().fit(statistics);
    for (Scorer<double[], NumericColumns> scorer :
        List.of(
            linear.scorer(),
            QuadraticDiscriminant.recipe().fit(statistics).scorer(),
            RegularizedDiscriminant.recipe(
                    RegularizedOptions.DEFAULT.withLambda(0.4).withGamma(0.2))
                .fit(statistics)
                .scorer(),
            GaussianNaiveBayes.recipe().fit(statistics).scorer())) {
      assertSameScores(scorer, pair.widened(), pair.view());
    }
    DiscriminantAxes axes = linear.axes();
    assertSame(transformed(axes, pair.widened()), transformed(axes, pair.view()));
  }

  private static List<double[]> transformed(DiscriminantAxes axes, NumericColumns rows) {
    double[] out = new double[rows.rowCount() * axes.count()];
    axes.transform(rows, out);
    return List.of(out);
  }

  @Property(seed = "605", tries = 30, edgeCases = EdgeCasesMode.NONE)
  void scoresOfDiscreteModelsAreTheSameBits(
      @ForAll Views.Type type,
      @ForAll Views.Layout layout,
      @ForAll @IntRange(max = 25) int rows,
      @ForAll @IntRange(max = 16) int features,
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll long seed) {
    Views.Pair pair = views(type, layout, rows, features, true, seed);
    int d = pair.view().featureCount();
    Random random = new Random(seed);
    NumericColumns training =
        Views.of(Views.Type.BYTE, Views.Layout.ARRAYS, 5 * k, d, true, random).widened();
    int[] classes = new int[5 * k];
    Arrays.setAll(classes, i -> i % k);
    Labels labels = Labels.ofIndices(classes, k);
    CountStatistics counts = CountStatistics.of(training, labels);
    for (Scorer<double[], NumericColumns> scorer :
        List.of(
            MultinomialNaiveBayes.recipe().fit(counts).scorer(),
            ComplementNaiveBayes.recipe().fit(counts).scorer(),
            PoissonNaiveBayes.recipe().fit(counts).scorer())) {
      assertSameScores(scorer, pair.widened(), pair.view());
    }
    BernoulliNaiveBayes binary =
        BernoulliNaiveBayes.recipe()
            .fit(BernoulliStatistics.of(BitColumns.copyOf(training, 50), labels));
    assertSameScores(
        binary.scorer(), BitColumns.copyOf(pair.widened(), 1), BitColumns.copyOf(pair.view(), 1));
    assertSameScores(
        binary.scorer(RowFormat.CODES),
        CategoryColumns.copyOfBinary(pair.widened(), 1),
        CategoryColumns.copyOfBinary(pair.view(), 1));
  }

  /// Compares all results of a view, by one thread and by two workers, with those of its columns.
  private static <B extends RowBatch> void assertSameScores(
      Scorer<?, B> scorer, B widened, B view) {
    List<double[]> expected = results(scorer, widened);
    assertSame(expected, results(scorer, view));
    assertSame(expected, results(scorer.on(new Workers(ForkJoinPool.commonPool(), 2)), view));
  }

  private static <B extends RowBatch> List<double[]> results(Scorer<?, B> scorer, B rows) {
    int n = rows.rowCount();
    int[] labels = new int[n];
    double[][] out = new double[4][n * scorer.classCount()];
    scorer.predict(rows, labels);
    scorer.logJoint(rows, out[0]);
    scorer.logPosterior(rows, out[1]);
    scorer.posterior(rows, out[2]);
    try {
      scorer.logDensity(rows, out[3]);
    } catch (UnsupportedOperationException e) {
      // Complement Naive Bayes has none.
    }
    return List.of(
        Arrays.stream(labels).asDoubleStream().toArray(), out[0], out[1], out[2], out[3]);
  }

  private static void assertSame(List<double[]> expected, List<double[]> found) {
    assertArrayEquals(expected.toArray(), found.toArray());
  }
}
