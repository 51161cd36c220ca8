package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// Small jobs whose kernels all go over to vectors behind their n-th call, for every n: the bits
/// are those of the job that stays scalar.
class HandOverAtEveryCallTest {

  private static final int ROWS = 70;
  private static final int FEATURES = 11;
  private static final int CLASSES = 3;

  /// A fit and a scoring, and the bits that came of them.
  private record Job(String name, Supplier<List<Long>> work) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final double[][] COLUMNS = new double[FEATURES][ROWS];
  private static final Labels LABELS;

  static {
    SplittableRandom random = new SplittableRandom(5);
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % CLASSES;
      for (int j = 0; j < FEATURES; j++) {
        COLUMNS[j][i] = Math.floor(3 * random.nextDouble() + (labels[i] + j) % 3);
        COLUMNS[j][i] += j < 3 ? random.nextDouble() : 0;
      }
    }
    LABELS = Labels.ofIndices(labels, CLASSES);
  }

  private static Stream<Job> jobs() {
    DoubleColumns numbers = DoubleColumns.of(COLUMNS);
    double[][] whole = new double[FEATURES][ROWS];
    for (int j = 0; j < FEATURES; j++) {
      for (int i = 0; i < ROWS; i++) {
        whole[j][i] = Math.floor(COLUMNS[j][i]);
      }
    }
    DoubleColumns counts = DoubleColumns.of(whole);
    int[][] codes = new int[FEATURES][ROWS];
    for (int j = 0; j < FEATURES; j++) {
      for (int i = 0; i < ROWS; i++) {
        codes[j][i] = (int) whole[j][i];
      }
    }
    return Stream.of(
        new Job(
            "linear discriminant",
            () -> bits(LinearDiscriminant.fit(numbers, LABELS).scorer(), row(), numbers)),
        new Job(
            "quadratic discriminant",
            () -> bits(QuadraticDiscriminant.fit(numbers, LABELS).scorer(), row(), numbers)),
        new Job(
            "Gaussian Naive Bayes",
            () -> bits(GaussianNaiveBayes.fit(numbers, LABELS).scorer(), row(), numbers)),
        new Job(
            "Bernoulli Naive Bayes",
            () -> {
              BitColumns rows = BitColumns.copyOf(numbers, 1.5);
              long[] row = {0b101_1010_0110L};
              return bits(BernoulliNaiveBayes.fit(rows, LABELS).scorer(), row, rows);
            }),
        new Job(
            "categorical Naive Bayes",
            () -> {
              CategoryColumns rows = CategoryColumns.of(codes);
              return bits(
                  CategoricalNaiveBayes.fit(rows, LABELS).scorer(), new int[FEATURES], rows);
            }),
        new Job(
            "multinomial Naive Bayes",
            () -> bits(MultinomialNaiveBayes.fit(counts, LABELS).scorer(), row(), counts)));
  }

  private static double[] row() {
    double[] row = new double[FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      row[j] = j % 3;
    }
    return row;
  }

  private static <R, B extends RowBatch> List<Long> bits(Scorer<R, B> scorer, R row, B rows) {
    List<Long> bits = new ArrayList<>();
    double[] out = new double[ROWS * CLASSES];
    int[] labels = new int[ROWS];
    bits.add((long) scorer.predict(row));
    scorer.logPosterior(row, out);
    add(bits, out, CLASSES);
    scorer.predict(rows, labels);
    for (int label : labels) {
      bits.add((long) label);
    }
    scorer.logPosterior(rows, out);
    add(bits, out, out.length);
    return bits;
  }

  private static void add(List<Long> bits, double[] values, int count) {
    for (int i = 0; i < count; i++) {
      bits.add(Double.doubleToRawLongBits(values[i]));
    }
  }

  @BeforeEach
  void kernelsCanBeHandedOver() throws InterruptedException {
    assumeTrue("auto".equals(System.getProperty("lanewise.kernels")), "the tier is fixed");
    RandomHandOvers.pause();
    assertEquals("scalar", Kernels.name());
    assertNotNull(HandOvers.tiers().vector());
    forAll(HandOver.NEVER);
  }

  @AfterEach
  void handOversGoOn() {
    HandOvers.tell(handOver -> {});
    forAll(HandOver.NEVER);
    RandomHandOvers.goOn();
  }

  private static void forAll(int from) {
    for (HandOver handOver : AllHandOvers.all()) {
      handOver.runVectorsFrom(from);
      handOver.forget();
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void noBitTellsWhenItHappened(Job job) {
    int calls = callsUntil(Integer.MAX_VALUE, job, null);
    assertTrue(calls > 5, calls + " calls");
    List<Long> scalar = job.work().get();
    for (int n = 0; n <= calls; n++) {
      forAll(n == 0 ? 0 : HandOver.NEVER);
      callsUntil(n, job, scalar);
    }
  }

  /// Runs a job whose kernels go over behind call n.
  ///
  /// @return the scalar calls it made
  private static int callsUntil(int n, Job job, List<Long> expected) {
    int[] calls = new int[1];
    HandOvers.tell(handOver -> {
      handOver.forget();
      if (++calls[0] == n) {
        forAll(0);
      }
    });
    List<Long> bits = job.work().get();
    if (expected != null) {
      assertEquals(expected, bits, job + ", handed over behind call " + n);
    }
    return calls[0];
  }
}
