package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.data.Classes;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Densities and posteriors against the plain formulas in 60 digits.
class LogSumExpTest {

  private static double logDensity(double[] values, int from, int stride, int k) {
    Workspace w = Scratch.forRow();
    try {
      w.row.makeRow(k + Byte.SIZE);
      w.row.counted = false;
      w.row.joints = 0;
      w.row.bases[0] = ScorePlanes.NOTHING;
      for (int c = 0; c < k; c++) {
        w.row.scores[c] = values[from + c * stride];
      }
      return new ScoreWriter(Classes.unnamed(k), null, null).logDensity(w.row);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private static final MathContext DIGITS = new MathContext(60);

  private static final double NONE = Double.NEGATIVE_INFINITY;

  /// The rounding of one operation.
  private static final double UNIT = 0x1p-53;

  @Property(seed = "801", tries = 300, edgeCases = EdgeCasesMode.NONE)
  void resultsAreThoseOfTheFormulas(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int k,
      @ForAll @IntRange(min = -12, max = 3) int spread,
      @ForAll @IntRange(min = -3, max = 6) int size) {
    double[] values = values(seed, k, Math.pow(10, spread), Math.pow(10, size));
    Exact exact = new Exact(values);
    double[] logPosterior = new double[k];
    double[] posterior = new double[k];
    LogSumExp.logPosterior(values, 0, 1, k, logPosterior, 0);
    LogSumExp.posterior(values, 0, 1, k, posterior, 0);

    BigDecimal density = exact.max.add(exact.logRest);
    double logError = exact.error * exact.logRest.doubleValue();
    assertClose(density, logDensity(values, 0, 1, k), logError);
    double sum = 0;
    for (int c = 0; c < k; c++) {
      sum += posterior[c];
      if (values[c] == NONE) {
        assertEquals(NONE, logPosterior[c]);
        assertEquals(0, posterior[c]);
        continue;
      }
      BigDecimal below = new BigDecimal(values[c]).subtract(exact.max);
      double rounding = Math.abs(below.doubleValue()) * UNIT;
      assertClose(below.subtract(exact.logRest), logPosterior[c], logError + rounding);
      BigDecimal share = exp(below).divide(exact.rest.add(BigDecimal.ONE), DIGITS);
      double error = exact.error + rounding + 2 * UNIT;
      assertClose(share, posterior[c], error * share.doubleValue());
    }
    assertEquals(1, sum, 2 * k * UNIT);
  }

  /// Where a row lies changes no bit of its results, and nothing else is written.
  @Property(seed = "802", tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aRowMayLieAnywhere(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int k,
      @ForAll @IntRange(max = 5) int from,
      @ForAll @IntRange(min = 1, max = 9) int stride,
      @ForAll @IntRange(max = 5) int outFrom) {
    double[] row = values(seed, k, 10, 100);
    double[] block = new double[from + k * stride];
    Arrays.fill(block, 1e9);
    for (int c = 0; c < k; c++) {
      block[from + c * stride] = row[c];
    }
    double[] before = block.clone();

    assertEquals(LogSumExp.argmax(row, 0, 1, k), LogSumExp.argmax(block, from, stride, k));
    assertEquals(logDensity(row, 0, 1, k), logDensity(block, from, stride, k));
    for (Rule rule : new Rule[] {LogSumExp::logPosterior, LogSumExp::posterior}) {
      double[] expected = new double[outFrom + k + 1];
      Arrays.fill(expected, 7);
      double[] actual = expected.clone();
      double[] alone = row.clone();
      rule.apply(alone, 0, 1, k, alone, 0);
      System.arraycopy(alone, 0, expected, outFrom, k);
      rule.apply(block, from, stride, k, actual, outFrom);
      assertArrayEquals(expected, actual);
      assertArrayEquals(before, block);
    }
  }

  private interface Rule {
    void apply(double[] values, int from, int stride, int k, double[] out, int outFrom);
  }

  @Property(seed = "803", tries = 100)
  void tiesGoToTheLowest(@ForAll int seed, @ForAll @IntRange(min = 2, max = 20) int k) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[k];
    int lowest = k;
    for (int c = 0; c < k; c++) {
      values[c] = random.nextInt(3) == 0 ? -3 : -3 - random.nextDouble(1e-3, 10);
      lowest = values[c] == -3 ? Math.min(lowest, c) : lowest;
    }
    if (lowest == k) {
      lowest = k - 1;
      values[lowest] = -3;
    }
    assertEquals(lowest, LogSumExp.argmax(values, 0, 1, k));
    double[] posterior = new double[k];
    LogSumExp.posterior(values, 0, 1, k, posterior, 0);
    double[] logPosterior = new double[k];
    LogSumExp.logPosterior(values, 0, 1, k, logPosterior, 0);
    for (int c = 0; c < k; c++) {
      assertEquals(values[c] == -3, posterior[c] == posterior[lowest], "class " + c);
      assertEquals(values[c] == -3, logPosterior[c] == logPosterior[lowest], "class " + c);
    }
  }

  @Example
  void zerosOfBothSignsAreATie() {
    assertEquals(0, LogSumExp.argmax(new double[] {-0.0, 0.0}, 0, 1, 2));
    assertEquals(0, LogSumExp.argmax(new double[] {0.0, -0.0}, 0, 1, 2));
  }

  @Example
  void oneClassIsSure() {
    for (double value : new double[] {-1e300, -745, -1e-300, 0, 0.1, 1e300}) {
      double[] values = {value};
      assertEquals(0, LogSumExp.argmax(values, 0, 1, 1));
      assertEquals(value, logDensity(values, 0, 1, 1));
      assertRow(new double[] {0}, LogSumExp::logPosterior, values);
      assertRow(new double[] {1}, LogSumExp::posterior, values);
    }
  }

  @Example
  void aClassOfPriorZeroHasNoPartInTheOthers() {
    double[] values = {NONE, -2, NONE, -2, NONE};
    double ln2 = StrictMath.log(2);
    assertEquals(1, LogSumExp.argmax(values, 0, 1, 5));
    assertEquals(ln2 - 2, logDensity(values, 0, 1, 5), 2 * UNIT);
    assertRow(new double[] {NONE, -ln2, NONE, -ln2, NONE}, LogSumExp::logPosterior, values);
    assertRow(new double[] {0, 0.5, 0, 0.5, 0}, LogSumExp::posterior, values);
    assertRow(new double[] {NONE, 0}, LogSumExp::logPosterior, new double[] {NONE, -1e6});
    assertRow(new double[] {0, 1}, LogSumExp::posterior, new double[] {NONE, -1e6});
  }

  @Example
  void whereAllArePriorZeroNoneIsBetter() {
    for (int k = 1; k <= 20; k++) {
      double[] values = new double[k];
      Arrays.fill(values, NONE);
      double[] expected = new double[k];
      assertEquals(0, LogSumExp.argmax(values, 0, 1, k));
      assertEquals(NONE, logDensity(values, 0, 1, k));
      Arrays.fill(expected, -StrictMath.log(k));
      assertRow(expected, LogSumExp::logPosterior, values);
      Arrays.fill(expected, 1.0 / k);
      assertRow(expected, LogSumExp::posterior, values);
    }
  }

  private static void assertRow(double[] expected, Rule rule, double[] values) {
    double[] actual = new double[values.length];
    rule.apply(values, 0, 1, values.length, actual, 0);
    for (int c = 0; c < expected.length; c++) {
      // Beside equal infinities, none of which has a distance; and −0 is 0.
      if (expected[c] != actual[c]) {
        assertEquals(expected[c], actual[c], 2 * UNIT * Math.abs(expected[c]), "class " + c);
      }
    }
  }

  /// log p = −1e−20 keeps its digits, though p is 1.
  @Example
  void theLogPosteriorOfASureClassKeepsItsDigits() {
    double[] logPosterior = new double[2];
    for (double rest : new double[] {1e-10, 1e-20, 1e-100, 1e-300}) {
      double below = StrictMath.log(rest);
      double[] values = {below, 0};
      LogSumExp.logPosterior(values, 0, 1, 2, logPosterior, 0);
      double expected = new Exact(values).logRest.doubleValue();
      assertEquals(-expected, logPosterior[1], 4 * UNIT * expected);
      // The logarithm of the rest has been rounded.
      assertEquals(-rest, logPosterior[1], rest * (rest - 2 * below * UNIT));
    }
    LogSumExp.logPosterior(new double[] {5000, 5000 - 46}, 0, 1, 2, logPosterior, 0);
    assertEquals(-Math.exp(-46), logPosterior[0], 8 * UNIT * Math.exp(-46));
    LogSumExp.logPosterior(new double[] {0, -800}, 0, 1, 2, logPosterior, 0);
    assertArrayEquals(new double[] {0, -800}, logPosterior);
  }

  /// Values about ±`size`, `spread` apart; some are equal, some −∞, but not all.
  private static double[] values(int seed, int k, double spread, double size) {
    SplittableRandom random = new SplittableRandom(seed);
    double centre = random.nextDouble(-size, size);
    double[] values = new double[k];
    int finite = random.nextInt(k);
    for (int c = 0; c < k; c++) {
      boolean none = c != finite && random.nextInt(8) == 0;
      boolean tie = c > 0 && random.nextInt(6) == 0;
      values[c] = none ? NONE : tie ? values[c - 1] : centre + random.nextDouble(-spread, spread);
    }
    if (values[finite] == NONE) {
      values[finite] = centre;
    }
    return values;
  }

  /// The value to a rounding, and an error beside that; numbers below the normal ones are rounded
  /// more.
  private static void assertClose(BigDecimal expected, double actual, double error) {
    double distance = expected.subtract(new BigDecimal(actual)).abs().doubleValue();
    double allowed = error + 2 * UNIT * Math.abs(expected.doubleValue()) + 20 * Double.MIN_VALUE;
    assertTrue(distance <= allowed, expected + " is " + actual + ", beyond " + allowed);
  }

  /// Of one row, the largest value m, Σ_{c ≠ m} exp(v_c − v_m) and log1p of that.
  private static final class Exact {
    private final BigDecimal max;
    private final BigDecimal rest;
    private final BigDecimal logRest;

    /// How far the rest in doubles may be off, relatively: a rounding of each difference, of each
    /// exponential and each sum, and of the logarithm.
    private final double error;

    Exact(double[] values) {
      int best = 0;
      for (int c = 1; c < values.length; c++) {
        best = values[c] > values[best] ? c : best;
      }
      max = new BigDecimal(values[best]);
      BigDecimal sum = BigDecimal.ZERO;
      BigDecimal moved = BigDecimal.ZERO;
      for (int c = 0; c < values.length; c++) {
        if (c != best && values[c] != NONE) {
          BigDecimal below = new BigDecimal(values[c]).subtract(max);
          BigDecimal e = exp(below);
          sum = sum.add(e, DIGITS);
          moved = moved.subtract(e.multiply(below, DIGITS), DIGITS);
        }
      }
      rest = sum;
      logRest = log1p(sum);
      double distance = sum.signum() == 0 ? 0 : moved.divide(sum, DIGITS).doubleValue();
      error = (values.length + 4 + distance) * UNIT;
    }
  }

  /// eˣ: the series of x/2ⁿ, squared n times.
  private static BigDecimal exp(BigDecimal x) {
    int halvings = Math.max(0, Math.getExponent(x.doubleValue()) + 8);
    BigDecimal r = x.divide(BigDecimal.TWO.pow(halvings), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i <= 30; i++) {
      term = term.multiply(r, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  /// log(1 + x) for x ≥ 0: a step of Halley's from the logarithm in doubles, which triples its
  /// digits; x − x²/2 where 1 + x would lose some.
  private static BigDecimal log1p(BigDecimal x) {
    if (x.doubleValue() < 1e-20) {
      BigDecimal half = x.multiply(x, DIGITS).divide(BigDecimal.TWO, DIGITS);
      return x.subtract(half, DIGITS);
    }
    BigDecimal u = x.add(BigDecimal.ONE);
    BigDecimal first = new BigDecimal(Math.log1p(x.doubleValue()));
    BigDecimal e = exp(first);
    BigDecimal step = u.subtract(e).divide(u.add(e), DIGITS).multiply(BigDecimal.TWO);
    return first.add(step);
  }

  @Example
  void theReferenceHasFortyDigits() {
    assertDigits("0.36787944117144232159552377016146086744581113103176", exp(new BigDecimal(-1)));
    assertDigits("0.69314718055994530941723212145817656807550013436025", log1p(new BigDecimal(1)));
    assertDigits("2.3025850929940456840179914546843642076011014886288", log1p(new BigDecimal(9)));
  }

  private static void assertDigits(String expected, BigDecimal actual) {
    BigDecimal error = actual.subtract(new BigDecimal(expected)).abs();
    assertTrue(error.doubleValue() < 1e-40, actual + " is not " + expected);
  }
}
