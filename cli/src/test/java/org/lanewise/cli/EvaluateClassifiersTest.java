package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evaluate` of every classifier and its options: the figures of the references.
class EvaluateClassifiersTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
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
    "banknote.csv, qda --covariance unbiased --reg 0.1, 272, 0.01206045737162369",
    "iris.csv, gaussian-nb --variances pooled, 28, 0.23913124438882036389",
    "wine.csv, gaussian-nb --variances pooled, 35, 0.0049047841732336679723"
  })
  void regularisesCovariancesAndPoolsVariances(
      String file, String options, int correct, double logLoss) {
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
    assertEquals(7743, result.get("features").asInt());
    assertEquals(0.268328407825417, result.get("logLoss").asDouble(), 1e-11);
    assertEquals(-78201.38453802481, result.get("testLogLikelihood").asDouble(), 1e-7);
    assertEquals("[\"ham\",\"spam\"]", result.get("classes").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "multinomial-nb, 1096, 0.1645569280512293, -112078.41812976282",
    "multinomial-nb --priors laplace, 1096, 0.16454763016297974, -112078.39998311023",
    "complement-nb, 1086, 0.16695645075745533,",
    "poisson-nb, 1088, 0.2650665040921, -84203.95360854518"
  })
  void countsWordsOfRawText(String options, int correct, double logLoss, Double logLikelihood) {
    List<Object> arguments =
        new ArrayList<>(List.of("--split", "every:5", "--text", "1", "--classifier"));
    arguments.addAll(List.of(options.split(" ")));
    JsonNode result = evaluate(example("sms_spam.tsv"), arguments.toArray());
    assertEquals(correct, result.get("correct").asInt());
    assertEquals(7743, result.get("features").asInt());
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
    assertEquals(1093, result.get("correct").asInt());
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
}
