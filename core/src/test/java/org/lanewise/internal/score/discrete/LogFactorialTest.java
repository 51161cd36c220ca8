package org.lanewise.internal.score.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

final class LogFactorialTest {

  // x and log Γ(x + 1), computed with 700 digits.
  private static final double[][] EXACT = {
    {1e-300, -5.772156649015329e-301},
    {1e-09, -5.772156640790658e-10},
    {0.001, -0.0005763935982833696},
    {0.1, -0.04987244125983973},
    {0.25, -0.09827183642181316},
    {0.4999999, -0.12078224128423795},
    {0.5, -0.12078223763524522},
    {0.75, -0.08440112102048555},
    {0.999999, -4.227840126435238e-07},
    {1.000001, 4.227846575306521e-07},
    {1.25, 0.1248717148923966},
    {1.4999999, 0.2846828001572575},
    {1.5, 0.2846828704729192},
    {1.999, 0.692224593717571},
    {2.000001, 0.693148103344478},
    {2.5, 1.2009736023470743},
    {3.7, 2.7364051463155667},
    {7.25, 9.033186919605123},
    {15.5, 29.277754515040815},
    {15.999999, 30.67185730256738},
    {16, 30.671860106080672},
    {16.5, 32.08111489594735},
    {20.25, 43.092265391469894},
    {100.5, 366.04569819527677},
    {1023.75, 6076.478925253369},
    {1000000.0, 12815518.384658169},
    {123456.789, 1323913.7424415504},
    {1000000000000000.0, 3.3538776394910704e+16},
    {1e+100, 2.2925850929940456e+102},
    {3.273390607896142e+150, 1.131197344759412e+153}
  };

  @Test
  void isTheLogarithmOfTheGammaFunction() {
    for (double[] pair : EXACT) {
      assertEquals(pair[1], LogFactorial.of(pair[0]), 1e-14 * Math.abs(pair[1]), "x " + pair[0]);
    }
  }

  @Test
  void ofIntegersIsTheLogarithmOfTheProduct() {
    assertEquals(0, LogFactorial.of(0));
    assertEquals(0, LogFactorial.of(-0.0));
    assertEquals(0, LogFactorial.of(1));
    BigInteger product = BigInteger.ONE;
    for (int x = 2; x <= 170; x++) {
      product = product.multiply(BigInteger.valueOf(x));
      double expected = StrictMath.log(product.doubleValue());
      assertEquals(expected, LogFactorial.of(x), 1e-15 * expected, "x " + x);
    }
  }

  @Test
  void theTableAndTheSeriesAgree() {
    for (int x = 1000; x < 1100; x++) {
      double step = LogFactorial.of(x) - LogFactorial.of(x - 1);
      assertEquals(StrictMath.log(x), step, 1e-11);
    }
  }
}
