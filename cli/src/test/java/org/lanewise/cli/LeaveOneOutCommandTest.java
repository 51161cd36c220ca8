package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evaluate --leave-one-out`, the figures of the rows to train, and `fit --choose`.
class LeaveOneOutCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static Object[] arguments(String command, Path data, String options, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(command, "--data", data, "--classifier"));
    arguments.addAll(List.of(options.split(" ")));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  private static JsonNode evaluate(Path data, String options, Object... more) {
    List<Object> all = new ArrayList<>(List.of(arguments("evaluate", data, options, more)));
    all.add("--json");
    return CommandRun.json(all.toArray());
  }

  private static void assertClose(JsonNode expected, JsonNode actual, String name) {
    double value = expected.get(name).asDouble();
    double scale = 1e-10 * Math.max(1, Math.abs(value));
    assertEquals(value, actual.get(name).asDouble(), scale, name);
    assertEquals(expected.get(name).isNull(), actual.get(name).isNull(), name);
  }

  /// The numbers of as many folds as rows, each a fit.
  private static void assertSameAsFits(Path data, String options, int rows) {
    JsonNode fits = evaluate(data, options, "--folds", rows, "--reject", "0.1");
    JsonNode closed = evaluate(data, options, "--leave-one-out", "--reject", "0.1");
    assertEquals(fits.get("confusion"), closed.get("confusion"));
    assertEquals(fits.get("decisions"), closed.get("decisions"));
    for (String name :
        new String[] {
          "logLoss", "testLogLikelihood", "jointLogLikelihood", "conditionalLogLikelihood", "auc"
        }) {
      assertClose(fits, closed, name);
    }
    assertEquals(rows, closed.get("testRows").asInt());
    assertEquals(rows, closed.get("trainRows").asInt());
    assertEquals(1, closed.get("fits").asInt());
    assertEquals(0, closed.get("leftOut").asInt());
    assertTrue(closed.get("leaveOneOut").asBoolean());
    assertFalse(fits.has("leaveOneOut") || fits.has("training"));
  }

  @ParameterizedTest
  @CsvSource({
    "lda",
    "lda --shrinkage 0.1 --covariance unbiased",
    "qda",
    "qda --ridge 0.1 --priors uniform",
    "rda --lambda 0.5 --gamma 0.1",
    "gaussian-nb",
    "poisson-nb --alpha 2",
    "multinomial-nb",
    "complement-nb --normalize"
  })
  void isThatOfAsManyFitsAsRows(String options) {
    assertSameAsFits(IRIS, options, 150);
  }

  @ParameterizedTest
  @CsvSource({
    "categorical-nb --missing ?",
    "bernoulli-nb --binarize 0.5 --drop 0",
    "bernoulli-nb --binarize 0.5 --drop 0 --missing ?"
  })
  void isThatOfAsManyFitsForCategories(String options) throws IOException {
    Random random = new Random(5);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      boolean b = i % 3 == 0;
      String hole = options.contains("missing") && random.nextInt(9) == 0 ? "?" : null;
      rows.append(b ? "u" : random.nextBoolean() ? "u" : "v").append(',');
      rows.append(hole != null ? hole : Integer.toString(random.nextInt(2))).append(',');
      rows.append(random.nextInt(b ? 2 : 1)).append(',').append(b ? "yes" : "no").append('\n');
    }
    assertSameAsFits(write("data", rows.toString()), options, 60);
  }

  @Test
  void messagesAreLeftOutToo() throws IOException {
    List<String> lines = Files.readAllLines(example("sms_spam.tsv")).subList(0, 200);
    Path data = write("data", String.join("\n", lines) + "\n");
    for (String classifier : new String[] {"bernoulli-nb", "multinomial-nb"}) {
      JsonNode result = evaluate(data, classifier + " --label 0 --text 1", "--leave-one-out");
      assertEquals(200, result.get("testRows").asInt());
      assertTrue(result.get("accuracy").asDouble() > 0.85, result.toString());
    }
  }

  @Test
  void theLastRowOfAClassIsRefusedOrCounted() throws IOException {
    Path data = write("data", "x,k\n1,a\n2,a\n1.5,a\n9,b\n8,b\n8.5,b\n20,c\n");
    assertEquals(
        data
            + ": line 8 is the only one of class 'c', so without it there is no model of that"
            + " class; more rows, or to leave such rows out, are expected; to skip and count"
            + " them, use --last-row skip.",
        CommandRun.refusal(arguments("evaluate", data, "lda", "--leave-one-out")));
    JsonNode result = evaluate(data, "lda", "--leave-one-out", "--last-row", "skip");
    assertEquals(1, result.get("leftOut").asInt());
    assertEquals(6, result.get("testRows").asInt());
    assertEquals(7, result.get("training").get("rows").asInt());
    String text =
        CommandRun.output(
            arguments("evaluate", data, "lda", "--leave-one-out", "--last-row", "skip"));
    assertTrue(text.contains("6, each predicted by a model of the other 6; 1 left out\n"), text);
  }

  @Test
  void aFileOfWhichNoRowCanBeLeftOutIsRefused() throws IOException {
    Path data = write("pair", "0,1,a\n1,0,b\n");
    assertEquals(
        data
            + ": no row can be left out, because every model needs all of them; expected two or"
            + " more rows in a class.",
        CommandRun.refusal(
            arguments("evaluate", data, "bernoulli-nb", "--leave-one-out", "--last-row", "skip")));
  }

  /// The values of R: logLik by hand of MASS's lda, heplots::boxM(iris[, 1:4], iris$Species).
  @Test
  void likelihoodsAreOfTheRowsToTrain() {
    JsonNode training = evaluate(IRIS, "lda", "--leave-one-out", "--box-m").get("training");
    double joint = training.get("jointLogLikelihood").asDouble();
    assertEquals(2 * 24 - 2 * joint, training.get("aic").asDouble(), 1e-9);
    assertEquals(24 * Math.log(150) - 2 * joint, training.get("bic").asDouble(), 1e-9);
    assertEquals(140.943, training.get("boxM").get("chiSquared").asDouble(), 5e-4);
    assertEquals(20, training.get("boxM").get("degreesOfFreedom").asInt());
    assertEquals(3.352e-20, training.get("boxM").get("pValue").asDouble(), 5e-24);
    JsonNode same = evaluate(IRIS, "lda", "--test", IRIS);
    assertEquals(joint, same.get("jointLogLikelihood").asDouble(), 1e-9);
    assertClose(same, same.get("training"), "jointLogLikelihood");
    assertClose(same, same.get("training"), "conditionalLogLikelihood");
    assertEquals(
        same.get("testLogLikelihood").asDouble() + same.get("conditionalLogLikelihood").asDouble(),
        joint,
        1e-9);
    String text = CommandRun.output(arguments("evaluate", IRIS, "lda", "--test", IRIS, "--box-m"));
    assertTrue(text.contains("\ntraining rows               150\n"), text);
    assertTrue(text.contains("chi-squared 140.943 with 20 degrees of freedom, p 3.35e-20\n"), text);
  }

  @Test
  void weightsCountInTheLikelihoodsOfTheRowsToTrain() throws IOException {
    Path once = write("once", "x,w,k\n1,2,a\n2,1,a\n4,1,b\n7,2,b\n5,0,b\n");
    Path often = write("often", "x,w,k\n1,1,a\n1,1,a\n2,1,a\n4,1,b\n7,1,b\n7,1,b\n");
    JsonNode weighted = evaluate(once, "qda --weight w", "--test", once).get("training");
    JsonNode repeated = evaluate(often, "qda --weight w", "--test", often).get("training");
    for (String name :
        new String[] {"weight", "jointLogLikelihood", "conditionalLogLikelihood", "aic", "bic"}) {
      assertClose(repeated, weighted, name);
    }
    assertEquals(5, weighted.get("rows").asInt());
  }

  @Test
  void modelsWithoutADensityHaveNoJointLikelihood() {
    JsonNode result = evaluate(IRIS, "complement-nb", "--split", "every:5");
    assertTrue(result.get("jointLogLikelihood").isNull());
    assertTrue(result.get("training").get("aic").isNull());
    assertTrue(result.get("training").get("conditionalLogLikelihood").asDouble() < 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lda --choose shrinkage | shrinkage | 19",
        "qda --choose ridge | ridge | 22",
        "rda --choose lambda-gamma | lambda-gamma | 63",
        "gaussian-nb --choose variance-smoothing | variance-smoothing | 30",
        "multinomial-nb --choose alpha=0.5,1,2 | alpha | 3",
      })
  void theChosenValueIsTheBestOfThePathAndKept(String options, String what, int count) {
    Path model = folder.resolve("model");
    JsonNode fit = CommandRun.json(arguments("fit", IRIS, options, "--out", model, "--json"));
    JsonNode choice = fit.get("choice");
    assertEquals(what, choice.get("option").asText());
    assertEquals(count, choice.get("path").size());
    double least = Double.POSITIVE_INFINITY;
    String best = "";
    for (JsonNode tried : choice.get("path")) {
      if (tried.has("logLoss") && tried.get("logLoss").asDouble() < least) {
        least = tried.get("logLoss").asDouble();
        best = tried.get("value").asText();
      }
    }
    assertEquals(best, choice.get("chosen").asText());
    // The model is that of a fit with the value, and says so.
    String classifier = options.split(" ")[0];
    String given =
        what.equals("lambda-gamma")
            ? "--lambda %s --gamma %s".formatted((Object[]) best.split(" "))
            : "--%s %s".formatted(what, best);
    Path other = folder.resolve("other");
    CommandRun.output(arguments("fit", IRIS, classifier + " " + given, "--out", other));
    assertEquals(
        CommandRun.output("predict", "--model", other, "--data", IRIS, "--posteriors"),
        CommandRun.output("predict", "--model", model, "--data", IRIS, "--posteriors"));
    JsonNode result = evaluate(IRIS, classifier + " " + given, "--leave-one-out");
    assertEquals(least, result.get("logLoss").asDouble(), 1e-12);
    JsonNode inspected = CommandRun.json("inspect", model, "--json");
    assertEquals(least, inspected.get("chosen").get("logLoss").asDouble());
    assertEquals(count, inspected.get("chosen").get("candidates").asInt());
    assertEquals(
        CommandRun.json("inspect", other, "--json").get("options"), inspected.get("options"));
    assertTrue(
        CommandRun.output("inspect", model)
            .contains("%s of %d values, by leave-one-out: log loss ".formatted(what, count)));
  }

  @ParameterizedTest
  @CsvSource({
    "kappa-gamma, low-rank --transform unit --rank 2, 28, --kappa %s --gamma %s",
    "rank-subspace-kappa-gamma, low-rank, 12, --rank %s --subspace %s --kappa %s --gamma %s",
  })
  void directionsAreChosenByFoldsAtTheBestTemperature(
      String what, String classifier, int count, String chosen) throws IOException {
    Path model = folder.resolve("model");
    JsonNode fit =
        CommandRun.json(
            arguments("fit", IRIS, classifier + " --choose " + what, "--out", model, "--json"));
    JsonNode choice = fit.get("choice");
    assertEquals(count, choice.get("path").size());
    double least = Double.POSITIVE_INFINITY;
    String best = "";
    for (JsonNode tried : choice.get("path")) {
      if (tried.get("logLoss").asDouble() < least) {
        least = tried.get("logLoss").asDouble();
        best = tried.get("value").asText();
      }
    }
    assertEquals(best, choice.get("chosen").asText());
    assertTrue(
        CommandRun.output("inspect", model)
            .contains(
                "%s of %d values, by 5 folds, at the best temperature: log loss "
                    .formatted(what, count)));
    Path other = folder.resolve("other");
    String options = classifier + " " + chosen.formatted((Object[]) best.split(" "));
    CommandRun run =
        CommandRun.of(arguments("fit", IRIS, options, "--temperature", "--out", other));
    assertTrue(
        run.err()
            .contains(
                "the temperature is fitted to the test rows of 5 folds, because low-rank has no"
                    + " closed form of leave-one-out"),
        run.err());
    // The log loss at the temperature that a fit with these options finds.
    assertTrue(run.out().contains("log loss %.6g".formatted(least).substring(0, 13)), run.out());
  }

  @Test
  void thePathIsPrintedWithWhatGivesNoModel() throws IOException {
    Path data = write("data", "x,y,k\n1,5,a\n2,5,a\n4,5,b\n7,5,b\n6,5,b\n");
    Path model = folder.resolve("model");
    String text =
        CommandRun.output(
            arguments("fit", data, "lda --choose shrinkage=0,0.1,0.5", "--out", model));
    List<String> lines = text.lines().toList();
    assertEquals("shrinkage  log loss   errors  left out", lines.getFirst());
    assertTrue(lines.get(1).matches("0 +none"), text);
    assertTrue(
        lines.get(4).startsWith("0 gives no model: the pooled covariance is singular"), text);
    assertTrue(lines.get(4).contains("column 'y' is constant"), text);
    assertTrue(text.contains("chose shrinkage 0.5 from 3 values: log loss "), text);
    CommandRun toOutput =
        CommandRun.of(arguments("fit", data, "lda --choose ridge=1,2", "--out", "-"));
    assertTrue(toOutput.err().startsWith("lanewise: note: chose ridge "), toOutput.err());
    assertTrue(toOutput.err().contains("at the end of the range"), toOutput.err());
    CommandRun.output(arguments("fit", data, "lda --choose shrinkage=0,1", "--out", model));
    assertFalse(CommandRun.output("evaluate", "--model", model, "--data", data).contains("range"));
    CommandRun.output(arguments("fit", data, "lda --choose ridge=1,2", "--out", model));
    assertTrue(
        CommandRun.output("evaluate", "--model", model, "--data", data)
            .contains(
                "\nIts ridge was chosen at the end of the range of values; fit --choose"
                    + " ridge=V,V,... tries others.\n"));
    assertEquals(
        data + ": none of the 1 candidates gives a model",
        CommandRun.refusal(arguments("fit", data, "lda --choose shrinkage=0", "--out", model))
            .replaceFirst(" \\(.*", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lda --choose alpha | invalid value 'alpha' for --choose; expected one of shrinkage, ridge"
            + " for lda.",
        "rda --choose ridge | invalid value 'ridge' for --choose; expected one of lambda-gamma for"
            + " rda.",
        "lda --choose shrinkage --ridge 1 | --ridge and --choose shrinkage cannot be used"
            + " together.",
        "rda --choose lambda-gamma --gamma 0 | --gamma and --choose lambda-gamma cannot be used"
            + " together.",
        "lda --choose shrinkage=0,2 | invalid value 'shrinkage=0,2' for --choose; expected"
            + " shrinkage=V,V,... with numbers from 0 to 1.",
        "rda --choose lambda-gamma=1 | invalid value 'lambda-gamma=1' for --choose; expected"
            + " lambda-gamma without values.",
        "lda --last-row skip | --last-row needs --choose, --temperature or --sets.",
        "mixed-nb --choose ridge | invalid value 'ridge' for --choose; expected one of shrinkage,"
            + " alpha, variance-smoothing for mixed-nb.",
        "lda --choose ridge --last-row x | invalid value 'x' for --last-row; expected refuse or"
            + " skip.",
      })
  void choicesThatMakeNoSenseAreRefused(String options, String sentence) {
    Path model = folder.resolve("model");
    assertEquals(sentence, CommandRun.refusal(arguments("fit", IRIS, options, "--out", model)));
    assertFalse(Files.exists(model));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lda --leave-one-out --folds 3 | test rows are given in 2 ways; use one of --split every:N,"
            + " --test FILE, --folds K, --prequential and --leave-one-out.",
        "lda | missing test rows; use one of --split every:N, --test FILE, --folds K,"
            + " --prequential and --leave-one-out.",
        "lda --split every:5 --last-row skip | --last-row needs --leave-one-out.",
        "lda --folds 3 --box-m | --box-m needs one set of training rows, and --folds makes"
            + " several; use --split, --test or --leave-one-out.",
        "multinomial-nb --leave-one-out --box-m | --box-m does not apply to multinomial-nb;"
            + " expected one of lda, qda, rda, low-rank, gaussian-nb.",
      })
  void evaluationsThatMakeNoSenseAreRefused(String options, String sentence) {
    assertEquals(sentence, CommandRun.refusal(arguments("evaluate", IRIS, options)));
  }

  @Test
  void boxMNeedsMoreRowsThanFeatures() throws IOException {
    Path data = write("data", "x,y,k\n1,5,a\n2,4,a\n4,9,b\n7,5,b\n6,5,b\n");
    assertEquals(
        "--box-m: "
            + data
            + ": class 'a' has 2 rows for 2 features, so its covariance is singular; more rows"
            + " than features are expected.",
        CommandRun.refusal(arguments("evaluate", data, "lda --leave-one-out", "--box-m")));
  }
}
