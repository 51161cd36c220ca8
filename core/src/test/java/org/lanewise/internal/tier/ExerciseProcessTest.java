package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process of its own, whose kernels are exercised.
class ExerciseProcessTest {

  @ParameterizedTest
  @ValueSource(ints = {20, 510})
  void aWarmScorerRunsInVectorsAndAllocatesNothing(int features) throws Exception {
    assumeTrue("auto".equals(System.getProperty("lanewise.kernels")), "once is enough");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-XX:+UseSerialGC",
                "-cp",
                // Not that of this process, which may have the classes as a module.
                String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                Exercised.class.getName(),
                String.valueOf(features))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertTrue(said.matches("true vector-(128|256|512) 0"), said);
  }
}
