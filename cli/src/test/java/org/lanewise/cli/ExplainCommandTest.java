package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `predict --explain`, `evaluate --calibration` and `fit --temperature`.
class ExplainCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;

  private Path fit(String options, Path data) {
    Path model = folder.resolve("model");
    List<Object> arguments = new ArrayList<>(List.of("fit", "--data", data, "--out", model));
    arguments.add("--classifier");
    arguments.addAll(List.of(options.split(" ")));
    CommandRun.output(arguments.toArray());
    return model;
  }

  private static double number(String cell) {
    return Double.parseDouble(cell);
  }

  @ParameterizedTest
  @CsvSource({"lda", "qda", "rda --gamma 0.1", "gaussian-nb", "multinomial-nb", "poisson-nb"})
  void partsSumToTheLogOdds(String options) {
    Path model = fit(options, IRIS);
    List<String> lines =
        CommandRun.lines(
            "predict", "--model", model, "--data", IRIS, "--explain", "all", "--posteriors");
    assertEquals(
        "row,label,log_p(0),log_p(1),log_p(2),explained,against,log_odds,prior,contribution(0),"
            + "contribution(1),contribution(2),contribution(3)",
        lines.getFirst());
    List<String> top =
        CommandRun.lines("predict", "--model", model, "--data", IRIS, "--explain", "2");
    assertEquals(
        "row,label,explained,against,log_odds,prior,feature1,contribution1,feature2,contribution2",
        top.getFirst());
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",");
      int label = Integer.parseInt(cells[5]);
      int against = Integer.parseInt(cells[6]);
      assertEquals(cells[1], cells[5]);
      double odds = number(cells[2 + label]) - number(cells[2 + against]);
      double sum = number(cells[8]);
      for (int j = 9; j < 13; j++) {
        sum += number(cells[j]);
      }
      double scale = 1e-9 * Math.max(1, Math.abs(odds));
      assertEquals(odds, number(cells[7]), scale);
      assertEquals(odds, sum, scale);
      String[] best = top.get(i).split(",");
      double first = number(best[7]);
      assertEquals(
          Stream.of(cells).skip(9).mapToDouble(c -> Math.abs(number(c))).max().orElse(0),
          Math.abs(first));
      assertEquals(cells[9 + Integer.parseInt(best[6])], best[7]);
      assertTrue(Math.abs(first) >= Math.abs(number(best[9])));
    }
  }

  @Test
  void anotherClassMayBeComparedWith() {
    Path model = fit("lda", IRIS);
    for (String line :
        CommandRun.lines(
                "predict", "--model", model, "--data", IRIS, "--explain", "1", "--against", "0")
            .subList(1, 151)) {
      String[] cells = line.split(",");
      assertEquals(cells[2].equals("0") ? "1" : "0", cells[3], line);
    }
    Object[] start = {"predict", "--model", model, "--data", IRIS};
    for (String[] wrong :
        new String[][] {
          {
            "--against 7 --explain 1",
            "invalid value '7' for --against; expected one of the classes [0, 1, 2]."
          },
          {"--against 0", "--against needs --explain K."},
          {
            "--explain 0",
            "invalid value '0' for --explain; expected a number of features (at least 1) or all."
          }
        }) {
      assertEquals(
          wrong[1],
          CommandRun.refusal(
              Stream.concat(Stream.of(start), Stream.of(wrong[0].split(" "))).toArray()));
    }
  }

  @ParameterizedTest
  @CsvSource({"lda", "qda", "rda --gamma 0.1", "gaussian-nb", "poisson-nb"})
  void partsAboutABaselineSumToTheSameLogOdds(String options) {
    Path model = fit(options, IRIS);
    List<String> plain =
        CommandRun.lines("predict", "--model", model, "--data", IRIS, "--explain", "all");
    for (String baseline : List.of("1", "mean")) {
      List<String> lines =
          CommandRun.lines(
              "predict",
              "--model",
              model,
              "--data",
              IRIS,
              "--explain",
              "all",
              "--baseline",
              baseline);
      assertEquals(
          "row,label,explained,against,log_odds,prior,baseline,contribution(0),contribution(1),"
              + "contribution(2),contribution(3)",
          lines.getFirst());
      for (int i = 1; i < lines.size(); i++) {
        String[] cells = lines.get(i).split(",");
        double odds = number(plain.get(i).split(",")[4]);
        double sum = Stream.of(cells).skip(5).mapToDouble(ExplainCommandTest::number).sum();
        double scale = 1e-9 * Math.max(1, Math.abs(odds));
        assertEquals(odds, number(cells[4]), scale);
        assertEquals(odds, sum, scale);
      }
    }
  }

  @Test
  void aRowThatIsTheBaselineHasNoParts() throws IOException {
    Path data = Files.writeString(folder.resolve("d"), "x,y,k\n0,2,a\n2,0,a\n8,9,b\n9,7,b\n");
    Path model = fit("gaussian-nb", data);
    // The mean of class a, and that of all rows, as both classes have as many.
    Path row = Files.writeString(folder.resolve("row"), "x,y\n1,1\n4.75,4.5\n");
    assertTrue(
        CommandRun.lines(
                "predict", "--model", model, "--data", row, "--explain", "all", "--baseline", "a")
            .get(1)
            .endsWith(",0.0,0.0"));
    assertTrue(
        CommandRun.lines(
                "predict",
                "--model",
                model,
                "--data",
                row,
                "--explain",
                "all",
                "--baseline",
                "mean")
            .get(2)
            .endsWith(",0.0,0.0"));
  }

  @Test
  void sparseCountsAreExplainedAboutTheirMean() throws IOException {
    Path mail =
        Files.writeString(folder.resolve("mail"), "a\tone two\nb\tthree one\nb\tthree\na\ttwo\n");
    Path model = fit("poisson-nb --label 0 --text 1", mail);
    for (String line :
        CommandRun.lines(
                "predict", "--model", model, "--data", mail, "--explain", "all", "--baseline", "a")
            .subList(1, 4)) {
      String[] cells = line.split(",");
      double sum = Stream.of(cells).skip(5).mapToDouble(ExplainCommandTest::number).sum();
      assertEquals(number(cells[4]), sum, 1e-12, line);
    }
  }

  @Test
  void baselinesThatDoNotExistAreRefused() {
    Path model = fit("lda", IRIS);
    assertEquals(
        "invalid value '7' for --baseline; expected one of the classes [0, 1, 2], or mean.",
        CommandRun.refusal(
            "predict", "--model", model, "--data", IRIS, "--explain", "1", "--baseline", "7"));
    assertEquals(
        "--baseline needs --explain K.",
        CommandRun.refusal("predict", "--model", model, "--data", IRIS, "--baseline", "0"));
    fit("multinomial-nb", IRIS);
    assertEquals(
        "--baseline does not apply to a model of multinomial-nb, whose mean is not a row; expected"
            + " one of lda, qda, rda, low-rank, gaussian-nb, poisson-nb.",
        CommandRun.refusal(
            "predict", "--model", model, "--data", IRIS, "--explain", "1", "--baseline", "0"));
  }

  @Test
  void wordsAndCategoriesAreNamed() throws IOException {
    Path mail =
        Files.writeString(folder.resolve("mail"), "a\tone two\nb\tthree one\nb\tthree\na\ttwo\n");
    Path model = fit("multinomial-nb --label 0 --text 1", mail);
    assertEquals(
        "row,label,explained,against,log_odds,prior,feature1,contribution1",
        CommandRun.lines("predict", "--model", model, "--data", mail, "--explain", "1").getFirst());
    assertTrue(
        CommandRun.lines("predict", "--model", model, "--data", mail, "--explain", "1")
            .get(3)
            .matches("2,b,b,a,.*,three,.*"));
    fit("bernoulli-nb --label 0 --text 1", mail);
    assertEquals(
        5, CommandRun.lines("predict", "--model", model, "--data", mail, "--explain", "9").size());
    Path cells = Files.writeString(folder.resolve("cells"), "x,y,k\nu,v,a\nu,w,a\nz,?,b\nz,v,b\n");
    fit("categorical-nb --missing ?", cells);
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", cells, "--explain", "all");
    assertTrue(lines.getFirst().endsWith("prior,contribution(x),contribution(y)"));
    assertTrue(lines.get(3).endsWith(",0.0"), lines.get(3));
  }

  @Test
  void calibrationIsToldInATable() {
    JsonNode json =
        CommandRun.json(
            "evaluate",
            "--classifier",
            "gaussian-nb",
            "--data",
            example("breast_cancer.csv"),
            "--leave-one-out",
            "--calibration",
            "--json");
    JsonNode calibration = json.get("calibration");
    double error = 0;
    long rows = 0;
    double right = 0;
    for (JsonNode bin : calibration.get("bins")) {
      long inBin = bin.get("rows").asLong();
      rows += inBin;
      right += inBin * bin.get("observed").asDouble();
      error +=
          inBin * Math.abs(bin.get("observed").asDouble() - bin.get("predicted").asDouble()) / 569;
    }
    assertEquals(569, rows);
    assertEquals(json.get("correct").asDouble(), right, 1e-9);
    assertEquals(error, calibration.get("expectedCalibrationError").asDouble(), 1e-12);
    assertTrue(calibration.get("brierScore").asDouble() < 0.2);
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "lda", "--data", IRIS, "--folds", 5, "--calibration");
    assertTrue(text.contains("\nBrier score        "), text);
    assertTrue(text.contains("\nlargest probability  rows    mean  correct\n"), text);
  }

  @ParameterizedTest
  @CsvSource({"gaussian-nb", "lda --shrinkage 0.1"})
  void aTemperatureIsFittedKeptAndUsed(String options) {
    Path data = example("breast_cancer.csv");
    Path plain = fit(options, data);
    List<String> before =
        CommandRun.lines("predict", "--model", plain, "--data", data, "--posteriors");
    JsonNode left =
        CommandRun.json(
            Stream.concat(
                    Stream.of("evaluate", "--data", data, "--leave-one-out", "--json"),
                    Stream.of(("--classifier " + options).split(" ")))
                .toArray());
    Path model = folder.resolve("warm");
    JsonNode fit =
        CommandRun.json(
            Stream.concat(
                    Stream.of("fit", "--data", data, "--out", model, "--temperature", "--json"),
                    Stream.of(("--classifier " + options).split(" ")))
                .toArray());
    double temperature = fit.get("temperature").asDouble();
    assertEquals(left.get("logLoss").asDouble(), fit.get("logLossBefore").asDouble(), 1e-12);
    assertTrue(fit.get("logLoss").asDouble() < fit.get("logLossBefore").asDouble());
    assertEquals(
        temperature, CommandRun.json("inspect", model, "--json").get("temperature").asDouble());
    List<String> after =
        CommandRun.lines("predict", "--model", model, "--data", data, "--posteriors");
    for (int i = 1; i < after.size(); i++) {
      String[] cold = before.get(i).split(",");
      String[] warm = after.get(i).split(",");
      assertEquals(cold[1], warm[1]);
      double odds = number(cold[2]) - number(cold[3]);
      assertEquals(
          odds / temperature,
          number(warm[2]) - number(warm[3]),
          1e-9 * Math.max(1, Math.abs(odds)));
    }
    // Σ log p(x, y) is that of the model, whatever its temperature.
    JsonNode stored = CommandRun.json("evaluate", "--model", model, "--data", data, "--json");
    JsonNode bare = CommandRun.json("evaluate", "--model", plain, "--data", data, "--json");
    assertEquals(bare.get("jointLogLikelihood"), stored.get("jointLogLikelihood"));
    assertEquals(bare.get("confusion"), stored.get("confusion"));
    assertTrue(stored.get("logLoss").asDouble() != bare.get("logLoss").asDouble());
    CommandRun.output(
        "predict", "--model", model, "--data", data, "--explain", "3", "--priors", "uniform");
  }

  @Test
  void withATemperatureAndOtherPriorsTheClassOfTheLabelIsExplained() {
    Path data = example("breast_cancer.csv");
    Path model = fit("gaussian-nb --temperature", data);
    List<String> lines =
        CommandRun.lines(
            "predict",
            "--model",
            model,
            "--data",
            data,
            "--priors",
            "0.999,0.001",
            "--explain",
            "1",
            "--top",
            "1");
    assertEquals(
        "row,label1,p1,explained,against,log_odds,prior,feature1,contribution1", lines.getFirst());
    boolean differs = false;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      assertEquals(cells[1], cells[3], line);
      assertEquals(cells[1].equals("0") ? "1" : "0", cells[4], line);
      assertTrue(number(cells[2]) >= 0.5, line);
      differs |= number(cells[5]) < 0;
    }
    // The temperature leaves more to the priors than the log-odds without it say.
    assertTrue(differs);
    String said =
        CommandRun.of("predict", "--model", model, "--data", data, "--priors", "from-data").err();
    assertTrue(
        said.matches("lanewise: note: priors estimated from .* \\(\\d+ iterations\\)\\.\n"), said);
    String fitted =
        CommandRun.of(
                "fit", "--classifier", "gaussian-nb", "--data", data, "--temperature", "--out", "-")
            .err();
    assertTrue(fitted.contains("note: temperature "), fitted);
  }

  @Test
  void aTemperatureThatDoesNotExistIsRefused() throws IOException {
    Path data = Files.writeString(folder.resolve("data"), "1,a\n2,a\n1.5,a\n9,b\n8,b\n8.5,b\n");
    assertEquals(
        data
            + ": the class of each of the 6 rows has its largest score, so the log loss falls"
            + " without end as the temperature goes to 0; expected at least one"
            + " misclassified row.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--temperature",
            "--out",
            folder.resolve("m")));
  }

  @Test
  @Tag("sweep")
  void partsOfAllWordsOfManyMessagesAreWrittenAsTheyAreMade() throws IOException {
    // Together more cells than lines are kept for, in each half fewer.
    int words = 4000;
    int count = 1100;
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder message = new StringBuilder(i % 3 == 0 ? "spam\t" : "ham\t");
      for (int w = 0; w < 8; w++) {
        message.append(" w").append((i * 8 + w) % words);
      }
      messages.add(message.toString());
    }
    Path all = Files.write(folder.resolve("all.tsv"), messages);
    Path model = fit("multinomial-nb --label 0 --text 1", all);
    List<String> lines = explained(model, all);
    assertEquals(1 + count, lines.size());
    assertEquals(5 + words, lines.getFirst().split(",").length);
    for (int half = 0; half < 2; half++) {
      int from = half * count / 2;
      List<String> part = messages.subList(from, from + count / 2);
      assertEquals(
          lines.subList(1 + from, 1 + from + part.size()),
          explained(model, Files.write(folder.resolve("half.tsv"), part)).stream()
              .skip(1)
              .toList());
    }
  }

  private static List<String> explained(Path model, Path data) {
    return CommandRun.lines(
        "predict", "--no-row", "--model", model, "--data", data, "--explain", "all");
  }
}
