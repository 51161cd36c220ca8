package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.statistics.Statistics;

/// `docs/format.md` suffices to read files: a program of Python's standard library that was written
/// from it finds what they mean.
@Tag("once")
class FormatPageTest {

  private static final Path READER = Path.of("..", "examples", "python");
  private static final Path CHECK = Path.of("src/test/resources/format/check_format.py");

  @BeforeAll
  static void findsPython() throws InterruptedException {
    boolean found;
    try {
      found = run("--version").startsWith("0: Python 3");
    } catch (IOException e) {
      found = false;
    }
    assumeTrue(found, "there is a python3");
  }

  /// The exit code and the output.
  private static String run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("python3").redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONUTF8", "1");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ": " + out;
  }

  private static String check(Path folder) throws IOException, InterruptedException {
    return run(CHECK.toString(), READER.toString(), folder.toString());
  }

  @Test
  void goldenFilesMeanWhatTheirTextsSay() throws Exception {
    try (Stream<Path> releases = Files.list(Path.of("src/test/resources/golden"))) {
      for (Path release : releases.toList()) {
        String found = check(release);
        assertTrue(found.startsWith("0: "), found);
        try (Stream<Path> files = Files.list(release)) {
          long count = files.filter(file -> file.toString().endsWith(".lanewise")).count();
          assertEquals(count, found.lines().count());
        }
        assertTrue(found.contains("model-mixed-tested.lanewise\tlog joints\tpriors"), found);
        assertTrue(found.contains("statistics-gaussian-k10-open.lanewise\tmeans\trows"), found);
      }
    }
  }

  @Test
  void everyKindOfModelAndStatisticsCanBeRead(@TempDir Path folder) throws Exception {
    List<String> files = new ArrayList<>(List.of(READER.resolve("lanewise_format.py").toString()));
    for (ModelFile model : SmallModels.all().values()) {
      Path file = folder.resolve("file" + files.size());
      files.add(Files.write(file, SmallModels.bytes(model)).toString());
    }
    for (Statistics statistics : SmallStatistics.all()) {
      Path file = folder.resolve("file" + files.size());
      StatisticsFile.write(statistics, file);
      files.add(file.toString());
    }
    String read = run(files.toArray(String[]::new));
    assertTrue(read.startsWith("0: classes: "), read);
    assertEquals(
        files.size() - 1, read.lines().filter(line -> line.startsWith("content: ")).count());
  }

  @Test
  void aDamagedFileIsRefused(@TempDir Path folder) throws Exception {
    byte[] bytes = SmallModels.bytes(new ModelFile(SmallModels.linear()));
    for (int at : new int[] {0, 9, 30, 60, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Path file = Files.write(folder.resolve("file"), damaged);
      String read = run(READER.resolve("lanewise_format.py").toString(), file.toString());
      assertTrue(read.startsWith("1: "), read);
    }
  }
}
