package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// Discriminants of tables with categories. Expected values are from scikit-learn 1.9.1:
/// `OneHotEncoder(drop=["red", "m"])`, then its discriminants.
class IndicatorCommandTest {

  private static final String TABLE =
      """
      age,colour,size,class
      30,red,s,yes
      60,red,s,no
      68,blue,m,no
      55,red,m,yes
      80,red,m,yes
      78,red,m,yes
      83,red,m,yes
      47,red,m,yes
      42,red,s,yes
      50,red,m,yes
      64,red,m,yes
      35,blue,m,yes
      55,red,s,yes
      44,red,m,no
      39,blue,m,no
      71,red,s,yes
      67,red,m,no
      44,red,m,yes
      25,red,s,no
      46,green,m,yes
      38,red,m,yes
      29,red,s,no
      50,red,m,yes
      55,green,m,yes
      51,red,s,no
      84,blue,s,yes
      74,green,m,no
      77,green,s,no
      79,green,s,no
      52,red,m,no
      63,green,s,yes
      65,blue,s,yes
      19,red,s,no
      30,green,s,yes
      51,green,m,no
      33,red,m,no
      42,red,s,yes
      60,red,m,yes
      64,red,m,yes
      56,red,m,yes
      """;

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void writesRows() {
    data = CommandRun.write(folder, "rows.csv", TABLE);
    model = folder.resolve("model");
  }

  private void fit(String classifier, Path rows, Object... more) {
    CommandRun.output(arguments("fit", classifier, rows, more));
  }

  private Object[] arguments(String command, String classifier, Path rows, Object... more) {
    List<Object> all = new ArrayList<>();
    all.addAll(List.of(command, "--classifier", classifier, "--categories", "indicator"));
    all.addAll(List.of("--data", rows));
    if (command.equals("fit")) {
      all.addAll(List.of("--out", model));
    }
    all.addAll(List.of(more));
    return all.toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "lda,0.5310422392564672,0.6643772059319978,0.6758354262833544",
    "qda,0.2868906963787535,0.7063395185696166,0.42350527374494457"
  })
  void predictsAsScikitLearnDoes(String classifier, double first, double second, double third) {
    fit(classifier, data);
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", data, "--probabilities");

    double[] expected = {first, second, third};
    for (int row = 0; row < expected.length; row++) {
      assertEquals(expected[row], Double.parseDouble(lines.get(row + 1).split(",")[3]), 1e-12);
    }
  }

  @Test
  void leavesRowsOutAsScikitLearnDoes() {
    JsonNode left =
        CommandRun.evaluate(
            data, "--classifier", "lda", "--categories", "indicator", "--leave-one-out");

    assertEquals(18, left.get("correct").asInt());
    assertEquals(0.823144042961158, left.get("logLoss").asDouble(), 1e-12);
  }

  @Test
  void inspectNamesTheCategoriesLeftOutAndTheColumns() {
    fit("rda", data, "--gamma", "0.1");
    String text = CommandRun.output("inspect", model);

    assertTrue(
        text.contains("\nindicators       of each category except colour=red, size=m\n"), text);
    assertTrue(text.contains("\ncolour=green  0.266667  0.160000\n"), text);
    JsonNode json = CommandRun.json("inspect", model, "--json");
    assertEquals("[\"colour=red\",\"size=m\"]", json.get("leftOut").toString());
  }

  @Test
  void columnsWithoutNamesAreNamedByTheirIndex() {
    Path plain = CommandRun.write(folder, "plain.csv", TABLE.substring(TABLE.indexOf('\n') + 1));
    fit("lda", plain, "--label", "3");

    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("of each category except 1=red, 2=m\n"), text);
    assertTrue(text.contains("\nfeature 1=blue"), text);
  }

  @Test
  void explanationsNameTheColumnOfACategory() {
    fit("lda", data);
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", data, "--explain", "all");

    assertTrue(
        lines.getFirst().endsWith(",contribution(age),contribution(colour),contribution(size)"));
    String[] cells = lines.get(1).split(",");
    double sum = IntStream.range(5, 9).mapToDouble(i -> Double.parseDouble(cells[i])).sum();
    assertEquals(Double.parseDouble(cells[4]), sum, 1e-12);
  }

  @Test
  void choosesOptionsAndATemperature() {
    fit(
        "lda",
        data,
        "--choose",
        "shrinkage",
        "--scales",
        "none",
        "--temperature",
        "--test-rows",
        "5");

    assertEquals(40, CommandRun.lines("predict", "--model", model, "--data", data).size() - 1);
  }

  /// Without regularisation, a discriminant does not depend on the scales of its columns.
  @Test
  void indicatorsAreTransformed() {
    fit("lda", data);
    List<String> plain = probabilities();
    fit("lda", data, "--transform", "standard");
    List<String> standard = probabilities();
    for (int row = 1; row < plain.size(); row++) {
      String[] expected = plain.get(row).split(",");
      String[] actual = standard.get(row).split(",");
      assertEquals(expected[1], actual[1]);
      assertEquals(Double.parseDouble(expected[2]), Double.parseDouble(actual[2]), 1e-12);
    }
  }

  private List<String> probabilities() {
    return CommandRun.lines("predict", "--model", model, "--data", data, "--probabilities");
  }

  @Test
  void unseenCategoriesAreRefusedOrIgnored() {
    fit("lda", data);
    Path other = CommandRun.write(folder, "other.csv", "age,colour,size\n31,purple,s\n");

    assertEquals(
        other
            + ", line 2, column 'colour': 'purple' is an unseen category; expected one of [blue,"
            + " green, red], or use --unseen ignore.",
        refusal("predict", "--model", model, "--data", other));
    assertEquals(
        2,
        CommandRun.lines("predict", "--model", model, "--data", other, "--unseen", "ignore")
            .size());
    assertEquals(
        "--unseen smoothed does not apply to indicators; use error or ignore.",
        refusal("predict", "--model", model, "--data", other, "--unseen", "smoothed"));
  }

  @Test
  void missingCategoriesNeedTheOption() {
    Path holes =
        CommandRun.write(
            folder, "holes.csv", TABLE.replace("55,red", "55,").replace("64,red", "NA,red"));
    Path empty = CommandRun.write(folder, "empty.csv", TABLE.replace("55,red", "55,"));

    assertEquals(
        empty
            + ", line 5, column 'colour': the value is missing; expected a category; use --missing"
            + " '' if empty cells are missing values.",
        refusal(arguments("fit", "lda", empty)));
    fit("lda", holes, "--missing", "NA", "--incomplete", "drop");
    CommandRun em = CommandRun.of(arguments("fit", "lda", holes, "--missing", "NA"));
    assertTrue(em.out().contains("rows have missing values: covariances by expectation"), em.out());
    assertEquals(41, CommandRun.lines("predict", "--model", model, "--data", holes).size());
    JsonNode left =
        CommandRun.evaluate(
            holes,
            "--classifier",
            "lda",
            "--categories",
            "indicator",
            "--missing",
            "NA",
            "--incomplete",
            "drop",
            "--leave-one-out");
    assertEquals(36, left.get("testRows").asInt());
  }

  @Test
  void singularCovariancesNameIndicatorColumns() {
    Path twice =
        CommandRun.write(folder, "twice.csv", TABLE.replaceAll(",([a-z]+),(s|m),", ",$1,$1,"));

    String sentence = refusal(arguments("fit", "qda", twice));
    assertTrue(sentence.contains("column 'size="), sentence);
    assertTrue(
        sentence.endsWith("or --ridge 0.0001 --scales standard to regularise every class."),
        sentence);
  }

  /// The column `shade` is `colour` in other words, and `big` is a number of `size`.
  private Path dependent() {
    String rows =
        TABLE
            .replace("colour,size", "colour,shade,size,big")
            .replace(",red,", ",red,warm,")
            .replace(",blue,", ",blue,cold,")
            .replace(",green,", ",green,cool,")
            .replace(",s,", ",s,0,")
            .replace(",m,", ",m,1,");
    return CommandRun.write(folder, "dependent.csv", rows);
  }

  @Test
  void indicatorsOfABalancedTableAreNotSaidToBeLeftOut() {
    StringBuilder rows = new StringBuilder("x,colour,size,class\n");
    for (int row = 0; row < 48; row++) {
      rows.append(
          "%d,%s,%s,%s\n"
              .formatted(
                  row / 8 % 3 + 2 * (row % 2),
                  row / 2 % 2 == 0 ? "red" : "blue",
                  row / 4 % 2 == 0 ? "s" : "m",
                  row % 2 == 0 ? "a" : "b"));
    }
    Path balanced = CommandRun.write(folder, "balanced.csv", rows.toString());
    CommandRun run = CommandRun.of(arguments("fit", "lda", balanced));
    assertFalse(run.err().contains("left out"), run.err());
  }

  @Test
  void indicatorsThatOtherColumnsDetermineAreLeftOut() throws IOException {
    Path rows = dependent();
    CommandRun run = CommandRun.of(arguments("fit", "lda", rows));
    assertTrue(
        run.err()
            .contains(
                "note: left out of the discriminant, because other columns determine them:"
                    + " shade=cold, shade=cool, size=s.\n"),
        run.err());
    Path whole = folder.resolve("whole.model");
    Path kept = model;
    model = whole;
    fit("lda", data);
    model = kept;
    List<String> expected =
        CommandRun.output("predict", "--model", whole, "--data", data, "--probabilities")
            .lines()
            .toList();
    List<String> found =
        CommandRun.output("predict", "--model", model, "--data", rows, "--probabilities")
            .lines()
            .toList();
    assertEquals(expected.size(), found.size());
    for (int i = 1; i < found.size(); i++) {
      String probability = found.get(i).substring(found.get(i).lastIndexOf(',') + 1);
      String wanted = expected.get(i).substring(expected.get(i).lastIndexOf(',') + 1);
      assertEquals(Double.parseDouble(wanted), Double.parseDouble(probability), 1e-12);
    }
    String explained =
        CommandRun.output("predict", "--model", model, "--data", rows, "--explain", "5");
    assertFalse(explained.contains("NaN"), explained);
    // Rows that lack values, by expectation-maximisation.
    Path holes =
        CommandRun.write(
            folder,
            "holes.csv",
            Files.readString(rows).replace("yes\n60,", "yes\n,").replace("83,", ","));
    run = CommandRun.of(arguments("fit", "lda", holes, "--missing", ""));
    assertTrue(run.err().contains("determine them: shade=cold, shade=cool, size=s.\n"), run.err());
    CommandRun.output(arguments("evaluate", "lda", rows, "--leave-one-out"));
  }

  @Test
  void otherColumnsThatDependOnOthersAreRefused() {
    // A copy of a number, and an indicator that is the class.
    Path twice =
        CommandRun.write(
            folder,
            "twice.csv",
            TABLE.replaceAll("(?m)^([0-9]+),", "$1,$1,").replace("age", "age,again"));
    assertTrue(refusal(arguments("fit", "lda", twice)).contains("depend on one another linearly"));
    Path leak =
        CommandRun.write(
            folder,
            "leak.csv",
            TABLE.replaceAll("(?m),(yes|no)$", ",$1,$1").replace("class", "answer,class"));
    assertTrue(refusal(arguments("fit", "lda", leak)).contains("answer=no"));
  }

  @Test
  void compareFitsDiscriminantsToCategories() {
    String text = CommandRun.output("compare", "--data", data, "--classifiers", "lda,qda,mixed-nb");

    assertTrue(text.contains("\nlda, shrinkage "), text);
    assertTrue(text.contains("\nqda "), text);
    assertTrue(text.contains("\nmixed-nb "), text);
    // The columns tell nothing of the classes.
    assertFalse(text.contains("best"), text);
    JsonNode json =
        CommandRun.json("compare", "--json", "--data", data, "--classifiers", "lda,qda");
    for (JsonNode entry : json.get("ranked")) {
      assertTrue(entry.get("options").asText().contains(" --categories indicator"), text);
    }
  }

  @Test
  void aRefusedCategoryNamesTheOption() {
    assertEquals(
        data
            + ", line 2, column 'colour': 'red' is not a finite number; use --drop colour to leave"
            + " the column out, or --categories indicator if columns hold categories.",
        refusal("fit", "--classifier", "lda", "--data", data, "--out", model));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--typicality", "--unknown"})
  void testsOfNormalClassesAreRefused(String option) {
    assertEquals(
        option + " cannot be used with --categories indicator, because indicators are not normal.",
        refusal(arguments("fit", "lda", data, option)));
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() {
    assertEquals(
        "invalid value 'onehot' for --categories; expected indicator.",
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            model,
            "--categories",
            "onehot"));
    assertEquals(
        "--transform and --unseen cannot be used together: a transform needs known categories.",
        refusal(arguments("fit", "lda", data, "--transform", "unit", "--unseen", "ignore")));
    assertEquals(
        "--column with lda needs --categories indicator.",
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            model,
            "--column",
            "age=number"));
    assertEquals(
        data
            + " has no category column for --categories indicator; leave the option out, or declare"
            + " a column with --column NAME=category.",
        refusal(arguments("fit", "lda", data, "--drop", "colour,size")));
    assertEquals(
        "--categories indicator needs all rows to know the categories; use fit --data.",
        refusal(arguments("gather", "lda", data, "--out", model)));
    assertEquals(
        "--unseen smoothed cannot be used with --categories indicator; use error or ignore.",
        refusal(arguments("fit", "lda", data, "--unseen", "smoothed")));
  }

  @Test
  void compareSaysThatATextAmongNumbersMayBeAMissingValue() {
    Path holes = CommandRun.write(folder, "holes.csv", TABLE.replace("64,red", "NA,red"));
    String sentence =
        "column 'age' is read as categories because of 'NA', but 30 other values are numbers; if"
            + " the text is a missing value, use --missing";
    CommandRun run = CommandRun.of("compare", "--data", holes, "--classifiers", "lda,mixed-nb");

    assertTrue(run.err().contains("lanewise: note: " + sentence + ".\n"), run.err());
    assertTrue(
        run.out().contains(" left out [")
            && run.out().contains("] " + holes + ": " + sentence + "\n"),
        run.out());
    assertTrue(run.out().contains("\nmixed-nb "), run.out());
    run =
        CommandRun.of(
            "compare", "--data", holes, "--classifiers", "lda,mixed-nb", "--missing", "NA");
    assertEquals(
        "lanewise: note: "
            + holes
            + ": 6 of 40 test rows are identical to a training row of their class; if they are"
            + " copies of one measurement, use --copies together, or --groups with a column that"
            + " names it.\n"
            + "lanewise: note: shrinkage and ridges act on standardised columns, because some are"
            + " indicators of categories; to leave columns as they are, use fit with --scales"
            + " none.\n"
            + "lanewise: note: 2 of 40 rows have missing values; discriminants are fitted to the"
            + " rest, as with --incomplete drop, if an option is chosen or expectation-maximisation"
            + " would take long.\n",
        run.err());
    assertTrue(run.out().contains("\nlda, shrinkage "), run.out());
  }

  @Test
  void theReportShowsColumnsAndSharesOfCategories() throws IOException {
    Path report = folder.resolve("report.html");
    CommandRun.evaluate(
        data,
        "--classifier",
        "lda",
        "--categories",
        "indicator",
        "--folds",
        "5",
        "--report",
        report);

    String html = Files.readString(report);
    assertTrue(html.contains("colour=green"));
    assertTrue(html.contains("colour = red"));
    assertTrue(html.contains("Probability of the category"));
  }

  @Test
  void differencesNameCategoriesThatOneModelLacks() {
    fit("lda", data);
    Path before = model;
    model = folder.resolve("later");
    fit("lda", CommandRun.write(folder, "later.csv", TABLE.replaceFirst("red", "teal")));

    String text = CommandRun.output("diff", before, model);
    assertTrue(
        text.contains("parameters only in " + model + ": mean of colour=teal, covariance"), text);
  }

  /// A table with a column for blue, green and small.
  private static String asNumbers(String table) {
    return table
        .replace("age,colour,size", "age,b,g,small")
        .replace(",red,", ",0,0,")
        .replace(",blue,", ",1,0,")
        .replace(",green,", ",0,1,")
        .replace(",NA,", ",NA,NA,")
        .replaceAll(",s,(yes|no)", ",1,$1")
        .replaceAll(",m,(yes|no)", ",0,$1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda",
        "qda --reg 0.1",
        "rda --lambda 0.3 --gamma 0.2",
        "lda --shrinkage lw --temperature",
        "rda --choose lambda-gamma",
        "lda --missing NA",
        "qda --missing NA --shrinkage oas",
        "lda --missing NA --incomplete drop --choose shrinkage"
      })
  void aModelIsTheModelOfColumnsMadeByHand(String options) {
    String table =
        options.contains("NA")
            ? TABLE.replace("55,red", "55,NA").replace("64,red", "NA,red")
            : TABLE;
    Path categories = CommandRun.write(folder, "categories.csv", table);
    Path numbers = CommandRun.write(folder, "numbers.csv", asNumbers(table));
    String[] words = options.split(" ");
    Object[] more = Arrays.copyOfRange(words, 1, words.length);
    fit(words[0], categories, more);
    Path byHand = folder.resolve("by-hand");
    List<Object> fit = new ArrayList<>(List.of("fit", "--classifier", words[0], "--data", numbers));
    fit.addAll(List.of(more));
    fit.addAll(List.of("--out", byHand));
    CommandRun.output(fit.toArray());

    assertEquals(
        CommandRun.output("predict", "--model", byHand, "--data", numbers, "--posteriors"),
        CommandRun.output("predict", "--model", model, "--data", categories, "--posteriors"));
  }

  @Test
  void predictsByAModelThatAProgramMade() throws IOException {
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(new double[] {1, 2, 4, 7, 5, 3}),
            CategoryColumns.copyOfColumns(Set.of(), new String[] {"a", "b", "a", "c", "c", "b"}));
    Indicators indicators = Indicators.of(rows);
    IndicatorClassifier made =
        IndicatorClassifier.of(
            indicators,
            GaussianNaiveBayes.fit(
                indicators.columns(rows), Labels.of("x", "x", "y", "y", "y", "x")));
    ModelFile.write(made, model);
    Path data = CommandRun.write(folder, "made.csv", "4,c\n1,b\n");

    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", data, "--probabilities");
    double[][] posteriors =
        made.scorer()
            .posterior(
                MixedColumns.of(
                    NumericColumns.of(new double[] {4, 1}),
                    CategoryColumns.copyOfColumns(
                        indicators.dictionaries(), Set.of(), new String[] {"c", "b"})));
    for (int row = 0; row < 2; row++) {
      String[] cells = lines.get(row + 1).split(",");
      assertEquals(posteriors[row][0], Double.parseDouble(cells[2]));
      assertEquals(posteriors[row][1], Double.parseDouble(cells[3]));
    }
  }
}
