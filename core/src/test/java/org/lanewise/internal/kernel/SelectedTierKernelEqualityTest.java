package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.tier.Kernels;

/// The tier a test run was made for is the tier that runs: a silent fallback would make the other
/// tests of equality empty.
class SelectedTierKernelEqualityTest {

  @Test
  void theExpectedKernelsRun() {
    String expected = System.getProperty("lanewise.expected.kernels");
    assumeTrue(expected != null, "the property lanewise.expected.kernels names no tier");
    String name = Kernels.name();
    if (expected.equals("auto")) {
      assertTrue(name.equals("scalar") || name.startsWith("vector-"), name);
      assertTrue(Kernels.score().getClass().getName().contains("Auto"), "the tier is fixed");
      return;
    }
    if (expected.equals("vector")) {
      assertTrue(Set.of("vector-128", "vector-256", "vector-512").contains(name), name);
    } else {
      assertEquals(expected, name);
    }
    assertEquals(expected.equals("scalar"), Kernels.gaussian() instanceof ScalarGaussianKernels);
    assertEquals(expected.equals("scalar"), Kernels.score() instanceof ScalarScoreKernels);
    assertEquals(expected.equals("scalar"), Kernels.factor() instanceof ScalarFactorKernels);
    assertEquals(expected.equals("scalar"), Kernels.discrete() instanceof ScalarDiscreteKernels);
  }
}
