package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ElementaryTest {

  private static final int ARGUMENTS = 400_000;

  @Test
  void theReferenceHasThirtyDigits() {
    assertClose("1.6487212707001281468486507878141635716537761", exp(0.5), 1);
    assertClose("0.711770322762609697695029898086561727085897832", exp(-0.34), 1);
    assertClose("7.67872381311087221164988744437894445969253446e-305", exp(-700.25), 1);
    assertClose("1.00000000100000000050000006244825818676978124", exp(1e-9), 1);
    assertClose("-0.105360515657826276555878211391389982125457232", DoubleDouble.log(0.9, 0), 1);
    assertClose("690.77552789821370525790219666051368115065999", DoubleDouble.log(1e300, 0), 1);
    assertClose(
        "1.00000008269037099081966940803576377861216541e-10", DoubleDouble.log(1.0000000001, 0), 1);
  }

  private static BigDecimal exp(double x) {
    BigDecimal scale =
        BigDecimal.valueOf(2).pow(DoubleDouble.exponentOfExp(x), new MathContext(40));
    return exact(DoubleDouble.expFraction(x)).multiply(scale);
  }

  private static BigDecimal exact(DoubleDouble value) {
    return new BigDecimal(value.high()).add(new BigDecimal(value.low()));
  }

  private static void assertClose(String expected, DoubleDouble actual, int scale) {
    assertClose(expected, exact(actual), scale);
  }

  private static void assertClose(String expected, BigDecimal actual, int scale) {
    BigDecimal truth = new BigDecimal(expected);
    BigDecimal error = actual.subtract(truth).divide(truth, MathContext.DECIMAL64).abs();
    assertTrue(error.doubleValue() < scale * 1e-29, expected + " has an error of " + error);
  }

  @Test
  void expIsWithinTheStatedUlps() {
    SplittableRandom random = new SplittableRandom(1);
    double worst = 0;
    double worstSubnormal = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
      double x =
          switch (i % 3) {
            case 0 -> random.nextDouble(-750, 709.8);
            case 1 -> random.nextDouble(-1, 1);
            default -> Math.scalb(random.nextDouble(-2, 2), -random.nextInt(60));
          };
      if (Elementary.exp(x) < Double.MIN_NORMAL) {
        worstSubnormal = Math.max(worstSubnormal, expError(x));
      } else {
        worst = Math.max(worst, expError(x));
      }
    }
    assertTrue(worst <= 0.73, "error of " + worst + " ulp");
    assertTrue(worstSubnormal <= 0.76, "error of " + worstSubnormal + " ulp");
  }

  /// The error in ulp of the exact value; the result and its ulp are brought to the scale of e^r.
  private static double expError(double x) {
    double actual = Elementary.exp(x);
    DoubleDouble exact = DoubleDouble.expFraction(x);
    int n = DoubleDouble.exponentOfExp(x);
    if (actual == Double.POSITIVE_INFINITY) {
      return Math.scalb(exact.high(), n - 2) >= 0x1p1022 ? 0 : actual;
    }
    double ulp = Math.max(Math.ulp(exact.high()), Math.scalb(Double.MIN_VALUE, -n));
    double scaled = Math.scalb(actual, -n);
    return Math.abs((scaled - exact.high()) - exact.low()) / ulp;
  }

  @Test
  void logIsWithinTheStatedUlps() {
    SplittableRandom random = new SplittableRandom(2);
    double worst = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
      double x =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong(0x7ff0000000000000L));
            case 1 -> random.nextDouble(0.5, 2);
            case 2 -> 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(53));
            default -> random.nextDouble(0, 1000);
          };
      if (x >= Double.MIN_NORMAL) {
        worst = Math.max(worst, error(Elementary.log(x), DoubleDouble.log(x, 0)));
      }
    }
    assertTrue(worst <= 0.67, "error of " + worst + " ulp");
  }

  @Test
  void log1pIsWithinTheStatedUlps() {
    SplittableRandom random = new SplittableRandom(3);
    double worst = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
      double x =
          switch (i % 4) {
            case 0 -> Math.scalb(random.nextDouble(), -random.nextInt(70));
            case 1 -> random.nextDouble(-1, 3);
            case 2 -> Math.scalb(random.nextDouble(-0.5, 0.5), -random.nextInt(50));
            default -> random.nextDouble(0, 1000);
          };
      DoubleDouble u = DoubleDouble.sum(1, x);
      DoubleDouble exact = Math.abs(x) < 0x1p-50 ? small(x) : DoubleDouble.log(u.high(), u.low());
      worst = Math.max(worst, error(Elementary.log1p(x), exact));
    }
    assertTrue(worst <= 0.67, "error of " + worst + " ulp");
  }

  private static DoubleDouble small(double x) {
    return DoubleDouble.of(x).minus(DoubleDouble.product(x, x).scaled(0.5));
  }

  private static double error(double actual, DoubleDouble exact) {
    return Math.abs((actual - exact.high()) - exact.low()) / Math.ulp(exact.high());
  }

  @Test
  void subnormalNumbersAreTakenAndGivenInFull() {
    assertEquals(Double.MIN_VALUE, Elementary.exp(-745.13));
    assertEquals(0, Elementary.exp(-745.14));
    assertEquals(Math.exp(-740), Elementary.exp(-740), Double.MIN_VALUE);
    for (double x = Double.MIN_VALUE; x < Double.MIN_NORMAL; x *= 1.9) {
      assertEquals(StrictMath.log(x), Elementary.log(x), Math.ulp(745.0));
      assertEquals(x, Elementary.log1p(x));
      assertEquals(-x, Elementary.log1p(-x));
      assertEquals(1, Elementary.exp(x));
    }
  }

  @Test
  void theEndsOfTheLineAreExact() {
    check(Elementary::exp, Double.NEGATIVE_INFINITY, 0);
    check(Elementary::exp, -1e308, 0);
    check(Elementary::exp, 0, 1);
    check(Elementary::exp, -0.0, 1);
    check(Elementary::exp, 709.782712893384, 0x1.fffffffffff2ap1023);
    check(Elementary::exp, 709.782712893385, Double.POSITIVE_INFINITY);
    check(Elementary::exp, Double.MAX_VALUE, Double.POSITIVE_INFINITY);
    check(Elementary::exp, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    check(Elementary::exp, Double.NaN, Double.NaN);
    check(Elementary::log, 0, Double.NEGATIVE_INFINITY);
    check(Elementary::log, -0.0, Double.NEGATIVE_INFINITY);
    check(Elementary::log, 1, 0);
    check(Elementary::log, -Double.MIN_VALUE, Double.NaN);
    check(Elementary::log, Double.NEGATIVE_INFINITY, Double.NaN);
    check(Elementary::log, Double.MAX_VALUE, 709.782712893384);
    check(Elementary::log, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    check(Elementary::log, Double.NaN, Double.NaN);
    check(Elementary::log1p, 0, 0);
    check(Elementary::log1p, -0.0, 0);
    check(Elementary::log1p, -1, Double.NEGATIVE_INFINITY);
    check(Elementary::log1p, -1.0000000000000002, Double.NaN);
    check(Elementary::log1p, Double.MAX_VALUE, 709.782712893384);
    check(Elementary::log1p, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    check(Elementary::log1p, Double.NaN, Double.NaN);
  }

  private static void check(DoubleUnaryOperator function, double x, double expected) {
    assertEquals(expected, function.applyAsDouble(x), "at " + x);
  }

  @Test
  void expAndLogNeverDecreaseBetweenNeighbours() {
    for (int i = 0; i < 200_000; i++) {
      double x = -0.4 + i * 4e-6;
      double next = Math.nextUp(x);
      assertTrue(Elementary.exp(next) >= Elementary.exp(x), "exp at " + x);
      assertTrue(Elementary.log(1 + next) >= Elementary.log(1 + x), "log at " + (1 + x));
    }
  }
}
