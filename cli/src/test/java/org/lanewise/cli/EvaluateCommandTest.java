package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluateCommandTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode evaluate(Path data, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("evaluate", "--data", data, "--json"));
    arguments.addAll(List.of(more));
    return CommandRun.json(arguments.toArray());
  }

  /// Without what differs from run to run.
  private static JsonNode results(JsonNode evaluation) {
    ObjectNode results = evaluation.deepCopy();
    results.remove(List.of("fitMillis", "scoreMillis"));
    return results;
  }

  @ParameterizedTest
  @CsvSource({
    "iris.csv, lda, 30",
    "iris.csv, qda, 30",
    "iris.csv, gaussian-nb, 28",
    "wine.csv, lda, 35",
    "wine.csv, qda, 35",
    "wine.csv, gaussian-nb, 35",
    "breast_cancer.csv, lda, 106",
    "breast_cancer.csv, qda, 111",
    "breast_cancer.csv, gaussian-nb, 105",
    "banknote.csv, lda, 271",
    "banknote.csv, qda, 272",
    "banknote.csv, gaussian-nb, 232"
  })
  void predictsAsManyRowsAsTheReferences(String file, String classifier, int correct) {
    JsonNode result = evaluate(example(file), "--classifier", classifier, "--split", "every:5");
    assertEquals(correct, result.get("correct").asInt());
    assertEquals(classifier, result.get("classifier").asText());
    String expected = System.getProperty("lanewise.expected.kernels", "");
    assertTrue(result.get("kernels").asText().startsWith(expected));
  }

  @Test
  void takesOptionsToTheModel() {
    Path data = example("breast_cancer.csv");
    String[] split = {"--split", "every:5", "--classifier"};
    assertEquals(
        106,
        evaluate(data, split[0], split[1], split[2], "gaussian-nb", "--variance-smoothing", "0")
            .get("correct")
            .asInt());
    // The exact values of the reference results.
    assertEquals(
        0.1486953168104144,
        evaluate(data, split[0], split[1], split[2], "lda", "--covariance", "unbiased")
            .get("logLoss")
            .asDouble(),
        1e-9);
    assertEquals(
        0.14864709840618004,
        evaluate(data, split[0], split[1], split[2], "lda", "--priors", "laplace")
            .get("logLoss")
            .asDouble(),
        1e-9);
    assertEquals(
        0.07066352509443437,
        evaluate(data, split[0], split[1], split[2], "qda", "--covariance", "unbiased")
            .get("logLoss")
            .asDouble(),
        1e-9);
  }

  /// Correct rows and the log loss of exact arithmetic.
  @ParameterizedTest
  @CsvSource({
    "iris.csv, lda --shrinkage 0.1, 30, 0.025791453471368082",
    "iris.csv, lda --ridge 1, 29, 0.23763557615930664",
    "iris.csv, qda --covariance unbiased --reg 0.1, 30, 0.05965952047845392",
    "iris.csv, rda --lambda 0 --gamma 0, 30, 0.011770850667344873",
    "iris.csv, rda --lambda 1, 30, 0.04396413575005521",
    "iris.csv, rda --lambda 1 --blend friedman, 30, 0.04323514626185029",
    "wine.csv, lda --shrinkage 0.1, 22, 0.6961448308511707",
    "wine.csv, lda --ridge 1, 33, 0.13434931920627813",
    "wine.csv, qda --covariance unbiased --reg 0.1, 35, 0.007943429704124266",
    "breast_cancer.csv, lda --shrinkage 0.1, 94, 0.3284390947693581",
    "breast_cancer.csv, lda --ridge 1, 106, 0.13275648334551965",
    "breast_cancer.csv, qda --covariance unbiased --reg 0.1, 105, 0.1555364587522746",
    "banknote.csv, lda --shrinkage 0.1, 270, 0.043301412509896435",
    "banknote.csv, lda --ridge 1, 271, 0.038004649301410225",
    "banknote.csv, qda --covariance unbiased --reg 0.1, 272, 0.01206045737162369"
  })
  void regularisesCovariances(String file, String options, int correct, double logLoss) {
    List<Object> arguments = new ArrayList<>(List.of("--split", "every:5", "--classifier"));
    arguments.addAll(List.of(options.split(" ")));
    JsonNode result = evaluate(example(file), arguments.toArray());
    assertEquals(correct, result.get("correct").asInt());
    assertEquals(logLoss, result.get("logLoss").asDouble(), 1e-9 * Math.max(1, logLoss));
  }

  /// Fewer rows than features: only shrinkage makes covariances regular.
  @ParameterizedTest
  @CsvSource({
    "lda --shrinkage oas",
    "lda --shrinkage oas-sklearn",
    "lda --shrinkage lw",
    "lda --shrinkage lw-sklearn",
    "lda --shrinkage 0.5",
    "qda --shrinkage oas",
    "qda --shrinkage oas-sklearn",
    "qda --shrinkage lw-sklearn",
    "qda --ridge 0.01",
    "rda --gamma 0.5 --lambda 0.5"
  })
  void shrinkageTakesFewRows(String options) throws IOException {
    List<String> lines = Files.readAllLines(example("wine.csv"));
    StringBuilder few = new StringBuilder();
    for (int i = 1; i < lines.size(); i += 16) {
      few.append(lines.get(i)).append('\n');
    }
    List<Object> arguments =
        new ArrayList<>(List.of("--test", example("wine.csv"), "--classifier"));
    arguments.addAll(List.of(options.split(" ")));
    JsonNode result = evaluate(write("few", few.toString()), arguments.toArray());
    assertTrue(result.get("accuracy").asDouble() > 0.5, result.toString());
    assertTrue(Double.isFinite(result.get("testLogLikelihood").asDouble()));
  }

  @ParameterizedTest
  @CsvSource({
    "multinomial-nb, 1096, 0.16503648602677817, -111800.91855165118",
    "multinomial-nb --priors laplace, 1096, 0.16502702505612296, -111800.90058667237",
    "complement-nb, 1086, 0.1671737773920725,",
    "poisson-nb, 1088, 0.26570438686632536, -84022.66709628876"
  })
  void countsWordsOfRawText(String options, int correct, double logLoss, Double logLikelihood) {
    List<Object> arguments =
        new ArrayList<>(List.of("--split", "every:5", "--text", "1", "--classifier"));
    arguments.addAll(List.of(options.split(" ")));
    JsonNode result = evaluate(example("sms_spam.tsv"), arguments.toArray());
    assertEquals(correct, result.get("correct").asInt());
    assertEquals(7740, result.get("features").asInt());
    assertEquals(logLoss, result.get("logLoss").asDouble(), 1e-11 * Math.max(1, logLoss));
    if (logLikelihood == null) {
      assertTrue(result.get("testLogLikelihood").isNull());
    } else {
      double found = result.get("testLogLikelihood").asDouble();
      assertEquals(logLikelihood, found, 1e-11 * Math.abs(logLikelihood));
    }
  }

  @Test
  void normalizesComplementWeights() {
    JsonNode result =
        evaluate(
            example("sms_spam.tsv"),
            "--split",
            "every:5",
            "--text",
            "1",
            "--classifier",
            "complement-nb",
            "--normalize");
    assertEquals(1091, result.get("correct").asInt());
  }

  @Test
  void complementSaysThatItHasNoDensity() {
    String text =
        CommandRun.output(
            "evaluate",
            "--classifier",
            "complement-nb",
            "--data",
            example("sms_spam.tsv"),
            "--text",
            "1",
            "--split",
            "every:5");
    assertTrue(text.contains("log-likelihood   none\n"), text);
  }

  @Test
  void measuresTheAreaUnderTheCurve() {
    // Of class b the scores 1, 3, 5 and of class a 0, 1, 2: a loss, a tie, and seven wins.
    Path train = write("train", "0,a\n2,a\n3,b\n5,b\n");
    Path test = write("test", "0,a\n1,a\n2,a\n1,b\n3,b\n5,b\n");
    JsonNode result = evaluate(train, "--classifier", "lda", "--test", test);
    assertEquals(7.5 / 9, result.get("auc").asDouble());
    Path single = write("single", "0,a\n1,a\n");
    assertTrue(evaluate(train, "--classifier", "lda", "--test", single).get("auc").isNull());
    JsonNode iris = evaluate(example("iris.csv"), "--classifier", "lda", "--split", "every:5");
    assertEquals(1, iris.get("auc").asDouble());
  }

  @Test
  void stratifiedFoldsShareEachClass() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 40; row++) {
      // Plain folds mod 4 would leave all of class b in one of them.
      rows.append(row * 7 % 11).append(row % 4 == 0 ? ",b\n" : ",a\n");
    }
    Path data = write("data", rows.toString());
    JsonNode result = evaluate(data, "--classifier", "lda", "--folds", "4", "--stratified");
    assertEquals(40, result.get("testRows").asInt());
    assertEquals(120, result.get("trainRows").asInt());
    assertTrue(Double.isFinite(result.get("logLoss").asDouble()));
    JsonNode plain = evaluate(data, "--classifier", "lda", "--folds", "5");
    assertEquals(40, plain.get("testRows").asInt());
  }

  @Test
  void everyClassifierTakesWeights() {
    Path repeated =
        write("repeated", "1,0,a\n1,0,a\n2,1,a\n0,3,b\n1,3,b\n1,3,b\n1,3,b\n0,2,b\n2,0,a\n");
    Path weighted = write("weighted", "1,0,2,a\n2,1,1,a\n0,3,1,b\n1,3,3,b\n0,2,1,b\n2,0,1,a\n");
    Path test = write("test", "1,0,a\n1,2,b\n");
    Path weightedTest = write("weightedTest", "1,0,1,a\n1,2,1,b\n");
    for (String options :
        List.of(
            "lda",
            "lda --shrinkage lw",
            "qda --reg 0.1",
            "rda --lambda 0.5 --gamma 0.1",
            "gaussian-nb",
            "bernoulli-nb --binarize 0",
            "categorical-nb",
            "multinomial-nb",
            "complement-nb",
            "poisson-nb --alpha 0.5,2")) {
      List<Object> arguments = new ArrayList<>(List.of("--classifier"));
      arguments.addAll(List.of(options.split(" ")));
      arguments.addAll(List.of("--test", test));
      double plain = evaluate(repeated, arguments.toArray()).get("logLoss").asDouble();
      arguments.set(arguments.size() - 1, weightedTest);
      arguments.addAll(List.of("--weight", "2"));
      double weights = evaluate(weighted, arguments.toArray()).get("logLoss").asDouble();
      assertEquals(plain, weights, 1e-13, options);
    }
  }

  @Test
  void smoothsAsAsked() {
    // p = (1 + α)/(2 + 2α) = ½ of class a, of class b α/(2 + 2α).
    Path train = write("train", "1,a\n0,a\n0,b\n0,b\n");
    Path test = write("test", "1,a\n");
    Object[] options = {"--classifier", "bernoulli-nb", "--test", test, "--alpha", "1"};
    for (String alpha : List.of("1", "0.5", "3")) {
      options[5] = alpha;
      double a = Double.parseDouble(alpha);
      double expected = Math.log1p(a / (1 + a));
      assertEquals(expected, evaluate(train, options).get("logLoss").asDouble(), 1e-14);
    }
    Path uneven = write("uneven", "1,a\n0,b\n0,b\n0,b\n");
    options[5] = "pseudo-data";
    // p(1 | a) = 2/3, p(1 | b) = 1/5, priors 3/8 and 5/8.
    double joint = 3.0 / 8 * 2 / 3;
    assertEquals(
        -Math.log(joint / (joint + 5.0 / 8 / 5)),
        evaluate(uneven, options).get("logLoss").asDouble(),
        1e-14);
  }

  @Test
  void learnsWordsFromRawText() {
    JsonNode result =
        evaluate(
            example("sms_spam.tsv"),
            "--classifier",
            "bernoulli-nb",
            "--text",
            "1",
            "--split",
            "every:5");
    assertEquals(1086, result.get("correct").asInt());
    assertEquals(7740, result.get("features").asInt());
    assertEquals(0.26890262851941266, result.get("logLoss").asDouble(), 1e-11);
    assertEquals(-78071.01243011013, result.get("testLogLikelihood").asDouble(), 1e-7);
    assertEquals("[\"ham\",\"spam\"]", result.get("classes").toString());
  }

  @Test
  void printsTheMembersInOrder() {
    JsonNode result = evaluate(example("iris.csv"), "--classifier", "lda", "--split", "every:5");
    List<String> names = new ArrayList<>();
    result.fieldNames().forEachRemaining(names::add);
    assertEquals(
        List.of(
            "classifier",
            "rows",
            "fits",
            "trainRows",
            "testRows",
            "features",
            "classes",
            "correct",
            "accuracy",
            "logLoss",
            "testLogLikelihood",
            "jointLogLikelihood",
            "conditionalLogLikelihood",
            "auc",
            "confusion",
            "freeParameters",
            "fitMillis",
            "scoreMillis",
            "kernels",
            "training"),
        names);
    assertEquals(150, result.get("rows").asInt());
    assertEquals(120, result.get("trainRows").asInt());
    assertEquals(30, result.get("testRows").asInt());
    assertEquals(4, result.get("features").asInt());
    assertEquals("[\"0\",\"1\",\"2\"]", result.get("classes").toString());
    assertEquals(1.0, result.get("accuracy").asDouble());
    assertEquals("[[10,0,0],[0,10,0],[0,0,10]]", result.get("confusion").toString());
    assertEquals(3 * 4 + 4 * 5 / 2 + 2, result.get("freeParameters").asInt());
    assertEquals(0.04323514626185028, result.get("logLoss").asDouble(), 1e-10);
    assertEquals(-57.4592663970762, result.get("testLogLikelihood").asDouble(), 1e-8);
    assertTrue(result.get("fitMillis").asDouble() > 0);
    assertTrue(result.get("scoreMillis").asDouble() > 0);
  }

  @Test
  void poolsFolds() throws IOException {
    List<String> lines = Files.readAllLines(example("iris.csv"));
    List<String> rows = lines.subList(1, lines.size());
    int correct = 0;
    double loss = 0;
    double likelihood = 0;
    for (int fold = 0; fold < 4; fold++) {
      StringBuilder train = new StringBuilder();
      StringBuilder test = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        (i % 4 == fold ? test : train).append(rows.get(i)).append('\n');
      }
      JsonNode part =
          evaluate(
              write("train", train.toString()),
              "--classifier",
              "qda",
              "--test",
              write("test", test.toString()));
      correct += part.get("correct").asInt();
      loss += part.get("logLoss").asDouble() * part.get("testRows").asInt();
      likelihood += part.get("testLogLikelihood").asDouble();
      assertEquals(150, part.get("rows").asInt());
    }
    JsonNode pooled = evaluate(example("iris.csv"), "--classifier", "qda", "--folds", "4");
    assertEquals(150, pooled.get("rows").asInt());
    assertEquals(450, pooled.get("trainRows").asInt());
    assertEquals(150, pooled.get("testRows").asInt());
    assertEquals(correct, pooled.get("correct").asInt());
    assertEquals(loss / 150, pooled.get("logLoss").asDouble(), 1e-13);
    assertEquals(likelihood, pooled.get("testLogLikelihood").asDouble(), 1e-10);
  }

  @Test
  void threadsDoNotChangeResults() {
    Object[] options = {"--classifier", "lda", "--folds", "3", "--threads", "1"};
    JsonNode one = evaluate(example("banknote.csv"), options);
    options[5] = "3";
    assertEquals(results(one), results(evaluate(example("banknote.csv"), options)));
  }

  @Test
  void scoresManyRowsInChunksAsOne() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 150_000; row++) {
      rows.append(row * 7919 % 1000).append(',').append(row % 3 == 0 ? "a" : "b").append('\n');
    }
    JsonNode result =
        evaluate(
            write("data", rows.toString()),
            "--classifier",
            "gaussian-nb",
            "--split",
            "every:2",
            "--priors",
            "0.25,0.75");
    assertEquals(75_000, result.get("testRows").asInt());
    assertEquals(50_000, result.get("correct").asInt(), "class b is the likelier everywhere");
    assertEquals("[[0,25000],[0,50000]]", result.get("confusion").toString());
  }

  @Test
  void sparseLinesAreTheSameAsATable() {
    StringBuilder table = new StringBuilder();
    StringBuilder sparse = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      int a = row * 7 % 5 / 3;
      int b = row % 2;
      int c = row * 11 % 7 / 4;
      String label = row * 13 % 9 > 4 ? "x" : "y";
      table.append("%d,%d,%d,%s%n".formatted(a, b, c, label));
      sparse.append(label);
      for (String pair : "0:%d 1:%d 2:%d".formatted(a, b, c).split(" ")) {
        sparse.append(pair.endsWith(":1") ? " " + pair : "");
      }
      sparse.append(row == 0 ? " 2:0\n" : "\n");
    }
    Path dense = write("dense", table.toString());
    Path lines = write("sparse", sparse.toString());
    for (String threshold : List.of("none", "0", "0.5", "-1", "1")) {
      List<Object> options =
          new ArrayList<>(List.of("--classifier", "bernoulli-nb", "--split", "every:4"));
      if (!threshold.equals("none")) {
        options.addAll(List.of("--binarize", threshold));
      }
      assertEquals(
          results(evaluate(dense, options.toArray())),
          results(evaluate(lines, options.toArray())),
          threshold);
    }
    for (String classifier :
        List.of("lda", "gaussian-nb", "multinomial-nb", "complement-nb", "poisson-nb")) {
      Object[] options = {"--classifier", classifier, "--split", "every:4"};
      assertEquals(results(evaluate(dense, options)), results(evaluate(lines, options)));
    }
  }

  @Test
  void takesTheFeaturesOfBothSparseFiles() {
    Path train = write("train", "a 0:1\na 0:1 1:1\nb 1:1\nb 0:1\n");
    Path test = write("test", "a 0:1\nb 5:1\n");
    JsonNode result = evaluate(train, "--classifier", "bernoulli-nb", "--test", test);
    assertEquals(6, result.get("features").asInt());
    assertEquals(2, result.get("testRows").asInt());
  }

  @Test
  void weightsAreFrequencies() {
    Path repeated = write("repeated", "1,a\n1,a\n2,a\n4,b\n5,b\n5,b\n5,b\n");
    Path weighted = write("weighted", "1,2,a\n2,1,a\n4,1,b\n5,3,b\n");
    Path test = write("test", "1.5,a\n3.1,b\n");
    Path weightedTest = write("weightedTest", "1.5,1,a\n3.1,1,b\n");
    JsonNode plain = evaluate(repeated, "--classifier", "gaussian-nb", "--test", test);
    JsonNode weights =
        evaluate(weighted, "--classifier", "gaussian-nb", "--weight", "1", "--test", weightedTest);
    assertEquals(1, weights.get("features").asInt());
    assertEquals(plain.get("logLoss").asDouble(), weights.get("logLoss").asDouble(), 1e-14);
  }

  @Test
  void infinitiesAreTexts() {
    JsonNode result =
        evaluate(
            example("iris.csv"), "--classifier", "lda", "--split", "every:5", "--priors", "1,0,0");
    assertEquals("\"Infinity\"", result.get("logLoss").toString());
    Path impossible = write("data", "0,0,a\n0,1,a\n1,0,b\n1,1,b\n");
    Path test = write("test", "1,0,a\n");
    JsonNode unsmoothed =
        evaluate(impossible, "--classifier", "bernoulli-nb", "--alpha", "0", "--test", test);
    assertEquals("\"Infinity\"", unsmoothed.get("logLoss").toString());
    assertEquals(0, unsmoothed.get("correct").asInt());
  }

  @Test
  void certaintyHasNoNegativeZeroLoss() {
    Path data = write("data", "0,a\n1,a\n1000000,b\n1000001,b\n");
    Path test = write("test", "0,a\n");
    JsonNode result = evaluate(data, "--classifier", "lda", "--test", test);
    assertEquals("0.0", result.get("logLoss").toString());
  }

  @Test
  void aClassThatOnlyTestRowsHaveIsAlwaysWrong() {
    Path data = write("data", "1,a\n2,a\n5,b\n7,b\n");
    Path test = write("test", "1,a\n6,b\n3,aa\n");
    JsonNode result = evaluate(data, "--classifier", "lda", "--test", test);
    assertEquals("[\"a\",\"aa\",\"b\"]", result.get("classes").toString());
    assertEquals(2, result.get("correct").asInt());
    assertEquals("\"Infinity\"", result.get("logLoss").toString());
    assertEquals(0, result.get("confusion").get(1).get(1).asInt());
  }

  @Test
  void classesAreOrderedAsNumbersIfAllAre() {
    Path numbers = write("numbers", "1,10\n2,10\n3,9\n5,9\n5,-1\n6,-1\n");
    assertEquals(
        "[\"-1\",\"9\",\"10\"]",
        evaluate(numbers, "--classifier", "gaussian-nb", "--folds", "2").get("classes").toString());
    Path texts = write("texts", "1,10\n2,10\n3,9\n5,9\n5,é\n6,é\n");
    JsonNode result = evaluate(texts, "--classifier", "gaussian-nb", "--folds", "2");
    assertEquals("[\"10\",\"9\",\"é\"]", result.get("classes").toString());
  }

  @Test
  void readsTheSameRowsHoweverTheyAreWritten() throws IOException {
    String csv = Files.readString(example("iris.csv"), StandardCharsets.UTF_8);
    String headless = csv.substring(csv.indexOf('\n') + 1);
    Object[] options = {"--classifier", "qda", "--split", "every:5"};
    JsonNode expected = results(evaluate(example("iris.csv"), options));
    assertEquals(expected, results(evaluate(write("a", headless), options)));
    assertEquals(expected, results(evaluate(write("b", headless.replace(',', '\t')), options)));
    assertEquals(expected, results(evaluate(write("c", headless.replace(',', ' ')), options)));
    assertEquals(
        expected,
        results(
            evaluate(
                write("d", headless.replace(",", "~")),
                "--classifier",
                "qda",
                "--split",
                "every:5",
                "--delimiter",
                "~")));
    assertEquals(
        expected,
        results(
            evaluate(
                write("e", "a,b,c,d,kind\n" + headless),
                "--classifier",
                "qda",
                "--split",
                "every:5",
                "--label",
                "kind")));
    assertEquals(
        expected,
        results(
            evaluate(
                write("f", "9,9,9,9,0\n" + headless),
                "--classifier",
                "qda",
                "--split",
                "every:5",
                "--header")));
  }

  @Test
  void aPersonReadsATable() {
    String text =
        CommandRun.output(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            example("breast_cancer.csv"),
            "--split",
            "every:5");
    assertTrue(text.contains("correct          106 of 113, 93.81 %\n"), text);
    assertTrue(text.contains("rows             569, 456 to train, 113 to test\n"), text);
    assertTrue(
        text.contains(
            """
                0   1
            0  35   7
            1   0  71
            """),
        text);
    assertTrue(
        text.contains(
            """
            class  precision    recall  test rows
            0       100.00 %   83.33 %         42
            1        91.03 %  100.00 %         71
            """),
        text);
  }
}
