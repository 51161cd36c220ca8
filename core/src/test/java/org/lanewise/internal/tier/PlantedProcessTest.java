package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Processes whose vector code is wrong or slow.
class PlantedProcessTest {

  private static final String DIFFERENCE =
      "\\d+ was returned, \\d+ was expected, in the shape \\[13, 2, 32\\]";

  /// The lines of a process of [Planted], those of its log first.
  private static List<String> said(String mode, String how) throws Exception {
    assumeTrue("auto".equals(System.getProperty("lanewise.kernels")), "once is enough");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-XX:+UseSerialGC",
                "-Dlanewise.kernels=" + mode,
                "-Dsecret=1",
                "-cp",
                String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                Planted.class.getName(),
                how)
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.contains("incubator"))
        .toList();
  }

  private static void assertReported(List<String> lines) {
    assertTrue(
        lines.stream()
                .filter(line ->
                    line.matches(
                        ".*The vector kernel COUNT differs from the scalar one \\("
                            + DIFFERENCE
                            + ".*"))
                .filter(line -> line.contains("-XX:+UseSerialGC") && !line.contains("secret"))
                .count()
            == 1,
        lines.toString());
  }

  @Test
  void aWrongKernelStaysScalarAndIsReportedOnce() throws Exception {
    List<String> lines = said("auto", "wrong");
    assertReported(lines);
    List<String> last = lines.subList(lines.size() - 3, lines.size());
    assertEquals(List.of("COUNT_TWO true", "COUNT false"), last.subList(0, 2));
    assertTrue(last.get(2).matches(".* except COUNT"), last.get(2));
  }

  @Test
  void aWrongKernelThatIsForcedIsRefused() throws Exception {
    List<String> lines = said("vector", "wrong");
    assertReported(lines);
    List<String> last = lines.subList(lines.size() - 3, lines.size());
    assertEquals("COUNT_TWO true", last.get(0));
    assertTrue(
        last.get(1)
            .matches(
                "the vector kernel COUNT is wrong here \\("
                    + DIFFERENCE
                    + ".*\\); the kernel mode auto or scalar is expected"),
        last.get(1));
  }

  @Test
  void aSlowKernelStaysScalar() throws Exception {
    List<String> lines = said("auto", "slow");
    assertEquals(
        List.of("COUNT_TWO true", "COUNT false"),
        lines.subList(lines.size() - 3, lines.size() - 1));
  }
}
