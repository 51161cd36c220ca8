package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.textbook.Kept;

/// Binary features of which some are missing.
final class BernoulliMissingTest {

  private static final int[] NOTHING = {
    CategoryColumns.MISSING, CategoryColumns.MISSING, CategoryColumns.MISSING
  };

  @Property(seed = "81", tries = 50)
  void missingValuesSkipTheirFactorInTrainingAndPrediction(
      @ForAll @IntRange(min = 1, max = 30) int d,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 40) int n,
      @ForAll boolean smooth,
      @ForAll long seed) {
    Random random = new Random(seed);
    byte[][] x = columns(n, d, random);
    Labels labels = Labels.ofIndices(random.ints(n, 0, k).toArray(), k);
    CategoryColumns rows =
        CategoryColumns.withMissing(-1, Collections.nCopies(d, CategoryDictionary.BINARY), x);
    Smoothing smoothing =
        smooth ? Smoothing.perFeature(random.doubles(d, 0.01, 3).toArray()) : Smoothing.none();
    BernoulliStatistics statistics =
        new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k))
            .add(rows, labels)
            .as(BernoulliStatistics.class);
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
            .fit(statistics);
    CategoricalNaiveBayes categorical =
        CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
            .fit(CategoryStatistics.of(rows, labels));
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        double present = 0;
        double set = 0;
        for (int i = 0; i < n; i++) {
          present += labels.index(i) == c && x[j][i] >= 0 ? 1 : 0;
          set += labels.index(i) == c && x[j][i] == 1 ? 1 : 0;
        }
        double alpha = smoothing.alpha(j);
        double expected = present + alpha == 0 ? .5 : (set + alpha) / (present + 2 * alpha);
        assertEquals(expected, model.probability(c, j), 1e-15);
        assertEquals(set, statistics.count(c, j));
        assertEquals(present - set, statistics.unsetCount(c, j));
      }
    }
    double[] actual = new double[n * k];
    double[] expected = new double[n * k];
    model.scorer(RowFormat.CODES).logJoint(rows, actual);
    categorical.scorer().logJoint(rows, expected);
    for (int i = 0; i < n * k; i++) {
      assertEquals(expected[i], actual[i], 1e-13 * Math.max(1, Math.abs(expected[i])));
    }
    model.scorer(RowFormat.CODES).posterior(rows, actual);
    categorical.scorer().posterior(rows, expected);
    assertArrayEquals(expected, actual, 1e-12);
    assertSame(model.scorer(RowFormat.CODES), model.scorer(RowFormat.CODES));
  }

  @Property(seed = "82", tries = 30)
  void completeRowsAreAsWithoutMissingValues(
      @ForAll @IntRange(min = 1, max = 90) int d, @ForAll boolean smooth, @ForAll long seed) {
    Random random = new Random(seed);
    byte[][] x = columns(60, d, random);
    for (byte[] column : x) {
      for (int i = 0; i < 60; i++) {
        column[i] = (byte) Math.max(0, column[i]);
      }
    }
    Labels labels = Labels.ofIndices(random.ints(60, 0, 3).toArray(), 3);
    CategoryColumns codes = CategoryColumns.of(x);
    BitColumns bits = BitColumns.copyOfColumns(x);
    BernoulliNaiveBayes fromCodes =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(
                    Priors.laplace(), smooth ? Smoothing.laplace() : Smoothing.none()))
            .fit(
                new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(3))
                    .add(codes, labels));
    BernoulliNaiveBayes fromBits =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(
                    Priors.laplace(), smooth ? Smoothing.laplace() : Smoothing.none()))
            .fit(BernoulliStatistics.of(bits, labels));
    double[] expected = new double[180];
    double[] actual = new double[180];
    fromBits.scorer().logPosterior(bits, expected);
    fromCodes.scorer().logPosterior(bits, actual);
    assertArrayEquals(expected, actual);
    fromBits.scorer(RowFormat.CODES).logPosterior(codes, actual);
    for (int i = 0; i < 180; i++) {
      assertEquals(expected[i], actual[i], 1e-12 * Math.max(1, Math.abs(expected[i])));
    }
  }

  @Test
  void aRowWithoutAnyValueHasThePriorsAsPosterior() {
    Random random = new Random(83);
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.fixed(.5, .25, .25), Smoothing.laplace()))
            .fit(
                new BernoulliStatistics(Features.unnamed(3), Classes.unnamed(3))
                    .add(
                        CategoryColumns.withMissing(-1, columns(20, 3, random)),
                        Labels.ofIndices(random.ints(20, 0, 3).toArray(), 3)));
    double[] out = new double[3];
    model.scorer(RowFormat.CODES).posterior(NOTHING, out);
    assertArrayEquals(new double[] {.5, .25, .25}, out);
    assertEquals(0, model.scorer(RowFormat.CODES).logDensity(NOTHING), 1e-16);
  }

  @Test
  void bitsAndRowsWithMissingValuesAddUpMergeAndSubtract() {
    Random random = new Random(84);
    byte[][] x = columns(50, 4, random);
    CategoryColumns rows = CategoryColumns.withMissing(-1, x);
    Labels labels = Labels.ofIndices(random.ints(50, 0, 2).toArray(), 2);
    byte[][] more = {{0, 1}, {1, 1}, {0, 0}, {1, 0}};
    Labels moreLabels = Labels.ofIndices(new int[] {1, 0}, 2);
    BernoulliStatistics first =
        new BernoulliStatistics(Features.unnamed(4), Classes.unnamed(2))
            .add(rows, labels)
            .as(BernoulliStatistics.class);
    BernoulliStatistics second = BernoulliStatistics.of(BitColumns.copyOfColumns(more), moreLabels);
    BernoulliStatistics both =
        new BernoulliStatistics(Features.unnamed(4), Classes.unnamed(2))
            .add(rows, labels)
            .add(BitColumns.copyOfColumns(more), moreLabels)
            .as(BernoulliStatistics.class);
    BernoulliStatistics merged =
        BernoulliStatistics.of(BitColumns.copyOfColumns(more), moreLabels)
            .merge(first)
            .as(BernoulliStatistics.class);
    assertEquals(52, both.rowCount());
    assertAll(both, merged);
    assertAll(second, merged.subtract(first).as(BernoulliStatistics.class));
    assertAll(first, both.subtract(second).as(BernoulliStatistics.class));
    assertNames(() -> second.subtract(first), "at most 0 is expected");
    assertEquals(2, second.rowCount());
    assertAll(first, Kept.restore(Kept.state(first)));
    assertAll(merged, Kept.restore(Kept.state(merged)));
  }

  @Test
  void weightsCountInPresentValues() {
    CategoryColumns rows =
        CategoryColumns.withMissing(-1, new byte[] {1, 0, -1, 1}, new byte[] {0, -1, 0, 1});
    BernoulliStatistics statistics =
        new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(1))
            .add(rows, Labels.ofIndices(new int[4], 1).withWeights(new double[] {.5, 2, 4, 1}))
            .as(BernoulliStatistics.class);
    assertEquals(7.5, statistics.classWeight(0));
    assertEquals(1.5, statistics.count(0, 0));
    assertEquals(2, statistics.unsetCount(0, 0));
    assertEquals(1, statistics.count(0, 1));
    assertEquals(4.5, statistics.unsetCount(0, 1));
  }

  @Test
  void numbersAreCodedWithNaNAsMissing() {
    NumericColumns columns = NumericColumns.of(new double[] {0, 1, Double.NaN, -0.0});
    CategoryColumns codes = CategoryColumns.copyOfBinary(columns);
    assertEquals(CategoryDictionary.BINARY, codes.dictionaries().get(0));
    assertArrayEquals(new int[] {0, 1, CategoryColumns.MISSING, 0}, firstColumn(codes));
    CategoryColumns above =
        CategoryColumns.copyOfBinary(NumericColumns.of(new double[] {3, Double.NaN, 7.5}), 5);
    assertArrayEquals(new int[] {0, CategoryColumns.MISSING, 1}, firstColumn(above));
    assertNames(
        () -> CategoryColumns.copyOfBinary(NumericColumns.of(new double[] {0, .5})),
        "row 1, feature 0 is 0.5; 0 or 1");
    assertNames(
        () ->
            CategoryColumns.copyOfBinary(
                NumericColumns.of(new double[] {Double.NEGATIVE_INFINITY}), 1),
        "row 0, feature 0 is -Infinity; a finite number");
  }

  @Test
  void otherCodesAreRefused() {
    BernoulliStatistics statistics =
        new BernoulliStatistics(Features.unnamed(1), Classes.unnamed(1));
    Labels labels = Labels.ofIndices(new int[1], 1);
    assertNames(
        () -> statistics.add(CategoryColumns.of(new byte[] {2}), labels),
        "row 0, feature 0 is the category '2'; one of [0, 1]");
    CategoryColumns twos =
        CategoryColumns.of(List.of(CategoryDictionary.of(List.of("2"))), new byte[] {0});
    assertNames(
        () -> statistics.add(twos, labels), "row 0, feature 0 is the category '2'; one of [0, 1]");
    assertEquals(0, statistics.rowCount());
    CategoryColumns ones =
        CategoryColumns.of(List.of(CategoryDictionary.of(List.of("1"))), new byte[] {0});
    assertEquals(1, statistics.add(ones, labels).as(BernoulliStatistics.class).count(0, 0));
  }

  private static int[] firstColumn(CategoryColumns codes) {
    return IntStream.range(0, codes.rowCount()).map(row -> codes.code(row, 0)).toArray();
  }

  private static byte[][] columns(int n, int d, Random random) {
    byte[][] columns = new byte[d][n];
    for (byte[] column : columns) {
      for (int i = 0; i < n; i++) {
        column[i] = (byte) (random.nextInt(3) - 1);
      }
    }
    return columns;
  }

  private static void assertAll(BernoulliStatistics expected, BernoulliStatistics actual) {
    assertEquals(expected.rowCount(), actual.rowCount());
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeight(c), actual.classWeight(c));
      for (int j = 0; j < expected.featureCount(); j++) {
        assertEquals(expected.count(c, j), actual.count(c, j));
        assertEquals(expected.unsetCount(c, j), actual.unsetCount(c, j));
      }
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
