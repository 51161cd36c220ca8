package org.lanewise.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When the command of a checkout builds, by a Maven that is a script.
class CheckoutTest {

  private static final String BUILDING = "lanewise: building Lanewise (once, about a minute) …\n";
  private static final String BUILDING_DUCKDB =
      "lanewise: building Lanewise with DuckDB (once, about a minute) …\n";
  private static final String DOWNLOADING = "lanewise: downloading DuckDB (80 MB) …\n";

  /// Builds a launcher that tells which build it is of, by the number of builds so far.
  private static final String MAVEN =
      """
      #!/bin/sh
      for argument; do
        case $argument in
          -Dbuild.folder=*) folder=${argument#*=} ;;
          *dist/duckdb) module=lanewise-dist-duckdb ;;
          *,dist) module=lanewise-dist ;;
        esac
      done
      echo "$module" >>"$HOME/builds"
      sleep "$SECONDS_OF_MAVEN"
      folder=${folder%%/'${project.artifactId}'}/$module/lanewise-1/bin
      mkdir -p "$folder" "${folder%%/lanewise-dist*}/lanewise-core"
      number=$(wc -l <"$HOME/builds")
      echo "echo \\"$number: \\$*\\"; exit 5" >"$folder/lanewise"
      chmod +x "$folder/lanewise"
      """;

  @TempDir Path folder;
  private Path command;
  private Path source;
  private Shell shell;

  @BeforeEach
  void makesACheckout() throws IOException {
    Path root = folder.resolve("a checkout");
    command =
        Shell.script(root.resolve("lanewise"), Files.readString(Shell.ROOT.resolve("lanewise")));
    for (String module : List.of("core", "cli", "report", "adapters/interop", "adapters/duckdb")) {
      old(Files.createDirectories(root.resolve(module).resolve("src/main")));
      old(Files.createFile(root.resolve(module).resolve("pom.xml")));
    }
    old(Files.createFile(root.resolve("pom.xml")));
    Files.createDirectories(root.resolve("dist/duckdb"));
    old(Files.createDirectory(root.resolve("dist/src")));
    old(Files.createFile(root.resolve("dist/pom.xml")));
    old(Files.createFile(root.resolve("dist/duckdb/pom.xml")));
    source = old(Files.createFile(root.resolve("core/src/main/A.java")));
    old(source.getParent());
    useMaven(MAVEN);
  }

  private static Path old(Path file) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  private void useMaven(String script) throws IOException {
    Path maven = Shell.script(folder.resolve("bin/mvn"), script);
    shell =
        new Shell(folder)
            .with("PATH", maven.getParent() + ":" + System.getenv("PATH"))
            .with("HOME", folder.toString())
            .with("SECONDS_OF_MAVEN", "0");
  }

  private void assertRun(String out, String errors, String... arguments) throws Exception {
    Object[] all = Stream.concat(Stream.of(command), Stream.of(arguments)).toArray();
    assertEquals(5, shell.run("exec \"$@\"", all), shell.errors());
    assertEquals(List.of(out), shell.out());
    assertEquals(errors, shell.errors());
  }

  private long builds() throws IOException {
    Path file = folder.resolve("builds");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  @Test
  void theFirstCallBuildsAndSaysSo() throws Exception {
    assertRun("1: fit a  b", BUILDING, "fit", "a  b");
    assertRun("1: ", "");
    Path link = Files.createSymbolicLink(folder.resolve("lw"), command);
    assertEquals(5, shell.run("exec \"$@\"", link, "x"));
    assertEquals(List.of("1: x"), shell.out());
  }

  @Test
  void sourcesThatAreNewerOrGoneAreBuiltAgain() throws Exception {
    assertRun("1: ", BUILDING);
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
    assertRun("2: ", BUILDING);
    old(source);
    assertRun("2: ", "");
    Thread.sleep(20);
    Files.delete(source);
    assertRun("3: ", BUILDING);
    try (Stream<Path> files = Files.list(command.resolveSibling("target/launcher"))) {
      assertEquals(
          2, files.filter(file -> file.getFileName().toString().startsWith("build.")).count());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--data a.parquet, true",
    "--data=a/*.PARQUET, true",
    "--data a.jsonl, true",
    "--data a.NDJSON --out a.parquet, true",
    "--sql x, true",
    "--sql=x, true",
    "--data a.csv --out a.parquet, false",
    "--data a.csv --out=a.parquet, false",
    "--data a.parquet.csv, false"
  })
  void duckDbIsThereOnlyWhereItIsNeeded(String arguments, boolean needed) throws Exception {
    assertRun(
        "1: " + arguments, needed ? BUILDING_DUCKDB + DOWNLOADING : BUILDING, arguments.split(" "));
    assertEquals(
        List.of(needed ? "lanewise-dist-duckdb" : "lanewise-dist"),
        Files.readAllLines(folder.resolve("builds")));
    assertRun("1: " + arguments, "", arguments.split(" "));
  }

  @Test
  void whatMavenHasIsNotDownloaded() throws Exception {
    assertRun("1: fit", BUILDING, "fit");
    Files.createDirectories(folder.resolve(".m2/repository/org/duckdb"));
    assertRun("2: --sql x", BUILDING_DUCKDB, "--sql", "x");
    assertRun("1: fit", "", "fit");
  }

  @Test
  void twoFirstCallsAtOnceBuildOnce() throws Exception {
    assumeTrue(shell.run("command -v flock") == 0, "there are locks of files");
    shell.with("SECONDS_OF_MAVEN", "0.5");
    assertEquals(
        0,
        shell.run(
            "\"$1\" a >a & \"$1\" b >b & wait; cat a b; [ \"$(cat a b)\" = '1: a\n1: b' ]",
            command));
    assertEquals(1, builds());
    assertEquals(BUILDING, shell.errors());
  }

  @Test
  void aBuildThatIsKilledLeavesNothingHalf() throws Exception {
    shell.with("SECONDS_OF_MAVEN", "60");
    Process process = shell.start("exec \"$@\"", command);
    while (builds() == 0) {
      Thread.sleep(10);
    }
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    process.waitFor();
    shell.with("SECONDS_OF_MAVEN", "0");
    assertRun("2: x", BUILDING, "x");
    try (Stream<Path> files = Files.list(command.resolveSibling("target/launcher"))) {
      assertEquals(3, files.count(), "a build, its name and the lock");
    }
  }

  @Test
  void whatMavenSaysOfAFailureIsShown() throws Exception {
    useMaven("#!/bin/sh\necho '[INFO] x'\necho '[ERROR] y'\nexit 1\n");
    assertEquals(2, shell.run("exec \"$@\"", command, "fit"));
    String failure = "lanewise: the build failed; what Maven said is above.\n";
    assertEquals(BUILDING + "[ERROR] y\n" + failure, shell.errors());
    assertEquals(List.of(), shell.out());
    useMaven("#!/bin/sh\necho z\nexit 1\n");
    assertEquals(2, shell.run("exec \"$@\"", command, "fit"));
    assertEquals(BUILDING + "z\n" + failure, shell.errors());
  }

  @Test
  void aFolderWhoseNameDividesAClassPathIsRefusedInASentence() throws Exception {
    Path root = Files.createDirectory(folder.resolve("of 10:30"));
    Path moved = Files.copy(command, root.resolve("lanewise"), StandardCopyOption.COPY_ATTRIBUTES);
    assertEquals(2, shell.run("exec \"$@\"", moved, "fit"));
    assertEquals(
        "lanewise: the folder '%s' has a ':' in its name, which separates the entries of Java's class path; move the checkout to another folder.\n"
            .formatted(root.toRealPath()),
        shell.errors());
    assertEquals(0, builds());
  }

  @Test
  void withoutMavenThereIsASentence() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("sh", "readlink", "find", "mkdir", "flock", "grep", "rm")) {
      Path file = Path.of("/usr/bin", tool);
      assumeTrue(Files.exists(file), tool + " is there");
      Files.copy(file, bin.resolve(tool), StandardCopyOption.COPY_ATTRIBUTES);
    }
    shell.with("PATH", bin.toString());
    assertEquals(2, shell.run("exec \"$@\"", command, "fit"));
    assertEquals(
        "lanewise: Maven 3.8.7 or later is needed to build, and there is no mvn on the PATH.\n",
        shell.errors());
  }

  @Test
  void aCheckoutThatCannotBeWrittenRunsWhatIsBuilt() throws Exception {
    assertRun("1: ", BUILDING);
    Path builds = command.resolveSibling("target/launcher");
    assertTrue(builds.toFile().setWritable(false));
    try {
      assumeFalse(Files.isWritable(builds), "root writes everywhere");
      assertRun("1: ", "");
      Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
      assertRun(
          "1: ",
          "lanewise: note: sources are newer than the build, which is in a folder that cannot be"
              + " written, and is used as it is.\n");
      assertFalse(builds() > 1);
    } finally {
      assertTrue(builds.toFile().setWritable(true));
    }
  }
}
