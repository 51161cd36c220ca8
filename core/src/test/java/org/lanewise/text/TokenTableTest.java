package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.textbook.Allocation;

class TokenTableTest {

  private static final List<String> WORDS =
      List.of("[UNK]", "where", "is", "my", "parcel", "##s", "?", "é", "É", "e");

  private static final float[] VECTORS = {
    9, 9, 3, 4, 1, 0, 0, 1, -3, 2, 0.5f, 0.25f, 8, 0, 2, 2, 5, 5, 1, 1
  };

  private static final TokenTable TABLE = TokenTable.of(WORDS, VECTORS, 2);

  private static double[] row(TokenTable table, String text) {
    double[] row = {Double.NaN, Double.NaN};
    int unused = table.embed(text, row);
    return row;
  }

  @Test
  void idsAreThoseOfHuggingFaceForTextsOfManyScripts() throws IOException {
    List<String> lines;
    try (InputStream in = TokenTableTest.class.getResourceAsStream("/text/wordpiece.txt")) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    int end = lines.indexOf("");
    List<String> vocabulary =
        IntStream.range(0, 31_000).mapToObj(i -> "[none " + i + "]").collect(Collectors.toList());
    for (String line : lines.subList(end + 1, lines.size())) {
      int space = line.indexOf(' ');
      vocabulary.set(Integer.parseInt(line.substring(0, space)), line.substring(space + 1));
    }
    TokenTable table = TokenTable.of(vocabulary, new float[31_000], 1);
    for (int i = 3; i < end; i += 2) {
      StringBuilder text = new StringBuilder(lines.get(i));
      for (int at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 1)) {
        switch (text.charAt(at + 1)) {
          case 'u' -> {
            char c = (char) Integer.parseInt(text.substring(at + 2, at + 6), 16);
            text.replace(at, at + 6, String.valueOf(c));
          }
          case 't' -> text.replace(at, at + 2, "\t");
          case 'n' -> text.replace(at, at + 2, "\n");
          case 'r' -> text.replace(at, at + 2, "\r");
          default -> text.deleteCharAt(at);
        }
      }
      int[] expected =
          Arrays.stream(lines.get(i + 1).split(" ")).mapToInt(Integer::parseInt).toArray();
      assertArrayEquals(expected, table.ids(text), lines.get(i));
    }
  }

  @Test
  void aRowIsTheMeanOfTheKnownTokensOrTheirSumOrOfLengthOne() {
    assertArrayEquals(new int[] {1, 2, 3, 4, 5, 0, 6}, TABLE.ids("Where is MY parcels, ?"));
    double[] sum = {3 + 1 + 0 - 3 + 0.5 + 8, 4 + 0 + 1 + 2 + 0.25 + 0};
    String text = "Where is MY parcels, ?";
    assertArrayEquals(new double[] {sum[0] / 6, sum[1] / 6}, row(TABLE, text));
    assertArrayEquals(sum, row(TABLE.withSum(), text));
    double norm = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    double[] unit = {sum[0] / norm, sum[1] / norm};
    assertArrayEquals(unit, row(TABLE.withUnitLength(), text));
    assertArrayEquals(unit, row(TABLE.withUnitLength().withSum(), text));
  }

  @Test
  void aTextWithoutKnownTokensHasTheRowOfZeros() {
    for (TokenTable table : List.of(TABLE, TABLE.withSum(), TABLE.withUnitLength())) {
      for (String text : List.of("", "   ", "unknown words", "[UNK]", "\u0301", "\uD800")) {
        assertArrayEquals(new double[2], row(table, text), text);
        assertEquals(0, table.embed(text, new double[2]));
      }
    }
    assertEquals(5, TABLE.embed("where is my nice parcels", new double[2]));
  }

  @Test
  void capitalsAndAccentsAreKeptWhereTheVocabularyHasThem() {
    assertArrayEquals(new int[] {9, 9}, TABLE.ids("É é"));
    assertArrayEquals(new int[] {8, 7, 0}, TABLE.withCase().ids("É é Where"));
  }

  @Test
  void bytesAreReadAsTheTextThatTheyAre() {
    byte[] utf8 = "my é parcel\uD83D\uDE00 is?".getBytes(StandardCharsets.UTF_8);
    double[] row = new double[2];
    int known = TABLE.embed(utf8, 3, utf8.length, row);
    assertEquals(3, known);
    assertArrayEquals(row(TABLE, "é parcel\uD83D\uDE00 is?"), row);
    byte[] invalid = {'m', (byte) 0xFF, 'y'};
    assertEquals(1, TABLE.embed(invalid, 0, 3, row));
    assertThrows(IndexOutOfBoundsException.class, () -> TABLE.embed(utf8, 3, 99, row));
  }

  @Test
  void aWordOfMoreThanAHundredCharactersIsUnknown() {
    TokenTable letters = TokenTable.of(List.of("[UNK]", "a", "##a"), new float[3], 1);
    assertEquals(100, letters.ids("a".repeat(100)).length);
    assertArrayEquals(new int[] {0, 1}, letters.ids("a".repeat(101) + " a"));
    assertArrayEquals(new int[] {0}, letters.ids("a".repeat(3_000_000)));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refuses(
        "a table of 10 tokens and width 3 has 20 numbers; 30 are expected, and a width of at least"
            + " 1",
        () -> TokenTable.of(WORDS, VECTORS, 3));
    refuses(
        "a table of 10 tokens and width 0 has 0 numbers; 0 are expected, and a width of at least 1",
        () -> TokenTable.of(WORDS, new float[0], 0));
    refuses(
        "token 2 of the vocabulary is 'a', which is token 1 too",
        () -> TokenTable.of(List.of("[UNK]", "a", "a"), new float[3], 1));
    refuses(
        "token 1 of the vocabulary is '', which is empty",
        () -> TokenTable.of(List.of("[UNK]", ""), new float[2], 1));
    refuses(
        "the vocabulary has no [UNK], which stands for words that it cannot divide",
        () -> TokenTable.of(List.of("a"), new float[1], 1));
    refuses(
        "the row has 3 numbers, but the table's vectors have 2",
        () -> TABLE.embed("my", new double[3]));
    BadDataException infinite =
        assertThrows(
            BadDataException.class,
            () -> TokenTable.of(List.of("[UNK]", "a"), new float[] {0, 1, 2, Float.NaN}, 2));
    assertEquals(
        "the vector of token 1 ('a') has NaN at 1; finite numbers are expected",
        infinite.getMessage());
  }

  @Test
  void aModelOfRowsKnowsItsTableAndKeepsItInItsFile() throws IOException {
    List<String> texts = List.of("where is my parcel", "is my", "parcels ?", "é parcel");
    TokenTable table = TABLE.withUnitLength();
    LinearDiscriminant model =
        LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.5)))
            .fit(table.rows(texts), Labels.of("a", "b", "a", "b"));
    assertEquals("token-table=10x2:a4de278f,unit-length", model.features().text());
    TextScorer scorer = table.scorer(model);
    byte[] utf8 = "is my nice parcel?".getBytes(StandardCharsets.UTF_8);
    double[] posterior = new double[2];
    scorer.posterior(utf8, 0, utf8.length, posterior);
    double[] row = row(table, "is my nice parcel?");
    assertArrayEquals(model.scorer().posterior(row), posterior);
    assertEquals(model.scorer().label(new double[2]), scorer.label(""));
    // Their scratch is shared: what one leaves there is nothing to the other.
    assertEquals(model.scorer().label(row), scorer.label("is my nice parcel?"));

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(model).withTable(table).write(bytes);
    ModelFile read = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
    TokenTable kept = read.table().orElseThrow();
    assertEquals(table.toString(), kept.toString());
    assertEquals(WORDS, kept.vocabulary());
    assertArrayEquals(VECTORS, kept.vectors());
    scorer.posterior("é my", posterior);
    double[] again = new double[2];
    kept.scorer(read.model()).posterior("é my", again);
    assertArrayEquals(posterior, again);

    float[] others = VECTORS.clone();
    others[3]++;
    TokenTable other = TokenTable.of(WORDS, others, 2).withUnitLength();
    for (Executable work :
        List.<Executable>of(
            () -> other.scorer(model), () -> new ModelFile(model).withTable(other))) {
      assertTrue(
          assertThrows(IllegalArgumentException.class, work)
              .getMessage()
              .endsWith("; 'token-table=10x2:a4de278f,unit-length' is expected"));
    }
  }

  /// Labels of texts are those of their rows, whatever floats leave to doubles.
  @Test
  void labelsAreThoseOfRowsAlsoOfClassesThatTie() {
    Random random = new Random(11);
    int width = 20;
    int classes = 72;
    List<String> tokens = new ArrayList<>(List.of("[UNK]"));
    for (int t = 1; t <= 200; t++) {
      tokens.add("w" + t);
    }
    float[] vectors = new float[tokens.size() * width];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    List<String> texts = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int c = 0; c < classes; c++) {
      for (int i = 0; i < 6; i++) {
        // Classes 2m and 2m + 1 have the same texts.
        int from = c % 2 == 0 ? 0 : texts.size() - 6;
        texts.add(c % 2 == 1 ? texts.get(from) : text(c, random));
        labels.add("class" + (100 + c));
      }
    }
    Labels all = Labels.of(labels.toArray(String[]::new));
    for (TokenTable table :
        List.of(
            TokenTable.of(tokens, vectors, width),
            TokenTable.of(tokens, vectors, width).withSum(),
            TokenTable.of(tokens, vectors, width).withUnitLength())) {
      NumericColumns rows = table.rows(texts);
      for (Classifier<double[], NumericColumns> model :
          List.of(
              LinearDiscriminant.recipe(
                      DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)))
                  .fit(rows, all),
              LowRankDiscriminant.recipe(LowRankOptions.DEFAULT.withRank(3).withSubspace(12))
                  .fit(rows, all),
              GaussianNaiveBayes.fit(rows, all))) {
        TextScorer scorer = table.scorer(model);
        double[] row = new double[width];
        for (int i = 0; i < 400; i++) {
          String text = i % 7 == 0 ? "unknown" : i % 2 == 0 ? texts.get(i) : text(i, random);
          int unused = table.embed(text, row);
          assertEquals(model.scorer().predict(row), scorer.predict(text));
        }
        double[] made = new double[width];
        for (String hostile :
            List.of("", "w1 \u0301w2", "\uD800w3", "w4\uDC00 w5", "\u0301", "w6\0")) {
          int unused = table.embed(hostile, row);
          assertEquals(model.scorer().predict(row), scorer.predict(hostile), hostile);
        }
        byte[] invalid = "?w1 ?? w2 w3?".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < invalid.length; i++) {
          invalid[i] = invalid[i] == '?' ? (byte) (0xC0 + 7 * i) : invalid[i];
        }
        for (int to = 0; to <= invalid.length; to++) {
          int unused = table.embed(invalid, 0, to, row);
          assertEquals(model.scorer().predict(row), scorer.predict(invalid, 0, to, made));
          assertArrayEquals(row, made);
        }
        refuses(
            "the row has 3 numbers, but the table's vectors have 20",
            () -> scorer.predict(invalid, 0, 3, new double[3]));
        byte[] utf8 = texts.get(3).getBytes(StandardCharsets.UTF_8);
        assertEquals(
            0,
            Allocation.least(() -> {
              int unused =
                  scorer.predict(utf8, 0, utf8.length) + scorer.predict(utf8, 0, utf8.length, made);
            }));
      }
    }
  }

  private static String text(int topic, Random random) {
    return IntStream.range(0, random.nextInt(1, 12))
            .mapToObj(_ -> "w" + (1 + (topic * 3 + random.nextInt(20)) % 200))
            .collect(Collectors.joining(" "))
        + (random.nextInt(4) == 0 ? " unknown" : "");
  }

  @Test
  void optionsAreInTheNotationInOneOrder() {
    TokenTable table = TABLE.withUnitLength().withSum().withCase();
    assertEquals(TABLE.withCase().withSum().withUnitLength().toString(), table.toString());
    assertEquals(table.toString(), table.withSum().toString());
    TokenTable again = TokenTable.of(table.toString(), WORDS, VECTORS);
    assertEquals(table.toString(), again.toString());
    assertArrayEquals(new int[] {8, 7}, again.ids("É é"));
    refuses(
        "the token table is 'token-table=10x2:a4de278f'; 'token-table=10x2:00000000' is expected",
        () -> TokenTable.of("token-table=10x2:00000000", WORDS, VECTORS));
    refuses(
        "the rows of texts are those of the token table 'token-table=1x1:0', which is expected,"
            + " too",
        () -> TextFeatures.of("token-table=1x1:0"));
    refuses(
        "the option ngrams is for words and characters; a token table has none",
        () -> TextFeatures.of(TABLE).withNgrams(1, 2));
    assertEquals(List.of("is", "my"), TextFeatures.of(TABLE).features("is my"));
  }

  @Test
  @Tag("sweep")
  void aTableMayHaveTenMillionTokens() {
    assumeTrue(Runtime.getRuntime().maxMemory() > 3L << 30, "there are 3 GB");
    List<String> tokens = new ArrayList<>(List.of("[UNK]"));
    for (int t = 1; t < 10_000_000; t++) {
      tokens.add((t % 2 == 0 ? "##" : "") + Integer.toString(t, 36));
    }
    TokenTable large = TokenTable.of(tokens, new float[tokens.size()], 1);
    assertArrayEquals(
        new int[] {9_999_999, 1, 2, 0}, large.ids(Integer.toString(9_999_999, 36) + " 12 -"));
  }

  @Test
  @Tag("sweep")
  void aTextMayHaveAHundredMegabytes() {
    byte[] text = new byte[100_000_000];
    double[] row = new double[2];
    Arrays.fill(text, (byte) 0xFF);
    assertEquals(0, TABLE.embed(text, 0, text.length, row));
    Arrays.fill(text, (byte) 'e');
    // One word.
    assertEquals(0, TABLE.embed(text, 0, text.length, row));
    for (int i = 1; i < text.length; i += 2) {
      text[i] = ' ';
    }
    assertEquals(50_000_000, TABLE.embed(text, 0, text.length, row));
    assertArrayEquals(new double[] {1, 1}, row);
  }

  @Test
  void aTextAllocatesNothing() {
    byte[] utf8 = "Where is my parcel? é".getBytes(StandardCharsets.UTF_8);
    String text = "Where is my parcel? é";
    double[] row = new double[2];
    assertEquals(
        0,
        Allocation.least(() -> {
          int unused = TABLE.embed(text, row) + TABLE.embed(utf8, 0, utf8.length, row);
        }));
  }

  private static void refuses(String message, Executable work) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, work).getMessage());
  }
}
