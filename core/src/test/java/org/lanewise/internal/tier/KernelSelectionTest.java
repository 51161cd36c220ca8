package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.lanewise.internal.handover.Tiers;
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
      new KernelSet(
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
  private final List<Tiers> handedOver = new ArrayList<>();

  private KernelSet select(String mode, KernelSelection.Loader loader) {
    return KernelSelection.select(mode, loader, log::add, handedOver::add);
  }

  /// What the hand-over gets when it asks for the vector tier.
  private KernelSet vectorOfAuto(KernelSelection.Loader loader) {
    select("auto", loader);
    return handedOver.getLast().vector();
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
    KernelSet set = select("scalar", () -> fail("loaded"));
    assertEquals("scalar", set.name());
    assertEquals(List.of(), log);
  }

  @Test
  void vectorKernelsAreTakenSilentlyWhereTheyLoad() {
    assertSame(VECTOR, select("vector", () -> VECTOR));
    assertEquals(List.of(), log);
    assertEquals(List.of(), handedOver);
  }

  @Test
  void autoModeBeginsWithoutTheVectorKernels() {
    assertEquals("auto", select("auto", () -> fail("loaded")).name());
    assertEquals("scalar", handedOver.getFirst().scalar().name());
    assertEquals(List.of(), log);
  }

  @Test
  void autoModeIsScalarAtOnceWhereTheModuleIsMissing() {
    KernelSelection.Loader loader =
        new KernelSelection.Loader() {
          @Override
          public KernelSet load() {
            return fail("loaded");
          }

          @Override
          public boolean isModuleThere() {
            return false;
          }
        };
    assertEquals("scalar", select("auto", loader).name());
    assertEquals(List.of(), handedOver);
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
            () -> select("vector", KernelSelectionTest::moduleIsMissing));
    assertTrue(missing.getMessage().contains("'vector' was asked for"), missing.getMessage());
    assertTrue(missing.getMessage().endsWith(REMEDY), missing.getMessage());
    assertTrue(missing.getCause().getCause() instanceof NoClassDefFoundError);
    IllegalStateException unsuitable =
        assertThrows(
            IllegalStateException.class,
            () -> select("vector", KernelSelectionTest::noFusedMultiplyAdd));
    assertTrue(unsuitable.getMessage().endsWith("multiply-add instruction"));
    assertTrue(unsuitable.getCause() instanceof UnsuitableException);
    IllegalStateException broken =
        assertThrows(
            IllegalStateException.class,
            () -> select("vector", KernelSelectionTest::doesNotInitialize));
    assertTrue(broken.getMessage().contains("ArrayIndexOutOfBoundsException: species"));
    assertTrue(broken.getCause().getCause() instanceof ExceptionInInitializerError);
    assertEquals(List.of(), log);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AUTO", "Scalar", "simd", "vector "})
  void anUnknownModeIsRefusedByItsProperty(String mode) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> select(mode, () -> VECTOR)).getMessage();
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
