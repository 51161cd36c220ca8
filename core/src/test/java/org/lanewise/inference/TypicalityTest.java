package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.textbook.Allocation;
import org.lanewise.textbook.RandomData;
import org.lanewise.validation.IdenticalRows;

@Tag("once")
class TypicalityTest {

  private static final DiscriminantOptions PLAIN = DiscriminantOptions.DEFAULT;

  @Test
  void theTailOfFIsThatOfScipy() throws IOException {
    Path file = Path.of("src", "test", "resources", "inference", "f_upper_tail.csv");
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        String[] cells = line.split(",");
        FDistribution law =
            new FDistribution(Double.parseDouble(cells[1]), Double.parseDouble(cells[2]));
        double expected = Double.parseDouble(cells[3]);
        double found = law.upperTail(Double.parseDouble(cells[0]));
        assertEquals(expected, found, 1e-11 * expected + 1e-300, line);
      }
    }
    FDistribution law = new FDistribution(2, 5);
    assertEquals(1, law.upperTail(0));
    assertEquals(0, law.upperTail(Double.POSITIVE_INFINITY));
  }

  private interface Fit {
    Typicality<double[], NumericColumns> of(NumericColumns rows, Labels labels);
  }

  /// How often new rows of a class are rejected at 5 % and 1 %, over many small training sets.
  private static double[] rejected(Fit fit, int simulations) {
    int[] counts = {8, 10, 12};
    int d = 4;
    int[] labels = new int[30];
    SplittableRandom random = new SplittableRandom(7);
    double[] rates = new double[2];
    for (int s = 0; s < simulations; s++) {
      double[][] rows = new double[30][];
      int at = 0;
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < counts[c]; i++) {
          labels[at] = c;
          rows[at++] = normal(random, d, c);
        }
      }
      Typicality<double[], NumericColumns> typicality =
          fit.of(NumericColumns.fromRows(rows), Labels.of(labels));
      int own = s % 3;
      double p = typicality.pValues(normal(random, d, own))[own];
      rates[0] += p <= 0.05 ? 1.0 / simulations : 0;
      rates[1] += p <= 0.01 ? 1.0 / simulations : 0;
    }
    return rates;
  }

  private static double[] normal(SplittableRandom random, int d, int label) {
    double[] row = new double[d];
    for (int j = 0; j < d; j++) {
      row[j] = random.nextGaussian() + (j > 0 ? 0.7 * row[j - 1] : 0);
    }
    for (int j = 0; j < d; j++) {
      row[j] += 3 * label;
    }
    return row;
  }

  @Test
  void newRowsAreRejectedAsOftenAsTheLevelSays() {
    for (CovarianceDivisor divisor : CovarianceDivisor.values()) {
      DiscriminantOptions options = PLAIN.withDivisor(divisor);
      for (Fit fit :
          List.<Fit>of(
              (rows, labels) -> Typicality.of(LinearDiscriminant.recipe(options), rows, labels),
              (rows, labels) ->
                  Typicality.of(QuadraticDiscriminant.recipe(options), rows, labels))) {
        double[] rates = rejected(fit, 4000);
        // Three standard errors.
        assertEquals(0.05, rates[0], 0.0104);
        assertEquals(0.01, rates[1], 0.0048);
      }
    }
  }

  @Test
  void ranksOfRowsLeftOutKeepTheLevelToo() {
    DiscriminantOptions shrunk = PLAIN.withShrinkage(Shrinkage.fixed(0.3));
    RegularizedOptions regularized = RegularizedOptions.DEFAULT.withLambda(0.3).withGamma(0.2);
    for (Fit fit :
        List.<Fit>of(
            (rows, labels) -> Typicality.of(LinearDiscriminant.recipe(shrunk), rows, labels),
            (rows, labels) -> Typicality.of(QuadraticDiscriminant.recipe(shrunk), rows, labels),
            (rows, labels) ->
                Typicality.of(RegularizedDiscriminant.recipe(regularized), rows, labels))) {
      int sets = 20;
      int trained = 500;
      int fresh = 300;
      double[] rates = new double[2];
      for (int seed = 0; seed < sets; seed++) {
        RandomData data = RandomData.of(seed, trained + fresh, 4, 2, 0);
        Typicality<double[], NumericColumns> typicality =
            fit.of(data.columns(0, trained), data.labels(0, trained));
        for (int i = trained; i < trained + fresh; i++) {
          double p = typicality.pValues(data.rows[i])[data.labels[i]];
          rates[0] += p <= 0.05 ? 1.0 / (sets * fresh) : 0;
          rates[1] += p <= 0.01 ? 1.0 / (sets * fresh) : 0;
        }
        assertTrue(typicality.pValues(new double[] {50, 50, -50, 50})[0] < 0.01);
      }
      // Three standard errors: some 250 rows of a class and set, 150 new ones.
      assertEquals(0.05, rates[0], 0.011);
      assertEquals(0.01, rates[1], 0.005);
    }
  }

  @Test
  void aRowAloneHasThePValuesItHasInABatch() {
    RandomData data = RandomData.of(4, 90, 3, 3, 0);
    DiscriminantOptions shrunk = PLAIN.withShrinkage(Shrinkage.fixed(0.3));
    for (DiscriminantOptions options : List.of(PLAIN, shrunk)) {
      Typicality<double[], NumericColumns> typicality =
          Typicality.of(LinearDiscriminant.recipe(options), data.columns(), data.labels());
      double[][] batch = typicality.pValues(data.columns());
      for (int i = 0; i < batch.length; i++) {
        assertArrayEquals(typicality.pValues(data.rows[i]), batch[i]);
      }
    }
  }

  @Test
  void aRowAllocatesNothing() {
    RandomData data = RandomData.of(4, 90, 3, 3, 0);
    double[] out = new double[3];
    for (DiscriminantOptions options : List.of(PLAIN, PLAIN.withShrinkage(Shrinkage.fixed(0.3)))) {
      Typicality<double[], NumericColumns> typicality =
          Typicality.of(QuadraticDiscriminant.recipe(options), data.columns(), data.labels());
      assertEquals(
          0,
          Allocation.least(() -> {
            for (int call = 0; call < 256; call++) {
              typicality.pValues(data.rows[call % 90], out);
            }
          }));
    }
  }

  @Test
  void tooFewRowsAreRefusedInASentence() {
    RandomData data = RandomData.of(4, 40, 3, 2, 0);
    int[] labels = new int[40];
    labels[0] = 1;
    labels[1] = 1;
    labels[2] = 1;
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Typicality.of(
                        QuadraticDiscriminant.recipe(PLAIN), data.columns(), Labels.of(labels)))
            .getMessage();
    assertTrue(message.contains("class 1"), message);
  }

  /// Rows drawn from the model itself, with another seed, are rejected at the level.
  @SuppressWarnings("unchecked") // Rows of a model are in its own format.
  private static <R, B extends RowBatch> void assertLevel(
      Typicality<R, B> typicality, RowBatch drawn, int label, boolean discrete) {
    B rows = (B) drawn;
    double[][] values = typicality.pValues(rows);
    double[] rates = new double[2];
    for (double[] p : values) {
      assertTrue(p[label] > 0 && p[label] <= 1);
      rates[0] += p[label] <= 0.05 ? 1.0 / values.length : 0;
      rates[1] += p[label] <= 0.01 ? 1.0 / values.length : 0;
    }
    // Three standard errors of two samples; of discrete rows p-values are rather too large.
    assertEquals(discrete ? Math.min(0.05, rates[0]) : 0.05, rates[0], 0.0093);
    assertEquals(discrete ? Math.min(0.01, rates[1]) : 0.01, rates[1], 0.0043);
  }

  @Test
  void copiesAreRankedAsTheRowsThatTheyAreCopiesOf() {
    RandomData data = RandomData.of(3, 60, 3, 2, 0);
    int[] copied =
        IntStream.range(0, 100)
            .map(i -> data.labels[i % 60] == 0 ? i % 60 : i)
            .filter(i -> i < 60)
            .toArray();
    NumericColumns rows =
        NumericColumns.fromRows(
            IntStream.of(copied).mapToObj(i -> data.rows[i]).toArray(double[][]::new));
    Labels labels = data.labels().select(copied);
    RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0).withGamma(0.1);
    Typicality<double[], NumericColumns> once =
        Typicality.of(RegularizedDiscriminant.recipe(options), data.columns(), data.labels());
    Typicality<double[], NumericColumns> copies =
        Typicality.of(RegularizedDiscriminant.recipe(options), rows, labels);
    Typicality<double[], NumericColumns> apart =
        Typicality.of(
            RegularizedDiscriminant.recipe(options), rows, labels, IdenticalRows.of(rows, labels));
    int smaller = 0;
    for (double[] row : data.rows) {
      double p = copies.pValues(row)[1];
      assertEquals(once.pValues(row)[1], p, 1e-12);
      assertEquals(once.pValues(row)[0], copies.pValues(row)[0], 0.2);
      smaller += apart.pValues(row)[0] < copies.pValues(row)[0] ? 1 : 0;
    }
    assertTrue(smaller > 30, smaller + " rows");
  }

  @Test
  void naiveBayesRanksAmongRowsDrawnFromTheModel() {
    RandomData data = RandomData.of(4, 90, 3, 2, 0);
    RowSampler others = new RowSampler(99);
    GaussianNaiveBayes normal = GaussianNaiveBayes.fit(data.columns(), data.labels());
    assertLevel(Typicality.drawn(normal, 1), others.rows(normal, 1, Typicality.DRAWN), 1, false);
    assertTrue(Typicality.drawn(normal, 1).pValues(new double[] {90, 9, 9})[0] < 0.001);
    assertArrayEquals(
        Typicality.drawn(normal, 1).pValues(data.rows[0]),
        Typicality.drawn(normal, 1).pValues(data.rows[0]));
    SplittableRandom random = new SplittableRandom(2);
    long[] bits = new long[90];
    byte[][] codes = new byte[4][90];
    double[][] counts = new double[90][3];
    for (int i = 0; i < 90; i++) {
      bits[i] = random.nextLong(1 << 16) & random.nextLong(1, 1 << 16);
      for (byte[] column : codes) {
        column[i] = (byte) random.nextInt(3);
      }
      for (int j = 0; j < 3; j++) {
        counts[i][j] = random.nextInt(4 + 40 * j);
      }
    }
    BernoulliNaiveBayes bernoulli =
        BernoulliNaiveBayes.fit(BitColumns.fromPackedRows(bits, 16), data.labels());
    assertLevel(
        Typicality.drawn(bernoulli, 1), others.rows(bernoulli, 0, Typicality.DRAWN), 0, true);
    assertTrue(Typicality.drawn(bernoulli, 1).pValues(new long[] {0xffff})[0] < 0.001);
    CategoricalNaiveBayes categorical =
        CategoricalNaiveBayes.fit(CategoryColumns.of(codes), data.labels());
    assertLevel(
        Typicality.drawn(categorical, 1), others.rows(categorical, 0, Typicality.DRAWN), 0, true);
    PoissonNaiveBayes poisson =
        PoissonNaiveBayes.fit(NumericColumns.fromRows(counts), data.labels());
    assertLevel(Typicality.drawn(poisson, 1), others.rows(poisson, 1, Typicality.DRAWN), 1, true);
    BernoulliNaiveBayes zero =
        BernoulliNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withPriors(Priors.fixed(0, 1)))
            .fit(BitColumns.fromPackedRows(bits, 16), data.labels());
    String message =
        assertThrows(IllegalArgumentException.class, () -> Typicality.drawn(zero, 1)).getMessage();
    assertTrue(message.startsWith("class 0 has prior 0"), message);
  }
}
