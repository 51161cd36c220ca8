package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the launcher hands to Java: a copy of it starts a program that shows its arguments, and the
/// input that it was given.
class LauncherTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..");

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      until [ "$1" = org.lanewise.cli.Lanewise ]; do
        case $1 in -Dlanewise.stdin=*) input=${1#*=} ;; esac
        case ${@: -1} in flags) echo "$1" ;; esac
        shift
      done
      shift
      echo "${*//$input/the input}"
      if [ -d "$input" ]; then echo "a folder"; else cat "$input"; fi
      for file; do case $file in /dev/fd/*) [ "$file" = "$input" ] || cat "$file" ;; esac; done
      """;

  @TempDir Path folder;

  @BeforeEach
  void makesACheckoutThatIsBuilt() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is a bash");
    assumeTrue(Files.isDirectory(Path.of("/dev/fd")), "descriptors have names");
    copy("lanewise");
    copy("config/find-jdk.sh");
    Path jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    Path java = Files.writeString(jdk.resolve("bin/java"), JAVA);
    assertTrue(java.toFile().setExecutable(true));
    Path launch = folder.resolve("cli/target/launch");
    Files.createDirectories(launch.resolve("build"));
    Files.writeString(launch.resolve("current"), "build\n");
    Files.writeString(launch.resolve("build/stamp"), "");
  }

  private void copy(String name) throws IOException {
    Path copy = folder.resolve(name);
    Files.createDirectories(copy.getParent());
    Files.copy(ROOT.resolve(name), copy);
  }

  /// Of a file of three lines, the first is read before the launcher starts.
  private List<String> run(String... arguments) throws IOException, InterruptedException {
    return lines(0, "exec bash \"$0\" \"$@\"", arguments);
  }

  /// What a script prints that knows the launcher as `$0`.
  private List<String> lines(int status, String script, String... arguments)
      throws IOException, InterruptedException {
    Path rows = Files.writeString(folder.resolve("rows"), "first\nsecond\nthird\n");
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "read -r line && " + script, folder + "/lanewise"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(rows.toFile())
            .redirectError(folder.resolve("errors").toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, process.waitFor(), () -> read("errors"));
    return out.lines().toList();
  }

  private String read(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--data -, --data -",
    "--data=-, --data=-",
    "--data /dev/stdin, --data the input",
    "--data=/dev/stdin, --data=the input",
    "--data /dev/fd/0, --data the input",
    "--data=/dev/fd/0, --data=the input",
    "--data=/proc/self/fd/0, --data=the input",
    "--test=-, --test=-",
    "--statistics=-, --statistics=-",
    "--statistics -, --statistics -",
    "--model=/dev/stdin, --model=the input"
  })
  void inputGoesOnWhereItIs(String given, String handedOver) throws Exception {
    assertEquals(List.of("predict " + handedOver, "second", "third"), run(words(given)));
  }

  /// The shell gives them descriptors from 63 down.
  @Test
  void manySubstitutedProcessesAreReadBesideInput() throws Exception {
    StringBuilder parts = new StringBuilder();
    List<String> expected = new ArrayList<>(List.of("second", "third"));
    for (int i = 0; i < 60; i++) {
      parts.append(" <(echo part").append(i).append(")");
      expected.add("part" + i);
    }
    List<String> out = lines(0, "exec bash \"$0\" merge -" + parts);
    assertEquals(expected, out.subList(1, out.size()));
  }

  @Test
  void inputThatCannotBeReadIsNotTakenForItsEnd() throws Exception {
    assertTrue(lines(143, "exec bash \"$0\" predict --data - 0>\"$0.out\"").size() <= 1);
    assertTrue(
        read("errors")
            .startsWith("lanewise: standard input cannot be read; a data file was expected.\n"),
        () -> read("errors"));
  }

  @Test
  void aFolderAsInputIsHandedOverAsOne() throws Exception {
    assertEquals(
        List.of("predict --data -", "a folder"),
        lines(0, "exec bash \"$0\" predict --data - <\"${0%/*}\""));
  }

  @Test
  void compactObjectHeadersAreSwitchedOff() throws Exception {
    assertEquals(
        List.of("-XX:-UseCompactObjectHeaders"),
        lines(0, "exec bash \"$0\" flags").stream()
            .filter(flag -> flag.contains("CompactObjectHeaders"))
            .toList());
  }

  @Test
  void statisticsOfAPartMayBeInput() throws Exception {
    assertEquals(
        List.of("merge part - --out all", "second", "third"),
        run("merge", "part", "-", "--out", "all"));
  }

  /// What is built has no DuckDB: nothing is built for an option that is refused without it.
  @Test
  void anOutputAloneNeedsNoDuckDb() throws Exception {
    for (String out : new String[] {"--out a.parquet", "--out=a.parquet"}) {
      String given = "--data rows.csv " + out;
      assertEquals("predict " + given, run(words(given)).getFirst());
    }
  }

  private static String[] words(String given) {
    return ("predict " + given).split(" ");
  }

  @Test
  void otherArgumentsStayAsTheyAre() throws Exception {
    String given = "--missing=- --data=/dev/fd/3 --out=a*b";
    assertEquals("predict " + given, run(words(given)).getFirst());
  }
}
