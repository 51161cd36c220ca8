package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.Vocabulary;

/// A text column next to numbers, bits and categories.
class MixedTextTest {

  private static final String HEADER = "from,age,message,known,class\n";

  private static final String FIRST =
      """
      a.com,3,Win a FREE prize,0,spam
      b.org,31,see you at home,1,ham
      a.com,4,"cash now, call",0,spam
      b.org,28,,1,ham
      """;

  /// With the words age and from, which are names of columns.
  private static final String SECOND =
      """
      b.org,5,prize FROM home,1,spam
      a.com,40,what age are you,0,ham
      """;

  private static final List<String> MESSAGES =
      List.of(
          "Win a FREE prize",
          "see you at home",
          "cash now, call",
          "",
          "prize FROM home",
          "what age are you");

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void writesRows() throws IOException {
    data = file("all.csv", HEADER + FIRST + SECOND);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static Object[] words(String line, Object... values) {
    return line.formatted(values).split(" ");
  }

  private Path fit(String name, Object... more) {
    Path model = folder.resolve(name);
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", "mixed-nb", "--out", model));
    arguments.addAll(List.of(more));
    CommandRun.output(arguments.toArray());
    return model;
  }

  private static String posteriors(Path model, Path rows) {
    return CommandRun.output("predict", "--model", model, "--data", rows, "--posteriors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"words", "chars-within-words,ngrams=1-3", "words,weights=tf-idf"})
  void aModelIsThatOfTheLibraryWithABlockOfWords(String tokens) throws IOException {
    Path model =
        fit("m", "--data", data, "--column", "message=text", "--tokens", tokens, "--alpha", "0.5");
    Vocabulary words = TextFeatures.of(tokens).vocabulary(MESSAGES);
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(new double[] {3, 31, 4, 28, 5, 40}).withFeatures("age"),
            BitColumns.copyOfColumns(new boolean[][] {{false, true, false, true, true, false}})
                .withFeatures("known"),
            CategoryColumns.copyOfColumns(
                    List.of(),
                    new String[][] {{"a.com", "b.org", "a.com", "b.org", "b.org", "a.com"}})
                .withFeatures("from"),
            words.counts(MESSAGES));
    NaiveBayesOptions options = new NaiveBayesOptions(Priors.empirical(), Smoothing.of(0.5));
    MixedNaiveBayes expected =
        MixedNaiveBayes.recipe(
                GaussianNaiveBayes.recipe(),
                BernoulliNaiveBayes.recipe(options),
                CategoricalNaiveBayes.recipe(options),
                MultinomialNaiveBayes.recipe(options))
            .fit(rows, Labels.of("spam", "ham", "spam", "ham", "spam", "ham"));
    MixedNaiveBayes read = ModelFile.read(model, MixedNaiveBayes.class);
    assertEquals(expected.features(), read.features());
    assertEquals(words.features(), read.blocks().getLast().features());
    List<String> lines = posteriors(model, data).lines().toList();
    double[][] posteriors = expected.scorer().logPosterior(rows);
    for (int row = 0; row < posteriors.length; row++) {
      String[] cells = lines.get(row + 1).split(",");
      for (int c = 0; c < 2; c++) {
        assertEquals(posteriors[row][c], Double.parseDouble(cells[2 + c]));
      }
    }
  }

  @Test
  void nextToAColumnThatSaysNothingItHasTheLabelsOfTheMessages() throws IOException {
    Path rows = file("even.csv", "n,message,class\n6,win cash,a\n6,go home,b\n8,cash,a\n8,win,b\n");
    Path mixed = fit("mixed", "--data", rows, "--text", "message");
    Path alone = folder.resolve("alone");
    CommandRun.output(
        words("fit --classifier multinomial-nb --text message --data %s --out %s", rows, alone));
    Path asked = file("asked.csv", "n,message\n7,cash\n7,home home win\n7,go\n7,\n7,none\n");
    assertEquals(
        CommandRun.output("predict", "--model", alone, "--data", asked),
        CommandRun.output("predict", "--model", mixed, "--data", asked));
    Path only = fit("only", "--data", rows, "--text", "message", "--drop", "n");
    assertEquals(posteriors(alone, asked), posteriors(only, asked));
  }

  @Test
  void theOptionOfMessagesNamesTheSameColumn() {
    Path typed = fit("typed", "--data", data, "--column", "message=text");
    assertEquals(
        posteriors(typed, data), posteriors(fit("m", "--data", data, "--text", "message"), data));
    assertEquals(
        posteriors(typed, data),
        posteriors(fit("n", "--data", data, "--text", "2", "--column", "age=number"), data));
  }

  @Test
  void columnsWithoutNamesAreFoundByPosition() throws IOException {
    Path rows = file("unnamed.csv", FIRST + SECOND);
    Path model = fit("m", "--data", rows, "--column", "2=text", "--no-header");
    assertEquals(
        posteriors(fit("named", "--data", data, "--text", "message"), data),
        posteriors(model, rows));
    String inspected = CommandRun.output("inspect", model);
    assertTrue(inspected.contains("number: 1; bit: 3; category: 0; text: 2\n"), inspected);
  }

  @Test
  void aWordWithTheNameOfAColumnIsInQuotes() throws IOException {
    Path model = fit("m", "--data", data, "--text", "message");
    Path row = file("row.csv", "message,age,from,known\nage age,30,b.org,1\n");
    String explained =
        CommandRun.output("predict", "--model", model, "--data", row, "--explain", "2");
    assertTrue(explained.matches("(?s).*,age,[0-9.]+,'age',[0-9.]+\n"), explained);
    Path exported = folder.resolve("m.safetensors");
    Path imported = folder.resolve("imported");
    CommandRun.output("export", model, exported);
    CommandRun.output("import", exported, imported);
    assertEquals(posteriors(model, data), posteriors(imported, data));
  }

  @Test
  void statisticsOfPartsMergeByWordAndForgetWords() throws IOException {
    Path first = file("first.csv", HEADER + FIRST);
    Path second = file("second.csv", HEADER + SECOND);
    for (Path part : List.of(first, second)) {
      CommandRun.output(
          words(
              "gather --classifier mixed-nb --text message --drop age --data %1$s --out %1$s.stats",
              part));
    }
    Path all = folder.resolve("all.stats");
    Path rest = folder.resolve("rest.stats");
    CommandRun.output("merge", first + ".stats", second + ".stats", "--out", all);
    CommandRun.output("subtract", all, second + ".stats", "--out", rest);
    Object[] options = {"--text", "message", "--drop", "age"};
    assertEquals(
        posteriors(
            fit("whole", options[0], options[1], options[2], options[3], "--data", data), data),
        posteriors(fit("merged", "--statistics", all), data));
    Path left = fit("left", "--statistics", rest);
    assertEquals(
        posteriors(
            fit("part", options[0], options[1], options[2], options[3], "--data", first), first),
        posteriors(left, first));
    assertTrue(ModelFile.read(left, MixedNaiveBayes.class).features().indexOf("prize") > 0);
    assertEquals(-1, ModelFile.read(left, MixedNaiveBayes.class).features().indexOf("what"));
  }

  @Test
  void statisticsOfOtherTextsAreNotMerged() throws IOException {
    Path body = file("body.csv", (HEADER + SECOND).replace("message", "body"));
    Path unnamed = file("unnamed.csv", SECOND);
    for (String gathered :
        List.of(data + " --text message", body + " --text body", unnamed + " --text 2")) {
      String out = gathered.substring(0, gathered.indexOf(' ')) + ".stats";
      CommandRun.output(words("gather --classifier mixed-nb --data %s --out %s", gathered, out));
    }
    assertEquals(
        "%s.stats has no column 'message', the text column of %s.stats; expected the same columns."
            .formatted(body, data),
        refusal("merge", data + ".stats", body + ".stats", "--out", folder.resolve("x")));
    assertEquals(
        "%s.stats has column names, but %s.stats has none; with a text column, expected names in both or in none."
            .formatted(data, unnamed),
        refusal("merge", unnamed + ".stats", data + ".stats", "--out", folder.resolve("x")));
  }

  @Test
  void evaluatedBothWaysAndByRowsLeftOut() throws IOException {
    StringBuilder rows = new StringBuilder(HEADER);
    for (int i = 0; i < 8; i++) {
      rows.append(FIRST).append(SECOND);
    }
    Path many = file("many.csv", rows.toString());
    for (String how : List.of("--folds 3", "--leave-one-out", "--prequential", "--split every:5")) {
      String report =
          CommandRun.output(
              words("evaluate --classifier mixed-nb --text message --data %s %s", many, how));
      assertTrue(report.contains("\nfeatures         18"), report);
      assertTrue(
          report.contains(how.equals("--prequential") ? " 45 of 46" : ", 100.00 % "), report);
    }
    CommandRun compare =
        CommandRun.of(
            words(
                "compare --classifiers mixed-nb,bernoulli-nb --tokens words --text message"
                    + " --folds 2 --data %s",
                many));
    assertTrue(
        compare
            .err()
            .contains(
                "mixed-nb also takes the other columns: number: age; bit: known; category: from;"
                    + " text: message"),
        compare.err());
    assertTrue(
        compare
            .out()
            .contains(
                "fit --classifier mixed-nb --choose alpha --unseen ignore --tokens words --text"),
        compare.out());
  }

  @Test
  void emptyOddAndUnknownMessagesHaveDefinedRows() throws IOException {
    byte[] latin =
        "age,message,class\n1,caf\u00e9,a\n2,win,b\n3,NA,a\n".getBytes(StandardCharsets.ISO_8859_1);
    Path rows = Files.write(folder.resolve("latin.csv"), latin);
    Path model = fit("m", "--data", rows, "--text", "message", "--missing", "NA");
    assertEquals(
        List.of("age", "café", "win"),
        ModelFile.read(model, MixedNaiveBayes.class).features().names());
    String inspected = CommandRun.output("inspect", model);
    assertTrue(inspected.contains("missing values   'NA' or an empty cell\n"), inspected);
    Path asked = file("asked.csv", "message,age\n,2\nNA,2\nunknown words,2\n!,2\n");
    List<String> lines = posteriors(model, asked).lines().toList();
    for (String line : lines.subList(1, 5)) {
      assertEquals(lines.get(1).substring(1), line.substring(1));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mixed-nb --text message --column from=text | column 'from' and column 'message' are both text; expected one text column, so join them or leave one out with --drop.
          mixed-nb --text class | --column class=text: this is the label, unless --label names another column; expected one of the 4 features.
          mixed-nb --text body | --column body=text: no feature column has that name or 0-based index; expected one of the 4 features.
          mixed-nb --text message --hash 8 | DATA, column 'message': the words of a text column need names; leave --hash out.
          mixed-nb --tokens chars | DATA: --tokens needs a text column; to declare one, use --column NAME=text.
          mixed-nb --column known=text --drop message --tokens words,window=3,min-documents=9 | 6 messages have no word that is in as many of them as the options expect.
          lda --column message=text --categories indicator | column 'message' is text, and --categories indicator takes numbers and categories; use mixed-nb for a text column next to others.
          multinomial-nb --column message=text | multinomial-nb does not take --column; it takes --priors, --alpha, --tokens.
          """)
  void refusesWhatMakesNoSense(String options, String expected) {
    assertEquals(
        expected.replace("DATA", data.toString()),
        refusal(
            words("fit --out %s --data %s --classifier %s", folder.resolve("x"), data, options)));
  }

  @Test
  void aModelOfColumnsFindsItsTextItself() {
    Path model = fit("m", "--data", data, "--text", "message");
    assertEquals(
        "--text from does not apply to a model of columns, which it finds by their names"
            + " or positions.",
        refusal("predict", "--model", model, "--data", data, "--text", "from"));
  }
}
