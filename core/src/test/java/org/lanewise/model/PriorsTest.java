package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PriorsTest {

  private static final double[] COUNTS = {3, 1, 4};

  @Test
  void priorsAreThoseOfTheirFormulas() {
    assertArrayEquals(new double[] {0.375, 0.125, 0.5}, Priors.empirical().priors(COUNTS));
    assertArrayEquals(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, Priors.uniform().priors(COUNTS));
    assertArrayEquals(new double[] {4 / 11.0, 2 / 11.0, 5 / 11.0}, Priors.laplace().priors(COUNTS));
    assertArrayEquals(new double[] {0, 0.25, 0.75}, Priors.fixed(0, 0.25, 0.75).priors(COUNTS));
  }

  @Test
  void aClassWithoutRowsHasNoEmpiricalPrior() {
    double[] counts = {2, 0};
    String message =
        assertThrows(IllegalArgumentException.class, () -> Priors.empirical().priors(counts))
            .getMessage();
    assertTrue(message.startsWith("class 1 has no rows of positive weight"), message);
    assertArrayEquals(new double[] {0.75, 0.25}, Priors.laplace().priors(counts));
    assertThrows(
        IllegalArgumentException.class, () -> Priors.empirical().priors(new double[] {0, 0}));
    assertThrows(
        IllegalArgumentException.class, () -> Priors.laplace().priors(new double[] {0, 0}));
  }

  @Test
  void fixedPriorsAreChecked() {
    for (double[] bad :
        new double[][] {
          {},
          {0.5, 0.6},
          {0.5, 0.4},
          {-1, 2},
          {2, -1},
          {1.5, -0.5},
          {2, 1},
          {Double.NaN, 1},
          {Double.POSITIVE_INFINITY, 0},
          {0, 0},
          {0.5, 0.5 + 2e-9}
        }) {
      assertThrows(IllegalArgumentException.class, () -> Priors.fixed(bad));
    }
    Priors.fixed(0.5, 0.5 + 1e-10);
    // Sums of decimal fractions miss 1 by rounding.
    Priors.fixed(.08, .14, .03, .16, .11, .16, .07, .14, .11, 0);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Priors.fixed(0.5, 0.5).priors(COUNTS))
            .getMessage();
    assertTrue(message.contains("2 priors were given; one for each of the 3 classes"), message);
    assertThrows(NullPointerException.class, () -> Priors.fixed((double[]) null));
  }

  @Test
  void fixedPriorsAreAValue() {
    double[] values = {0.25, 0.75};
    Priors priors = Priors.fixed(values);
    values[0] = 9;
    priors.priors(new double[2])[0] = 9;
    assertArrayEquals(new double[] {0.25, 0.75}, priors.priors(new double[2]));
    assertEquals(Priors.fixed(0.25, 0.75), priors);
    assertEquals(Priors.fixed(0.25, 0.75).hashCode(), priors.hashCode());
    assertNotEquals(Priors.fixed(0.75, 0.25), priors);
    assertEquals("[0.25, 0.75]", priors.toString());
  }
}
