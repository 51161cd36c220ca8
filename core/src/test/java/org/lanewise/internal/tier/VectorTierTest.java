package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// Why there are no vector kernels, in any virtual machine.
class VectorTierTest {

  private static String reason(VectorTier.Loader loader) {
    return assertThrows(UnsuitableException.class, () -> VectorTier.load(loader)).getMessage();
  }

  @Test
  void kernelsThatLoadAreTaken() throws UnsuitableException {
    KernelSet kernels = ScalarKernels.create();
    assertSame(kernels, VectorTier.load(() -> kernels));
  }

  @Test
  void aMissingModuleIsSaidWithItsRemedy() {
    String reason =
        reason(() -> {
          throw new NoClassDefFoundError("jdk/incubator/vector/DoubleVector");
        });
    assertTrue(reason.endsWith("pass --add-modules jdk.incubator.vector to java"), reason);
  }

  @Test
  void whatTheMachineLacksIsSaid() {
    String lack = "this machine has no fused multiply-add instruction";
    assertEquals(
        lack,
        reason(() -> {
          throw new UnsuitableException(lack);
        }));
  }

  @Test
  void theCauseOfAFailedInitializerIsNamed() {
    String reason =
        reason(() -> {
          throw new ExceptionInInitializerError(new ArrayIndexOutOfBoundsException("species"));
        });
    assertTrue(reason.contains("ArrayIndexOutOfBoundsException: species"), reason);
  }

  @Test
  void anotherMissingClassIsNotTakenForTheModule() {
    String missing = "Could not initialize class org.lanewise.internal.kernel.vector.VectorWidth";
    String reason =
        reason(() -> {
          throw new NoClassDefFoundError(missing);
        });
    assertTrue(reason.contains(missing), reason);
    assertTrue(!reason.contains("--add-modules"), reason);
  }

  @Test
  void otherFailuresAreNotSwallowed() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            VectorTier.load(() -> {
              throw new OutOfMemoryError("test");
            }));
  }
}
