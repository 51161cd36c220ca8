package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.SyntheticArrays;
import org.lanewise.internal.kernel.SyntheticCall;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// Every kernel can be exercised, and is switched by its own name.
class KernelTest {

  private static final KernelSet SCALAR = ScalarKernels.create();
  private static final Pattern CALL =
      Pattern.compile("Kernels\\s*\\.(\\w+)\\((\\w+)\\)\\s*\\.(\\w+)\\(");

  @ParameterizedTest
  @EnumSource
  void aSyntheticCallRunsInEveryShapeAsOftenAsItIsCalled(Kernel kernel) {
    SyntheticCall call = kernel.syntheticCall();
    SyntheticArrays arrays = new SyntheticArrays(SyntheticArrays.Numbers.ORDINARY);
    for (int round = 0; round < 3; round++) {
      for (int[] extents : kernel.shape.extents) {
        assertDoesNotThrow(() -> arrays.run(call, SCALAR, extents));
      }
    }
  }

  /// `Kernels.score(AFFINE_ROW).affineRow(…)`: under another name it would run in vectors that
  /// nobody has exercised, a hundred times as slow.
  @Test
  void everyCallNamesTheKernelThatItCalls() throws IOException {
    Set<Kernel> called = EnumSet.of(Kernel.FACTOR, Kernel.WIDE_CHUNK, Kernel.MEMBERS);
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> CALL.matcher(read(file)).results())
          .forEach(found -> called.add(check(found)));
    }
    assertEquals(EnumSet.allOf(Kernel.class), called);
  }

  private static Kernel check(MatchResult call) {
    String method = call.group(3).replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    Set<String> names =
        switch (method) {
          // Asks for the kernel, and calls another where it is slow.
          case "TILES_ARE_FAST" -> Set.of("SCORE_TILE", "TILE_SUMS");
          case "DIGITS_ARE_FAST" -> Set.of("DIGIT_SUMS");
          case "FLOATS_ARE_FAST" ->
              Set.of(
                  "AFFINE_FLOATS",
                  "TRIANGULAR_FLOATS",
                  "FILL_STRIPS",
                  "FILL_STRIPS_BY_ROW",
                  "AFFINE_STRIPS",
                  "DIAGONAL_STRIPS",
                  "TRIANGULAR_STRIPS",
                  "LEADERS_IN_STRIPS");
          case "MOST_CLASSES" -> Set.of("AFFINE_STRIPS");
          // One of the three kernels of a factor.
          case "ADD_PRODUCT" -> Set.of("FACTOR");
          // A product of a tile by itself.
          case "SCATTER" -> Set.of("PRODUCTS");
          default -> Set.of(method, call.group(1).toUpperCase(Locale.ROOT) + "_" + method);
        };
    assertTrue(names.contains(call.group(2)), call.group());
    return Kernel.valueOf(call.group(2));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
