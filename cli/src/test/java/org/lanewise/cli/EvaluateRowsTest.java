package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Labels;
import org.lanewise.validation.Folds;

/// `evaluate`: the same rows say the same, however they are written, weighted or dealt to parts.
class EvaluateRowsTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  @Test
  void poolsFolds() throws IOException {
    List<String> lines = Files.readAllLines(example("iris.csv"));
    List<String> rows = lines.subList(1, lines.size());
    Labels labels =
        Labels.of(rows.stream().map(row -> row.substring(row.lastIndexOf(',') + 1)).toList());
    Folds folds = Folds.stratified(labels, 4, 1);
    int correct = 0;
    double loss = 0;
    double likelihood = 0;
    List<Double> losses = new ArrayList<>();
    for (int fold = 0; fold < 4; fold++) {
      StringBuilder train = new StringBuilder();
      StringBuilder test = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        (Arrays.binarySearch(folds.testRows(fold), i) >= 0 ? test : train)
            .append(rows.get(i))
            .append('\n');
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
      losses.add(part.get("logLoss").asDouble());
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
    double mean = losses.stream().mapToDouble(each -> each).average().orElseThrow();
    double squares = losses.stream().mapToDouble(each -> Math.pow(each - mean, 2)).sum();
    JsonNode spread = pooled.get("folds").get("logLoss");
    assertEquals(mean, spread.get("mean").asDouble(), 1e-13);
    assertEquals(Math.sqrt(squares / 3 / 4), spread.get("standardError").asDouble(), 1e-13);
  }

  @Test
  void stratifiedFoldsShareEachClass() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 40; row++) {
      // Folds mod 4 would leave all of class b in one of them.
      rows.append(row * 7 % 11).append(row % 4 == 0 ? ",b\n" : ",a\n");
    }
    Path data = write("data", rows.toString());
    JsonNode result = evaluate(data, "--classifier", "lda", "--folds", "4");
    assertEquals(40, result.get("testRows").asInt());
    assertEquals(120, result.get("trainRows").asInt());
    assertTrue(Double.isFinite(result.get("logLoss").asDouble()));
    JsonNode plain = evaluate(data, "--classifier", "lda", "--folds", "5");
    assertEquals(40, plain.get("testRows").asInt());
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
}
