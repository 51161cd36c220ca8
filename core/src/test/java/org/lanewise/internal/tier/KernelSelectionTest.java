package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.scalar.ScalarCountKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// Every branch of the choice between the tiers, in any virtual machine.
class KernelSelectionTest {

  private static final KernelSet VECTOR =
      new KernelSet.Loaded(
          "vector-test",
          new ScalarGaussianKernels(),
          new ScalarDiagonalKernels(),
          new ScalarScoreKernels(),
          new ScalarPackKernels(),
          new ScalarCountKernels(),
          new ScalarDiscreteKernels(),
          new ScalarTableKernels(),
          new ScalarFactorKernels(),
          new ScalarElementaryKernels());

  private static final String REMEDY = "pass --add-modules jdk.incubator.vector to java";

  private final List<String> log = new ArrayList<>();

  /// A loader whose messages are kept.
  private KernelSelection.Loader logged(KernelSelection.Loader loader, boolean isModuleThere) {
    return new KernelSelection.Loader() {
      @Override
      public KernelSet load() throws UnsuitableException {
        return loader.load();
      }

      @Override
      public boolean isModuleThere() {
        return isModuleThere;
      }

      @Override
      public void log(String message) {
        log.add(message);
      }
    };
  }

  private boolean isHandedOver(String mode, KernelSelection.Loader loader) {
    return KernelSelection.isHandedOver(mode, logged(loader, true));
  }

  private KernelSet vector(String mode, KernelSelection.Loader loader) {
    return KernelSelection.vector(mode, logged(loader, true));
  }

  /// What the hand-over gets when it asks for the vector tier.
  private KernelSet vectorOfAuto(KernelSelection.Loader loader) {
    return new LoadedTiers(logged(loader, true)).vector();
  }

  private static KernelSet moduleIsMissing() {
    throw new NoClassDefFoundError("jdk/incubator/vector/DoubleVector");
  }

  private static KernelSet doesNotInitialize() {
    throw new ExceptionInInitializerError(new ArrayIndexOutOfBoundsException("species"));
  }

  private static KernelSet noFusedMultiplyAdd() throws UnsuitableException {
    throw new UnsuitableException("this machine has no fused multiply-add instruction");
  }

  @Test
  void scalarModeDoesNotEvenLoadTheVectorKernels() {
    assertFalse(isHandedOver("scalar", () -> fail("loaded")));
    assertNull(vector("scalar", () -> fail("loaded")));
    assertEquals(List.of(), log);
  }

  @Test
  void vectorKernelsAreTakenSilentlyWhereTheyLoad() {
    assertFalse(isHandedOver("vector", () -> fail("loaded")));
    assertSame(VECTOR, vector("vector", () -> VECTOR));
    assertEquals(List.of(), log);
  }

  @Test
  void autoModeBeginsWithoutTheVectorKernels() {
    assertTrue(isHandedOver("auto", () -> fail("loaded")));
    assertNull(vector("auto", () -> fail("loaded")));
    assertEquals(List.of(), log);
  }

  @Test
  void autoModeIsScalarAtOnceWhereTheModuleIsMissing() {
    KernelSelection.Loader loader = logged(() -> fail("loaded"), false);
    assertFalse(KernelSelection.isHandedOver("auto", loader));
    assertNull(KernelSelection.vector("auto", loader));
    assertEquals(1, log.size());
    assertTrue(log.getFirst().endsWith(REMEDY), log.getFirst());
  }

  @Test
  void autoModeSaysOnceWhyItIsScalarAndWhatToDo() {
    assertNull(vectorOfAuto(KernelSelectionTest::moduleIsMissing));
    assertEquals(1, log.size());
    assertTrue(log.getFirst().startsWith("Lanewise runs its scalar kernels: "), log.getFirst());
    assertTrue(log.getFirst().endsWith(REMEDY), log.getFirst());
  }

  @Test
  void autoModeSaysWhatTheMachineLacks() {
    assertNull(vectorOfAuto(KernelSelectionTest::noFusedMultiplyAdd));
    assertEquals(
        List.of(
            "Lanewise runs its scalar kernels: this machine has no fused multiply-add instruction"),
        log);
  }

  @Test
  void autoModeSurvivesAFailedInitializerAndNamesItsCause() {
    assertNull(vectorOfAuto(KernelSelectionTest::doesNotInitialize));
    assertEquals(1, log.size());
    assertTrue(log.getFirst().contains("ArrayIndexOutOfBoundsException: species"), log.getFirst());
  }

  @Test
  void anotherMissingClassIsNotTakenForTheModule() {
    String reason = "Could not initialize class org.lanewise.internal.kernel.vector.VectorWidth";
    vectorOfAuto(() -> {
      throw new NoClassDefFoundError(reason);
    });
    assertTrue(log.getFirst().contains(reason), log.getFirst());
    assertTrue(!log.getFirst().contains("--add-modules"), log.getFirst());
  }

  @Test
  void vectorModeFailsWithTheReason() {
    IllegalStateException missing =
        assertThrows(
            IllegalStateException.class,
            () -> vector("vector", KernelSelectionTest::moduleIsMissing));
    assertTrue(missing.getMessage().contains("'vector' was asked for"), missing.getMessage());
    assertTrue(missing.getMessage().endsWith(REMEDY), missing.getMessage());
    assertTrue(missing.getCause().getCause() instanceof NoClassDefFoundError);
    IllegalStateException unsuitable =
        assertThrows(
            IllegalStateException.class,
            () -> vector("vector", KernelSelectionTest::noFusedMultiplyAdd));
    assertTrue(unsuitable.getMessage().endsWith("multiply-add instruction"));
    assertTrue(unsuitable.getCause() instanceof UnsuitableException);
    IllegalStateException broken =
        assertThrows(
            IllegalStateException.class,
            () -> vector("vector", KernelSelectionTest::doesNotInitialize));
    assertTrue(broken.getMessage().contains("ArrayIndexOutOfBoundsException: species"));
    assertTrue(broken.getCause().getCause() instanceof ExceptionInInitializerError);
    assertEquals(List.of(), log);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AUTO", "Scalar", "simd", "vector "})
  void anUnknownModeIsRefusedByItsProperty(String mode) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> isHandedOver(mode, () -> VECTOR))
            .getMessage();
    assertEquals(
        "the property lanewise.kernels is '" + mode + "'; auto, scalar or vector is expected",
        message);
  }

  @Test
  void otherFailuresAreNotSwallowed() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            vectorOfAuto(() -> {
              throw new OutOfMemoryError("test");
            }));
  }
}
