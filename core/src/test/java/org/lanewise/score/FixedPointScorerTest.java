package org.lanewise.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;

/// Fixed-point scores are integers within a stated bound of the exact sums.
final class FixedPointScorerTest {

  @Property(seed = "31", tries = 60)
  void logJointsAreWithinTheBoundOfTheExactSums(
      @ForAll @IntRange(min = 1, max = 600) int d,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 70) int n,
      @ForAll @IntRange(min = -9, max = 3) int digits,
      @ForAll long seed) {
    Random random = new Random(seed);
    double maximalError = random.nextDouble(0.1, 1) * Math.pow(10, digits);
    AffineForm form = form(d, k, random);
    FixedPointScorer scorer = new FixedPointScorer(form, maximalError);
    assertTrue(scorer.errorBound() <= maximalError);
    // No coarser than it has to be, and not much finer.
    assertTrue(scorer.errorBound() >= maximalError / 8 || scorer.unit() > maximalError / (d + 1));
    BitColumns rows = rows(n, d, random);
    double[] joint = new double[n * k];
    double[] alone = new double[k];
    int[] labels = new int[n];
    long[] packed = new long[BitColumns.rowWords(d)];
    scorer.logJointAll(rows, joint);
    scorer.predictAll(rows, labels);
    for (int row = 0; row < n; row++) {
      rows.row(row, packed);
      packed[packed.length - 1] |= d % 64 == 0 ? 0 : -1L << d;
      scorer.logJoint(packed, alone);
      assertEquals(labels[row], scorer.predict(packed));
      for (int c = 0; c < k; c++) {
        double value = joint[row * k + c];
        assertEquals(value, alone[c]);
        assertEquals(value / scorer.unit(), Math.rint(value / scorer.unit()));
        BigDecimal exact = new BigDecimal(form.intercept(c));
        for (int j = 0; j < d; j++) {
          exact = rows.value(row, j) ? exact.add(new BigDecimal(form.weight(c, j))) : exact;
        }
        BigDecimal error = exact.subtract(new BigDecimal(value)).abs();
        assertTrue(error.compareTo(new BigDecimal(scorer.errorBound())) <= 0, error::toString);
      }
      assertEquals(LogSumExp.argmax(joint, row * k, 1, k), labels[row]);
    }
  }

  @Test
  void fewerPlanesForALargerError() {
    AffineForm form = form(784, 10, new Random(3));
    int planes = 60;
    for (double error : new double[] {1e-9, 1e-6, 1e-3, 1, 1000, 1e6}) {
      FixedPointScorer scorer = new FixedPointScorer(form, error);
      assertTrue(scorer.planeCount() < planes);
      planes = scorer.planeCount();
    }
    assertEquals(0, planes);
  }

  @Test
  void impossibleFactorsAreCounted() {
    double[][] weights = {{1, 2, 3}, {0.5, 0.25, 0}};
    AffineForm form =
        new AffineForm(
            new double[] {-1, -2}, weights, new double[2], new double[][] {{0, 0, 1}, {0, 0, 0}});
    FixedPointScorer scorer = new FixedPointScorer(form, 1e-9);
    BitColumns rows = BitColumns.of(new byte[] {1, 1}, new byte[] {1, 1}, new byte[] {0, 1});
    double[] joint = new double[4];
    scorer.logJointAll(rows, joint);
    assertArrayEquals(new double[] {2, -1.25, Double.NEGATIVE_INFINITY, -1.25}, joint);
    double[] alone = new double[2];
    scorer.logJoint(new long[] {7}, alone);
    assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, -1.25}, alone);
  }

  @Test
  void refusesErrorsThatCannotBeKept() {
    AffineForm form = form(10, 2, new Random(4));
    for (double error : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-300, 1e-16}) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> new FixedPointScorer(form, error))
              .getMessage();
      assertTrue(message.startsWith("the maximal error is " + error), message);
    }
    FixedPointScorer scorer = new FixedPointScorer(form, 1);
    String message =
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(new long[2]))
            .getMessage();
    assertTrue(message.contains("2 words; 1 are expected"), message);
  }

  private static AffineForm form(int d, int k, Random random) {
    double[][] weights = new double[k][];
    for (int c = 0; c < k; c++) {
      weights[c] = random.doubles(d, -7, 3).toArray();
    }
    return new AffineForm(random.doubles(k, -500, 0).toArray(), weights);
  }

  private static BitColumns rows(int n, int d, Random random) {
    long[][] columns = new long[d][];
    for (int j = 0; j < d; j++) {
      columns[j] = random.longs((n + 63) / 64).toArray();
    }
    return BitColumns.ofWords(columns, n);
  }
}
