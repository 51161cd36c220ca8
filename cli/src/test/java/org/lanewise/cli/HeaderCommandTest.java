package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lines of a file that are no rows are the same ones for every command.
class HeaderCommandTest {

  private static final String ROWS =
      "1,1,no\n1,10,yes\n2,1,no\n2,11,yes\n3,1,no\n3,12,yes\n4,1,no\n4,13,yes\n";
  private static final String NO_AND_YES = "row,label\n0,no\n1,yes\n";

  @TempDir private Path folder;
  private Path model;

  @BeforeEach
  void nameTheModel() {
    model = folder.resolve("model");
  }

  private Path write(String name, String content) throws IOException {
    return CommandRun.write(folder, name, content);
  }

  private CommandRun succeed(Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  private CommandRun fit(String classifier, Path data, Object... more) {
    Object[] arguments = {"fit", "--classifier", classifier, "--data", data, "--out", model};
    return succeed(Stream.of(arguments, more).flatMap(Arrays::stream).toArray());
  }

  private String predict(String content) throws IOException {
    return succeed("predict", "--model", model, "--data", write("new", content)).out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0,1,y", "2021,2022,y", "1,2,y", ",0,1,y"})
  void theModelRemembersAHeaderOfNumbers(String header) throws IOException {
    boolean indexed = header.startsWith(",");
    String rows = indexed ? ROWS.replaceAll("(?m)^(?=.)", "7,") : ROWS;
    CommandRun run = fit("gaussian-nb", write("data.csv", header + "\n" + rows));
    assertTrue(run.out().contains("of 8 rows, 2 features, 2 classes"), run.out());
    String names = header.substring(indexed ? 1 : 0, header.length() - 2);
    assertEquals(NO_AND_YES, predict(names + "\n1,1\n3,12\n"));
    assertEquals(NO_AND_YES, predict(names + ",y\n1,1,yes\n3,12,no\n"));
    assertEquals(NO_AND_YES, predict((names + "\n1,1\n3,12\n").replace(',', ';')));
    assertEquals(NO_AND_YES, predict((names + "\n1,1\n3,12\n").replace(',', '\t')));
    if (!indexed) {
      assertEquals(NO_AND_YES, predict("1,1\n3,12\n"));
    }
    Path zipped = folder.resolve("new.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write((names + "\n1,1\n3,12\n").getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(NO_AND_YES, succeed("predict", "--model", model, "--data", zipped).out());
    Path test = write("test", names + ",y\n1,1,no\n3,12,yes\n");
    String evaluation = succeed("evaluate", "--model", model, "--data", test).out();
    assertTrue(evaluation.contains("2 of 2, 100.00 %"), evaluation);
  }

  @Test
  void statisticsRememberAHeaderOfNumbersToo() throws IOException {
    Path statistics = folder.resolve("statistics");
    Path data = write("data.csv", "0,1,y\n" + ROWS);
    succeed("gather", "--classifier", "gaussian-nb", "--data", data, "--out", statistics);
    succeed("fit", "--classifier", "gaussian-nb", "--statistics", statistics, "--out", model);
    assertEquals(NO_AND_YES, predict("0,1\n1,1\n3,12\n"));
    assertEquals(NO_AND_YES, predict("1,0\n1,1\n12,3\n"));
  }

  @Test
  void anOptionNamesColumnsByIndexBeforeTheyAreNamedByNumbers() throws IOException {
    Path data = write("data.csv", "1,2,3,y\n" + ROWS.replaceAll("(?m)^(?=.)", "5.5,"));
    CommandRun run = fit("gaussian-nb", data, "--label", "3", "--drop", "0");
    assertTrue(
        run.err()
            .contains(
                "--label 3 is an index, that of column 'y'; the column named '3' has the index 2."),
        run.err());
    assertFalse(run.err().contains("--drop"), run.err());
    String names = CommandRun.json("inspect", model, "--json").get("featureNames").toString();
    assertEquals("[\"2\",\"3\"]", names);
    data = write("years.csv", "2021,2022,y\n" + ROWS);
    assertFalse(fit("gaussian-nb", data, "--drop", "2021").err().contains("is an index"));
    names = CommandRun.json("inspect", model, "--json").get("featureNames").toString();
    assertEquals("[\"2022\"]", names);
  }

  @Test
  void whatTheUserSaysOfTheHeaderWins() throws IOException {
    fit("gaussian-nb", write("data.csv", "0,1,y\n" + ROWS));
    Path rows = write("new", "0,1\n1,1\n0,1\n");
    assertEquals(
        4,
        succeed("predict", "--model", model, "--data", rows, "--no-header").out().lines().count());
    Path unnamed = write("unnamed.csv", "0,1,no\n" + ROWS);
    assertTrue(fit("gaussian-nb", unnamed, "--no-header").out().contains("of 9 rows"));
    Path header = write("header.csv", "7,5,no\n" + ROWS);
    assertTrue(fit("gaussian-nb", header, "--header").out().contains("of 8 rows"));
    assertEquals(NO_AND_YES, predict("7,5\n1,1\n3,12\n"));
  }

  @Test
  void aRowThatEqualsAHeaderOfNumbersGetsAnAnswerAndThatIsSaid() throws IOException {
    fit(
        "bernoulli-nb",
        write("data.csv", "0,1,y\n" + "0,1,no\n1,0,yes\n0,0,no\n1,1,yes\n".repeat(3)));
    Path rows = write("new", "0,1\n0,1\n1,0\n0,1\n1,1\n");
    CommandRun run = succeed("predict", "--model", model, "--data", rows);
    assertEquals("row,label\n0,no\n1,yes\n2,no\n3,yes\n", run.out());
    assertEquals(
        """
        lanewise: note: %s: assuming the first line is a header, although '0' is a number; use --no-header if it is a row.
        lanewise: note: %s, line 2: reading a line of numbers that repeats the header as a row (2 lines in all).
        """
            .formatted(rows, rows),
        run.err());
  }

  @Test
  void headersInOtherCapitalsAreLeftOutAndInAnotherOrderRefused() throws IOException {
    String rows = "red,S,no\nblue,M,yes\nred,L,no\nblue,S,yes\n".repeat(3);
    for (String again : List.of("Colour,SIZE,bought\n", "\"COLOUR\", size ,Bought\n")) {
      CommandRun run =
          fit("categorical-nb", write("two.csv", "colour,size,bought\n" + rows + again + rows));
      assertTrue(run.out().contains("of 24 rows, 2 features, 2 classes"), run.out());
      assertTrue(
          run.err().contains("line 14: leaving out a line that repeats the header"), run.err());
    }
    Path other =
        write("other.csv", "colour,size,bought\n" + rows + "size,Colour,bought\nS,red,no\n");
    assertEquals(
        other
            + ", line 14 has the names of the header in another order; expected rows of one order"
            + " of columns.",
        CommandRun.refusal("fit", "--classifier", "categorical-nb", "--data", other, "--out", model)
            .replaceFirst("(?s).*lanewise: (?!note)", ""));
    Path messages = write("mail.tsv", "c\tt\nham\tsee\nspam\twin\nt\tc\nsee\tham\n");
    assertTrue(
        CommandRun.refusal(
                "fit",
                "--classifier",
                "multinomial-nb",
                "--label",
                "c",
                "--text",
                "t",
                "--data",
                messages,
                "--out",
                model)
            .contains("line 4 has the names of the header in another order"));
    Path repeated = write("values.csv", "colour,size,bought\n" + rows + "size,size,no\n" + rows);
    assertTrue(fit("categorical-nb", repeated, "--label", "bought").out().contains("of 25 rows"));
  }

  @Test
  void theRowsOfFilesBehindOneAnotherAreThoseOfTheFiles() throws IOException {
    String named = "x,y,c\n" + ROWS;
    CommandRun run = fit("gaussian-nb", write("two.csv", named + "\uFEFF" + named));
    assertTrue(run.out().contains("of 16 rows, 2 features, 2 classes"), run.out());
    assertEquals(
        "lanewise: note: %s, line 10: leaving out a line that repeats the header (1 line in all).\n"
            .formatted(folder.resolve("two.csv")),
        run.err());
    Path both = write("both.csv", "x,y\n1,1\nx,y\n3,12\n");
    assertEquals(
        "x,y,predicted\n1,1,no\n3,12,yes\n",
        succeed("predict", "--model", model, "--data", both, "--keep").out());
    assertEquals(NO_AND_YES, succeed("predict", "--model", model, "--data", both).out());
    assertEquals(
        "lanewise: %s, line 11, column 'x': 'z' is not a finite number; use --drop x to leave the column out, or --categories indicator if columns hold categories.\n"
            .formatted(folder.resolve("bad.csv")),
        CommandRun.of(
                "evaluate",
                "--classifier",
                "lda",
                "--folds",
                "2",
                "--data",
                write("bad.csv", named + "x,y,c\nz,2,no\n"))
            .err());
  }

  @Test
  void messagesAndCategoriesHaveTheRowsOfTheirFilesToo() throws IOException {
    String named = "c\ttext\nspam\twin money\nham\tsee you\nspam\twin now\nham\tat home\n";
    CommandRun run =
        fit("multinomial-nb", write("t.tsv", named + named), "--label", "c", "--text", "text");
    assertTrue(run.out().contains("of 8 rows, 7 features, 2 classes"), run.out());
    assertEquals(
        "row,label\n0,spam\n1,ham\n2,ham\n", predict("text\nwin money\n\ntext\nsee you\n"));
    String cells = "colour,size,bought\nred,S,no\nblue,M,yes\nred,L,no\nblue,S,yes\n";
    for (String classifier : List.of("categorical-nb", "mixed-nb")) {
      run = fit(classifier, write("cat.csv", cells + cells + cells));
      assertTrue(run.out().contains("of 12 rows, 2 features, 2 classes"), run.out());
    }
  }

  @Test
  void aBlankLineIsARowOfOneColumnAndNoneOfMore() throws IOException {
    Object[] missing = {"--missing", ""};
    fit("gaussian-nb", write("data.csv", "x,c\n1,a\n2,a\n,b\n7,b\n5,b\n"), missing);
    assertEquals("row,label\n0,a\n1,b\n2,b\n3,b\n", predict("x\n1\n\n6\n\n"));
    Path rows = write("rows", "x\n1\n\n6\n");
    assertEquals(
        "x,predicted\n1,a\n,b\n6,b\n",
        succeed("predict", "--model", model, "--data", rows, "--keep").out());
    assertEquals("row,label\n0,a\n1,b\n", predict("x,c\n1,a\n\n6,b\n\n"));
  }

  @Test
  void whatStandsAboveATableIsNoPartOfTheAnswers() throws IOException {
    fit("gaussian-nb", write("data.csv", "sep=;\n" + ("x,y,c\n" + ROWS).replace(',', ';')));
    assertEquals(NO_AND_YES, predict("sep=;\nx;y\n1;1\n3;12\n"));
    Path titled = write("titled", "Report\n# by z\n\nx,y\n1,1\n3,12\n");
    CommandRun run = succeed("predict", "--model", model, "--data", titled, "--keep");
    assertEquals("x,y,predicted\n1,1,no\n3,12,yes\n", run.out());
    assertEquals(
        "lanewise: note: %s: leaving out 3 lines above the table, the first of them 'Report'; use --no-header if they are rows.\n"
            .formatted(titled),
        run.err());
  }
}
