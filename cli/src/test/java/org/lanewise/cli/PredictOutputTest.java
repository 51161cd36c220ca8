package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `predict` writes, and in which columns.
class PredictOutputTest {

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void namesModel() {
    model = folder.resolve("model");
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private void fit(String classifier, String content, Object... more) throws IOException {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "fit",
                "--classifier",
                classifier,
                "--data",
                write("training", content),
                "--out",
                model));
    arguments.addAll(List.of(more));
    CommandRun.output(arguments.toArray());
  }

  private String predict(String content, Object... more) throws IOException {
    return CommandRun.output(arguments(content, more));
  }

  private Object[] arguments(String content, Object... more) throws IOException {
    List<Object> arguments =
        new ArrayList<>(List.of("predict", "--model", model, "--data", write("new", content)));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  @Test
  void mayLeaveOutTheRow() throws IOException {
    fit("gaussian-nb", "1,a\n1.5,a\n4,b\n5,b\n");
    assertEquals("label\na\nb\n", predict("1\n6\n", "--no-row"));
    assertTrue(
        predict("1\n6\n", "--no-row", "--posteriors").startsWith("label,log_p(a),log_p(b)\na,-"));
  }

  @Test
  void keepsTheRowsAsTheyAreWritten() throws IOException {
    fit("gaussian-nb", "x,class\n1,a\n1.5,a\n4,\"b, c\"\n5,\"b, c\"\n");
    assertEquals(
        "id,\"the x\",x,class,predicted\n"
            + " 07, \"é\",1.0 ,?,a\n"
            + "\"0\n8\",\"\"\"\",6e0,,\"b, c\"\n",
        predict(
            "id,\"the x\",x,class\r\n 07, \"é\",1.0 ,?\r\n\n\"0\n8\",\"\"\"\",6e0,\n", "--keep"));
  }

  @Test
  void keepsRowsWithTheirDelimiterAndWithoutAHeader() throws IOException {
    fit("gaussian-nb", "1 a\n1.5 a\n4 \"b c\"\n5 \"b c\"\n");
    assertEquals("1 a\n6 \"b c\"\n", predict("1\n6\n", "--keep", "--delimiter", "space"));
    assertEquals("1\ta\n6\tb c\n", predict("1\n6\n", "--keep", "--delimiter", "tab"));
    fit("gaussian-nb", "1;a\n1.5;a\n4;b\n5;b\n");
    assertEquals("1;x;a\n5;y;b\n", predict("1;x\n5;y\n", "--keep"));
    String[] cells = predict("1;x\n5;y\n", "--keep", "--posteriors").split("[;\n]");
    assertEquals("b", cells[7]);
    assertTrue(Double.parseDouble(cells[9]) > -1e-3);
  }

  @Test
  void quotesNumbersThatTheDelimiterWouldCut() throws IOException {
    fit("gaussian-nb", "1,a\n2,a\n4,b\n5,b\n");
    assertTrue(
        predict("1\n", "--keep", "--posteriors", "--delimiter", "-")
            .matches("1-a-\".*\"-\".*\"\n"));
  }

  @Test
  void refusesToKeepWhatCannotBeKept() throws IOException {
    fit("lda", "a 0:1 1:2\na 0:2\nb 0:4 1:1\nb 1:3\n");
    assertTrue(
        CommandRun.refusal(arguments("0:1\n", "--keep"))
            .endsWith("new has sparse lines; --keep needs a table."));
    fit("multinomial-nb", "a\tone two\nb\tthree\n", "--text", "1");
    assertTrue(
        CommandRun.refusal(arguments("one, two\nthree\n", "--keep"))
            .endsWith(
                "new has lines without columns; for --keep, use --delimiter to separate each line"
                    + " from its class."));
    assertEquals(
        "one, two\ta\nthree\tb\n", predict("one, two\nthree\n", "--keep", "--delimiter", "tab"));
    fit("gaussian-nb", "1,\"b, c\"\n2,\"b, c\"\n4,b\n5,b\n");
    assertTrue(
        CommandRun.refusal(arguments("1\n", "--keep", "--quote", "none"))
            .contains("the class 'b, c' needs quotes to be a cell of "));
  }

  @Test
  void isTheSameForAnyNumberOfThreads() throws IOException {
    fit("qda", "1,2,a\n2,1,a\n3,4,a\n7,1,b\n8,3,b\n7,7,b\n");
    StringBuilder rows = new StringBuilder();
    Random random = new Random(1);
    while (rows.length() < 3_500_000) {
      rows.append(9 * random.nextDouble()).append(',').append(9 * random.nextDouble()).append('\n');
    }
    String content = rows.toString();
    String alone = predict(content, "--posteriors", "--threads", 1);
    assertEquals(alone, predict(content, "--posteriors", "--threads", 3));
    Path out = folder.resolve("out");
    assertEquals("", predict(content, "--posteriors", "--out", out));
    assertEquals(alone, Files.readString(out));
    assertEquals(content.lines().count() + 1, alone.lines().count());
  }

  @Test
  void goesBehindWhatAnOpenFileHolds() throws IOException {
    fit("gaussian-nb", "1,a\n1.5,a\n4,b\n5,b\n");
    Path log = Files.writeString(folder.resolve("log"), "before\n");
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "descriptors have names");
    try (FileChannel _ = FileChannel.open(log, StandardOpenOption.WRITE);
        Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      Path open =
          descriptors
              .filter(file -> Files.exists(file) && isSame(file, log))
              .findFirst()
              .orElseThrow();
      assertEquals("", predict("1\n6\n", "--out", open));
      assertEquals("before\nrow,label\n0,a\n1,b\n", Files.readString(log));
      assertEquals(
          open + " is also an input; choose another output.",
          CommandRun.refusal(
              "predict", "--model", folder.resolve("model"), "--data", log, "--out", open));
    }
    assertEquals("row,label\n0,a\n", predict("1\n", "--out", "/dev/stdout"));
  }

  @Test
  void goesToStandardOutputByAnyOfItsNames() throws IOException {
    fit("gaussian-nb", "1,a\n1.5,a\n4,b\n5,b\n");
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "descriptors have names");
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, Path.of("/dev/stdout"));
    String expected = predict("1\n6\n");
    String same = "/proc/%d/fd/1".formatted(ProcessHandle.current().pid());
    for (Object out : new Object[] {link, "/dev/./stdout", same}) {
      assertEquals(expected, predict("1\n6\n", "--out", out));
      CommandRun run =
          CommandRun.of(
              "fit",
              "--classifier",
              "gaussian-nb",
              "--data",
              folder.resolve("training"),
              "--out",
              out);
      assertEquals(0, run.code());
      assertEquals(
          new String(Files.readAllBytes(model), StandardCharsets.UTF_8),
          run.out(),
          "the model and nothing else");
    }
  }

  @Test
  void isNoFileThatIsRead() throws Exception {
    fit("gaussian-nb", "1,a\n1.5,a\n4,b\n5,b\n");
    String table = "action,a,b\nstay,0,5\ngo,1,0\n";
    Path costs = write("costs", table);
    assertEquals(
        costs + " is also an input; choose another output.",
        CommandRun.refusal(arguments("1\n", "--costs", costs, "--out", costs)));
    assertEquals(table, Files.readString(costs));
    assertEquals("row,label\n0,a\n", predict("1\n", "--costs", "0,1;1,0"));
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "pipes have names");
    assertEquals(0, new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());
    assertEquals(
        pipe + " is also an input; choose another output.",
        CommandRun.refusal("predict", "--model", model, "--data", pipe, "--out", pipe));
  }

  private static boolean isSame(Path file, Path other) {
    try {
      return Files.isSameFile(file, other);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void isNotThereAfterARefusal() throws IOException {
    fit("gaussian-nb", "1,a\n1.5,a\n4,b\n5,b\n");
    Path out = folder.resolve("out");
    String content = "1\n".repeat(900_000) + "x\n" + "1\n".repeat(900_000) + "y\n";
    assertEquals(
        folder.resolve("new") + ", line 900001, column index 0: 'x' is not a finite number.",
        CommandRun.refusal(arguments(content, "--out", out)));
    assertFalse(Files.exists(out));
    try (var files = Files.list(folder)) {
      assertEquals(3, files.count());
    }
  }

  @Test
  void densitiesAreAColumn() throws IOException {
    fit("gaussian-nb", "1,a\n2,a\n4,b\n6,b\n", "--no-header");
    List<String> lines =
        predict("1.5\n100\n", "--no-header", "--log-density", "--posteriors").lines().toList();
    assertEquals("row,label,log_p(a),log_p(b),log_density", lines.get(0));
    double usual = Double.parseDouble(lines.get(1).split(",")[4]);
    double unusual = Double.parseDouble(lines.get(2).split(",")[4]);
    // Half a normal density of variance 1/4 at its mean, and a little of the other class.
    assertEquals(Math.log(0.5) - 0.5 * Math.log(0.5 * Math.PI), usual, 2e-3);
    assertTrue(unusual < -1000, lines.get(2));
  }

  @Test
  void aModelWithoutDensitySaysSo() throws IOException {
    fit("complement-nb", "1,2,a\n2,0,a\n4,1,b\n6,0,b\n", "--no-header");
    assertEquals(
        "--log-density does not apply to a model of complement-nb, which has no p(row).",
        CommandRun.refusal(arguments("1,2\n", "--no-header", "--log-density")));
  }
}
