package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// Small jobs in which one kernel runs in vectors, or all but one: the bits are those of the job
/// that stays scalar. And every kernel has a synthetic call, and its name where it is called.
class KernelSwitchTest {

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
    NumericColumns numbers = NumericColumns.of(COLUMNS);
    double[][] whole = new double[FEATURES][ROWS];
    for (int j = 0; j < FEATURES; j++) {
      for (int i = 0; i < ROWS; i++) {
        whole[j][i] = Math.floor(COLUMNS[j][i]);
      }
    }
    NumericColumns counts = NumericColumns.of(whole);
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
  void bothTiersAreThere() throws Exception {
    assumeTrue("auto".equals(System.getProperty("lanewise.kernels")), "the tier is fixed");
    RandomSwitches.pause();
    VectorTier.load();
    all(false);
  }

  @AfterEach
  void switchesGoOn() {
    all(false);
    RandomSwitches.goOn();
  }

  private static void all(boolean vector) {
    for (Kernel kernel : Kernel.values()) {
      kernel.runInVectors(vector);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void noBitTellsWhichKernelsRunInVectors(Job job) {
    List<Long> scalar = job.work().get();
    for (Kernel kernel : Kernel.values()) {
      all(false);
      kernel.runInVectors(true);
      assertEquals(scalar, job.work().get(), job + ", " + kernel + " alone in vectors");
      all(true);
      kernel.runInVectors(false);
      assertEquals(scalar, job.work().get(), job + ", all but " + kernel + " in vectors");
    }
  }
}
