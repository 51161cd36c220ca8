package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.StatisticsFile;
import org.lanewise.statistics.GaussianStatistics;

/// What `merge` and `subtract` refuse, and what they leave.
class CombineCommandTest {

  @TempDir Path folder;

  private Path write(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  /// Gathers statistics, by the options in one text.
  private Path gather(String name, Path data, String options) {
    Path out = folder.resolve(name);
    List<Object> arguments = new ArrayList<>(List.of("gather"));
    arguments.addAll(List.of(options.split(" ")));
    arguments.addAll(List.of("--data", data, "--out", out));
    CommandRun.output(arguments.toArray());
    return out;
  }

  private Path subtract(String name, Path from, Path other) {
    Path out = folder.resolve(name);
    CommandRun.output("subtract", from, other, "--out", out);
    return out;
  }

  private String refusal(String command, Path first, Path next) {
    Path out = folder.resolve("out");
    String sentence = CommandRun.refusal(command, first, next, "--out", out);
    assertFalse(Files.exists(out));
    return sentence;
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "gaussian-nb", "categorical-nb", "mixed-nb"})
  void rowsOfAFileCountHalfAfterAsManyFilesAsTheHalfLife(String classifier) throws IOException {
    String[] one = {"x,v,y", "1,2,a", "0,1,a", "1,4,a", "0,5,b", "1,7,b", "0,6,b"};
    String[] two = {"x,v,y", "0,3,a", "1,1.5,a", "0,6.5,b", "0,7,b"};
    StringBuilder both = new StringBuilder("x,v,y,w\n");
    for (String[] part : List.of(one, two)) {
      for (int i = 1; i < part.length; i++) {
        both.append(part[i]).append(Arrays.equals(part, one) ? ",0.25\n" : ",1\n");
      }
    }
    Path whole = Files.writeString(folder.resolve("whole.csv"), both);
    Path second = write("two.csv", two);
    String kind = "--classifier " + classifier + " --label y";
    Path old = gather("old", write("one.csv", one), kind);
    Path recent = folder.resolve("recent");
    CommandRun.output(
        "merge", old, gather("new", second, kind), "--half-life", "0.5", "--out", recent);
    Path model = folder.resolve("model");
    CommandRun.output("fit", "--classifier", classifier, "--statistics", recent, "--out", model);
    Path weighted = folder.resolve("weighted");
    CommandRun.output(
        "fit",
        "--classifier",
        classifier,
        "--label",
        "y",
        "--weight",
        "w",
        "--data",
        whole,
        "--out",
        weighted);
    List<String> expected =
        CommandRun.lines("predict", "--posteriors", "--model", weighted, "--data", second);
    List<String> found =
        CommandRun.lines("predict", "--posteriors", "--model", model, "--data", second);
    assertEquals(expected.getFirst(), found.getFirst());
    for (int i = 1; i < found.size(); i++) {
      for (int column : new int[] {2, 3}) {
        assertEquals(
            Double.parseDouble(expected.get(i).split(",")[column]),
            Double.parseDouble(found.get(i).split(",")[column]),
            1e-9);
      }
    }
    assertEquals(
        "invalid value '0' for --half-life; expected a number of files above 0, such as 30.",
        CommandRun.refusal("merge", old, recent, "--half-life", "0", "--out", model));
  }

  @ParameterizedTest
  @ValueSource(strings = {"categorical-nb", "mixed-nb"})
  void aMissingValueIsNoCategoryOfAnotherPart(String classifier) throws IOException {
    Path data =
        write(
            "data.csv", "c,n,y", "red,1,a", "NA,2,b", "?,1,a", "blue,2.5,b", "red,3,b", "red,2,a");
    String kind = "--classifier " + classifier + " --label y --drop n";
    if (classifier.equals("mixed-nb")) {
      kind = "--classifier mixed-nb --label y";
    }
    Path known = gather("known", data, kind + " --missing NA");
    Path other = gather("other", data, kind + " --missing ?");
    Path none = gather("none", data, kind);
    assertEquals(
        "%s was gathered with --missing NA, but %s with --missing ?; expected the same options."
            .formatted(known, other),
        refusal("merge", known, other));
    assertTrue(refusal("merge", known, none).contains("with no --missing"));
    assertTrue(refusal("subtract", none, known).contains("with no --missing"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "gaussian-nb", "categorical-nb", "mixed-nb"})
  void labelsOfColumnsWithOtherNamesAreNotPutTogether(String classifier) throws IOException {
    Path data = write("data.csv", "x,y,sick,old", "1,2,a,b", "2,1,a,a", "5,5,b,b", "6,4,b,a");
    String kind = "--classifier " + classifier + " --features x,y --label ";
    Path sick = gather("sick", data, kind + "sick");
    Path old = gather("old", data, kind + "old");
    String sentence =
        "the label of %s is 'sick', but that of %s is 'old'; expected the same label.";
    assertEquals(sentence.formatted(sick, old), refusal("merge", sick, old));
    assertEquals(sentence.formatted(sick, old), refusal("subtract", sick, old));
  }

  @Test
  void aHeaderThatWasTakenForARowIsNoClassOfOtherParts() throws IOException {
    Path many =
        gather(
            "many",
            write("many.csv", "x,sick", "red,a", "blue,b", "red,a", "blue,b"),
            "--classifier categorical-nb --header");
    Path one =
        gather(
            "one", write("one.csv", "x,sick", "red,a"), "--classifier categorical-nb --no-header");
    String sentence =
        "%s has no column names and a class 'sick', which is the name of the label of %s; its first line is a header that was taken for a row: gather it with --header."
            .formatted(one, many);
    assertEquals(sentence, refusal("merge", many, one));
    assertEquals(sentence, refusal("merge", one, many));
  }

  @Test
  void messagesOfOtherLabelsAreNotPutTogether() throws IOException {
    Path data = write("data.tsv", "k\tl\tm", "a\tb\tyes", "b\ta\tno");
    Path first = gather("first", data, "--classifier multinomial-nb --text m --label k");
    Path next = gather("next", data, "--classifier multinomial-nb --text m --label l");
    assertTrue(refusal("merge", first, next).contains("is 'k', but that of"));
    // Without names of columns it may be any.
    Path rows = write("rows.tsv", "a\tb\tyes", "b\ta\tno");
    Path unnamed =
        gather("unnamed", rows, "--classifier multinomial-nb --text 2 --label 0 --no-header");
    Path merged = folder.resolve("merged");
    CommandRun run = CommandRun.of("merge", unnamed, first, "--out", merged);
    assertEquals(
        "lanewise: note: %s does not name its label; assuming 'k', the label of %s.\n"
            .formatted(unnamed, first),
        run.err());
    // And the name is known from then on.
    assertTrue(refusal("merge", merged, next).contains("is 'k', but that of"));
  }

  @Test
  void aNumberThatIsMissingInOnePartIsNoneInAnother() throws IOException {
    Path data = write("data.csv", "x,y", "1,a", "-1,b", "2,a", "3,b", "NA,a");
    Path whole = write("whole.csv", "x,y", "1,a", "-1,b", "2,a", "3,b");
    String kind = "--classifier gaussian-nb";
    Path negative = gather("negative", whole, kind + " --missing -1");
    Path named = gather("named", data, kind + " --missing NA");
    Path none = gather("none", whole, kind);
    assertTrue(refusal("merge", named, negative).contains("--missing NA, but"));
    // Where there is no doubt parts may be written differently.
    CommandRun.output("merge", none, named, "--out", folder.resolve("both"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"multinomial-nb", "bernoulli-nb --binarize 0"})
  void subtractLeavesTheFeaturesOfSparseLinesThatAreLeft(String classifier) throws IOException {
    String[] left = {"0 1:1 3:2", "1 2:1", "0 2:1", "1 3:1"};
    String[] gone = {"0 9:1", "1 8:1"};
    String kind = "--classifier " + classifier;
    Path expected = gather("expected", write("left.txt", left), kind);
    Path old = gather("old", write("gone.txt", gone), kind);
    Path all = folder.resolve("all");
    CommandRun.output("merge", expected, old, "--out", all);
    assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(subtract("rest", all, old)));
  }

  /// Values that are not above a threshold say of a feature that it is there.
  @Test
  void subtractKeepsTheFeaturesOfSparseLinesThatAThresholdMayHide() throws IOException {
    String kind = "--classifier bernoulli-nb --binarize 2";
    Path all = gather("all", write("all.txt", "0 1:3 4:1", "1 2:3", "0 9:1"), kind);
    Path old = gather("old", write("old.txt", "0 9:1"), kind);
    JsonNode rest = CommandRun.json("inspect", subtract("rest", all, old), "--json");
    assertEquals(CommandRun.json("inspect", all, "--json").get("features"), rest.get("features"));
  }

  @Test
  void theWeightOfPartsWithoutNamesLiesInOnePlace() throws IOException {
    Path data = write("data.csv", "1,2,3,4,a", "2,1,1,2,b", "4,2,3,1,a", "1,5,2,1,b", "3,1,1,1,a");
    String kind = "--classifier gaussian-nb --no-header --weight ";
    assertTrue(
        refusal("merge", gather("a", data, kind + 2), gather("b", data, kind + 3))
            .contains("by position"));
  }

  @Test
  void partsOfDifferentWidthsSayTheirWidths() throws IOException {
    Path narrow = write("narrow.csv", "1,2,a", "2,1,b", "4,2,a", "1,5,b");
    Path wide = write("wide.csv", "1,2,3,a", "2,1,1,b", "4,2,3,a", "1,5,2,b");
    String kind = "--classifier gaussian-nb --no-header";
    assertTrue(
        refusal("merge", gather("a", narrow, kind), gather("b", wide, kind))
            .matches(
                ".*a was gathered with 2 feature columns, but .*b with 3 feature columns; expected"
                    + " the same number of columns\\."));
  }

  @Test
  void mergesAScatterOfAllClassesWithThoseOfEach() throws IOException {
    double[][] rows =
        IntStream.range(0, 40)
            .mapToObj(row -> new double[] {Math.sin(row * row) + row % 2, Math.cos(7 * row)})
            .toArray(double[][]::new);
    NumericColumns columns = NumericColumns.fromRows(rows);
    Labels labels =
        Labels.of(IntStream.range(0, 40).mapToObj(row -> row % 2 == 0 ? "a" : "b").toList());
    Path each = folder.resolve("each");
    StatisticsFile.write(GaussianStatistics.of(columns, labels), each);
    Path pooled = folder.resolve("pooled");
    StatisticsFile.write(
        GaussianStatistics.pooled(columns.features(), labels.classes()).add(columns, labels),
        pooled);
    Path expected = folder.resolve("expected");
    Path again = Files.copy(pooled, folder.resolve("again"));
    CommandRun.output("merge", pooled, again, "--out", expected);
    for (List<Path> parts : List.of(List.of(pooled, each), List.of(each, pooled))) {
      Path merged = folder.resolve("merged");
      CommandRun.output("merge", parts.get(0), parts.get(1), "--out", merged);
      double[][] within =
          StatisticsFile.read(merged, GaussianStatistics.class).summary().withinScatter();
      double[][] known =
          StatisticsFile.read(expected, GaussianStatistics.class).summary().withinScatter();
      for (int j = 0; j < 2; j++) {
        assertArrayEquals(known[j], within[j], 1e-12);
      }
      assertEquals(
          List.of("lda"),
          List.of(CommandRun.json("inspect", merged, "--json").get("classifiers").get(0).asText()));
      assertEquals(
          40,
          CommandRun.json("inspect", subtract("rest", merged, each), "--json").get("rows").asInt());
    }
  }

  @Test
  void subtractNamesTheFilesWhereNothingIsLeft() throws IOException {
    String kind = "--classifier qda --missing NA --incomplete drop";
    String[] complete = {"x,y", "1,a", "2,a", "4,b", "6,b"};
    Path part = gather("part", write("part.csv", complete), kind);
    Path all =
        gather("all", write("all.csv", "x,y", "1,a", "2,a", "4,b", "6,b", "NA,a", "NA,b"), kind);
    assertEquals(
        "%s and %s both contain 4 rows without missing values; subtracting would leave nothing."
            .formatted(all, part),
        refusal("subtract", all, part));
    String counts = "--classifier multinomial-nb --text m";
    Path words = gather("words", write("w.csv", "m,y", "one two,a", "three,b", ",a"), counts);
    Path every = gather("every", write("e.csv", "m,y", "one two,a", "three,b"), counts);
    assertEquals(
        "cannot subtract %s: it contains every word of %s, and none would be left."
            .formatted(every, words),
        refusal("subtract", words, every));
  }
}
