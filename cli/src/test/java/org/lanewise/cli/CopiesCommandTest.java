package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows that occur several times in a file: notes of their number, and `--copies together`.
class CopiesCommandTest {

  private static final String LEFT_OUT =
      " rows are identical to another row of their class, which stays in the fit that they are"
          + " left out of; if they are copies of one measurement, use --copies together.\n";

  @TempDir Path folder;

  /// Noise of two classes, each row several times.
  private Path noise(int times) {
    SplittableRandom random = new SplittableRandom(5);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      StringBuilder row = new StringBuilder("p" + i);
      for (int j = 0; j < 8; j++) {
        row.append(',').append(Math.rint(1e6 * random.nextGaussian()) / 1e6);
      }
      rows.add(row.append(random.nextBoolean() ? ",a" : ",b").toString());
    }
    return write(
        "noise" + times + ".csv",
        "patient,q,r,s,t,u,v,w,x,y\n",
        IntStream.range(0, 60 * times).mapToObj(i -> rows.get(i % 60)).toList());
  }

  private Path write(String name, String header, List<String> rows) {
    return CommandRun.write(folder, name, header + String.join("\n", rows) + "\n");
  }

  private static double errors(CommandRun run) {
    assertEquals("", run.errors());
    Matcher accuracy = Pattern.compile("\"accuracy\":([0-9.E-]+)").matcher(run.out());
    assertTrue(accuracy.find(), run.out());
    return 1 - Double.parseDouble(accuracy.group(1));
  }

  private static CommandRun evaluate(Path data, Object... more) {
    List<Object> all =
        new ArrayList<>(
            List.of("evaluate", "--classifier", "qda", "--drop", "patient", "--data", data));
    all.addAll(List.of(more));
    all.add("--json");
    return CommandRun.of(all.toArray());
  }

  @Test
  void testRowsThatAreTrainingRowsAreNoted() {
    Path once = noise(1);
    Path twice = noise(2);
    String note =
        "test rows are identical to a training row of their class; if they are copies of one"
            + " measurement, keep only one of them.\n";
    assertEquals(
        "lanewise: note: %s: 120 of 120 %s".formatted(twice, note),
        evaluate(once, "--test", twice).err());
    assertEquals(
        "lanewise: note: %s: 17 of 17 %s".formatted(twice, note),
        evaluate(twice, "--split", "every:7").err());
    assertEquals("", evaluate(once, "--split", "every:7").err());
    Path mail = write("mail.tsv", "c\tt\n", List.of("a\twin", "b\tsee", "b\twin"));
    CommandRun texts =
        CommandRun.of(
            "evaluate",
            "--classifier",
            "multinomial-nb",
            "--label",
            "c",
            "--text",
            "t",
            "--data",
            mail,
            "--test",
            write("new.tsv", "c\tt\n", List.of("a\twin", "a\tsee", "b\tnow")));
    assertTrue(texts.err().contains("new.tsv: 1 of 3 test rows are identical"), texts.err());
  }

  @Test
  void leaveOneOutNotesCopiesOrLeavesThemOutTogether() {
    Path once = noise(1);
    Path twice = noise(2);
    CommandRun apart = evaluate(twice, "--leave-one-out");
    assertEquals("lanewise: note: " + twice + ": 120 of 120" + LEFT_OUT, apart.err());
    assertEquals(apart.err(), evaluate(twice, "--leave-one-out", "--copies", "apart").err());
    CommandRun together = evaluate(twice, "--leave-one-out", "--copies", "together");
    assertEquals("", together.err());
    CommandRun single = evaluate(once, "--leave-one-out");
    assertEquals("", single.err());
    assertTrue(errors(apart) < errors(single) - 0.1, apart.out());
    assertEquals(errors(single), errors(together));
  }

  @Test
  void foldsNoteCopiesOrKeepThemTogether() {
    Path data = noise(3);
    CommandRun apart = evaluate(data, "--folds", "5", "--repeat", "2");
    assertTrue(
        apart
            .err()
            .matches(
                "lanewise: note: \\S+: 3\\d\\d of 360 test rows are identical to a training row of"
                    + " their class; if they are copies of one measurement, use --copies together,"
                    + " or --groups with a column that names it\\.\n"),
        apart.err());
    CommandRun together = evaluate(data, "--folds", "5", "--repeat", "2", "--copies", "together");
    assertEquals("", together.err());
    assertTrue(errors(apart) < errors(together) - 0.1, apart.out() + together.out());
    CommandRun ordered = evaluate(data, "--folds", "2", "--time-order");
    assertTrue(ordered.err().contains("keep only one of them.\n"), ordered.err());
    CommandRun grouped =
        CommandRun.of(
            "evaluate",
            "--classifier",
            "qda",
            "--data",
            data,
            "--folds",
            "5",
            "--groups",
            "patient");
    assertEquals("", grouped.err());
  }

  @Test
  void compareNotesCopiesAndKeepsThemTogetherWhereItChoosesToo() {
    Path data = noise(2);
    String[] asked = {
      "compare", "--data", data.toString(), "--drop", "patient", "--classifiers", "lda"
    };
    CommandRun apart = CommandRun.of((Object[]) asked);
    assertTrue(apart.err().contains(" of 120 test rows are identical to a training"), apart.err());
    List<Object> more = new ArrayList<>(List.of((Object[]) asked));
    more.addAll(List.of("--copies", "together", "--json"));
    CommandRun together = CommandRun.of(more.toArray());
    assertEquals("", together.err());
    assertTrue(
        together.out().contains("\"--classifier lda --choose shrinkage --copies together\""),
        together.out());
  }

  @ParameterizedTest
  @CsvSource({
    "multinomial-nb, 'y\ttext\n', 'a\twin money now', 'b\tsee you at home', .tsv",
    "categorical-nb, 'c,d,y\n', 'red,,a', 'blue,x,b', .csv",
    "mixed-nb, 'n,d,y\n', '1.5,u,a', '-0.0,v,b', .csv",
    "multinomial-nb, '', 'a 1:2 7:1', 'b 3:1', .svm",
    "gaussian-nb, 'n,d,y\n', '1.50,NA,a', '0,2,b', .csv",
  })
  void copiesAreCountedInAllForms(
      String classifier, String header, String first, String second, String suffix) {
    // The same number may be written in several ways.
    List<String> rows = new ArrayList<>(List.of(first, first.replace("1.50", "1.5"), second));
    for (int i = 0; i < 4; i++) {
      rows.add(
          switch (suffix) {
            case ".tsv" -> (i % 2 == 0 ? "a" : "b") + "\tword" + i;
            case ".svm" -> (i % 2 == 0 ? "a 2:" : "b 2:") + (i + 1);
            default ->
                i + ".25," + (classifier.startsWith("g") ? i : "u") + (i % 2 == 0 ? ",a" : ",b");
          });
    }
    rows.add(second.replace("-0.0", "0"));
    Path data = write("rows" + suffix, header, rows);
    List<Object> asked =
        new ArrayList<>(
            List.of("evaluate", "--classifier", classifier, "--data", data, "--leave-one-out"));
    asked.addAll(suffix.equals(".tsv") ? List.of("--label", "y", "--text", "text") : List.of());
    asked.addAll(
        classifier.startsWith("c")
            ? List.of("--missing", "")
            : classifier.startsWith("g")
                ? List.of("--missing", "NA", "--variance-smoothing", "0.1")
                : classifier.startsWith("mi") ? List.of("--variance-smoothing", "0.1") : List.of());
    CommandRun run = CommandRun.of(asked.toArray());
    // Texts are compared as they are written.
    int expected = classifier.startsWith("mi") ? 2 : 4;
    assertTrue(run.err().endsWith(": " + expected + " of 8" + LEFT_OUT), run.err());
  }

  @Test
  void choicesTemperaturesAndRanksNoteCopies() {
    Path data = noise(2);
    Path model = folder.resolve("m");
    for (String[] options :
        new String[][] {
          {"--choose", "shrinkage"}, {"--temperature"}, {"--choose", "ridge", "--temperature"}
        }) {
      List<Object> asked = fit(data, model);
      asked.addAll(List.of((Object[]) options));
      assertEquals(
          "lanewise: note: " + data + ": 120 of 120" + LEFT_OUT,
          CommandRun.of(asked.toArray()).err());
      asked.addAll(List.of("--copies", "together"));
      String err = CommandRun.of(asked.toArray()).err();
      assertFalse(err.contains("identical"), err);
    }
    String ranked =
        " rows are identical to another row of their class, and are left out of fits together to"
            + " be ranked; --copies apart leaves them out one by one.\n";
    for (String[] options :
        new String[][] {{"--unknown"}, {"--typicality", "--shrinkage", "0.2"}}) {
      List<Object> asked = fit(data, model);
      asked.addAll(List.of((Object[]) options));
      assertEquals(
          "lanewise: note: " + data + ": 120 of 120" + ranked,
          CommandRun.of(asked.toArray()).err());
      asked.addAll(List.of("--copies", "apart"));
      assertEquals(
          "lanewise: note: " + data + ": 120 of 120" + LEFT_OUT,
          CommandRun.of(asked.toArray()).err());
    }
    // Of these a law is known.
    List<Object> law = fit(data, model);
    law.add("--typicality");
    assertEquals("", CommandRun.of(law.toArray()).err());
  }

  private static List<Object> fit(Path data, Path model) {
    return new ArrayList<>(
        List.of("fit", "--classifier", "lda", "--drop", "patient", "--data", data, "--out", model));
  }

  @Test
  void copiesDoNotChangeWhichNewRowsAreRejectedAsUnknown() {
    Path model = folder.resolve("m");
    List<String> rejected = new ArrayList<>();
    for (int times = 1; times <= 3; times++) {
      CommandRun.of(with(fit(noise(times), model), "--unknown"));
      CommandRun run =
          CommandRun.of("predict", "--model", model, "--data", noise(1), "--unknown", "0.1");
      rejected.add(run.out());
    }
    assertEquals(rejected.get(0), rejected.get(1));
    assertEquals(rejected.get(0), rejected.get(2));
  }

  private static Object[] with(List<Object> arguments, Object more) {
    arguments.add(more);
    return arguments.toArray();
  }

  @Test
  void contradictionsAreRefused() {
    Path data = noise(1);
    assertEquals(
        "invalid value 'twice' for --copies; expected together or apart.",
        refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--leave-one-out",
            "--copies",
            "twice"));
    assertEquals(
        "--copies needs --leave-one-out or --folds K.",
        refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--split",
            "every:5",
            "--copies",
            "together"));
    assertEquals(
        "--copies needs --choose, --select, --temperature, --typicality, --unknown or --sets.",
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            folder.resolve("m"),
            "--copies",
            "together"));
    for (String way : List.of("--groups patient", "--time-order")) {
      List<Object> asked =
          new ArrayList<>(List.of("compare", "--data", data, "--copies", "together"));
      asked.addAll(List.of((Object[]) way.split(" ")));
      String option = way.split(" ")[0];
      assertEquals(
          option
              + " and --copies together cannot be used together: "
              + option
              + " deals rows to folds without regard to their values.",
          refusal(asked.toArray()));
    }
  }
}
