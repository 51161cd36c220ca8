package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command against results of exact arithmetic.
class ReferenceTest {

  private static final int STEP = 5;

  @TempDir Path folder;

  /// A file of a folder that a property names.
  private static Path file(String property, String name) {
    String base = System.getProperty(property, "");
    assumeTrue(!base.isEmpty(), property + " names no folder");
    return Path.of(base, name);
  }

  @ParameterizedTest
  @CsvSource({
    "magic04/magic04.data, lda, '', 2959",
    "magic04/magic04.data, qda, '', 2949",
    "magic04/magic04.data, gaussian-nb, '', 2733",
    "spambase/spambase.data, lda, '', 818",
    "spambase/spambase.data, qda, '', 763",
    "spambase/spambase.data, gaussian-nb, --variance-smoothing 0, 747",
    "spambase/spambase.data, bernoulli-nb, --binarize 0, 817",
    "sms_spam/derived/counts.svm.gz, bernoulli-nb, --binarize 0, 1086",
    "sms_spam/derived/counts.svm.gz, multinomial-nb, '', 1096",
    "sms_spam/derived/counts.svm.gz, complement-nb, '', 1086",
    "newsgroups20/derived/counts.svm.gz, bernoulli-nb, --binarize 0, 2683",
    "newsgroups20/derived/counts.svm.gz, multinomial-nb, '', 3210",
    "newsgroups20/derived/counts.svm.gz, complement-nb, '', 3415",
    "newsgroups20/derived/counts.svm.gz, complement-nb, --normalize, 3330",
    "newsgroups20/derived/counts.svm.gz, poisson-nb, '', 2397",
    "mushroom/agaricus-lepiota.data, categorical-nb, --label 0, 1562",
    "mushroom/agaricus-lepiota.data, categorical-nb, --label 0 --missing ?, 1566",
    "digits/digits.csv.gz, lda, --shrinkage 0.1, 345",
    "digits/digits.csv.gz, lda, --ridge 1, 345",
    "digits/digits.csv.gz, qda, --covariance unbiased --reg 0.1, 354",
    "digits/digits.csv.gz, multinomial-nb, '', 330",
    "digits/digits.csv.gz, complement-nb, '', 288",
    "digits/digits.csv.gz, complement-nb, --normalize, 231",
    "digits/digits.csv.gz, poisson-nb, '', 327"
  })
  void predictsAsManyRowsOfTheLargeSets(
      String data, String classifier, String options, int correct) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "evaluate",
                "--json",
                "--split",
                "every:" + STEP,
                "--classifier",
                classifier,
                "--data",
                file("lanewise.data", data)));
    if (!options.isEmpty()) {
      arguments.addAll(List.of(options.split(" ")));
    }
    assertEquals(correct, CommandRun.json(arguments.toArray()).get("correct").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "iris, lda, exact_LDA_n",
    "iris, qda, exact_QDA_n_k",
    "iris, gaussian-nb, exact_GNB_vs1e-09",
    "wine, lda, exact_LDA_n",
    "wine, qda, exact_QDA_n_k",
    "wine, gaussian-nb, exact_GNB_vs1e-09",
    "breast_cancer, lda, exact_LDA_n",
    "breast_cancer, qda, exact_QDA_n_k",
    "breast_cancer, gaussian-nb, exact_GNB_vs1e-09",
    "banknote, lda, exact_LDA_n",
    "banknote, qda, exact_QDA_n_k",
    "banknote, gaussian-nb, exact_GNB_vs1e-09"
  })
  void predictsTheExactLogPosteriors(String set, String classifier, String reference)
      throws IOException {
    Path references =
        Path.of(System.getProperty("basedir", "."), "../core/src/test/resources/reference");
    JsonNode exact =
        new ObjectMapper()
            .readTree(references.resolve(set + ".json").toFile())
            .at("/reps/cont/models/" + reference);
    List<String> lines = Files.readAllLines(example(set + ".csv"));
    int first = set.equals("banknote") ? 0 : 1;
    List<String> train = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (int i = 0; i < lines.size() - first; i++) {
      String line = lines.get(first + i);
      if (i % STEP == STEP - 1) {
        // Without its label.
        test.add(line.substring(0, line.lastIndexOf(',')));
      } else {
        train.add(line);
      }
    }
    Path model = folder.resolve("model");
    Path training = Files.write(folder.resolve("train"), train);
    Path testing = Files.write(folder.resolve("test"), test);
    CommandRun.output("fit", "--classifier", classifier, "--data", training, "--out", model);
    List<String> rows =
        CommandRun.lines("predict", "--model", model, "--data", testing, "--posteriors");
    assertEquals(test.size() + 1, rows.size());
    String predictions = exact.get("pred").asText();
    for (int row = 0; row < test.size(); row++) {
      String[] cells = rows.get(row + 1).split(",");
      assertEquals(Integer.toString(row), cells[0]);
      assertEquals(predictions.substring(row, row + 1), cells[1]);
    }
    JsonNode posteriors = exact.get("logpost_first_test_rows");
    for (int row = 0; row < posteriors.size(); row++) {
      String[] cells = rows.get(row + 1).split(",");
      for (int label = 0; label < posteriors.get(row).size(); label++) {
        double expected = posteriors.get(row).get(label).asDouble();
        double tolerance = 1e-9 * Math.max(1, Math.abs(expected));
        assertEquals(expected, Double.parseDouble(cells[2 + label]), tolerance);
      }
    }
  }
}
