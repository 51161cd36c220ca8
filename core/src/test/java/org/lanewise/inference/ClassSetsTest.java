package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.textbook.RandomData;
import org.lanewise.validation.LeaveOneOut;

@Tag("once")
class ClassSetsTest {

  private static final double NONE = Double.NEGATIVE_INFINITY;

  /// Rows whose scores are independent of any model.
  private static double[][] noise(int n, int k, SplittableRandom random) {
    double[][] scores = new double[n][k];
    for (double[] row : scores) {
      Arrays.setAll(row, _ -> random.nextGaussian());
    }
    return scores;
  }

  /// The guarantee, exactly: each of m + 1 rows in turn is the new one, and those that are not in
  /// their set are at most the promised share of them, whatever the scores.
  @Test
  void ofExchangeableRowsEachInTurnTheNewOneAtMostTheShareIsLeftOut() {
    SplittableRandom random = new SplittableRandom(3);
    for (int m : new int[] {1, 8, 9, 10, 19, 40, 99}) {
      for (double coverage : new double[] {0.5, 0.8, 0.9, 0.95, 0.99}) {
        double[][] rows = noise(m + 1, 3, random);
        int leftOut = 0;
        for (int last = 0; last <= m; last++) {
          int without = last;
          double[][] others =
              IntStream.rangeClosed(0, m)
                  .filter(row -> row != without)
                  .mapToObj(row -> rows[row])
                  .toArray(double[][]::new);
          ClassSets sets = ClassSets.of(others, Labels.ofIndices(new int[m], 3), true);
          leftOut += sets.at(coverage).contains(rows[last], 0, 0) ? 0 : 1;
        }
        int promised = (int) Math.floor((1 - coverage) * (m + 1) + 1e-9);
        assertEquals(promised, leftOut, m + " rows, coverage " + coverage);
      }
    }
  }

  /// Of the models of 100 ranked rows of a class, 90 % cover between 84.8 % and 94.5 % of its later
  /// rows at 0.9, as the quantiles of the distribution Beta(91, 10) say; the mean is 91/101.
  @Test
  void theCoverageOfOneModelIsAsFarFromThePromiseAsTheNumberOfItsRankedRowsSays() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] later = noise(2000, 2, random);
    double[] coverages = new double[400];
    Arrays.setAll(
        coverages,
        _ -> {
          ClassSets.Rule rule =
              ClassSets.of(noise(100, 2, random), Labels.ofIndices(new int[100], 2), true).at(0.9);
          return Arrays.stream(later).filter(row -> rule.contains(row, 0, 0)).count() / 2000.0;
        });
    Arrays.sort(coverages);
    assertEquals(91.0 / 101, Arrays.stream(coverages).average().orElseThrow(), 0.01);
    assertEquals(0.848, coverages[20], 0.02);
    assertEquals(0.945, coverages[380], 0.02);
  }

  @Test
  void tiesAreLeftInSets() {
    double[][] rows = new double[50][];
    Arrays.fill(rows, new double[] {-1, -2});
    ClassSets.Rule rule = ClassSets.of(rows, Labels.ofIndices(new int[50], 2), true).at(0.9);
    assertTrue(rule.contains(new double[] {-1, -2}, 0, 0));
    assertFalse(rule.contains(new double[] {-1.5, -9}, 0, 0), "less dense than all rows");
    assertFalse(rule.contains(new double[] {-1, -1.5}, 0, 0), "another class is nearer");
  }

  @Test
  void rowsThatAreFarFromAllClassesGetNone() {
    RandomData data = RandomData.of(4, 400, 3, 2, 0);
    LinearDiscriminant model = LinearDiscriminant.fit(data.columns(), data.labels());
    LeaveOneOut left = LeaveOneOut.of(LinearDiscriminant.recipe(), data.columns(), data.labels());
    ClassSets sets = ClassSets.of(left.logJoints(), data.labels(), false);
    assertFalse(sets.areHeldOut());
    ClassSets.Rule rule = sets.at(0.9);
    double[][] joints = model.scorer().logJoint(data.columns());
    int[] covered = new int[2];
    int[] counts = new int[2];
    for (int row = 0; row < joints.length; row++) {
      int label = data.labels[row];
      counts[label]++;
      covered[label] += rule.contains(joints[row], 0, label) ? 1 : 0;
    }
    for (int c = 0; c < 2; c++) {
      assertEquals(0.9, (double) covered[c] / counts[c], 0.03, "class " + c);
      double[] far = model.scorer().logJoint(new double[] {50, -50, 50});
      assertFalse(rule.contains(far, 0, c));
    }
  }

  @Test
  void classesWithTooFewRowsAreInEverySet() {
    double[][] rows = noise(9 + 8, 2, new SplittableRandom(5));
    int[] labels = new int[17];
    Arrays.fill(labels, 9, 17, 1);
    ClassSets.Rule rule = ClassSets.of(rows, Labels.ofIndices(labels, 2), true).at(0.9);
    assertFalse(rule.isAlwaysIn(0));
    assertTrue(rule.isAlwaysIn(1));
    assertTrue(rule.contains(new double[] {NONE, NONE}, 0, 1));
    assertFalse(rule.contains(new double[] {NONE, NONE}, 0, 0));
  }

  @Test
  void rowsThatCouldNotBeLeftOutAreSkippedAndManyAreThinned() {
    double[][] rows = noise(25_000, 1, new SplittableRandom(6));
    rows[0][0] = Double.NaN;
    rows[1][0] = NONE;
    ClassSets sets = ClassSets.of(rows, Labels.ofIndices(new int[25_000], 1), false);
    assertEquals(ClassSets.MAX_KEPT, sets.logJoints(0).length);
    assertEquals(-Double.MAX_VALUE, sets.logJoints(0)[0]);
    assertEquals(-Double.MAX_VALUE, sets.margins(0)[0]);
    // The only class has no other.
    assertEquals(Double.MAX_VALUE, sets.margins(0)[1]);
  }

  @Test
  void aModelFileKeepsThem() throws IOException {
    RandomData data = RandomData.of(7, 120, 3, 2, 0);
    LinearDiscriminant model = LinearDiscriminant.fit(data.columns(), data.labels());
    ClassSets sets = ClassSets.of(model.scorer().logJoint(data.columns()), data.labels(), true);
    byte[] bytes = bytes(new ModelFile(model).withSets(sets));
    ClassSets read = ModelFile.read(new ByteArrayInputStream(bytes)).sets().orElseThrow();
    assertTrue(read.areHeldOut());
    assertEquals(2, read.classCount());
    for (int c = 0; c < 2; c++) {
      assertArrayEquals(sets.logJoints(c), read.logJoints(c));
      assertArrayEquals(sets.margins(c), read.margins(c));
    }
    for (int at = bytes.length - 120; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      assertThrows(
          UnusableFileException.class, () -> ModelFile.read(new ByteArrayInputStream(damaged)));
    }
    ClassSets one = ClassSets.of(true, new double[][] {{1}}, new double[][] {{1}});
    assertThrows(IllegalArgumentException.class, () -> new ModelFile(model).withSets(one));
  }

  private static byte[] bytes(ModelFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(bytes);
    return bytes.toByteArray();
  }

  @Test
  void whatIsNoRankedRowsIsRefused() {
    double[][] two = {{1, 2}};
    for (double[][] bad :
        List.of(
            new double[][] {{2, 1}},
            new double[][] {{1}},
            new double[][] {{1, Double.NaN}},
            new double[][] {{1, 2}, {1}})) {
      assertThrows(IllegalArgumentException.class, () -> ClassSets.of(true, bad, two));
    }
    Labels labels = Labels.ofIndices(new int[] {0}, 2);
    assertThrows(
        IllegalArgumentException.class, () -> ClassSets.of(new double[2][2], labels, true));
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassSets.of(new double[1][2], labels.withWeights(new double[] {2}), true));
    ClassSets sets = ClassSets.of(true, two, two);
    for (double coverage : new double[] {0, 1, -1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> sets.at(coverage));
    }
    assertTrue(sets.at(1e-15).contains(new double[] {3}, 0, 0));
  }
}
