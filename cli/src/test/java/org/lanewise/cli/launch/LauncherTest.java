package org.lanewise.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher of the distribution. A copy of it starts a script instead of Java, which shows its
/// arguments.
class LauncherTest {

  /// Shows its arguments, then standard input and the files of substituted processes.
  private static final String SHOW =
      """
      printf '%s\\n' "$@"
      cat
      for file; do case $file in /dev/fd/*) cat "$file" ;; esac; done
      """;

  @TempDir Path folder;
  private Path launcher;
  private Shell shell;

  @BeforeEach
  void makesADistribution() throws IOException {
    Path home = folder.resolve("a distribution");
    launcher = home.resolve("bin/lanewise");
    Files.createDirectories(home.resolve("lib"));
    Files.createFile(home.resolve("lib/a.jar"));
    Files.createFile(home.resolve("lib/b.jar"));
    Shell.script(launcher, Files.readString(Shell.ROOT.resolve("dist/src/lanewise")));
    shell = new Shell(folder).with("JAVA_HOME", java("25.0.1", SHOW).toString());
  }

  /// A Java that is a script.
  private Path java(String version, String script) throws IOException {
    Path home = folder.resolve("jdk-" + version);
    Shell.script(home.resolve("bin/java"), "#!/bin/sh\n" + script);
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\nOS=\"Y\"\n");
    return home;
  }

  private List<String> shown(Object... arguments) throws IOException, InterruptedException {
    List<Object> all = new ArrayList<>(List.of(launcher));
    all.addAll(List.of(arguments));
    assertEquals(0, shell.run("exec \"$@\"", all.toArray()), shell.errors());
    return shell.out();
  }

  private static boolean hasVectors(List<String> shown) {
    assertTrue(
        shown.contains("-Dlanewise.kernels=scalar")
            ^ shown.contains("--add-modules=jdk.incubator.vector"),
        shown::toString);
    return shown.contains("--add-modules=jdk.incubator.vector");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/dash", "/bin/bash", "/bin/bash --posix", "busybox sh"})
  void argumentsComeThroughAsTheyAreInEveryShell(String sh) throws Exception {
    assumeTrue(shell.run("command -v " + sh.split(" ")[0]) == 0, sh + " is there");
    for (String last : List.of("a  b*c?'\"\\", "-", "")) {
      assertEquals(0, shell.run(sh + " \"$@\"", launcher, "fit", "--out=x y", last));
      List<String> shown = shell.out();
      int command = shown.indexOf("org.lanewise.cli.Lanewise");
      assertEquals(List.of("fit", "--out=x y", last), shown.subList(command + 1, command + 4), sh);
      Path lib = folder.toRealPath().resolve("a distribution/lib");
      assertEquals(lib + "/a.jar:" + lib + "/b.jar", shown.get(shown.indexOf("-cp") + 1));
    }
  }

  @Test
  void aSymbolicLinkMayLieAnywhere() throws Exception {
    Path links = Files.createDirectory(folder.resolve("links and more"));
    Files.createSymbolicLink(links.resolve("one"), Path.of("../a distribution/bin/lanewise"));
    Files.createSymbolicLink(links.resolve("lw"), links.resolve("one"));
    Path lib = folder.toRealPath().resolve("a distribution/lib");
    for (String script : List.of("exec ./lw x", "PATH=.:$PATH; lw x", "sh lw x")) {
      assertEquals(0, shell.run("cd '" + links + "' && " + script));
      assertTrue(shell.out().contains("-XX:AOTCache=" + lib + "/scalar.aot"), script);
    }
  }

  @Test
  void smallFilesNeedNoVectors() throws Exception {
    Files.writeString(folder.resolve("rows.csv"), "1,a\n");
    for (String arguments :
        List.of(
            "fit --classifier lda --data rows.csv --out m",
            "predict --data=rows.csv --model=m",
            "help",
            "fit --data missing.csv",
            "predict --data rows.csv --kernels scalar",
            "predict --data rows.csv --kernels=scalar")) {
      assertFalse(hasVectors(shown((Object[]) arguments.split(" "))), arguments);
    }
    assertFalse(hasVectors(shown()));
  }

  @Test
  void whateverIsLargeOrOfUnknownSizeGetsThem() throws Exception {
    Files.writeString(folder.resolve("rows.csv"), "1,a\n");
    for (String arguments :
        List.of(
            "predict --data - --model m",
            "predict --data=- --model=m",
            "predict --data /dev/null",
            "predict --data=/dev/null",
            "predict --data .",
            "predict --data a/*.parquet",
            "predict --sql x",
            "predict --sql=x",
            "predict --data rows.csv --kernels vector",
            "predict --data rows.csv --kernels=auto")) {
      assertTrue(hasVectors(shown((Object[]) arguments.split(" "))), arguments);
    }
    Path large = folder.resolve("-large");
    Files.writeString(large, ",".repeat(19) + "\n");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(275_000_000);
      assertFalse(hasVectors(shown("fit", "--data=-large")));
      file.setLength(275_000_001);
      assertTrue(hasVectors(shown("fit", "--data=-large")));
      assertTrue(hasVectors(shown("fit", "--data", "-large")));
      assertTrue(hasVectors(shown("fit", "--data", large, "--out", "rows.csv")));
    }
    Files.writeString(large, ";".repeat(783) + "\n");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(8_000_000);
      assertTrue(hasVectors(shown("fit", "--data=-large")), "few bytes, many columns");
    }
  }

  @Test
  void compactObjectHeadersAreSwitchedOffInBothWays() throws Exception {
    assertTrue(shown("help").contains("-XX:-UseCompactObjectHeaders"));
    assertTrue(shown("--kernels=vector").contains("-XX:-UseCompactObjectHeaders"));
  }

  @Test
  void exitCodesAreThoseOfJava() throws Exception {
    shell.with("JAVA_HOME", java("26", "exit 7\n").toString());
    assertEquals(7, shell.run("\"$@\"", launcher, "fit"));
    assertEquals(7, shell.run("\"$@\"", launcher, "fit", "-"));
  }

  /// Signals reach Java, as it is the very process.
  @Test
  void theLauncherBecomesJava() throws Exception {
    shell.with("JAVA_HOME", java("25", "echo $$ >pid\nexec sleep 60\n").toString());
    for (String argument : List.of("fit", "-")) {
      Process process = shell.start("exec \"$@\"", launcher, argument);
      Path pid = folder.resolve("pid");
      while (!Files.exists(pid) || Files.readString(pid).isEmpty()) {
        Thread.sleep(5);
      }
      assertEquals(process.pid(), Long.parseLong(Files.readString(pid).strip()));
      process.destroy();
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
      assertEquals(143, process.exitValue());
      Files.delete(pid);
    }
  }

  @Test
  void theFirstJavaThatIsNewEnoughIsTaken() throws Exception {
    Path old = java("17.0.2", "echo 17\n");
    Path older = java("1.8.0_402", "echo 8\n");
    Path next = java("26-ea", "echo 26\n");
    Path links = Files.createDirectory(folder.resolve("path"));
    Files.createSymbolicLink(links.resolve("java"), next.resolve("bin/java"));
    for (Path home : List.of(old, older, folder.resolve("nothing"))) {
      shell.with("JAVA_HOME", home.toString()).with("PATH", links + ":" + System.getenv("PATH"));
      assertEquals(List.of("26"), shown("help"));
    }
  }

  @Test
  void anOldJavaIsRefusedInASentence() throws Exception {
    String text = Files.readString(launcher);
    Files.writeString(
        launcher,
        text.replace("/usr/lib/jvm/*", "").replace("/opt/*jdk*", "").replace("/opt/java/*", ""));
    Path old = java("17.0.2", "echo 17\n");
    Path links = Files.createDirectory(folder.resolve("path"));
    Files.createSymbolicLink(links.resolve("java"), old.resolve("bin/java"));
    shell
        .with("HOME", folder.toString())
        .with("JAVA_HOME", "")
        .with("PATH", links + ":" + System.getenv("PATH"));
    assertEquals(2, shell.run("\"$@\"", launcher, "fit"));
    assertEquals(
        "lanewise: Java 25 or later was not found, only Java 17 in %s: install one, for example from"
                .formatted(old.toRealPath())
            + " https://adoptium.net, or name its folder in JAVA_HOME.\n",
        shell.errors());
    assertEquals(List.of(), shell.out());
  }

  @Test
  void aFolderWhoseNameDividesAClassPathIsRefusedInASentence() throws Exception {
    Path home = folder.resolve("of 10:30");
    Files.createDirectories(home.resolve("bin"));
    Path moved =
        Files.copy(launcher, home.resolve("bin/lanewise"), StandardCopyOption.COPY_ATTRIBUTES);
    assertEquals(2, shell.run("exec \"$@\"", moved, "fit"));
    assertEquals(
        "lanewise: the folder '%s' has a ':' in its name, which separates the entries of Java's class path; move it to another folder.\n"
            .formatted(home.toRealPath()),
        shell.errors());
  }

  @Test
  void inputGoesOnWhereItIs() throws Exception {
    Path rows = Files.writeString(folder.resolve("rows"), "first\nsecond\nthird\n");
    assertEquals(
        0, shell.run("exec <\"$1\"; read -r line; exec \"$2\" fit --data -", rows, launcher));
    List<String> out = shell.out();
    assertEquals(List.of("second", "third"), out.subList(out.size() - 2, out.size()));
    assertFalse(out.contains("first"), out::toString);
  }

  /// The shell gives them descriptors from 63 down.
  @Test
  void manySubstitutedProcessesAreReadBesideInput() throws Exception {
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      parts.append(" <(echo part").append(i).append(")");
    }
    assertEquals(0, shell.run("echo input | \"$1\" merge -" + parts, launcher));
    List<String> out = shell.out();
    assertEquals(60, out.stream().filter(line -> line.startsWith("part")).count());
    assertTrue(out.contains("input"), out::toString);
  }

  @Test
  void descriptorsOfTheCallerStayHis() throws Exception {
    assertEquals(
        0,
        shell.run("\"$1\" merge - /dev/fd/9 9< <(echo nine) /dev/fd/3 3< <(echo three)", launcher));
    assertTrue(shell.out().containsAll(List.of("nine", "three")), shell.out()::toString);
  }

  @Test
  void whatIsClosedIsNoOtherFile() throws Exception {
    assertEquals(0, shell.run("\"$1\" --data - <&-", launcher));
    shell.with("JAVA_HOME", java("25.0.2", "echo out && echo error >&2 && exit 3\n").toString());
    for (String argument : List.of("fit", "-")) {
      assertEquals(3, shell.run("\"$1\" " + argument + " 2>&-", launcher));
      assertEquals(List.of("out"), shell.out());
      assertTrue(shell.run("\"$1\" " + argument + " >&-", launcher) != 3);
    }
  }

  /// Each in turn says something on standard output, as an error and by the JVM.
  @Test
  void errorsStayInOrderAndNothingIsOverwrittenOrLost() throws Exception {
    String java =
        """
        echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2
        echo 'the JVM' >&2
        echo one
        case $* in *-Dlanewise.stderr=9*) echo two >&9 ;; esac
        echo three
        """;
    shell.with("JAVA_HOME", java("25.0.2", java).toString());
    Path log = folder.resolve("log");
    for (String to : List.of(">log 2>&1", ">>log 2>>log", "2>&1 | cat >log")) {
      Files.writeString(log, "");
      assertEquals(0, shell.run("{ echo zero; \"$1\" -; } " + to, launcher));
      List<String> lines = linesWith(log, "the JVM");
      assertEquals(
          List.of("zero", "one", "two", "three"),
          lines.stream().filter(line -> !line.equals("the JVM")).toList(),
          to);
    }
    assertEquals(0, shell.run("{ \"$1\" - >out; sleep 0.3; echo four >&2; } 2>log", launcher));
    assertEquals(
        List.of("two", "four"),
        linesWith(log, "the JVM").stream().filter(line -> !line.equals("the JVM")).toList());
  }

  /// The filter of what the JVM says may end after it.
  private static List<String> linesWith(Path file, String line) throws Exception {
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < 200 && !lines.contains(line); i++) {
      Thread.sleep(10);
      lines = Files.readAllLines(file);
    }
    assertTrue(lines.contains(line), lines::toString);
    return lines;
  }

  @Test
  void theWarningAboutVectorsIsAllThatAUserMaySeeWithoutAFolderForThePipe() throws Exception {
    shell
        .with("TMPDIR", folder + "/nowhere")
        .with("JAVA_HOME", java("25.0.2", "echo WARNING >&2; printf '%s\\n' \"$@\"\n").toString());
    assertFalse(shown("-").contains("-Dlanewise.stderr=9"));
    assertEquals("WARNING\n", shell.errors());
  }

  @Test
  void namesOfFilesAreUtf8InEveryLocale() throws Exception {
    shell.with("JAVA_HOME", java("25.0.2", "echo $LC_ALL\n").toString());
    for (String locale : List.of("C", "xx_XX.UTF-8", "C.UTF-8")) {
      shell.with("LC_ALL", locale);
      assertEquals(List.of("C.UTF-8"), shown("help"), locale);
    }
  }
}
