package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.interop.TokenTableFile;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.TextScorer;
import org.lanewise.text.TokenTable;
import org.lanewise.text.Vocabulary;

/// Features of messages on the command line.
class TextCommandTest {

  private static final List<String> SPAM =
      List.of("Win a FREE prize £", "win cash NOW, call", "FREE entry: win a prize today");

  private static final List<String> HAM =
      List.of("see you at home", "at home now?", "Call me when you are home");

  @TempDir private Path folder;

  private String data;

  @BeforeEach
  void data() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < SPAM.size(); i++) {
      lines.append("spam\t").append(SPAM.get(i)).append("\nham\t").append(HAM.get(i)).append('\n');
    }
    data = file("mail.tsv", lines.toString());
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content, StandardCharsets.UTF_8).toString();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Object[] command(String command, String file, String out, String... options) {
    List<String> all =
        new ArrayList<>(
            List.of(command, "--classifier", "multinomial-nb", "--data", file, "--label", "0"));
    all.addAll(List.of("--text", "1", "--out", path(out)));
    all.addAll(List.of(options));
    return all.toArray();
  }

  private MultinomialNaiveBayes read(String model) throws IOException {
    return ModelFile.read(folder.resolve(model), MultinomialNaiveBayes.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words",
        "words,ngrams=1-2",
        "chars-within-words,ngrams=2-4",
        "ascii,window=3",
        "words,hash=8:seed=5",
        "scikit-learn,min-documents=2,weights=tf-idf",
      })
  void aModelIsThatOfTheLibraryAndKeepsItsFeatures(String tokens) throws IOException {
    CommandRun.output(command("fit", data, "text.model", "--tokens", tokens));
    List<String> messages = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < SPAM.size(); i++) {
      messages.addAll(List.of(SPAM.get(i), HAM.get(i)));
      labels.addAll(List.of("spam", "ham"));
    }
    Vocabulary vocabulary = TextFeatures.of(tokens).vocabulary(messages);
    MultinomialNaiveBayes expected =
        MultinomialNaiveBayes.fit(
            vocabulary.counts(messages), Labels.of(labels.toArray(String[]::new)));
    MultinomialNaiveBayes found = read("text.model");
    assertEquals(expected.features(), found.features());
    assertEquals(TextFeatures.of(tokens), Vocabulary.of(found.features()).text());
    String rows = file("new.tsv", "x\tyou WIN free cash\nx\tat home\n");
    String predicted =
        CommandRun.output(
            "predict",
            "--model",
            path("text.model"),
            "--data",
            rows,
            "--label",
            "0",
            "--text",
            "1");
    TextScorer scorer = vocabulary.scorer(expected);
    assertEquals(
        "row,label\n0,%s\n1,%s\n"
            .formatted(scorer.label("you WIN free cash"), scorer.label("at home")),
        predicted);
  }

  @Test
  void optionsAreOneNotation() throws IOException {
    String stop = file("stop.txt", "The\na\n");
    CommandRun.output(
        command(
            "fit",
            data,
            "text.model",
            "--ngrams",
            "1-2",
            "--lowercase",
            "no",
            "--stop-words",
            stop));
    assertEquals(
        TextFeatures.of("words,case=kept,ngrams=1-2,stop-words=The a"),
        Vocabulary.of(read("text.model").features()).text());
    CommandRun.output(
        command("fit", data, "same.model", "--tokens", "words", "--weights", "counts"));
    CommandRun.output(command("fit", data, "plain.model"));
    assertEquals(read("plain.model").features(), read("same.model").features());
    assertEquals("", read("same.model").features().text());
  }

  @Test
  void aHashIsSignedForDiscriminantsOnly() throws IOException {
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--shrinkage",
        "0.5",
        "--data",
        data,
        "--label",
        "0",
        "--text",
        "1",
        "--hash",
        "3",
        "--out",
        path("lda.model"));
    String notes = CommandRun.output("inspect", path("lda.model"));
    assertTrue(notes.contains("--tokens words,hash=3:signed"), notes);
    assertEquals(
        "--hash cannot be signed for multinomial-nb, which needs counts of at least 0.",
        CommandRun.refusal(command("fit", data, "x.model", "--hash", "3:signed")));
  }

  @Test
  void theShareOfCollisionsIsTold() {
    String note = "the hash uses 10 of 16 places, so about 62.5 % of the features share theirs";
    for (Object[] fit :
        List.of(
            command("fit", data, "a.model", "--hash", "4"),
            command("fit", data, "b.model", "--hash", "4", "--choose", "alpha"),
            command("gather", data, "c.stats", "--hash", "4"))) {
      String notes = CommandRun.of(fit).err();
      assertTrue(notes.contains(note), notes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"words,hash=6", "chars,ngrams=1-2", "words,window=3"})
  void statisticsOfPartsAreThoseOfTheWhole(String tokens) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(data));
    String first = file("a.tsv", String.join("\n", lines.subList(0, 4)) + "\n");
    String rest = file("b.tsv", String.join("\n", lines.subList(4, 6)) + "\n");
    CommandRun.output(command("gather", first, "a.stats", "--tokens", tokens));
    CommandRun.output(command("gather", rest, "b.stats", "--tokens", tokens));
    CommandRun.output(command("gather", data, "all.stats", "--tokens", tokens));
    CommandRun.output("merge", path("a.stats"), path("b.stats"), "--out", path("sum.stats"));
    CommandRun.output("subtract", path("sum.stats"), path("b.stats"), "--out", path("less.stats"));
    for (String name : List.of("all", "sum", "a", "less")) {
      CommandRun.output(
          "fit",
          "--classifier",
          "multinomial-nb",
          "--statistics",
          path(name + ".stats"),
          "--out",
          path(name + ".model"));
    }
    assertEquals(read("all.model").features(), read("sum.model").features());
    assertEquals(read("a.model").features(), read("less.model").features());
    assertEquals(
        CommandRun.output("inspect", "--json", path("a.model")).replace("a.model", ""),
        CommandRun.output("inspect", "--json", path("less.model")).replace("less.model", ""));
  }

  @Test
  void statisticsOfOtherFeaturesAreNotMerged() throws IOException {
    CommandRun.output(command("gather", data, "a.stats", "--hash", "6"));
    CommandRun.output(command("gather", data, "b.stats", "--hash", "6:seed=1"));
    assertTrue(
        CommandRun.refusal("merge", path("a.stats"), path("b.stats"), "--out", path("x.stats"))
            .contains("--tokens words,hash=6"));
    CommandRun.output(command("gather", data, "c.stats", "--min-documents", "2"));
    String other = file("other.tsv", "spam\tfree free\nham\tfree home\nham\thome\n");
    CommandRun.output(command("gather", other, "d.stats", "--min-documents", "2"));
    assertTrue(
        CommandRun.refusal("merge", path("c.stats"), path("d.stats"), "--out", path("x.stats"))
            .contains("counted the messages of each word apart"));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertEquals(
        "--tokens and its options need --text, the column of messages.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--ngrams",
            "1-2",
            "--out",
            path("x.model")));
    assertEquals(
        "invalid value for --tokens: 'letters' is no kind of tokens; one of words, ascii,"
            + " scikit-learn, chars and chars-within-words is expected.",
        CommandRun.refusal(command("fit", data, "x.model", "--tokens", "letters")));
    assertTrue(
        CommandRun.refusal(command("fit", data, "x.model", "--ngrams", "2-1"))
            .startsWith("invalid value for --tokens: the option ngrams"));
    assertTrue(
        CommandRun.refusal(command("fit", data, "x.model", "--stop-words", path("none.txt")))
            .startsWith("--stop-words: cannot read '"));
    assertTrue(
        CommandRun.refusal(command("fit", data, "x.model", "--min-documents", "6"))
            .endsWith("as many of them as the options expect."));
    String singular =
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--label",
            "0",
            "--text",
            "1",
            "--out",
            path("x.model"));
    assertTrue(
        singular.endsWith("; use --ridge 0.0001 --scales standard to regularise every class."),
        singular);
    assertFalse(singular.contains("--drop"), singular);
  }

  @Test
  void compareTriesWordsCharactersAndWeights() {
    Object[] compare = {
      "compare",
      "--data",
      data,
      "--label",
      "0",
      "--text",
      "1",
      "--folds",
      "3",
      "--classifiers",
      "multinomial-nb,poisson-nb"
    };
    String table = CommandRun.output(compare);
    for (String name :
        List.of(
            "multinomial-nb ",
            "multinomial-nb, alpha, chars-within-words ngrams=2-4 ",
            "multinomial-nb, alpha, chars-within-words ngrams=2-5 ",
            "multinomial-nb, alpha, chars ngrams=1-2 ",
            "multinomial-nb, alpha, chars ngrams=2-4 ",
            "multinomial-nb, alpha, words weights=tf-idf",
            "multinomial-nb, alpha, chars-within-words ngrams=2-5 weights=tf-idf",
            "poisson-nb ")) {
      assertTrue(table.contains("\n" + name), () -> name + table);
    }
    List<Object> only = new ArrayList<>(List.of(compare));
    only.addAll(List.of("--tokens", "words", "--form", "nfkc"));
    String one = CommandRun.output(only.toArray());
    assertTrue(one.contains("multinomial-nb, words form=nfkc"), one);
    assertEquals(false, one.contains("tf-idf"), one);
    assertTrue(one.replace("'", "").contains("--tokens words,form=nfkc"), one);
  }

  @Test
  void alphaOfTokensIsChosenAtTheBestTemperature() {
    for (boolean words : List.of(true, false)) {
      List<Object> fit =
          new ArrayList<>(List.of(command("fit", data, "c.model", "--choose", "alpha")));
      fit.addAll(words ? List.of() : List.of("--tokens", "chars", "--ngrams", "1-2"));
      CommandRun run = CommandRun.of(fit.toArray());
      String notes = run.out() + run.err();
      assertEquals(words, notes.contains("from 17 values: log loss"), notes);
      assertEquals(
          !words, notes.contains("from 8 values, at the best temperature: log loss"), notes);
      String inspected = CommandRun.output("inspect", path("c.model"));
      assertEquals(
          !words,
          inspected.contains("alpha of 8 values, by leave-one-out, at the best temperature:"),
          inspected);
    }
  }

  @Test
  void onlyWordsLeaveSymbolsOut() throws IOException {
    String note = "that belong to no word";
    assertTrue(CommandRun.of(command("fit", data, "a.model")).err().contains(note));
    Object[] chars = command("fit", data, "b.model", "--tokens", "chars");
    assertEquals(false, CommandRun.of(chars).err().contains(note));
  }

  /// A folder with a table of the words of the messages: those of spam point elsewhere.
  private String table(double turn) throws IOException {
    List<String> tokens =
        new ArrayList<>(
            new TreeSet<>(Vocabulary.tokens(String.join(" ", SPAM) + String.join(" ", HAM))));
    tokens.add("[UNK]");
    StringBuilder vocabulary = new StringBuilder();
    for (int t = 0; t < tokens.size(); t++) {
      vocabulary.append(t == 0 ? "" : ",").append("\"%s\":%d".formatted(tokens.get(t), t));
    }
    String tokenizer =
        file(
            "tokenizer-of-table.json",
            """
            {"normalizer": {"type": "BertNormalizer", "strip_accents": null, "lowercase": true},
             "pre_tokenizer": {"type": "BertPreTokenizer"},
             "model": {"type": "WordPiece", "unk_token": "[UNK]",
               "continuing_subword_prefix": "##", "vocab": {%s}}}
            """
                .formatted(vocabulary));
    Path out = Files.createDirectories(folder.resolve("table" + turn));
    Set<String> ofSpam = Set.copyOf(Vocabulary.tokens(String.join(" ", SPAM)));
    TokenTableFile.distil(
        Path.of(tokenizer),
        token -> {
          Random random = new Random(token.hashCode());
          float side = ofSpam.contains(token) ? 1 : -1;
          return new float[] {
            side + (float) turn, random.nextFloat(), random.nextFloat(), 2 * random.nextFloat()
          };
        },
        "made up",
        "CC0-1.0",
        out);
    return out.toString();
  }

  private String[] head(String command, String... options) {
    List<String> all = new ArrayList<>(List.of(command, "--classifier", "lda", "--data", data));
    all.addAll(List.of("--label", "0", "--text", "1", "--shrinkage", "0.5"));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  @Test
  void aModelOfATokenTableKeepsTheTable() throws IOException {
    String table = table(0);
    String model = path("table.model");
    CommandRun.output((Object[]) head("fit", "--token-table", table, "--out", model));
    ModelFile file = ModelFile.read(Path.of(model));
    TokenTable kept = file.table().orElseThrow();
    assertEquals(TokenTableFile.read(Path.of(table)).toString(), kept.toString());
    // The folder is no longer needed.
    try (Stream<Path> files = Files.list(Path.of(table))) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    }
    TextScorer scorer = kept.scorer(file.model());
    String rows = file("new.txt", "you WIN free cash\nat home\n?!\n");
    assertEquals(
        "row,label\n0,%s\n1,%s\n2,%s\n"
            .formatted(
                scorer.label("you WIN free cash"), scorer.label("at home"), scorer.label("")),
        CommandRun.output(
            "predict", "--model", model, "--data", rows, "--text", "0", "--no-header"));
    assertEquals("spam", scorer.label("you WIN free cash"));
    assertEquals("ham", scorer.label("at home"));
    assertTrue(
        CommandRun.output("evaluate", "--model", model, "--data", data)
            .contains("correct          6 of 6"));
    assertTrue(CommandRun.output("inspect", model).contains("--tokens token-table="));
  }

  @Test
  void statisticsOfATokenTableReadTheFolderAgain() throws IOException {
    String table = table(1);
    CommandRun.output((Object[]) head("fit", "--token-table", table, "--out", path("rows.model")));
    CommandRun.output(
        "gather",
        "--classifier",
        "lda",
        "--data",
        data,
        "--label",
        "0",
        "--text",
        "1",
        "--token-table",
        table,
        "--out",
        path("a.stats"));
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--shrinkage",
        "0.5",
        "--statistics",
        path("a.stats"),
        "--out",
        path("stats.model"));
    String rows = file("two.txt", "win win\nhome me\n");
    Object[] predict = {"predict", "--data", rows, "--text", "0", "--no-header", "--posteriors"};
    List<String> found = new ArrayList<>();
    for (String model : List.of("rows.model", "stats.model")) {
      List<Object> all = new ArrayList<>(List.of(predict));
      all.addAll(List.of("--model", path(model)));
      found.add(CommandRun.output(all.toArray()));
    }
    assertEquals(found.get(0), found.get(1));
  }

  @Test
  void compareHasNumbersOfATableNextToWords() throws IOException {
    String table = table(3);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      lines.append(Files.readString(Path.of(data)));
    }
    String printed =
        CommandRun.output(
            "compare",
            "--data",
            file("many.tsv", lines.toString()),
            "--label",
            "0",
            "--text",
            "1",
            "--token-table",
            table,
            "--folds",
            "2",
            "--classifiers",
            "lda,multinomial-nb");
    assertTrue(printed.contains("lda, shrinkage, token-table=" + table), printed);
    assertTrue(printed.contains("multinomial-nb, alpha, words weights=tf-idf"), printed);
    assertTrue(printed.contains("--tokens token-table="), printed);
  }

  @Test
  void thePrintedCommandFitsTheModelOfATable() throws IOException {
    Path folder = Path.of(path("my, table"));
    Files.move(Path.of(table(5)), folder);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      lines.append(Files.readString(Path.of(data)));
    }
    Object[] compare = {
      "compare",
      "--data",
      file("rows.tsv", lines.toString()),
      "--label",
      "0",
      "--text",
      "1",
      "--token-table",
      folder,
      "--folds",
      "2",
      "--classifiers",
      "gaussian-nb"
    };
    String printed = CommandRun.output(compare);
    assertTrue(printed.contains("gaussian-nb, token-table=" + folder), printed);
    String quoted = " --tokens 'token-table=%s'".formatted(folder);
    assertTrue(printed.contains(quoted), printed);
    String command = printed.substring(printed.indexOf("lanewise fit ")).lines().findFirst().get();
    List<Object> fit = new ArrayList<>();
    for (String word : command.replace(quoted, "").split(" ")) {
      fit.add(word.equals("best.model") ? path("best.model") : word);
    }
    fit.remove("lanewise");
    fit.addAll(List.of("--tokens", "token-table=" + folder));
    CommandRun.output(fit.toArray());
    List<Object> all = new ArrayList<>(List.of(compare));
    all.addAll(List.of("--out", path("compared.model")));
    CommandRun.output(all.toArray());
    assertArrayEquals(
        Files.readAllBytes(Path.of(path("compared.model"))),
        Files.readAllBytes(Path.of(path("best.model"))));
  }

  @Test
  void whatATokenTableCannotDoIsSaid() throws IOException {
    String table = table(4);
    assertEquals(
        "multinomial-nb does not take the numbers of a token table; expected lda, qda, rda,"
            + " low-rank or gaussian-nb.",
        CommandRun.refusal(command("fit", data, "x.model", "--token-table", table)));
    assertEquals(
        "--token-table cannot be used with --tokens and its options, which describe words and"
            + " characters.",
        CommandRun.refusal(
            (Object[])
                head("fit", "--token-table", table, "--ngrams", "1-2", "--out", path("x.model"))));
    assertEquals(
        "--token-table: '%s' is no folder; a folder with model.safetensors and tokenizer.json is expected."
            .formatted(path("none")),
        CommandRun.refusal(
            (Object[]) head("fit", "--token-table", path("none"), "--out", path("x.model"))));
    assertEquals(
        "--tokens and its options need --text, the column of messages.",
        CommandRun.refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--token-table",
            table,
            "--out",
            path("x.model")));
  }
}
