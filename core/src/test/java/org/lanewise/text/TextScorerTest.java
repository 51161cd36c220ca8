package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.textbook.Allocation;

class TextScorerTest {

  private static final String[] WORDS = {
    "free", "WIN", "prize", "home", "now", "größe", "straße", "привет", "мир", "مرحبا", "你好",
    "नमस्ते", "γεια", "สวัสดี", "한국어", "1000", "call", "you", "later", "😀", "£", "e\u0301t\u00E9"
  };

  private static final int COUNT = 400;

  private static List<String> messages() {
    Random random = new Random(7);
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      StringBuilder message = new StringBuilder();
      // Some messages are long.
      int words = i % 40 == 0 ? 300 : random.nextInt(30);
      for (int w = 0; w < words; w++) {
        int half = i % 2 * WORDS.length / 3;
        message.append(WORDS[(half + random.nextInt(WORDS.length * 2 / 3)) % WORDS.length]);
        message.append(random.nextInt(5) == 0 ? ", " : " ");
      }
      messages.add(message.toString());
    }
    return messages;
  }

  private static Labels labels() {
    String[] labels = new String[COUNT];
    for (int i = 0; i < COUNT; i++) {
      labels[i] = i % 2 == 0 ? "spam" : "ham";
    }
    return Labels.of(labels);
  }

  private static List<Classifier<?, ?>> models(Vocabulary vocabulary) {
    SparseRows counts = vocabulary.counts(messages());
    double[][] rows = new double[COUNT][counts.featureCount()];
    SparseRow row = new SparseRow();
    for (int i = 0; i < COUNT; i++) {
      counts.row(i, row);
      for (int at = row.from(); at < row.to(); at++) {
        rows[i][row.indices()[at]] = row.values()[at];
      }
    }
    return List.of(
        MultinomialNaiveBayes.fit(counts, labels()),
        ComplementNaiveBayes.fit(counts, labels()),
        BernoulliNaiveBayes.fit(vocabulary.presence(messages()), labels()),
        GaussianNaiveBayes.fit(
            NumericColumns.fromRows(rows).withFeatures(vocabulary.features()), labels()));
  }

  /// The posterior of the row of a message.
  private static double[] slowly(Vocabulary vocabulary, Classifier<?, ?> model, String message) {
    if (model.takes(RowFormat.SPARSE)) {
      Scorer<SparseRow, ?> scorer = model.scorer(RowFormat.SPARSE);
      boolean bits = model.format().equals(RowFormat.BITS);
      return scorer.posterior(bits ? vocabulary.present(message) : vocabulary.count(message));
    }
    SparseRow row = vocabulary.count(message);
    double[] dense = new double[vocabulary.features().count()];
    for (int at = row.from(); at < row.to(); at++) {
      dense[row.indices()[at]] = row.values()[at];
    }
    return model.scorer(RowFormat.NUMBERS).posterior(dense);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words",
        "words,ngrams=1-2",
        "chars-within-words,ngrams=2-3",
        "words,hash=8",
        "scikit-learn,weights=tf-idf"
      })
  void bytesTextsAndSegmentsGiveTheBitsOfRows(String notation) {
    Vocabulary vocabulary = TextFeatures.of(notation).vocabulary(messages());
    for (Classifier<?, ?> model : models(vocabulary)) {
      TextScorer scorer = vocabulary.scorer(model);
      double[] posterior = new double[2];
      try (Arena arena = Arena.ofConfined()) {
        for (String message : messages()) {
          double[] expected = slowly(vocabulary, model, message);
          byte[] utf8 = ("xx" + message + "yy").getBytes(StandardCharsets.UTF_8);
          scorer.posterior(utf8, 2, utf8.length - 2, posterior);
          assertArrayEquals(expected, posterior);
          scorer.posterior(new StringBuilder(message), posterior);
          assertArrayEquals(expected, posterior);
          int label = expected[1] > expected[0] ? 1 : 0;
          assertEquals(label, scorer.predict(message));
          assertEquals(label, scorer.predict(utf8, 2, utf8.length - 2));
          MemorySegment segment = arena.allocate(utf8.length - 4);
          segment.copyFrom(MemorySegment.ofArray(utf8).asSlice(2, utf8.length - 4));
          assertEquals(model.classes().name(label), scorer.label(segment));
        }
      }
    }
  }

  @Test
  @Tag("allocation")
  void aMessageAllocatesNothing() {
    for (String notation :
        List.of("words", "words,ngrams=1-2", "chars-within-words,ngrams=2-4", "words,hash=12")) {
      Vocabulary vocabulary = TextFeatures.of(notation).vocabulary(messages());
      TextScorer scorer =
          vocabulary.scorer(MultinomialNaiveBayes.fit(vocabulary.counts(messages()), labels()));
      byte[][] utf8 =
          messages().stream()
              // A letter and its mark are normalised.
              .map(message -> message.replace("e\u0301", "e"))
              .map(message -> message.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      assertEquals(
          0,
          Allocation.least(() -> {
            for (byte[] message : utf8) {
              int unused = scorer.predict(message, 0, message.length);
            }
          }),
          notation);
    }
  }

  @Test
  void invalidBytesSeparateWordsAsInAString() {
    Vocabulary vocabulary = Vocabulary.of(messages());
    Classifier<?, ?> model = models(vocabulary).getFirst();
    TextScorer scorer = vocabulary.scorer(model);
    Random random = new Random(3);
    double[] posterior = new double[2];
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8);
      byte[] utf8 = new byte[bytes.length + 9];
      random.nextBytes(utf8);
      System.arraycopy(bytes, 0, utf8, 4, bytes.length);
      utf8[3] = random.nextBoolean() ? (byte) ' ' : utf8[3];
      if (random.nextBoolean()) {
        // The first bytes of surrogates, of overlong forms, and beyond Unicode.
        int[] first = {0xED, 0xE0, 0xF0, 0xF4, 0xC0, 0xC1, 0xF5};
        utf8[0] = (byte) first[random.nextInt(first.length)];
      }
      scorer.posterior(utf8, 0, utf8.length, posterior);
      assertArrayEquals(
          slowly(vocabulary, model, new String(utf8, StandardCharsets.UTF_8)), posterior);
    }
    // Half a pair separates, too.
    assertEquals(List.of("a", "b"), Vocabulary.tokens("a\uD83Db\uDE00"));
    assertThrows(IndexOutOfBoundsException.class, () -> scorer.predict(new byte[3], 2, 4));
  }

  @Test
  void aMessageWithoutAKnownTokenHasTheRowOfZeros() {
    Vocabulary vocabulary = Vocabulary.of("a b", "c");
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.fit(vocabulary.counts("a b", "a", "c"), Labels.of("x", "x", "y"));
    TextScorer scorer = vocabulary.scorer(model);
    double[] posterior = new double[2];
    for (String message : List.of("", " ?!", "unknown words", "\u0301", "\uD800")) {
      scorer.posterior(message, posterior);
      assertArrayEquals(model.priors(), posterior, 1e-15);
      assertEquals("x", scorer.label(message));
    }
  }

  @Test
  void aLongMessageIsScored() {
    Vocabulary vocabulary = Vocabulary.of("a b", "c");
    TextScorer scorer =
        vocabulary.scorer(
            MultinomialNaiveBayes.fit(vocabulary.counts("a b", "c"), Labels.of("x", "y")));
    byte[] utf8 = "c 你 ".repeat(2_000_000).getBytes(StandardCharsets.UTF_8);
    assertEquals("y", scorer.label(utf8, 0, utf8.length));
  }

  @Test
  void refusesModelsOfOtherFeatures() {
    Vocabulary vocabulary = Vocabulary.of("a b", "c");
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.fit(vocabulary.counts("a b", "c"), Labels.of("x", "y"));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Vocabulary.of("a b", "d").scorer(model))
            .getMessage()
            .endsWith("'c' is expected by the model"));
  }
}
