package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitPredictTest {

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void namesModel() {
    model = folder.resolve("model");
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private void fit(String classifier, Path data, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", classifier, "--data", data, "--out", model));
    arguments.addAll(List.of(more));
    CommandRun.output(arguments.toArray());
  }

  private List<String> predict(Path data, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("predict", "--model", model, "--data", data));
    arguments.addAll(List.of(more));
    return CommandRun.lines(arguments.toArray());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void predictsTheRowsOfATableWithAndWithoutItsLabel() throws IOException {
    fit("qda", example("iris.csv"));
    List<String> withLabel = predict(example("iris.csv"));
    assertEquals(151, withLabel.size());
    assertEquals("row,label", withLabel.getFirst());
    assertEquals("0,0", withLabel.get(1));
    assertEquals("149,2", withLabel.getLast());
    StringBuilder cut = new StringBuilder();
    for (String line : Files.readAllLines(example("iris.csv")).subList(1, 151)) {
      cut.append(line, 0, line.lastIndexOf(',')).append('\n');
    }
    assertEquals(withLabel, predict(write("cut", cut.toString())));
  }

  @Test
  void columnsThatAreLeftOutChangeNothingElse() throws IOException {
    StringBuilder wide = new StringBuilder();
    StringBuilder narrow = new StringBuilder();
    int row = 0;
    for (String line : Files.readAllLines(example("iris.csv")).subList(1, 151)) {
      String[] cells = line.split(",");
      wide.append("flower").append(row++).append(',').append(line).append('\n');
      narrow.append(String.join(",", cells[0], cells[1], cells[3], cells[4])).append('\n');
    }
    fit("lda", write("narrow", narrow.toString()));
    List<String> expected = predict(folder.resolve("narrow"), "--posteriors");
    Path data = write("wide", wide.toString());
    for (List<Object> options :
        List.<List<Object>>of(
            List.of("--drop", "0,3"),
            List.of("--drop", "0", "--drop", "3"),
            List.of("--features", "1-2,4", "--label", "5"))) {
      fit("lda", data, options.toArray());
      assertEquals(expected, predict(data, "--posteriors"), options.toString());
    }
    assertEquals(
        "--features and --drop cannot be used together.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            model,
            "--drop",
            "0",
            "--features",
            "1"));
    assertEquals(
        "--drop cannot be used with --text, whose words are the features.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            model,
            "--drop",
            "0",
            "--text",
            "0"));
  }

  @Test
  void aLabelThatLooksLikeAMeasurementIsSaidToDoSo() {
    CommandRun run =
        CommandRun.of(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            example("iris.csv"),
            "--label",
            0,
            "--split",
            "every:5");
    assertEquals(0, run.code());
    assertEquals(
        "lanewise: note: the label, column index 0, looks like a measurement: it has 35 different"
            + " values in 150 rows, such as '4.3', and each becomes a class; use --label to name"
            + " the class column.\n",
        run.err());
  }

  @Test
  void namesThatATerminalWouldObeyAreShownAndKept() throws IOException {
    String red = "\033[31mred\u009B";
    Path data = write("data", "x\033]0;t,k\n1," + red + "\n2," + red + "\n3,b\n5,b\n");
    fit("gaussian-nb", data);
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("\\x1b[31mred\\x9b"), text);
    assertEquals("0," + red, predict(data).get(1));
    String json = CommandRun.output("inspect", model, "--json");
    for (String shown :
        List.of(
            text,
            json,
            CommandRun.refusal("inspect", folder.resolve("a\033[31m")),
            CommandRun.refusal("fit\033[31m"),
            CommandRun.refusal(
                "predict", "--model", model, "--data", write("far", "y\033\n1\n")))) {
      assertTrue(shown.codePoints().noneMatch(c -> c != '\n' && Character.isISOControl(c)), shown);
    }
    assertEquals(red, CommandRun.json("inspect", model, "--json").get("classes").get(0).asText());
  }

  @Test
  void writesLogPosteriorsInTheirShortestForm() {
    fit("lda", example("iris.csv"));
    List<String> lines = predict(example("iris.csv"), "--posteriors");
    assertEquals("row,label,log_p(0),log_p(1),log_p(2)", lines.getFirst());
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      assertEquals(5, cells.length);
      double sum = 0;
      for (int i = 2; i < 5; i++) {
        double value = Double.parseDouble(cells[i]);
        assertEquals(Double.toString(value), cells[i]);
        assertTrue(value <= 0);
        sum += Math.exp(value);
      }
      assertEquals(1, sum, 1e-14);
    }
  }

  @Test
  void writesTheSameToAFile() throws IOException {
    fit("gaussian-nb", example("wine.csv"));
    List<String> expected = predict(example("wine.csv"), "--posteriors");
    Path out = write("out", "what was there before");
    assertEquals(List.of(), predict(example("wine.csv"), "--posteriors", "--out", out));
    assertEquals(expected, Files.readAllLines(out));
    assertEquals(List.of("model", "out"), files());
  }

  @Test
  void threadsDoNotChangeABit() {
    fit("qda", example("banknote.csv"), "--threads", "1");
    List<String> one = predict(example("banknote.csv"), "--posteriors", "--threads", "1");
    fit("qda", example("banknote.csv"), "--threads", "4");
    assertEquals(one, predict(example("banknote.csv"), "--posteriors", "--threads", "4"));
  }

  @Test
  void matchesFeaturesByNameWhereBothFilesHaveNames() throws IOException {
    fit("lda", write("train", "kind,a,b\nx,1,10\nx,2,11\ny,3,30\ny,5,31\n"), "--label", "kind");
    List<String> expected = predict(write("same", "kind,a,b\n,1,12\n,4,29\n"), "--posteriors");
    assertEquals(
        expected,
        predict(write("moved", "note,b,kind,a\nhello,12,?,1\nbye,29,?,4\n"), "--posteriors"));
    assertEquals(expected, predict(write("absent", "b,a\n12,1\n29,4\n"), "--posteriors"));
    assertEquals(expected, predict(write("nameless", "1,12\n4,29\n"), "--posteriors"));
    assertEquals(expected, predict(write("labelled", "q,1,12\nq,4,29\n"), "--posteriors"));
  }

  @Test
  void keepsTheThreshold() throws IOException {
    fit("bernoulli-nb", write("train", "1,9,a\n2,8,a\n8,1,b\n9,2,b\n"), "--binarize", "5");
    assertEquals(List.of("row,label", "0,a", "1,b"), predict(write("test", "5,5.5\n5.5,5\n")));
  }

  @Test
  void keepsTheVocabulary() throws IOException {
    Path messages =
        write(
            "train",
            "ham\tsee you at \"home\ntomorrow is not\nspam\tWIN a prize NOW\n"
                .replace("\ntomorrow", " tomorrow"));
    fit("bernoulli-nb", messages, "--text", "1");
    List<String> expected = List.of("row,label", "0,spam", "1,ham");
    assertEquals(expected, predict(write("labelled", "x\twin win prize\nx\thome, you?\n")));
    assertEquals(expected, predict(write("messages", "win win prize\nhome, you?\n")));
  }

  @Test
  void keepsTheNumberOfSparseFeatures() throws IOException {
    fit("bernoulli-nb", write("train", "a 0:1\na 0:1 3:0\nb 1:1\nb 1:1\n"));
    assertEquals(
        List.of("row,label", "0,a", "1,b", "2,b"),
        predict(write("test", "? 0:1\n? 1:1\n? 1:1 3:1\n")));
    assertEquals(
        List.of("row,label", "0,a", "1,b"), predict(write("unlabelled", "0:1 3:1\n1:1\n")));
  }

  @Test
  void quotesClassNamesThatNeedIt() throws IOException {
    fit("lda", write("train", "1,\"a, \"\"b\"\"\"\n2,\"a, \"\"b\"\"\"\n7,c\n8,c\n"));
    assertEquals(
        List.of("row,label,\"log_p(a, \"\"b\"\")\",log_p(c)", "0,\"a, \"\"b\"\"\""),
        predict(write("test", "1.5\n"), "--posteriors").stream()
            .map(line -> line.replaceAll(",-[0-9.E-]+", ""))
            .toList());
  }

  @Test
  void writesUtf8WhateverTheLocale() throws IOException {
    fit("lda", write("train", "1,größer\n2,größer\n7,日本\n8,日本\n"));
    assertEquals(List.of("row,label", "0,größer", "1,日本"), predict(write("test", "1\n8\n")));
  }

  @Test
  void saysWhatItFitted() {
    String said =
        CommandRun.output(
            "fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", model);
    assertTrue(said.startsWith(model + ": lda of 150 rows, 4 features, 3 classes, fitted in "));
  }

  /// A model file makes no difference: what is predicted from it is what was evaluated.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda --shrinkage oas",
        "qda --reg 0.1",
        "rda --lambda 0.3 --gamma 0.2",
        "bernoulli-nb --binarize 3 --alpha pseudo-data",
        "categorical-nb --alpha 0.5",
        "multinomial-nb --alpha 0.5,1,2,0",
        "complement-nb",
        "complement-nb --normalize",
        "poisson-nb"
      })
  void predictsAsEvaluated(String options) {
    List<Object> evaluate =
        new ArrayList<>(List.of("evaluate", "--json", "--test", example("iris.csv")));
    evaluate.addAll(List.of("--data", example("iris.csv"), "--classifier"));
    evaluate.addAll(List.of(options.split(" ")));
    JsonNode evaluated = CommandRun.json(evaluate.toArray());
    List<String> more = List.of(options.split(" "));
    fit(more.getFirst(), example("iris.csv"), more.subList(1, more.size()).toArray());
    List<String> lines = predict(example("iris.csv"), "--posteriors");
    int correct = 0;
    double loss = 0;
    for (int row = 0; row < 150; row++) {
      String[] cells = lines.get(row + 1).split(",");
      correct += Integer.parseInt(cells[1]) == row / 50 ? 1 : 0;
      loss -= Double.parseDouble(cells[2 + row / 50]) / 150;
    }
    assertEquals(evaluated.get("correct").asInt(), correct);
    assertEquals(evaluated.get("logLoss").asDouble(), loss, 1e-12 * Math.max(1, loss));
    JsonNode inspected = CommandRun.json("inspect", model, "--json");
    assertEquals(more.getFirst(), inspected.get("classifier").asText());
    assertEquals(evaluated.get("freeParameters"), inspected.get("freeParameters"));
    assertTrue(CommandRun.output("inspect", model).contains(more.getFirst()));
  }

  @Test
  void inspectTellsTheAxesAndTheShrinkage() {
    fit("lda", example("iris.csv"), "--shrinkage", "oas");
    JsonNode oas = CommandRun.json("inspect", model, "--json");
    assertEquals("{\"shrinkage\":\"oas\"}", oas.get("options").toString());
    assertEquals(1, oas.get("shrinkageIntensities").size());
    double intensity = oas.get("shrinkageIntensities").get(0).asDouble();
    assertTrue(intensity > 0 && intensity < 0.1, "" + intensity);
    assertEquals(2, oas.get("explainedVariance").size());
    fit("lda", example("iris.csv"), "--shrinkage", Double.toString(intensity));
    JsonNode fixed = CommandRun.json("inspect", model, "--json");
    assertEquals(
        oas.get("logDeterminants").get(0).asDouble(),
        fixed.get("logDeterminants").get(0).asDouble(),
        1e-12);
    // As the example of MASS::lda has them.
    fit("lda", example("iris.csv"));
    JsonNode plain = CommandRun.json("inspect", model, "--json");
    assertEquals(0.9912, plain.get("explainedVariance").get(0).asDouble(), 5e-5);
    assertEquals(0.0088, plain.get("explainedVariance").get(1).asDouble(), 5e-5);
    assertEquals(null, plain.get("shrinkageIntensities"));
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("99.12 %, 0.88 %\n"), text);
    fit("qda", example("iris.csv"), "--shrinkage", "lw-sklearn");
    JsonNode qda = CommandRun.json("inspect", model, "--json");
    assertEquals(3, qda.get("shrinkageIntensities").size());
    assertTrue(CommandRun.output("inspect", model).contains("--shrinkage lw-sklearn"));
  }

  @Test
  void keepsCountsOfWords() throws IOException {
    fit(
        "multinomial-nb",
        write("train", "ham\tsee you at home\nspam\twin a prize now win\n"),
        "--text",
        "1");
    List<String> expected = List.of("row,label", "0,spam", "1,ham");
    assertEquals(expected, predict(write("messages", "win unknown prize\nhome, you?\n")));
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("the word 'win'"), text);
  }

  @Test
  void inspectTellsWhatAGaussianModelIs() {
    fit("lda", example("breast_cancer.csv"), "--priors", "0.25,0.75");
    JsonNode lda = CommandRun.json("inspect", model, "--json");
    assertEquals("lda", lda.get("classifier").asText());
    assertEquals("[\"0\",\"1\"]", lda.get("classes").toString());
    assertEquals("[0.25,0.75]", lda.get("priors").toString());
    assertEquals(30, lda.get("features").asInt());
    assertEquals(2 * 30 + 30 * 31 / 2 + 1, lda.get("freeParameters").asInt());
    assertEquals(31, lda.get("theta").size());
    assertEquals(2, lda.get("logDeterminants").size());
    assertEquals(30, lda.at("/parameters/0/values/1").size());
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("0      0.250000"), text);
    assertTrue(text.contains("logistic form: p(1 | x)"), text);
    fit("qda", example("iris.csv"));
    JsonNode qda = CommandRun.json("inspect", model, "--json");
    assertEquals(3 * 4 + 3 * 10 + 2, qda.get("freeParameters").asInt());
    assertEquals(3, qda.get("logDeterminants").size());
    assertEquals(null, qda.get("theta"));
    fit("gaussian-nb", example("iris.csv"));
    JsonNode naive = CommandRun.json("inspect", model, "--json");
    assertEquals(2 * 3 * 4 + 2, naive.get("freeParameters").asInt());
  }

  @Test
  void inspectedThetaIsThePosterior() throws IOException {
    fit("lda", example("banknote.csv"));
    JsonNode theta = CommandRun.json("inspect", model, "--json").get("theta");
    String line = Files.readAllLines(example("banknote.csv")).get(700);
    String[] cells = line.split(",");
    double logit = theta.get(0).asDouble();
    for (int feature = 0; feature < 4; feature++) {
      logit += theta.get(feature + 1).asDouble() * Double.parseDouble(cells[feature]);
    }
    String[] predicted = predict(write("row", line + "\n"), "--posteriors").get(1).split(",");
    assertEquals(-Math.log1p(Math.exp(-logit)), Double.parseDouble(predicted[3]), 1e-12);
  }

  @Test
  void inspectTellsWhatABernoulliModelIs() throws IOException {
    fit("bernoulli-nb", write("train", "a,b,k\n1,0,x\n3,0,x\n0,7,y\n0,9,y\n"), "--binarize", "0.5");
    JsonNode json = CommandRun.json("inspect", model, "--json");
    assertEquals("[\"a\",\"b\"]", json.get("featureNames").toString());
    assertEquals("k", json.get("label").asText());
    assertEquals(0.5, json.get("binarize").asDouble());
    assertEquals(5, json.get("freeParameters").asInt());
    // 2·(2² − 1) + 1
    assertEquals("7", json.get("fullJointParameters").asText());
    assertEquals(Math.log(3) * -2, json.get("theta").get(1).asDouble(), 1e-14);
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("full joint table  7\n"), text);
    fit("bernoulli-nb", folder.resolve("train"), "--binarize", "0", "--alpha", "0");
    assertEquals(null, CommandRun.json("inspect", model, "--json").get("theta"));
    fit("bernoulli-nb", example("sms_spam.tsv"), "--text", "1");
    String words = CommandRun.output("inspect", model);
    assertTrue(words.contains("the word 'claim'"), words);
    assertTrue(words.contains("full joint table  2.058E+2634\n"), words);
  }

  @Test
  void wordsOfAnyScriptAreCountedAndWhatIsInNoWordIsTold() throws IOException {
    Path data = write("train", "k\tm\na\tGröße 😀 £5\nb\tПривет £\na\t你好\n");
    CommandRun run =
        CommandRun.of(
            "fit",
            "--classifier",
            "multinomial-nb",
            "--label",
            "k",
            "--text",
            "m",
            "--data",
            data,
            "--out",
            model);
    assertEquals(
        "lanewise: note: %s: leaving out 3 characters of messages, such as '£', that belong to no word (a run of letters, marks and digits).\n"
            .formatted(data),
        run.err());
    assertEquals(
        "[\"5\",\"grösse\",\"привет\",\"你\",\"好\"]",
        CommandRun.json("inspect", model, "--json").get("featureNames").toString());
    List<String> lines =
        CommandRun.lines(
            "predict", "--model", model, "--data", write("new", "m\nПРИВЕТ\nGRÖSSE\n"));
    assertEquals(List.of("row,label", "0,b", "1,a"), lines);
  }

  @Test
  void aModelWrittenTwiceIsTheSameBytes() throws IOException {
    fit("bernoulli-nb", example("sms_spam.tsv"), "--text", "1");
    byte[] first = Files.readAllBytes(model);
    fit("bernoulli-nb", example("sms_spam.tsv"), "--text", "1", "--threads", "2");
    assertArrayEquals(first, Files.readAllBytes(model));
  }

  /// The variance of the salaries is 2.5e8, so 0.25 is added to those of the ratios, of 0.02 at
  /// most.
  @Test
  void aColumnWhoseVarianceIsLessThanTheSmoothingIsNamed() throws IOException {
    StringBuilder rows = new StringBuilder("salary,ratio,one,c\n");
    for (int i = 0; i < 20; i++) {
      int ten = i % 10;
      rows.append(20_000 + 10_000 * (ten % 5))
          .append(i < 10 ? ",0.1" : ",0.6")
          .append(ten)
          .append(",1,")
          .append(i < 10 ? "low" : "high")
          .append('\n');
    }
    Path data = Files.writeString(folder.resolve("salaries.csv"), rows);
    String note =
        "lanewise: note: variance smoothing, 0.200 (1e-9 of the largest variance), exceeds the"
            + " variance within a class of column 'ratio' and dominates the densities there; use"
            + " --variance-smoothing 0 to turn it off.\n";
    String[] classifiers = {"gaussian-nb", "mixed-nb"};
    for (String classifier : classifiers) {
      List<Object> fit =
          new ArrayList<>(
              List.of("fit", "--classifier", classifier, "--data", data, "--out", model));
      assertTrue(CommandRun.of(fit.toArray()).err().contains(note), classifier);
      fit.addAll(List.of("--variance-smoothing", "1e-9"));
      assertFalse(CommandRun.of(fit.toArray()).err().contains("smoothing"), classifier);
      CommandRun folds =
          CommandRun.of("evaluate", "--classifier", classifier, "--data", data, "--folds", "2");
      assertEquals(2, folds.err().split("variance smoothing", -1).length, folds.err());
    }
    CommandRun chosen =
        CommandRun.of(
            "fit",
            "--classifier",
            "gaussian-nb",
            "--data",
            data,
            "--drop",
            "one",
            "--choose",
            "variance-smoothing",
            "--out",
            model);
    assertFalse(chosen.err().contains("the smoothing"), chosen.err());
  }
}
