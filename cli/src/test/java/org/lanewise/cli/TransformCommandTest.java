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
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransformCommandTest {

  @TempDir Path folder;

  private Path data;
  private Path news;
  private Path model;

  @BeforeEach
  void writeRows() {
    data = CommandRun.write(folder, "data.csv", rows(true));
    news = CommandRun.write(folder, "new.csv", rows(false));
    model = folder.resolve("a.model");
  }

  private static String rows(boolean labelled) {
    SplittableRandom random = new SplittableRandom(labelled ? 1 : 2);
    StringBuilder text = new StringBuilder("u,v,w" + (labelled ? ",c\n" : "\n"));
    for (int i = 0; i < 90; i++) {
      double length = 1 + random.nextInt(5);
      for (int j = 0; j < 3; j++) {
        double value = (j == i % 3 ? 2 : 0.3) + random.nextGaussian() * 0.2;
        text.append(j == 0 ? "" : ",").append(value * length);
      }
      text.append(labelled ? ",class" + i % 3 + "\n" : "\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda", "gaussian-nb"})
  void aFitByBlocksAndOneThroughStatisticsAreTheSameFile(String classifier) throws IOException {
    Path statistics = folder.resolve("a.stats");
    Path other = folder.resolve("b.model");
    String steps = "power=0.5,unit";
    CommandRun.output(
        "fit", "--classifier", classifier, "--transform", steps, "--data", data, "--out", model);
    CommandRun.output(
        "gather",
        "--classifier",
        classifier,
        "--transform",
        steps,
        "--data",
        data,
        "--out",
        statistics);
    CommandRun.output(
        "fit", "--classifier", classifier, "--statistics", statistics, "--out", other);
    assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(other));
    List<String> answers = CommandRun.lines("predict", "--model", model, "--data", data);
    long right = 0;
    for (int i = 0; i < 90; i++) {
      right += answers.get(i + 1).endsWith(",class" + i % 3) ? 1 : 0;
    }
    assertTrue(right > 80, right + " of 90");
  }

  @Test
  void stepsOfTheTrainingRowsAreKeptInTheModel() {
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--transform",
        "standard,unit",
        "--data",
        data,
        "--out",
        model);
    String inspected = CommandRun.output("inspect", model);
    assertTrue(inspected.contains("--transform standard,unit"), inspected);
    assertFalse(inspected.contains("missing values"), inspected);
    assertEquals(91, CommandRun.lines("predict", "--model", model, "--data", news).size());
    assertEquals(
        91, CommandRun.lines("predict", "--model", model, "--data", news, "--explain", 2).size());
  }

  @Test
  void aMatrixOfAFileIsALinearMap() {
    Path matrix = CommandRun.write(folder, "map.csv", "1,0,0\n0,1,-1\n");
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--transform",
        "linear=" + matrix,
        "--data",
        data,
        "--out",
        model);
    assertEquals(91, CommandRun.lines("predict", "--model", model, "--data", news).size());
    assertEquals(
        "--transform: cannot read '%s'; expected a CSV file of numbers.".formatted(folder),
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--transform",
            "linear=" + folder,
            "--data",
            data,
            "--out",
            model));
    Path wrong = CommandRun.write(folder, "wrong.csv", "a,b\n1,2\n");
    assertEquals(
        "--transform: row 1 of '%s' is not a list of numbers; expected numbers separated by commas"
                .formatted(wrong)
            + " and no header.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--transform",
            "linear=" + wrong,
            "--data",
            data,
            "--out",
            folder.resolve("b")));
  }

  @Test
  void foldsLeaveOneOutChoiceAndTemperatureTransformToo() {
    for (String[] more :
        new String[][] {
          {"--folds", "5"}, {"--leave-one-out"}, {"--split", "every:4"},
        }) {
      Object[] arguments = new Object[4 + more.length];
      System.arraycopy(
          new Object[] {"--classifier", "lda", "--transform", "standard,unit"}, 0, arguments, 0, 4);
      System.arraycopy(more, 0, arguments, 4, more.length);
      assertTrue(CommandRun.evaluate(data, arguments).get("accuracy").asDouble() > 0.9);
    }
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--transform",
        "unit",
        "--choose",
        "shrinkage",
        "--typicality",
        "--test-rows",
        3,
        "--data",
        data,
        "--out",
        model);
    assertTrue(
        CommandRun.lines("predict", "--model", model, "--data", news, "--typicality")
            .getFirst()
            .contains("typicality(class1)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lda | sphere | unknown step 'sphere'",
        "lda | power=x | unknown step 'power=x'",
        "lda | power=0 | the exponent is 0.0",
        "lda | random=0 | the number of random features is 0",
        "lda | random=5:seed | unknown step 'random=5:seed'",
        "bernoulli-nb | unit | bernoulli-nb does not",
      })
  void stepsThatMakeNoSenseAreRefused(String classifier, String steps, String expected) {
    String refusal =
        CommandRun.refusal(
            "fit",
            "--classifier",
            classifier,
            "--transform",
            steps,
            "--data",
            data,
            "--out",
            model);
    assertTrue(refusal.contains(expected), refusal);
    assertFalse(Files.exists(model));
  }

  @Test
  void meansOfOneFileAreNotGathered() {
    assertEquals(
        "--transform standard takes means of the rows of this file, which differ from file to file;"
            + " gather takes no center or standard.",
        CommandRun.refusal(
            "gather",
            "--classifier",
            "lda",
            "--transform",
            "standard",
            "--data",
            data,
            "--out",
            model));
    assertEquals(
        "--transform and --missing cannot be used together: a transform needs complete rows; for"
            + " regularisation on standardised columns, use --scales standard.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--transform",
            "unit",
            "--missing",
            "NA",
            "--data",
            data,
            "--out",
            model));
  }

  /// A scatter for each of 140 classes and 386 values would be more than one file keeps.
  @Test
  void statisticsOfFewAndOfManyClassesMergeAfterATransform() {
    StringBuilder many = new StringBuilder("u,v,w,c\n");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 280; i++) {
      for (int j = 0; j < 3; j++) {
        many.append(random.nextGaussian()).append(',');
      }
      many.append("class").append(i % 140).append('\n');
    }
    Path wide = CommandRun.write(folder, "wide.csv", many.toString());
    Path first = folder.resolve("first.stats");
    Path second = folder.resolve("second.stats");
    Path both = folder.resolve("both.stats");
    String[] steps = {"--classifier", "lda", "--transform", "random=386:seed=1"};
    CommandRun.output(
        "gather", steps[0], steps[1], steps[2], steps[3], "--data", data, "--out", first);
    CommandRun.output(
        "gather", steps[0], steps[1], steps[2], steps[3], "--data", wide, "--out", second);
    assertTrue(CommandRun.output("inspect", second).contains("pooled scatter"));
    CommandRun.output("merge", first, second, "--out", both);
    CommandRun.output(
        "fit", "--statistics", both, "--classifier", "lda", "--shrinkage", 0.1, "--out", model);
    assertEquals(91, CommandRun.lines("predict", "--model", model, "--data", news).size());
  }

  @Test
  void aSingularCovarianceOfTransformedRowsIsNamedByItsTransform() {
    for (String[] more : new String[][] {{"--unknown"}, {"--last-row", "skip", "--temperature"}}) {
      Object[] arguments = new Object[9 + more.length];
      Object[] first = {
        "fit", "--classifier", "lda", "--transform", "random=20", "--data", data, "--out", model
      };
      System.arraycopy(first, 0, arguments, 0, 9);
      System.arraycopy(more, 0, arguments, 9, more.length);
      String refusal = CommandRun.refusal(arguments);
      assertTrue(
          refusal.contains("after the transform 'random=20:seed=1', the pooled covariance is"),
          refusal);
    }
  }

  @Test
  void rowsOfNoneOfTheClassesAreNamed() {
    String refusal =
        CommandRun.refusal("predict", "--model", fitted(), "--data", news, "--unknown", 0.05);
    assertEquals(
        "--unknown: the model does not keep the ranks of known rows; fit it with --unknown.",
        refusal);
    fitWithUnknown();
    assertTrue(CommandRun.output("inspect", model).contains("ranks among 90 rows"));
    Path mixed = CommandRun.write(folder, "mixed.csv", rows(false) + "-1,-1,-1\n5,5,5\n-2,0,1\n");
    CommandRun run = CommandRun.of("predict", "--model", model, "--data", mixed, "--unknown", 0.05);
    assertEquals(0, run.code(), run.err());
    List<String> lines = run.out().lines().toList();
    for (int i = 91; i < 94; i++) {
      assertTrue(lines.get(i).endsWith(",unknown"), lines.get(i));
    }
    long rejected = lines.stream().filter(line -> line.endsWith(",unknown")).count();
    assertTrue(rejected < 15, rejected + " of 93");
    assertTrue(run.err().contains("rejected " + rejected + " of 93 rows"), run.err());
    assertEquals(
        "--unknown cannot be used together with --costs or --reject.",
        CommandRun.refusal(
            "predict", "--model", model, "--data", news, "--unknown", 0.05, "--reject", 0.1));
    assertTrue(
        CommandRun.refusal("predict", "--model", model, "--data", news, "--unknown", 5)
            .startsWith("invalid value '5' for --unknown"));
    assertEquals(
        "--unknown does not apply to poisson-nb; use one of lda, qda, rda, low-rank, gaussian-nb.",
        CommandRun.refusal(
            "fit", "--classifier", "poisson-nb", "--unknown", "--data", data, "--out", model));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qda",
        "qda --shrinkage oas",
        "qda --transform standard",
        "rda --lambda 0.5 --gamma 0.1",
        "rda --lambda 0.9 --gamma 0.2 --transform center",
        "gaussian-nb",
        "gaussian-nb --variances pooled",
        "gaussian-nb --transform power=0.5",
        "lda --shrinkage lw-sklearn"
      })
  void rowsOfNoneOfTheClassesAreNamedByEveryNormalModel(String classifier) {
    List<String> arguments = new ArrayList<>(List.of("fit", "--classifier"));
    arguments.addAll(List.of(classifier.split(" ")));
    arguments.addAll(List.of("--unknown", "--data", data.toString(), "--out", model.toString()));
    assertTrue(
        CommandRun.output(arguments.toArray()).contains("unknown rows: ranks among 90 rows"));
    assertTrue(CommandRun.output("inspect", model).contains("ranks among 90 rows"));
    Path mixed =
        CommandRun.write(folder, "far.csv", rows(true) + "-900,-900,-900,n\n900,-900,30,n\n");
    CommandRun run = CommandRun.of("predict", "--model", model, "--data", mixed, "--unknown", 0.05);
    assertEquals(0, run.code(), run.err());
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.get(91).endsWith(",unknown") && lines.get(92).endsWith(",unknown"));
    assertTrue(lines.stream().filter(line -> line.endsWith(",unknown")).count() < 20);
    JsonNode test =
        CommandRun.json("evaluate", "--model", model, "--data", mixed, "--unknown", 0.05, "--json")
            .get("unknown");
    assertEquals(2, test.get("unknownRejected").asInt());
  }

  /// The exact area of the distances, and the same rows as `predict` rejects.
  @Test
  void rowsOfOtherClassesAreTestRowsWithUnknown() {
    fitWithUnknown();
    String others = "-1,-1,-1,none\n5,5,5,odd\n-2,0,1,none\n";
    Path mixed = CommandRun.write(folder, "mixed.csv", rows(true) + others);
    List<String> predicted =
        CommandRun.lines("predict", "--model", model, "--data", mixed, "--unknown", 0.05);
    long rejected =
        predicted.subList(1, 91).stream().filter(line -> line.endsWith(",unknown")).count();
    assertTrue(rejected > 0 && rejected < 15, rejected + " of 90");
    JsonNode all =
        CommandRun.json("evaluate", "--model", model, "--data", mixed, "--unknown", 0.05, "--json");
    JsonNode plain = CommandRun.json("evaluate", "--model", model, "--data", data, "--json");
    for (String figure : List.of("correct", "testRows", "logLoss", "auc", "confusion", "classes")) {
      assertEquals(plain.get(figure), all.get(figure), figure);
    }
    assertEquals(93, all.get("rows").asInt());
    assertFalse(plain.has("unknown"));
    JsonNode unknown = all.get("unknown");
    assertEquals(0.05, unknown.get("share").asDouble());
    assertEquals(90, unknown.get("knownRows").asInt());
    assertEquals(rejected, unknown.get("knownRejected").asInt());
    assertEquals(rejected / 90.0, unknown.get("knownRejectRate").asDouble());
    assertEquals(3, unknown.get("unknownRows").asInt());
    assertEquals(3, unknown.get("unknownRejected").asInt());
    assertEquals(1, unknown.get("unknownRejectRate").asDouble());
    assertEquals(90 - rejected, unknown.get("accepted").asInt());
    assertEquals(90 - rejected, unknown.get("correct").asInt());
    assertEquals(1, unknown.get("accuracy").asDouble());
    assertEquals(1, unknown.get("auc").asDouble());
    String text =
        CommandRun.output("evaluate", "--model", model, "--data", mixed, "--unknown", 0.05);
    assertTrue(text.contains("93, 90 of classes of the model and 3 of others\n"), text);
    assertTrue(
        text.endsWith(
            """

            rejected as unknown (p-value at most 0.05)
            known rows rejected     %d of 90, %.2f %%
            unknown rows rejected   3 of 3, 100.00 %%
            correct, not rejected   %3$d of %3$d, 100.00 %%
            ROC area, unknown rows  1.00000
            """
                .formatted(rejected, rejected / 0.9, 90 - rejected)),
        text);
  }

  /// Rows of one kind alone have no area.
  @Test
  void aFileMayHoldOnlyKnownOrOnlyUnknownRows() {
    fitWithUnknown();
    JsonNode known =
        CommandRun.json("evaluate", "--model", model, "--data", data, "--unknown", 0.05, "--json")
            .get("unknown");
    assertEquals(0, known.get("unknownRows").asInt());
    assertTrue(known.get("unknownRejectRate").isNull() && known.get("auc").isNull());
    Path others = CommandRun.write(folder, "others.csv", "u,v,w,c\n-1,-1,-1,no\n5,5,5,no\n");
    Path page = folder.resolve("page.html");
    String text =
        CommandRun.output(
            "evaluate", "--model", model, "--data", others, "--unknown", 0.05, "--report", page);
    assertTrue(text.contains("2, 0 of classes of the model and 2 of others\n"), text);
    assertTrue(text.contains("unknown rows rejected   2 of 2, 100.00 %\n"), text);
    assertTrue(text.contains("known rows rejected     0 of 0\n"), text);
    assertFalse(text.contains("log loss") || text.contains("NaN"), text);
    assertTrue(Files.exists(page));
    assertEquals(
        "NaN",
        CommandRun.json("evaluate", "--model", model, "--data", others, "--unknown", 0.05, "--json")
            .get("accuracy")
            .asText());
  }

  @Test
  void unknownRowsAreEvaluatedOnlyByTheirTest() {
    Path mixed = CommandRun.write(folder, "mixed.csv", rows(true) + "-1,-1,-1,none\n");
    assertEquals(
        "--unknown: the model does not keep the ranks of known rows; fit it with --unknown.",
        CommandRun.refusal("evaluate", "--model", fitted(), "--data", mixed, "--unknown", 0.05));
    assertEquals(
        "--unknown needs --model, a model of fit --unknown.",
        CommandRun.refusal(
            "evaluate", "--classifier", "lda", "--data", data, "--unknown", 0.05, "--folds", 3));
    fitWithUnknown();
    assertEquals(
        "--unknown cannot be used together with --costs or --reject.",
        CommandRun.refusal(
            "evaluate", "--model", model, "--data", mixed, "--unknown", 0.05, "--reject", 0.1));
    assertTrue(
        CommandRun.refusal("evaluate", "--model", model, "--data", mixed)
            .contains("line 92: the model has no class 'none'"));
  }

  private void fitWithUnknown() {
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--shrinkage",
        0.1,
        "--transform",
        "unit",
        "--unknown",
        "--data",
        data,
        "--out",
        model);
  }

  private Path fitted() {
    Path plain = folder.resolve("plain.model");
    CommandRun.output("fit", "--classifier", "lda", "--data", data, "--out", plain);
    return plain;
  }
}
