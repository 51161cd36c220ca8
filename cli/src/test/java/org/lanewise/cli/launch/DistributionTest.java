package org.lanewise.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The distribution, as Maven packs it of a copy of the checkout, and the command of the copy,
/// which builds.
@Tag("sweep")
class DistributionTest {

  private static final Set<String> LEFT_OUT = Set.of("target", "test", ".git", "results");

  @TempDir static Path folder;
  private static Path checkout;
  private static Path launcher;
  private static Shell shell;

  /// A Maven that also packs what the command of the checkout builds.
  private static final String MAVEN =
      """
      #!/bin/bash
      exec '%s' "${@/#-Ddist.packed=false/-Ddist.packed=true}"
      """;

  @BeforeAll
  static void buildsAndPacksTheDistribution() throws Exception {
    checkout = folder.resolve("check out");
    copy(Shell.ROOT, checkout);
    shell = new Shell(folder);
    assumeTrue(shell.run("command -v mvn") == 0, "Maven is there");
    Path maven = Shell.script(folder.resolve("bin/mvn"), MAVEN.formatted(out().getFirst()));
    Shell packing = new Shell(folder).with("PATH", maven.getParent() + ":" + System.getenv("PATH"));
    Path command = checkout.resolve("lanewise");
    assertEquals(0, packing.run("\"$1\" --version", command), packing.errors());
    assertTrue(out().getLast().startsWith("lanewise 0."), () -> out().toString());
    assertEquals("lanewise: building Lanewise (once, about a minute) …\n", packing.errors());
    assertEquals(
        0,
        shell.run(
            "tar xzf \"$1\"/target/launcher/build.*/lanewise-dist/lanewise-*.tar.gz"
                + " && mv lanewise-* moved",
            checkout),
        () -> out().toString());
    launcher = folder.resolve("moved/bin/lanewise");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(path.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(path, to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static List<String> out() {
    try {
      return shell.out();
    } catch (IOException e) {
      return List.of(e.toString());
    }
  }

  /// An archive that does not fit ends the JVM where it must be used.
  private static void assertArchived(Path launcher, String flag, String... arguments)
      throws Exception {
    Shell strict = new Shell(folder).with("JAVA_TOOL_OPTIONS", flag);
    Object[] all = Stream.concat(Stream.of(launcher), Stream.of(arguments)).toArray();
    assertEquals(0, strict.run("exec \"$@\"", all), strict.errors());
  }

  private static String readme() {
    return " evaluate --classifier lda --data '"
        + checkout
        + "/examples/data/breast_cancer.csv'"
        + " --split every:5";
  }

  @Test
  void itHasWhatItTakesAndItsArchivesFitAfterAMove() throws Exception {
    try (Stream<Path> files = Files.walk(folder.resolve("moved"))) {
      assertEquals(
          List.of(
              "LICENSE",
              "README.md",
              "bin/lanewise",
              "lib/fastdoubleparser.jar",
              "lib/jackson-core.jar",
              "lib/lanewise-cli.jar",
              "lib/lanewise-core.jar",
              "lib/lanewise-interop.jar",
              "lib/lanewise-report.jar",
              "lib/picocli.jar",
              "lib/scalar.aot",
              "lib/vector.jsa",
              "share/bash-completion/completions/lanewise",
              "share/man/man1/lanewise.1"),
          files
              .filter(Files::isRegularFile)
              .map(file -> folder.resolve("moved").relativize(file).toString())
              .sorted()
              .toList());
    }
    assertArchived(launcher, "-XX:AOTMode=on", "--version");
    assertArchived(launcher, "-Xshare:on", "--version", "vector");
  }

  @Test
  void itsChecksumsAreRight() throws Exception {
    String dist = "cd \"$1\"/target/launcher/build.*/lanewise-dist && ";
    assertEquals(0, shell.run(dist + "cat *.sha256 | sha256sum -c", checkout), shell::said);
    assertTrue(out().size() >= 2, () -> out().toString());
    assertTrue(out().stream().allMatch(line -> line.endsWith(": OK")), () -> out().toString());
  }

  @Test
  void itsManualAndItsCompletionsNameTheCommands() throws Exception {
    String manual = Files.readString(folder.resolve("moved/share/man/man1/lanewise.1"));
    assertTrue(manual.startsWith(".TH LANEWISE 1 \"2"), manual);
    for (String part : List.of("FIT", "EVALUATE", "GENERATE-COMPLETION", "DECIDE")) {
      assertTrue(manual.contains("\n.fi\n.SH " + part + "\n.nf\n"), part);
    }
    assertTrue(manual.contains("\\-\\-reject\\-label"));
    assertEquals(
        0,
        shell.run(
            "source moved/share/bash-completion/completions/lanewise && COMP_WORDS=(lanewise fi)"
                + " && COMP_CWORD=1 && _complete_lanewise && echo \"${COMPREPLY[@]}\""),
        shell::said);
    assertEquals("fit", out().getLast());
  }

  @Test
  void thePackageForDebianHasTheCommandOnThePath() throws Exception {
    assumeTrue(shell.run("command -v dpkg-deb") == 0, "dpkg-deb is there");
    String unpack =
        "dpkg-deb -x \"$1\"/target/launcher/build.*/lanewise-dist/lanewise-*.deb debian";
    assertEquals(
        0, shell.run(unpack + " && debian/usr/bin/lanewise --version", checkout), shell::said);
    assertTrue(out().getLast().startsWith("lanewise 0."), () -> out().toString());
    assertEquals(0, shell.run("gzip -cd debian/usr/share/man/man1/lanewise.1.gz | head -n 1"));
  }

  /// Follows the steps of the Containerfile with the runtime image, outside a container.
  @Test
  void aRuntimeImageOfTheModulesInTheContainerfileHasArchivesOfItsOwn() throws Exception {
    String file = Files.readString(checkout.resolve("dist/Containerfile"));
    String jlink =
        file.lines().filter(line -> line.startsWith("RUN jlink ")).findFirst().orElseThrow();
    String link = jlink.substring("RUN ".length()).replace("/opt/java/25", "java25");
    Shell java =
        new Shell(folder)
            .with("PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
    assertEquals(0, java.run(link + " && cp -a moved image", checkout), java::said);
    Shell image = new Shell(folder).with("JAVA_HOME", folder.resolve("java25").toString());
    String complete = "sh \"$1\"/dist/src/complete.sh \"$PWD\"/image 2026-11-01T00:00:00Z";
    assertEquals(0, image.run(complete, checkout), image::said);
    String run =
        "JAVA_TOOL_OPTIONS=-XX:AOTMode=on image/bin/lanewise --version"
            + " && JAVA_TOOL_OPTIONS=-Xshare:on image/bin/lanewise --version vector";
    assertEquals(0, image.run(run), image::said);
    assertTrue(out().getLast().startsWith("lanewise 0."), () -> out().toString());
  }

  @Test
  void itEvaluatesWithEachTierOfKernelsAndSaysNothingElse() throws Exception {
    for (String kernels : List.of("scalar", "vector")) {
      assertEquals(
          0, shell.run("exec \"$1\"" + readme() + " --json --kernels " + kernels, launcher));
      assertTrue(
          out().getFirst().contains("\"correct\":106,")
              && out().getFirst().contains("\"kernels\":\"" + kernels),
          () -> out().toString());
      assertEquals("", shell.errors());
    }
    assertEquals(0, shell.run("exec \"$1\"" + readme() + " --json", launcher));
    assertTrue(out().getFirst().contains("\"kernels\":\"scalar\""), () -> out().toString());
    assertEquals("", shell.errors());
  }

  @Test
  void refusalsFollowWhatIsThereInBothWays() throws Exception {
    Path log = folder.resolve("log");
    String sentence = "lanewise: 'nix' does not exist; a file is expected.";
    for (String data : List.of("-", "nix.csv")) {
      for (String to : List.of(">log 2>&1", "2>log >&2", ">>log 2>>log")) {
        Files.deleteIfExists(log);
        assertEquals(
            0,
            shell.run(
                "{ echo zero; \"$1\" predict --model nix --data " + data + "; echo $?; } " + to,
                launcher));
        assertEquals(List.of("zero", sentence, "2"), Files.readAllLines(log), data + to);
      }
    }
  }

  @Test
  void anArchiveThatDoesNotFitIsNoReasonToSpeak() throws Exception {
    assertEquals(
        0,
        shell.run(
            "cp -a moved other && for a in other/lib/*.[aj]*[ta]; do : >\"$a\"; done"
                + " && other/bin/lanewise --version && head -c 99999 moved/lib/scalar.aot"
                + " >other/lib/vector.jsa && other/bin/lanewise --version vector"));
    assertEquals(2, out().size());
    assertEquals("", shell.errors());
  }

  @Test
  void namesOfFilesMayHaveUmlautsInTheLocaleC() throws Exception {
    Files.writeString(folder.resolve("Übung.csv"), "1,ä\n2,ä\n4,ö\n5,ö\n");
    Shell c = new Shell(folder).with("LC_ALL", "C");
    String fit = "\"$1\" fit --classifier lda --out Größe --data ";
    assertEquals(0, c.run(fit + "Übung.csv && " + fit + "- <Übung.csv && ls Größe", launcher));
    assertEquals("Größe", out().getLast());
    assertEquals(2, c.run(fit + "Ärger.csv", launcher));
    assertTrue(c.errors().startsWith("lanewise: Ärger.csv does not exist"), c.errors());
  }

  @Test
  void aSignalEndsIt() throws Exception {
    for (String kernels : List.of("", " --kernels vector")) {
      Process process =
          shell.start(
              "exec \"$1\" fit --classifier lda --out m --data <(sleep 60)" + kernels, launcher);
      Thread.sleep(300);
      process.destroy();
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
      assertEquals(143, process.exitValue());
    }
  }

  @Test
  void theCommandsOfTheReadmeRun() throws Exception {
    String commands =
        Files.readAllLines(checkout.resolve("README.md")).stream()
            .filter(line -> line.startsWith("./lanewise "))
            .collect(Collectors.joining("\n"));
    assertEquals(0, shell.run("cd \"$1\" && set -ex\n" + commands, checkout), shell::said);
  }

  @Test
  void theFirstProjectOfTheReadmePrintsAClass() throws Exception {
    Shell maven = new Shell(folder).with("JAVA_HOME", System.getProperty("java.home"));
    String build = "mvn -q -B -ntp -Dquick -DskipTests -pl core,examples/first package";
    String run =
        "\"$JAVA_HOME\"/bin/java --add-modules=jdk.incubator.vector"
            + " -cp core/target/classes:examples/first/target/classes Flowers";
    assertEquals(0, maven.run("cd \"$1\" && " + build + " >&2 && " + run, checkout), maven::said);
    assertEquals("setosa", out().getFirst());
  }

  @Test
  void theCommandOfTheCheckoutHasBuiltAndRuns() throws Exception {
    Path command = checkout.resolve("lanewise");
    assertEquals(0, shell.run("\"$1\"" + readme(), command));
    assertEquals("", shell.errors());
    assertArchived(command, "-XX:AOTMode=on", "--version");
    assertEquals(2, shell.run("exec \"$1\" fit --data a.csv --out a.parquet", command));
    assertTrue(shell.errors().startsWith("lanewise: "), shell.errors());
  }
}
