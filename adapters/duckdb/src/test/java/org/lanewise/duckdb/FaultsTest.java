package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.Command;
import org.lanewise.duckdb.library.DuckDbLibrary;

/// A process that writes and cannot go on, or is ended.
class FaultsTest {

  /// More rows than can be written before the process is ended.
  private static final String ENDLESS =
      "select sin(i) as a, cos(i) as b from range(1000000000) t(i)";

  /// As on a disk that is full, no file gets larger than this.
  private static final String FULL = "ulimit -f 4000";

  @TempDir Path folder;

  private Path out;
  private Process process;

  @BeforeEach
  void fits() {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is a bash");
    out = folder.resolve("out.parquet");
    Path rows =
        Tables.write(folder.resolve("rows.csv"), "SELECT a, b, y FROM (" + Tables.rows(50) + ")");
    assertEquals(
        0,
        Command.run(
                "fit", "--classifier", "lda", "--data", rows, "--out", folder.resolve("m.model"))
            .code());
  }

  @AfterEach
  void ends() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /// Predicts rows without end in a process of its own.
  ///
  /// @param before what the shell does first
  /// @param library the library of DuckDB, or where it is to be
  private void start(String before, Path library) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/bash", "-c", before + "; exec \"$@\"", "bash"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + folder,
            "-Dlanewise.duckdb.library=" + library,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "org.lanewise.cli.Lanewise"));
    command.addAll(
        List.of(
            "predict",
            "--model",
            folder.resolve("m.model").toString(),
            "--sql",
            ENDLESS,
            "--keep",
            "--threads",
            "1",
            "--out",
            out.toString()));
    process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  /// The library of DuckDB, unpacked once for all processes.
  private static Path library() throws IOException {
    Path library = Path.of("target", "duckdb.library").toAbsolutePath();
    if (!Files.exists(library)) {
      try (InputStream packed =
          DuckDBDriver.class.getResourceAsStream("/" + DuckDbLibrary.resource())) {
        Files.copy(packed, library);
      }
    }
    return library;
  }

  /// What is there beside the model, the rows and what the test framework makes.
  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("rows.csv") && !name.equals("m.model"))
          .toList();
    }
  }

  private void waitForRows() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      for (String name : left()) {
        if (name.startsWith(".lanewise-") && folder.resolve(name).toFile().length() > 1 << 16) {
          return;
        }
      }
      assertTrue(process.isAlive(), "rows are written");
      assertTrue(System.nanoTime() < end, "rows are written in time");
      Thread.sleep(10);
    }
  }

  @Test
  void aProcessThatIsEndedLeavesNothing() throws IOException, InterruptedException {
    start("true", library());
    waitForRows();
    process.destroy();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertNotEquals(0, process.exitValue());
    assertEquals(List.of(), left());
  }

  @Test
  void aProcessThatIsKilledLeavesNoFileOfThatName() throws IOException, InterruptedException {
    Files.writeString(out, "before");
    start("true", library());
    waitForRows();
    process.destroyForcibly();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals("before", Files.readString(out));
  }

  @Test
  void aFileThatCannotGrowIsRefusedInASentenceAndGone() throws IOException, InterruptedException {
    start(FULL, library());
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertNotEquals(0, process.exitValue());
    assertTrue(said.contains("lanewise: cannot write the file of --out: "), said);
    assertTrue(said.contains("File too large"), said);
    assertEquals(1, said.lines().filter(line -> line.startsWith("lanewise:")).count(), said);
    assertEquals(List.of(), left());
  }

  @Test
  void aLibraryThatCannotBeUnpackedIsASentence() throws IOException, InterruptedException {
    start(FULL, folder.resolve("library"));
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertTrue(
        said.contains(
            "lanewise: cannot unpack the DuckDB library into %s: File too large".formatted(folder)),
        said);
    assertEquals(List.of(), left());
  }
}
