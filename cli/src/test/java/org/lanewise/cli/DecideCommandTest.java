package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.Typicality;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;

/// `predict` and `evaluate` with other priors, costs, and the right to say nothing.
class DecideCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void fits() {
    model = folder.resolve("model");
    CommandRun.output("fit", "--classifier", "lda", "--data", IRIS, "--out", model);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static Object[] arguments(String command, Path model, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(command, "--model", model, "--data", IRIS));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  private List<String> predict(Object... more) {
    return CommandRun.lines(arguments("predict", model, more));
  }

  private String refusal(Object... more) {
    return CommandRun.refusal(arguments("predict", model, more));
  }

  private JsonNode evaluate(Object... more) {
    return CommandRun.json(
        Stream.concat(Stream.of(arguments("evaluate", model, more)), Stream.of("--json"))
            .toArray());
  }

  @Test
  void priorsAreThoseOfAFitWithThem() {
    Path other = folder.resolve("other");
    CommandRun.output(
        "fit", "--classifier", "lda", "--data", IRIS, "--priors", "0.2,0.5,0.3", "--out", other);
    List<String> fitted = CommandRun.lines(arguments("predict", other, "--posteriors"));
    assertEquals(fitted, predict("--posteriors", "--priors", "0.2,0.5,0.3"));
    assertEquals(fitted, predict("--posteriors", "--priors", "2=0.3, 0=0.2,1=0.5"));
    assertEquals(
        predict("--posteriors", "--priors", "0=1,1=0,2=0"),
        predict("--posteriors", "--priors", "1,0,0"));
  }

  @Test
  void priorsOfRowsAreFoundAndSaid() throws IOException {
    List<String> lines = Files.readAllLines(IRIS);
    // Ten rows of class 0, forty of class 2.
    Path few =
        write(
            "few.csv",
            String.join("\n", lines.subList(1, 11))
                + "\n"
                + String.join("\n", lines.subList(101, 141)));
    CommandRun run =
        CommandRun.of("predict", "--model", model, "--data", few, "--priors", "from-data");
    assertEquals(0, run.code(), run.err());
    assertEquals(51, run.out().lines().count());
    assertTrue(
        run.err()
            .matches(
                "lanewise: note: priors estimated from few.csv: 0 0\\.2\\d*, 1 .*, 2 0\\.8\\d*"
                    + " \\(\\d+ iterations\\); log-likelihood -.*, with the priors of the model"
                    + " -.*\\.\n"),
        run.err());
    JsonNode shifted =
        CommandRun.json(
            "evaluate", "--model", model, "--data", few, "--priors", "from-data", "--json");
    JsonNode plain = CommandRun.json("evaluate", "--model", model, "--data", few, "--json");
    assertTrue(shifted.get("logLoss").asDouble() < plain.get("logLoss").asDouble());
    assertTrue(
        shifted.get("testLogLikelihood").asDouble() > plain.get("testLogLikelihood").asDouble());
  }

  @Test
  void theBestClassesComeWithTheirProbabilities() {
    List<String> top = predict("--top", "3");
    assertEquals("row,label1,p1,label2,p2,label3,p3", top.getFirst());
    List<String> labels = predict();
    List<String> posteriors = predict("--posteriors", "--no-row");
    for (int i = 1; i < top.size(); i++) {
      String[] cells = top.get(i).split(",");
      assertEquals(labels.get(i), cells[0] + "," + cells[1]);
      double sum = 0;
      double last = 1;
      for (int place = 0; place < 3; place++) {
        double p = Double.parseDouble(cells[2 + 2 * place]);
        int label = Integer.parseInt(cells[1 + 2 * place]);
        assertTrue(p <= last);
        double log = Double.parseDouble(posteriors.get(i).split(",")[1 + label]);
        assertEquals(Math.exp(log), p, 1e-15);
        last = p;
        sum += p;
      }
      assertEquals(1, sum, 1e-14);
    }
    assertTrue(
        predict("--top", "1", "--keep", "--posteriors")
            .getFirst()
            .endsWith("virginica,log_p(0),log_p(1),log_p(2),label1,p1"));
    assertEquals(
        "label,label1,p1", predict("--top", "1", "--no-row", "--reject", "0.1").getFirst());
  }

  @Test
  void doubtfulRowsAreRejectedAndCounted() {
    CommandRun run = CommandRun.of(arguments("predict", model, "--reject", "0.1", "--posteriors"));
    List<String> lines = run.out().lines().toList();
    long rejected = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      double largest =
          Stream.of(cells).skip(2).mapToDouble(Double::parseDouble).map(Math::exp).max().orElse(0);
      assertEquals(1 - largest > 0.1, cells[1].equals("reject"), line);
      rejected += cells[1].equals("reject") ? 1 : 0;
    }
    assertTrue(rejected > 3);
    assertEquals("lanewise: note: rejected %d of 150 rows.\n".formatted(rejected), run.err());
    assertEquals(
        rejected,
        predict("--reject", "0.1", "--reject-label", "", "--no-row").stream()
            .filter(String::isEmpty)
            .count());
    JsonNode decisions = evaluate("--reject", "0.1").get("decisions");
    assertEquals("[\"0\",\"1\",\"2\",\"reject\"]", decisions.get("actions").toString());
    assertEquals(rejected, decisions.get("rejected").asLong());
    assertEquals(rejected / 150.0, decisions.get("rejectRate").asDouble());
    assertEquals(rejected, sum(decisions, 3));
  }

  private static long sum(JsonNode decisions, int action) {
    long sum = 0;
    for (JsonNode row : decisions.get("counts")) {
      sum += row.get(action).asLong();
    }
    return sum;
  }

  @Test
  void costsFindTheirClassesByName() throws IOException {
    Path costs = write("costs.csv", "do;2;0;1\n\"go; on\";5;0;1\nask;.3;.3;.3\n");
    List<String> decided = predict("--costs", costs, "--posteriors");
    assertTrue(decided.getFirst().startsWith("row,action,log_p(0)"));
    for (String line : decided.subList(1, decided.size())) {
      String[] cells = line.split(",");
      double go =
          5 * Math.exp(Double.parseDouble(cells[4])) + Math.exp(Double.parseDouble(cells[3]));
      assertEquals(go <= 0.3 ? "go; on" : "ask", cells[1], line);
    }
    assertTrue(predict("--costs", costs, "--keep").getFirst().endsWith("virginica,action"));
    JsonNode decisions = evaluate("--costs", costs, "--reject", "0.2").get("decisions");
    assertEquals("[\"go; on\",\"ask\",\"reject\"]", decisions.get("actions").toString());
    assertEquals(0, sum(decisions, 1));
    JsonNode counts = decisions.get("counts");
    double cost =
        counts.get(1).get(0).asLong() + 5 * counts.get(2).get(0).asLong() + 0.2 * sum(decisions, 2);
    assertEquals(cost / 150, decisions.get("meanCost").asDouble(), 1e-15);
    assertTrue(decisions.get("accuracy").isNull());
  }

  @Test
  void costsOfEveryErrorAloneChangeNothing() throws IOException {
    List<String> plain = predict();
    assertEquals(plain, predict("--costs", "0,1,1;1,0,1;1,1,0"));
    Path costs = write("costs", "say\t0\t2\t1\n1\t1\t1\t0\n0\t0\t1\t1\n2\t1\t0\t1\n");
    assertEquals(plain, predict("--costs", costs));
    JsonNode all = evaluate("--costs", costs);
    assertEquals(all.get("accuracy"), all.get("decisions").get("accuracy"));
    assertEquals(
        1 - all.get("accuracy").asDouble(), all.get("decisions").get("meanCost").asDouble(), 1e-15);
  }

  @Test
  void foldsThatLackAClassAreDecidedToo() throws IOException {
    Path data = write("data", "x,k\n1,a\n2,a\n1.5,a\n9,b\n8,b\n8.5,b\n20,c\n");
    JsonNode decisions =
        CommandRun.json(
                "evaluate",
                "--classifier",
                "lda",
                "--data",
                data,
                "--folds",
                "7",
                "--reject",
                "0.05",
                "--json")
            .get("decisions");
    assertEquals("[\"a\",\"b\",\"c\",\"reject\"]", decisions.get("actions").toString());
    assertEquals("[[3,0,0,0],[0,3,0,0],[0,1,0,0]]", decisions.get("counts").toString());
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "lda", "--data", data, "--folds", "7", "--reject", "0.05");
    assertTrue(
        text.contains("rejected               0 of 7, 0.00 %\ncorrect, not rejected  85.71 %\n"),
        text);
    assertTrue(text.contains("decisions (rows: true class, columns: action)\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--top 4 | invalid value '4' for --top; expected a number from 1 to 3, the number of"
            + " classes.",
        "--top x | invalid value 'x' for --top; expected a number from 1 to 3, the number of"
            + " classes.",
        "--reject 1.5 | invalid value '1.5' for --reject; expected a number from 0 to 1 (a wrong"
            + " class costs 1).",
        "--reject -1 --costs 0,1,1;1,0,1;1,1,0 | invalid value '-1' for --reject; expected a"
            + " finite number of at least 0.",
        "--reject-label x | --reject-label needs --reject COST.",
        "--reject 0 --reject-label 1 | unlabelled rows would be called '1', which is also a"
            + " class; choose another --reject-label.",
        "--costs 0,1;1,0 | --costs has 2 rows of 2 costs; expected 3 rows of 3, one for each of"
            + " the classes [0, 1, 2].",
        "--costs 0,1;-1,0 | invalid value '0,1;-1,0' for --costs; expected a file, or a row for"
            + " each class separated by ';' with a number of at least 0 for each class separated by"
            + " ','.",
        "--costs nowhere | nowhere does not exist.",
        "--priors empirical | --priors empirical needs training rows; for a model, use uniform,"
            + " from-data or numbers separated by commas.",
        "--priors 0.5,0.5 | --priors: 2 priors were given; one for each of the 3 classes is"
            + " expected.",
        "--priors 0.5,x | invalid value '0.5,x' for --priors; expected uniform, from-data, or"
            + " numbers separated by commas.",
        "--priors 0=0.5,0=0.5 | invalid value '0=0.5,0=0.5' for --priors; expected one CLASS=P"
            + " for each class, separated by commas.",
        "--priors 0=0.5,b=0.5 | --priors: no prior was given for the class '1'; one of each of"
            + " [0, 1, 2] is expected.",
        "--priors 1,1,1 | invalid value '1,1,1' for --priors: the priors [1.0, 1.0, 1.0] sum to"
            + " 3.0; 1 is expected.",
      })
  void whatMakesNoSenseIsRefused(String options, String sentence) {
    assertEquals(sentence, refusal((Object[]) options.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "do,1,0,3;a,0,1,5 | costs has costs for the classes [1, 0, 3]; expected the action's"
            + " column, then one for each of [0, 1, 2].",
        "do,1,0,2;a,0,1,5;b,0,-1,5 | costs, line 3: the cost of 'b' in class '0' is -1.0;"
            + " expected a number of at least 0.",
        "do,1,0,2;a,0,NaN,5 | costs, line 2, column '0': 'NaN' is not a finite number.",
        "do\t1\t0\t2;a\t0\t1,5\t5 | costs, line 2, column '0': '1,5' is not a finite number;"
            + " expected a decimal point.",
        "do,1,0,2;a,0,1,5;a,0,1,5 | costs, line 3: the action 'a' appears twice.",
        "do,1,0;a,0,1,5 | costs has costs for the classes [do, 1, 0]; expected the action's"
            + " column, then one for each of [0, 1, 2].",
        "do,1,0,0;a,0,1,5 | costs has the header [do, 1, 0, 0]; expected a column for the action"
            + " and 3 different classes.",
        "do,1,0,2 | costs has a header but no rows.",
      })
  void wrongFilesOfCostsAreRefused(String lines, String sentence) throws IOException {
    Path costs = write("costs", lines.replace(';', '\n') + "\n");
    assertEquals(sentence, refusal("--costs", costs).replace(costs.toString(), "costs"));
  }

  @Test
  void rowsThatChangeOnceTheirPriorsAreFoundAreRefused() throws IOException {
    for (String command : List.of("predict", "evaluate")) {
      Path rows = write("rows", Files.readString(IRIS));
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      // The priors are said before the rows are read again.
      PrintStream changing =
          new PrintStream(err, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
              super.println(line);
              if (line.contains("priors estimated from rows: ")) {
                addRow(rows);
              }
            }
          };
      Session session = new Session(new ByteArrayOutputStream(), changing, false, false);
      String[] arguments = {
        command, "--model", model.toString(), "--data", rows.toString(), "--priors", "from-data"
      };
      assertEquals(2, Lanewise.run(session, arguments));
      String said = err.toString(StandardCharsets.UTF_8);
      assertTrue(said.contains("rows changed while it was read: "), said);
    }
  }

  private static void addRow(Path rows) {
    try {
      Files.writeString(rows, "1,2,3,4,0\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatCannotBeDoneWithAModelIsSaid() throws IOException {
    Path counts = write("counts", "1,0,a\n2,1,a\n0,4,b\n1,5,b\n");
    Path other = folder.resolve("other");
    CommandRun.output("fit", "--classifier", "complement-nb", "--data", counts, "--out", other);
    for (String priors : new String[] {"uniform", "from-data"}) {
      assertEquals(
          "--priors does not apply to a model of complement-nb, which has no class priors.",
          CommandRun.refusal("predict", "--model", other, "--data", counts, "--priors", priors));
    }
    assertEquals(
        "--priors from-data reads the data twice, and standard input can be read only once; use a"
            + " file.",
        CommandRun.refusal("predict", "--model", model, "--data", "-", "--priors", "from-data"));
    assertTrue(
        CommandRun.refusal(
                "evaluate",
                "--classifier",
                "lda",
                "--data",
                IRIS,
                "--priors",
                "from-data",
                "--folds",
                "3")
            .startsWith(
                "invalid value 'from-data' for --priors; expected empirical, uniform, laplace,"
                    + " or"));
  }

  /// The first 4 columns of iris, and its classes.
  private static Typicality<double[], NumericColumns> law(
      double[][] rows, List<String> labels, boolean linear) {
    NumericColumns columns = NumericColumns.fromRows(rows);
    return linear
        ? Typicality.of(LinearDiscriminant.recipe(), columns, Labels.of(labels))
        : Typicality.of(QuadraticDiscriminant.recipe(), columns, Labels.of(labels));
  }

  @ParameterizedTest
  @CsvSource({"lda, ''", "qda, ''", "qda, --covariance=unbiased", "lda, --shrinkage=0"})
  void typicalityIsThatOfTheLibrary(String classifier, String option) throws IOException {
    List<Object> fit =
        new ArrayList<>(List.of("fit", "--classifier", classifier, "--data", IRIS, "--out", model));
    if (!option.isEmpty()) {
      fit.add(option);
    }
    CommandRun.output(fit.toArray());
    List<String> lines = Files.readAllLines(IRIS);
    double[][] rows = new double[150][];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      String[] cells = lines.get(i + 1).split(",");
      rows[i] = Stream.of(cells).limit(4).mapToDouble(Double::parseDouble).toArray();
      labels.add(cells[4]);
    }
    Typicality<double[], NumericColumns> law = law(rows, labels, classifier.equals("lda"));
    List<String> typical = predict("--typicality", "--no-row", "--priors", "uniform");
    assertEquals("label,typicality(0),typicality(1),typicality(2)", typical.getFirst());
    for (int i = 0; i < 150; i++) {
      double[] expected = law.pValues(rows[i]);
      String[] cells = typical.get(i + 1).split(",");
      for (int c = 0; c < 3; c++) {
        assertEquals(expected[c], Double.parseDouble(cells[c + 1]), 1e-9 * expected[c]);
      }
    }
  }

  @Test
  void typicalityOfNaiveBayesIsARankAmongRowsDrawn() throws IOException {
    Path cells = write("cells", "x,y,k\n" + "u,v,a\nu,w,a\nu,v,b\nz,v,b\n".repeat(20));
    CommandRun.output("fit", "--classifier", "categorical-nb", "--data", cells, "--out", model);
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", cells, "--typicality");
    double a = Double.parseDouble(lines.get(1).split(",")[2]);
    // p(u | a)·p(v | a) = 21/22·1/2 of two equally likely best rows: nothing is likelier.
    assertEquals(1, a);
    double b = Double.parseDouble(lines.get(2).split(",")[3]);
    // p(w | b) = 1/42.
    assertEquals(1 / 42.0, b, 0.006);
    Path holes = write("holes", "x,y,k\nu,v,a\nu,,a\n");
    assertEquals(
        holes
            + ", line 3, column 'y': the value is missing or unseen; --typicality needs complete"
            + " rows.",
        CommandRun.refusal("predict", "--model", model, "--data", holes, "--typicality"));
  }

  @ParameterizedTest
  @CsvSource({
    "bernoulli-nb",
    "bernoulli-nb --binarize 0.5",
    "bernoulli-nb --binarize -0.5",
    "poisson-nb"
  })
  void typicalityIsTheSameOfSparseLines(String classifier) throws IOException {
    StringBuilder dense = new StringBuilder();
    StringBuilder sparse = new StringBuilder();
    for (int i = 0; i < 90; i++) {
      String label = i % 2 == 0 ? "a" : "b";
      sparse.append(label);
      for (int j = 0; j < 9; j++) {
        boolean present = (i * (j + 3) + i / 7) % (i % 2 == 0 ? 3 : 4) == 0;
        dense.append(present ? "1," : "0,");
        if (present) {
          sparse.append(" %d:1".formatted(j));
        }
      }
      dense.append(label).append('\n');
      sparse.append('\n');
    }
    assertEquals(
        typicality(classifier, write("dense", dense.toString())),
        typicality(classifier, write("sparse", sparse.toString())));
  }

  @Test
  void typicalityOfMessagesIsThatOfTheirWords() throws IOException {
    Path mail = write("mail", "a\tone two\nb\tthree one\nb\tthree\na\ttwo\n".repeat(9));
    // In the order of the dictionary: one, three, two.
    Path bits = write("bits", "1,0,1,a\n1,1,0,b\n0,1,0,b\n0,0,1,a\n".repeat(9));
    assertEquals(
        typicality("bernoulli-nb", bits), typicality("bernoulli-nb --label 0 --text 1", mail));
  }

  private List<String> typicality(String options, Path data) {
    List<Object> fit = new ArrayList<>(List.of("fit", "--data", data, "--out", model));
    fit.add("--classifier");
    fit.addAll(List.of(options.split(" ")));
    CommandRun.output(fit.toArray());
    return CommandRun.lines("predict", "--model", model, "--data", data, "--typicality");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qda --ridge 1 | the covariances of the model were shrunk, so a row's distance from a"
            + " class follows no known distribution; fit it with --typicality, or without"
            + " --shrinkage, --ridge and --reg.",
        "rda | rda ranks rows among its training rows, which the model does not keep; fit it with"
            + " --typicality.",
        "lda --weight 3 | the model does not record the number of training rows of each class;"
            + " fit it with this command, without weights or with --typicality.",
      })
  void whereThereIsNoTypicalityThatIsSaid(String options, String sentence) {
    List<Object> fit = new ArrayList<>(List.of("fit", "--data", IRIS, "--out", model));
    fit.add("--classifier");
    fit.addAll(List.of(options.split(" ")));
    CommandRun.output(fit.toArray());
    assertEquals("--typicality: " + sentence, refusal("--typicality"));
  }
}
