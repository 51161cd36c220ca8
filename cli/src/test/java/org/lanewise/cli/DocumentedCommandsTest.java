package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that pages show succeed in the order of the page, on files with the names there.
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /// Words before the name of a file.
  private static final List<String> FILES =
      List.of(
          "--data",
          "--labels",
          "--test",
          "--test-labels",
          "--model",
          "--out",
          "--report",
          "--statistics",
          "inspect");

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    for (String name : List.of("iris.csv", "wine.csv")) {
      Files.copy(CommandRun.example(name), folder.resolve(name));
    }
    Files.writeString(folder.resolve("old.csv"), people(true, false));
    Files.writeString(folder.resolve("known.csv"), people(true, false));
    String rows = people(true, false);
    Files.writeString(
        folder.resolve("log.csv"), rows + rows.substring(rows.indexOf('\n') + 1).repeat(2));
    Files.writeString(folder.resolve("patients.csv"), people(true, true));
    Files.writeString(folder.resolve("new.csv"), people(false, false));
    Files.writeString(
        folder.resolve("visits.csv"),
        "ward,"
            + people(true, false)
                .replaceAll("\n(\\d*[05]\\.)", "\nnorth,$1")
                .replaceAll("\n(\\d)", "\nsouth,$1"));
    Files.writeString(
        folder.resolve("mail.tsv"),
        "spam\twin money now\nham\tsee you at lunch\nspam\tmoney for you\nham\twe win at lunch\n");
  }

  /// Rows of two overlapping classes.
  private static String people(boolean labelled, boolean missing) {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder("age,pressure");
    text.append(labelled ? ",class\n" : "\n");
    for (int i = 0; i < 60; i++) {
      boolean ill = i % 3 == 0;
      text.append(random.nextGaussian(ill ? 60 : 50, 8)).append(',');
      text.append(missing && i % 7 == 0 ? "NA" : "" + random.nextGaussian(ill ? 14 : 12, 1.5));
      text.append(labelled ? (ill ? ",ill\n" : ",well\n") : "\n");
    }
    return text.toString();
  }

  @Test
  void thoseOfThePageOnDecisionsRun() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/decisions-with-models.md"));
    Matcher costs = Pattern.compile("```\n(do,ill,well\n.*?)```", Pattern.DOTALL).matcher(page);
    assertTrue(costs.find());
    Files.writeString(folder.resolve("costs.csv"), costs.group(1));
    run("lanewise fit --classifier lda --data old.csv --out m");
    assertEquals(29, runAll(page));
  }

  @Test
  void thoseOfThePageOnMissingValuesRun() throws IOException {
    assertEquals(6, runAll(Files.readString(ROOT.resolve("docs/missing-values.md"))));
  }

  @Test
  void thoseOfThePageOnComparingRun() throws IOException {
    assertEquals(16, runAll(Files.readString(ROOT.resolve("docs/comparing-classifiers.md"))));
  }

  @Test
  void thoseOfThePageOnReportsRun() throws IOException {
    run("lanewise fit --classifier qda --data wine.csv --out wine.model");
    assertEquals(3, runAll(Files.readString(ROOT.resolve("docs/reports.md"))));
  }

  @Test
  void thoseOfThePageOnEmbeddingsRun() throws IOException {
    byte[] values = resource("rows.f16");
    byte[] header =
        "\u0093NUMPY\u0001\0\u0042\0{'descr': '<f2', 'fortran_order': False, 'shape': (120, 384)}    \n"
            .getBytes(StandardCharsets.ISO_8859_1);
    for (String name : List.of("train", "test", "new")) {
      Files.write(folder.resolve(name + ".labels.txt"), resource("labels.txt"));
      Files.write(folder.resolve(name + ".f16"), values);
      Files.write(folder.resolve(name + ".npy"), header);
      Files.write(folder.resolve(name + ".npy"), values, StandardOpenOption.APPEND);
    }
    assertEquals(7, runAll(Files.readString(ROOT.resolve("docs/embeddings.md"))));
  }

  @Test
  void thoseOfThePageOnTextRunAndPrintWhatItShows() throws IOException {
    Files.copy(CommandRun.example("sms_spam.tsv"), folder.resolve("sms_spam.tsv"));
    assertEquals(4, runShown(Files.readString(ROOT.resolve("docs/text.md"))));
  }

  /// Commands on tables of the examples print what the page shows, apart from times.
  @Test
  void thoseOfTheGuideRunAndPrintWhatItShows() throws IOException {
    for (String name : List.of("penguins.csv", "breast_cancer.csv", "sms_spam.tsv")) {
      Files.copy(CommandRun.example(name), folder.resolve(name));
    }
    List<String> penguins = Files.readAllLines(CommandRun.example("penguins.csv"));
    Files.write(folder.resolve("part1.csv"), penguins.subList(0, 150));
    List<String> rest = new ArrayList<>(penguins.subList(150, penguins.size()));
    rest.addFirst(penguins.getFirst());
    Files.write(folder.resolve("part2.csv"), rest);
    for (String name : List.of("rows.f16", "labels.txt")) {
      Files.write(folder.resolve(name), resource(name));
    }
    String page = Files.readString(ROOT.resolve("docs/guide.md"));
    Matcher costs = Pattern.compile("```\n(do,0,1\n.*?)```", Pattern.DOTALL).matcher(page);
    assertTrue(costs.find());
    Files.writeString(folder.resolve("costs.csv"), costs.group(1));
    assertEquals(19, runShown(page));
  }

  @Test
  void thoseOfThePageOnOtherProgramsRunAndPrintWhatItShows() throws IOException {
    assertEquals(5, runShown(Files.readString(ROOT.resolve("docs/interop.md"))));
  }

  /// Runs the commands of consoles, compares what they print, and counts them.
  private int runShown(String page) {
    int count = 0;
    Matcher block = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL).matcher(page);
    while (block.find()) {
      // Those with DuckDB are run by the tests of its module.
      if (!block.group(1).contains(".parquet")) {
        for (String step : block.group(1).substring(2).split("(?m)^\\$ ")) {
          List<String> lines = step.lines().toList();
          assertShown(lines, run(lines.getFirst()));
          count++;
        }
      }
    }
    return count;
  }

  /// Checks that a run printed the lines after the command, with `…` for any lines or any text.
  private void assertShown(List<String> lines, CommandRun run) {
    List<String> found = comparable(run.err() + run.out()).lines().toList();
    int at = 0;
    boolean anyLines = false;
    for (String line : lines.subList(1, lines.size())) {
      if (line.equals("…")) {
        anyLines = true;
        continue;
      }
      Pattern shown = Pattern.compile(Pattern.quote(comparable(line)).replace("…", "\\E.*\\Q"));
      while (anyLines && at < found.size() && !shown.matcher(found.get(at)).matches()) {
        at++;
      }
      String next = at < found.size() ? found.get(at) : "the end";
      assertTrue(shown.matcher(next).matches(), () -> lines.getFirst() + "\n" + line + "\n" + next);
      at++;
      anyLines = false;
    }
    assertTrue(anyLines || at == found.size(), () -> lines.getFirst() + " prints more");
  }

  /// Text without the folder, times, and the width of columns that depends on these.
  private String comparable(String text) {
    return text.replace(folder + "/", "")
        .replaceAll("[0-9.]+ (m?s)\\b", "0 $1")
        .replaceAll(" +", " ");
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream stream =
        DocumentedCommandsTest.class.getResourceAsStream("/embeddings/" + name)) {
      return stream.readAllBytes();
    }
  }

  /// Runs the lines of code blocks that begin with the name of the command, and counts them.
  private int runAll(String page) {
    int count = 0;
    boolean code = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("```")) {
        code = !code;
      } else if (code && line.matches("(\\./)?lanewise .*")) {
        run(line);
        count++;
      }
    }
    return count;
  }

  private CommandRun run(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line.replaceFirst("^(\\./)?lanewise ", ""));
    String before = "";
    while (matcher.find() && !matcher.group().equals("#")) {
      String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
      boolean file =
          FILES.contains(before) || word.matches(".*\\.(csv|stats|model|safetensors|onnx)");
      words.add(file ? folder.resolve(word.substring(word.lastIndexOf('/') + 1)).toString() : word);
      before = word;
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(0, run.code(), () -> line + "\n" + run.err());
    assertEquals("", run.errors(), line);
    return run;
  }
}
