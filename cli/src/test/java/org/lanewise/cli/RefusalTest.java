package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every error is one sentence and exit code 2, and leaves nothing half-written: the first three
/// are checked by [CommandRun#refusal].
class RefusalTest {

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void namesFiles() {
    data = folder.resolve("data");
    model = folder.resolve("model");
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// The refusal to fit `content`, the same by `evaluate`, with nothing left behind.
  private String refusalOf(String content, String... options) throws IOException {
    write("data", content);
    List<Object> fit = new ArrayList<>(List.of("fit", "--data", data, "--out", model));
    List<Object> evaluate =
        new ArrayList<>(List.of("evaluate", "--data", data, "--test", data, "--json"));
    List<String> more = List.of(options);
    if (!more.contains("--classifier")) {
      fit.addAll(List.of("--classifier", "lda"));
      evaluate.addAll(List.of("--classifier", "lda"));
    }
    fit.addAll(more);
    evaluate.addAll(more);
    String sentence = refusal(fit.toArray());
    assertEquals(sentence, refusal(evaluate.toArray()));
    assertEquals(List.of("data"), files());
    return sentence.replace(data.toString(), "data");
  }

  @Test
  void badDataFiles() throws IOException {
    assertEquals("data is empty.", refusalOf(""));
    assertEquals(
        "the name of the data file is empty.",
        refusal("fit", "--classifier", "lda", "--data", "", "--out", model));
    assertEquals(
        "data has only one class, 'a', in the training rows; expected two or more.",
        refusalOf("1,a\n2,a\n"));
    assertEquals(
        "data, line 2, column index 0: 'NaN' is not a finite number; use --drop 0 to leave the"
            + " column out; use --missing NaN if it is a missing value.",
        refusalOf("1,a\nNaN,b\n3,b\n"));
    assertEquals(
        "data, line 3, column index 1: 'oops' is not a finite number; use --drop 1 to leave the"
            + " column out, or --categories indicator if columns hold categories.",
        refusalOf("1,2,a\n2,3,b\n3,oops,b\n"));
    assertEquals(
        "data, line 3: found 2 cells; expected 3, as in most lines.",
        refusalOf("1,2,a\n2,3,b\n3,b\n4,5,b\n"));
    assertEquals(
        "data has no column 'kind' for --label; expected an index from 0 to 1.",
        refusalOf("1,a\n2,b\n", "--label", "kind"));
    assertEquals(
        "data has no column '2' for --label; expected an index from 0 to 1.",
        refusalOf("1,a\n2,b\n", "--label", "2"));
    assertEquals(
        "data, line 2, column index 1: the weight -1 is negative; expected 0 or more.",
        refusalOf("1,2,a\n2,-1,b\n", "--weight", "1"));
  }

  @Test
  void filesThatAreNotThere() throws IOException {
    Path nowhere = folder.resolve("nowhere");
    assertEquals(
        nowhere + " does not exist.",
        refusal("fit", "--classifier", "lda", "--data", nowhere, "--out", model));
    assertEquals(
        nowhere + " does not exist.",
        refusal(
            "evaluate", "--classifier", "lda", "--data", example("iris.csv"), "--test", nowhere));
    assertTrue(
        refusal("predict", "--model", nowhere, "--data", example("iris.csv"))
            .contains("does not exist"));
    assertTrue(refusal("inspect", nowhere).contains("does not exist"));
    assertEquals("the name of the file is empty; a file is expected.", refusal("inspect", ""));
    assertEquals(
        "the name of the file is empty; a file is expected.",
        refusal("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", ""));
    assertEquals(List.of(), files());
  }

  @Test
  void modelsThatTheDataDoNotAllow() throws IOException {
    String constant = refusalOf("1,5,a\n2,5,a\n3,5,b\n5,5,b\n");
    assertTrue(constant.startsWith("data: the pooled covariance is singular"), constant);
    assertTrue(constant.contains("column index 1 is constant"), constant);
    String named = refusalOf("k,v,w\na,1,5\na,2,5\nb,3,5\nb,5,5\n", "--label", "k");
    assertTrue(named.contains("column 'w' is constant"), named);
    String dependent = refusalOf("c,1,2\nc,2,4\nd,3,6\nd,5,10\n", "--label", "0");
    assertTrue(
        dependent.equals(
                "data: the pooled covariance is singular: features column index 1, column index 2"
                    + " depend on one another linearly; leave one of them out, or regularise.")
            || dependent.contains("column index 1") && dependent.contains("column index 2"),
        dependent);
    assertEquals(
        "data: column index 0 has variance 0 in class 'b', so it has no density there; leave it"
            + " out, or give a larger variance smoothing; use --drop to leave columns out.",
        refusalOf(
            "1,a\n2,a\n3,b\n3,b\n", "--classifier", "gaussian-nb", "--variance-smoothing", "0"));
    assertTrue(
        refusalOf("1,a\n2,a\n3,b\n", "--classifier", "qda")
            .contains("the covariance of class 'b'"));
    assertTrue(
        refusalOf("1,0,a\n3,0,b\n4,1,b\n", "--weight", "1")
            .contains("class 'a' has no rows of positive weight"));
    assertTrue(
        refusalOf("1,0,a\n3,0,b\n4,1,b\n", "--weight", "1", "--classifier", "poisson-nb")
            .contains("class 'a' has no rows of positive weight"));
  }

  @Test
  void theFirstBadRowIsRefusedWhoeverFindsIt() throws IOException {
    assertEquals(
        "data, line 2, column index 0: the value is -1.0; expected a count from 0 to 2^500.",
        refusalOf("1,2,a\n-1,3,b\n3,x,b\n", "--classifier", "poisson-nb"));
    assertEquals(
        "data, line 3, column index 1: 'x' is not a finite number; use --drop 1 to leave the"
            + " column out.",
        refusalOf("1,2,a\n1,3,b\n3,x,b\n-1,0,a\n", "--classifier", "poisson-nb"));
    assertEquals(
        "data, line 2, column index 0: the value is 7.0; bernoulli-nb expects 0 or 1; to turn"
            + " numbers above T into 1, fit with --binarize T.",
        refusalOf("1,0,a\n7,1,b\n3,1\n", "--classifier", "bernoulli-nb"));
  }

  @Test
  void columnsAreThoseOfTheFileAtHand() throws IOException {
    // The label first, a column left out: in a file without the label all are one to the left.
    Path train = write("train", "a,7,0,9,1\nb,8,1,9,0\na,8,1,9,1\n");
    CommandRun.output(
        "fit",
        "--classifier",
        "bernoulli-nb",
        "--label",
        "0",
        "--drop",
        "1,3",
        "--data",
        train,
        "--out",
        model);
    Path rows = write("rows", "7,1,9,1\n8,1,9,5\n");
    assertEquals(
        rows
            + ", line 2, column index 3: the value is 5.0; bernoulli-nb expects 0 or 1; to turn"
            + " numbers above T into 1, fit with --binarize T.",
        refusal("predict", "--model", model, "--data", rows));
    write("rows", "a,7,1,9,1\nb,8,5,9,1\n");
    assertEquals(
        rows
            + ", line 2, column index 2: the value is 5.0; bernoulli-nb expects 0 or 1; to turn"
            + " numbers above T into 1, fit with --binarize T.",
        refusal("predict", "--model", model, "--data", rows));
  }

  @Test
  void valuesThatAreNotBinary() throws IOException {
    assertEquals(
        "data, line 3, column 'w': the value is 0.5; bernoulli-nb expects 0 or 1; to turn numbers"
            + " above T into 1, fit with --binarize T.",
        refusalOf("v,w,k\n1,0,a\n0,0.5,b\n2,1,b\n", "--classifier", "bernoulli-nb"));
    assertTrue(
        refusalOf("a 0:1 7:1\nb 3:2\n", "--classifier", "bernoulli-nb")
            .startsWith("data, line 2, feature index 3: the value is 2.0; "));
  }

  @Test
  void optionsThatTheClassifierDoesNotTake() throws IOException {
    String content = "1,a\n2,a\n3,b\n5,b\n";
    assertEquals(
        "lda does not take --alpha; it takes --priors, --covariance, --transform, --shrinkage,"
            + " --ridge, --scales, --missing, --incomplete, --em-tolerance, --unseen,"
            + " --tokens, --categories, --column.",
        refusalOf(content, "--alpha", "1"));
    assertEquals(
        "qda does not take --variance-smoothing; it takes --priors, --covariance, --transform,"
            + " --shrinkage, --ridge, --reg, --scales, --missing, --incomplete, --em-tolerance,"
            + " --unseen, --tokens, --categories, --column.",
        refusalOf(content, "--classifier", "qda", "--variance-smoothing", "1"));
    assertEquals(
        "gaussian-nb does not take --binarize; it takes --priors, --variance-smoothing,"
            + " --covariance, --transform, --variances, --missing,"
            + " --tokens.",
        refusalOf(content, "--classifier", "gaussian-nb", "--binarize", "1"));
    assertEquals(
        "bernoulli-nb does not take --covariance; it takes --priors, --alpha, --binarize,"
            + " --missing, --tokens.",
        refusalOf(content, "--classifier", "bernoulli-nb", "--covariance", "ml"));
    assertEquals(
        "complement-nb does not take --priors; it takes --alpha, --normalize, --tokens.",
        refusalOf(content, "--classifier", "complement-nb", "--priors", "uniform"));
    assertEquals(
        "multinomial-nb does not take --normalize; it takes --priors, --alpha, --tokens.",
        refusalOf(content, "--classifier", "multinomial-nb", "--normalize"));
    assertEquals(
        "lda does not take --reg; it takes --priors, --covariance, --transform, --shrinkage,"
            + " --ridge, --scales, --missing,"
            + " --incomplete, --em-tolerance, --unseen,"
            + " --tokens, --categories, --column.",
        refusalOf(content, "--reg", "0.1"));
    assertEquals(
        "rda does not take --covariance; it takes --priors, --transform, --lambda, --gamma,"
            + " --blend, --missing,"
            + " --incomplete, --em-tolerance, --unseen,"
            + " --tokens, --categories, --column.",
        refusalOf(content, "--classifier", "rda", "--covariance", "ml"));
    assertEquals(
        "poisson-nb does not take --missing; it takes --priors, --alpha, --tokens.",
        refusalOf(content, "--classifier", "poisson-nb", "--missing", "?"));
    assertEquals(
        "categorical-nb does not take --lambda; it takes --priors, --alpha, --categorical,"
            + " --missing, --unseen.",
        refusalOf(content, "--classifier", "categorical-nb", "--lambda", "0.5"));
    for (String option : List.of("--categorical", "--gamma=1")) {
      assertTrue(refusalOf(content, option).startsWith("lda does not take --"), option);
    }
    assertEquals(
        "--unseen with lda needs --categories indicator.", refusalOf(content, "--unseen=ignore"));
  }

  @Test
  void valuesThatAreNoCounts() throws IOException {
    for (String classifier : List.of("multinomial-nb", "complement-nb", "poisson-nb")) {
      assertEquals(
          "data, line 3, column 'w': the value is -0.5; expected a count from 0 to 2^500.",
          refusalOf("v,w,k\n1,0,a\n-0,-0.5,b\n-2,1,b\n", "--classifier", classifier));
      assertEquals(
          "data, line 2, feature index 7: the value is -3.0; expected a count from 0 to 2^500.",
          refusalOf("a 0:1\nb 3:2 7:-3\n", "--classifier", classifier));
      assertTrue(
          refusalOf("1e200,a\n2,b\n", "--classifier", classifier)
              .startsWith("data, line 1, column index 0: the value is 1.0E200; "));
    }
  }

  @Test
  void smoothingThatTheModelDoesNotHave() throws IOException {
    assertEquals(
        "data: pseudo-data was given to complement Naive Bayes, which has no priors to shift; a"
            + " number is expected.",
        refusalOf("1,a\n2,b\n", "--classifier", "complement-nb", "--alpha", "pseudo-data"));
    assertTrue(
        refusalOf("1,a\n2,b\n", "--classifier", "categorical-nb", "--alpha", "pseudo-data")
            .startsWith("data: pseudo-data was given to categorical Naive Bayes, "));
    assertEquals(
        "data: smoothing of 3 features was given; 1 is expected.",
        refusalOf("1,a\n2,b\n", "--classifier", "multinomial-nb", "--alpha", "1,2,3"));
    assertEquals(
        "data: --shrinkage lw needs a covariance that all classes share (lda); with qda, use a"
            + " number, oas, oas-sklearn or lw-sklearn.",
        refusalOf("1,a\n2,a\n3,b\n5,b\n", "--classifier", "qda", "--shrinkage", "lw"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--priors 0.5,0.6 | invalid value '0.5,0.6' for --priors: the priors [0.5, 0.6] sum to"
            + " 1.1; 1 is expected.",
        "--priors 1.5,-0.5 | invalid value '1.5,-0.5' for --priors: prior 1 is -0.5; expected a"
            + " number from 0 to 1.",
        "--priors most | invalid value 'most' for --priors; expected empirical, uniform, laplace,"
            + " or numbers separated by commas.",
        "--priors 0.5,,0.5 | invalid value '0.5,,0.5' for --priors; expected empirical, uniform,"
            + " laplace, or numbers separated by commas.",
        "--priors 0.2,0.3,0.5 | data: 3 priors were given; one for each of the 2 classes is"
            + " expected.",
        "--covariance best | invalid value 'best' for --covariance; expected ml or unbiased.",
        "--shrinkage much | invalid value 'much' for --shrinkage; expected a number from 0 to 1,"
            + " oas, oas-sklearn, lw or lw-sklearn.",
        "--shrinkage 1.5 | invalid value '1.5' for --shrinkage; expected a number from 0 to 1,"
            + " oas, oas-sklearn, lw or lw-sklearn.",
        "--ridge -1 | invalid value '-1' for --ridge; expected a finite number of at least 0.",
        "--ridge 1 --shrinkage oas | --shrinkage, --ridge and --reg cannot be used together.",
        "--threads 0 | invalid value '0' for --threads; expected a number from 1 to 1024.",
        "--threads two | invalid value 'two' for --threads; expected a number from 1 to 1024.",
        "--kernels fast | invalid value 'fast' for --kernels; expected auto, scalar or vector.",
        "--delimiter ab | invalid value 'ab' for --delimiter; expected one ASCII character other"
            + " than a letter or digit, or a word such as tab.",
        "--delimiter \" | --delimiter '\"' is also the quote character; use another delimiter, or"
            + " --quote none.",
        "--quote xx | invalid value 'xx' for --quote; expected one ASCII character other than"
            + " a letter or digit, or a word such as none.",
      })
  void optionsThatMakeNoSense(String options, String sentence) throws IOException {
    assertEquals(sentence, refusalOf("1,a\n2,a\n3,b\n5,b\n", options.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bernoulli-nb --alpha -1 | invalid value '-1' for --alpha; expected a number from 0 to"
            + " 2^500, one for each feature separated by commas, or pseudo-data.",
        "poisson-nb --alpha 1,,2 | invalid value '1,,2' for --alpha; expected a number from 0 to"
            + " 2^500, one for each feature separated by commas, or pseudo-data.",
        "bernoulli-nb --alpha 1e200 | invalid value '1e200' for --alpha; expected a number from 0"
            + " to 2^500, one for each feature separated by commas, or pseudo-data.",
        "rda --gamma 1d | invalid value '1d' for --gamma; expected a number from 0 to 1.",
        "lda --priors 0x1p-1,1f | invalid value '0x1p-1,1f' for --priors; expected empirical,"
            + " uniform, laplace, or numbers separated by commas.",
        "low-rank --rank 3000000000 | invalid value '3000000000' for --rank; expected an integer"
            + " from 0 to 2147483647.",
        "qda --reg 2 | invalid value '2' for --reg; expected a number from 0 to 1.",
        "rda --lambda -0.1 | invalid value '-0.1' for --lambda; expected a number from 0 to 1.",
        "rda --gamma one | invalid value 'one' for --gamma; expected a number from 0 to 1.",
        "rda --blend both | invalid value 'both' for --blend; expected klar or friedman.",
        "gaussian-nb --variances one | invalid value 'one' for --variances; expected by-class or"
            + " pooled.",
        "categorical-nb --unseen maybe | invalid value 'maybe' for --unseen; expected error,"
            + " ignore or smoothed.",
        "bernoulli-nb --binarize Infinity | invalid value 'Infinity' for --binarize; expected a"
            + " finite number.",
        "gaussian-nb --variance-smoothing -1e-9 | invalid value '-1e-9' for --variance-smoothing;"
            + " expected a finite number of at least 0.",
      })
  void parametersOutOfRange(String options, String sentence) throws IOException {
    String[] arguments = ("--classifier " + options).split(" ");
    assertEquals(sentence, refusalOf("1,a\n0,a\n0,b\n1,b\n", arguments));
  }

  @Test
  void commandLinesThatMakeNoSense() {
    assertEquals("missing subcommand; see lanewise --help.", refusal());
    assertEquals(
        "Invalid value for option '--out': the name 'bad\uFFFD.csv' is not UTF-8; see lanewise"
            + " predict --help.",
        refusal("predict", "--model", "m", "--data", "d", "--out", "bad\uFFFD.csv"));
    assertEquals(
        "unknown command 'fitt' (did you mean fit?); see lanewise --help.", refusal("fitt"));
    assertTrue(
        refusal("evaluate", "--data", "x")
            .startsWith("missing --classifier; expected one of lda, "));
    assertEquals(
        "Invalid value for option '--classifier': 'svm' is not one of lda, qda, rda, low-rank,"
            + " gaussian-nb, bernoulli-nb, categorical-nb, multinomial-nb, complement-nb,"
            + " poisson-nb, mixed-nb; see lanewise evaluate --help.",
        refusal("evaluate", "--classifier", "svm", "--data", "x", "--split", "every:5"));
    assertEquals(
        "unknown option '--frobnicate'; see lanewise inspect --help.",
        refusal("inspect", "x", "--frobnicate"));
    assertTrue(refusal("inspect").contains("FILE"));
    assertTrue(refusal("fit", "--classifier", "lda", "--data", "x").contains("'--out=FILE'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--split every:1 | every:1 leaves 0 training rows and 150 test rows of 150; expected some"
            + " of both.",
        "--split every:151 | every:151 leaves 150 training rows and 0 test rows of 150; expected"
            + " some of both.",
        "--split every:0 | invalid value 'every:0' for --split; expected every:N with N of 2 or"
            + " more.",
        "--split every:99999999999 | invalid value 'every:99999999999' for --split; expected"
            + " every:N with N of 2 or more.",
        "--split half | invalid value 'half' for --split; expected every:N with N of 2 or more.",
        "--folds 1 | cannot make 1 folds of 150 rows; expected 2 or more folds, and a row for"
            + " each.",
        "--folds 151 | cannot make 151 folds of 150 rows; expected 2 or more folds, and a row for"
            + " each.",
        "--folds -3 | invalid value '-3' for --folds; expected a number of 2 or more.",
        "--split every:5 --seed 3 | --seed needs --folds K.",
        "--split every:5 --repeat 3 | --repeat needs --folds K.",
        "--split every:5 --groups x | --groups needs --folds K.",
        "--split every:5 --time-order | --time-order needs --folds K.",
        "--folds 3 --seed 1.5 | invalid value '1.5' for --seed; expected a whole number of 64"
            + " bits.",
        "--folds 3 --repeat 0 | invalid value '0' for --repeat; expected a number from 1 to 1000.",
        "--folds 3 --groups 0 --time-order | --groups and --time-order cannot be used together.",
        "--folds 3 --groups 0 --seed 2 | --groups and --seed cannot be used together: --groups"
            + " shuffles no rows.",
        "--folds 3 --time-order --repeat 2 | --time-order and --repeat cannot be used together:"
            + " --time-order shuffles no rows.",
        "--folds 150 --time-order | cannot make 150 folds of 149 later rows; expected 2 or more"
            + " folds, and a later row for each.",
        "--json | missing test rows; use one of --split every:N, --test FILE, --folds K,"
            + " --prequential and --leave-one-out.",
        "--folds 3 --split every:5 | test rows are given in 2 ways; use one of --split every:N,"
            + " --test FILE, --folds K, --prequential and --leave-one-out.",
      })
  void splitsThatMakeNoSense(String options, String sentence) {
    List<Object> arguments =
        new ArrayList<>(List.of("evaluate", "--classifier", "lda", "--data", example("iris.csv")));
    arguments.addAll(List.of(options.split(" ")));
    assertEquals(sentence, refusal(arguments.toArray()));
  }

  @Test
  void damagedModels() throws IOException {
    CommandRun.output("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", model);
    byte[] bytes = Files.readAllBytes(model);
    Path damaged = folder.resolve("damaged");
    Path out = folder.resolve("out");
    for (int at = 0; at < bytes.length; at += 7) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 0x10;
      Files.write(damaged, flipped);
      refusal("predict", "--model", damaged, "--data", example("iris.csv"), "--out", out);
    }
    for (int length : new int[] {0, 1, 39, 40, bytes.length / 2, bytes.length - 1}) {
      Files.write(damaged, Arrays.copyOf(bytes, length));
      String sentence = refusal("inspect", damaged);
      assertTrue(sentence.contains(damaged.toString()), sentence);
    }
    assertEquals(List.of("damaged", "model"), files());
  }

  @Test
  void dataThatTheModelDoesNotTake() throws IOException {
    CommandRun.output("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", model);
    Path out = folder.resolve("out");
    assertEquals(
        example("wine.csv")
            + " has 14 columns; the model has 4 features: expected 4 columns, or 5 with the"
            + " label.",
        refusal("predict", "--model", model, "--data", example("wine.csv"), "--out", out));
    write("data", "1,2,3,x\n");
    assertEquals(
        data + ", line 1, column index 3: 'x' is not a finite number.",
        refusal("predict", "--model", model, "--data", data));
    write("data", "k 0:1\n");
    assertTrue(
        refusal("predict", "--model", model, "--data", data)
            .contains("has sparse lines; expected a table"));
    write("data", "k 0:1\nj 2:1\n");
    CommandRun.output("fit", "--classifier", "bernoulli-nb", "--data", data, "--out", model);
    write("data", "k 0:1 3:1\n");
    assertEquals(
        data
            + ", line 1: the index 3 is too large; expected 0 to 2, because the model has 3"
            + " features, counted from 0.",
        refusal("predict", "--model", model, "--data", data));
    write("data", "v,w,k\n1,0,a\n0,1,b\n");
    CommandRun.output("fit", "--classifier", "bernoulli-nb", "--data", data, "--out", model);
    write("data", "v,u\n1,0\n");
    assertTrue(refusal("predict", "--model", model, "--data", data).contains("has no column 'w'"));
    write("data", "w,v\n1,0\n1,7\n");
    assertTrue(
        refusal("predict", "--model", model, "--data", data, "--out", out)
            .startsWith(data + ", line 3, column 'v': the value is 7.0; "));
    assertEquals(List.of("data", "model"), files());
  }

  @Test
  void placesThatCannotBeWritten() throws IOException {
    Path nowhere = folder.resolve("nowhere").resolve("model");
    assertEquals(
        "'%s' cannot be written: there is no folder '%s'.".formatted(nowhere, nowhere.getParent()),
        refusal("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", nowhere));
    assertEquals(
        "'%s' is a folder; the name of a file is expected.".formatted(folder),
        refusal("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", folder));
    Files.copy(example("iris.csv"), data);
    byte[] before = Files.readAllBytes(data);
    assertEquals(
        data + " is also an input; choose another output.",
        refusal("fit", "--classifier", "lda", "--data", data, "--out", data));
    CommandRun.output("fit", "--classifier", "lda", "--data", data, "--out", model);
    assertTrue(
        refusal("predict", "--model", model, "--data", data, "--out", model)
            .contains("is also an input"));
    assertTrue(
        refusal("predict", "--model", model, "--data", data, "--out", nowhere)
            .contains("there is no folder"));
    assertEquals(List.of("data", "model"), files());
    assertArrayEquals(before, Files.readAllBytes(data));
  }

  @Test
  void outputsThatAnOptionReads() throws IOException {
    Path rows = example("iris.csv");
    Path matrix = write("matrix", "1,0,0,0\n0,1,0,0\n");
    Path words = write("words", "the\n");
    Path messages = write("messages", "c\tt\na\tthe x\nb\tthe y\n");
    String also = " is also an input; choose another output.";
    for (String command : List.of("fit", "gather")) {
      assertEquals(
          matrix + also,
          refusal(
              command,
              "--classifier",
              "lda",
              "--transform",
              "linear=" + matrix,
              "--data",
              rows,
              "--out",
              matrix));
      assertEquals(
          words + also,
          refusal(
              command,
              "--classifier",
              "multinomial-nb",
              "--stop-words",
              words,
              "--label",
              "c",
              "--text",
              "t",
              "--data",
              messages,
              "--out",
              words));
    }
    assertEquals(
        words + also,
        refusal(
            "compare",
            "--stop-words",
            words,
            "--label",
            "c",
            "--text",
            "t",
            "--data",
            messages,
            "--report",
            words));
    assertEquals(List.of("matrix", "messages", "words"), files());
  }

  @Test
  void aRefusalLeavesAnOlderFileAsItWas() throws IOException {
    CommandRun.output("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", model);
    Path out = write("out", "older");
    write("data", "1,2,3,x\n");
    refusal("predict", "--model", model, "--data", data, "--out", out);
    assertEquals("older", Files.readString(out));
    refusal("fit", "--classifier", "lda", "--data", data, "--out", out);
    assertEquals("older", Files.readString(out));
    assertEquals(List.of("data", "model", "out"), files());
  }

  @Test
  void featuresThatNeedMoreMemoryThanThereIs() throws IOException {
    String sentence = refusalOf("a 0:1\nb 2000000000:1\n", "--classifier", "gaussian-nb");
    assertTrue(
        sentence.startsWith("data has 2 rows of 2000000001 features, ")
            && sentence.contains("MB with their zeros"),
        sentence);
    String covariances = refusalOf("a 0:1\nb 200000:1\n");
    assertTrue(covariances.startsWith("covariances of 200001 features in 2 classes need"));
  }
}
