package org.lanewise.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every program runs in a process of its own, in both kernel tiers, prints what it should, and
/// says it in few statements.
class ProgramsTest {

  private static final Path PROGRAMS = Path.of("src", "main", "java");
  private static final Path EXPECTED = Path.of("src", "test", "resources", "expected");

  /// The most statements on types of the library.
  private static final Map<String, Integer> MAX =
      Map.ofEntries(
          Map.entry("Calibrate", 11),
          Map.entry("Categories", 5),
          Map.entry("CategoriesAsIndicators", 11),
          Map.entry("ChooseShrinkage", 4),
          Map.entry("Counts", 4),
          Map.entry("Decide", 9),
          Map.entry("Explain", 8),
          Map.entry("FitAndPredict", 4),
          Map.entry("GateModels", 12),
          Map.entry("HowUsual", 8),
          Map.entry("InspectModel", 8),
          Map.entry("IntentRouter", 5),
          Map.entry("KeepRanks", 10),
          Map.entry("MissingNumbers", 8),
          Map.entry("Languages", 5),
          Map.entry("LeaveOneOutChoice", 11),
          Map.entry("OffHeap", 5),
          Map.entry("OnePass", 6),
          Map.entry("OneRowManyThreads", 5),
          Map.entry("RouteEmbeddings", 18),
          Map.entry("ServeManyModels", 8),
          Map.entry("ServeModel", 12),
          Map.entry("SeveralKinds", 12),
          Map.entry("SpamFilter", 6),
          Map.entry("StreamedBatches", 5),
          Map.entry("TwoMachines", 5),
          Map.entry("Unlearn", 4),
          Map.entry("WriteReport", 6),
          Map.entry("YesNoFeatures", 4));

  static Stream<String> programs() throws IOException {
    try (Stream<Path> files = Files.list(PROGRAMS)) {
      List<String> names =
          files.map(file -> file.getFileName().toString().replace(".java", "")).sorted().toList();
      return names.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatItShouldInBothTiers(String program) throws Exception {
    String expected = Files.readString(EXPECTED.resolve(program + ".txt"));
    Process vector = start(program, "--add-modules=jdk.incubator.vector");
    Process scalar = start(program, "-Dlanewise.kernels=scalar");
    assertEquals(expected, printed(vector));
    assertEquals(expected, printed(scalar));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramTakesFewStatements(String program) throws Exception {
    List<String> statements = LibraryStatements.of(PROGRAMS.resolve(program + ".java"));
    assertTrue(
        statements.size() <= MAX.get(program),
        "%s has %d statements on types of the library; at most %d are expected: %s"
            .formatted(program, statements.size(), MAX.get(program), statements));
  }

  private static Process start(String program, String flag) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            flag,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Duser.language=en",
            "-classpath",
            System.getProperty("java.class.path")
                + System.getProperty("path.separator")
                + System.getProperty("jdk.module.path", ""),
            program)
        .start();
  }

  private static String printed(Process process) throws Exception {
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), errors);
    return printed.replace(System.lineSeparator(), "\n");
  }
}
