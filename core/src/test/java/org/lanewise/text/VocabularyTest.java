package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;

@Tag("once")
class VocabularyTest {

  private static int[] indices(SparseRow row) {
    return Arrays.copyOfRange(row.indices(), row.from(), row.to());
  }

  private static double[] values(SparseRow row) {
    return Arrays.copyOfRange(row.values(), row.from(), row.to());
  }

  private static SparseRow row(SparseRows rows, int row) {
    SparseRow view = new SparseRow();
    rows.row(row, view);
    return view;
  }

  private static String refusal(Runnable use) {
    return assertThrows(IllegalArgumentException.class, use::run).getMessage();
  }

  @Test
  void wordsAreSortedByByteAndCounted() {
    Vocabulary vocabulary = Vocabulary.of("b a B 9", "10 z", "a");
    assertEquals(List.of("10", "9", "a", "b", "z"), vocabulary.words());
    assertEquals(Features.words(List.of("10", "9", "a", "b", "z")), vocabulary.features());
    SparseRows counts = vocabulary.counts("b z b new A", "", "new", "9");
    assertSame(vocabulary.features(), counts.features());
    assertEquals(4, counts.rowCount());
    assertArrayEquals(new int[] {2, 3, 4}, indices(row(counts, 0)));
    assertArrayEquals(new double[] {1, 2, 1}, values(row(counts, 0)));
    assertArrayEquals(new int[0], indices(row(counts, 1)));
    assertArrayEquals(new int[0], indices(row(counts, 2)));
    assertArrayEquals(new int[] {1}, indices(row(counts, 3)));
    assertArrayEquals(new double[] {1}, values(row(counts, 3)));
  }

  @Test
  void aWordThatIsThereIsOneHoweverOftenItOccurs() {
    Vocabulary vocabulary = Vocabulary.of("to be or not to be");
    assertEquals(List.of("be", "not", "or", "to"), vocabulary.words());
    SparseRows presence = vocabulary.presence(List.of("be, Be, BE to", "question"));
    assertTrue(presence.isBinary());
    assertSame(vocabulary.features(), presence.features());
    assertArrayEquals(new int[] {0, 3}, indices(row(presence, 0)));
    assertNull(row(presence, 0).values());
    assertArrayEquals(new int[0], indices(row(presence, 1)));
  }

  @Test
  void wordsBeyondAsciiAreCountedAndKept() {
    Vocabulary vocabulary = Vocabulary.of("Größe 你好 Größe", "ПРИВЕТ, мир");
    assertEquals(List.of("grösse", "мир", "привет", "你", "好"), vocabulary.words());
    SparseRows counts = vocabulary.counts("GRÖSSE gro\u0308sse 好好好", "привет 😀 unknown");
    assertArrayEquals(new int[] {0, 4}, indices(row(counts, 0)));
    assertArrayEquals(new double[] {2, 3}, values(row(counts, 0)));
    assertArrayEquals(new int[] {2}, indices(row(counts, 1)));
    assertEquals(vocabulary.words(), Vocabulary.of(vocabulary.features()).words());
  }

  @Test
  void oneMessageIsTheRowItIsAmongOthers() {
    List<String> messages = List.of("the quick brown fox", "", "the the unknown", "fox, the fox");
    Vocabulary vocabulary = Vocabulary.of(messages);
    SparseRows counts = vocabulary.counts(messages);
    SparseRows presence = vocabulary.presence(messages);
    for (int i = 0; i < messages.size(); i++) {
      SparseRow count = vocabulary.count(messages.get(i));
      assertArrayEquals(indices(row(counts, i)), indices(count));
      assertArrayEquals(values(row(counts, i)), values(count));
      SparseRow present = vocabulary.present(messages.get(i));
      assertArrayEquals(indices(row(presence, i)), indices(present));
      assertNull(present.values());
    }
  }

  @Test
  void aSavedVocabularyGivesTheSameCounts() {
    Vocabulary vocabulary = Vocabulary.of("the quick brown fox", "the");
    // As files have words that do not tell words from columns.
    Vocabulary again = Vocabulary.of(Features.of(vocabulary.words()));
    assertEquals(vocabulary.words(), again.words());
    assertEquals(vocabulary.features(), again.features());
    SparseRow expected = vocabulary.count("the fox the dog");
    assertArrayEquals(indices(expected), indices(again.count("the fox the dog")));
    assertArrayEquals(values(expected), values(again.count("the fox the dog")));
  }

  @Test
  void manyWordsAreFoundAgain() {
    List<String> messages =
        IntStream.range(0, 5000).mapToObj(i -> "w" + i + " W" + i + " " + i).toList();
    Vocabulary vocabulary = Vocabulary.of(messages);
    assertEquals(10_000, vocabulary.words().size());
    for (String word : vocabulary.words()) {
      SparseRow row = vocabulary.count(word);
      assertArrayEquals(new int[] {vocabulary.features().indexOf(word)}, indices(row));
    }
    assertArrayEquals(new int[0], indices(vocabulary.count("w5000 5000 w")));
  }

  @Test
  void aModelKnowsItsVocabulary() {
    List<String> messages = List.of("win a prize", "see you at home", "win now", "at home now");
    Labels labels = Labels.of("spam", "ham", "spam", "ham");
    Vocabulary vocabulary = Vocabulary.of(messages);
    var counts = MultinomialNaiveBayes.fit(vocabulary.counts(messages), labels);
    Vocabulary known = Vocabulary.of(counts.features());
    assertEquals(
        "spam", counts.scorer(RowFormat.SPARSE).label(known.count("Win, WIN an unseen prize!")));
    var bits = BernoulliNaiveBayes.fit(vocabulary.presence(messages), labels);
    assertEquals("ham", bits.scorer(RowFormat.SPARSE).label(known.present("home at home")));
  }

  @Test
  void refusesWhatIsNoVocabulary() {
    assertEquals(
        "2 messages have no word, a run of letters or digits; at least one is expected",
        refusal(() -> Vocabulary.of("", "?! …")));
    assertEquals(
        "the message of row 1 is null; a text is expected",
        refusal(() -> Vocabulary.of("a", null, "b")));
    assertEquals(
        "the 3 features have no names; the words of a vocabulary are expected",
        refusal(() -> Vocabulary.of(Features.unnamed(3))));
    assertEquals(
        "the word 'a' comes after 'b'; words in ascending order are expected",
        refusal(() -> Vocabulary.of(Features.of("b", "a"))));
    for (String word : List.of("Win", "two words", "1.5", "", "straße", "你好", "nai\u0308ve")) {
      assertEquals(
          "'%s' cannot be a word: tokens are runs of letters, marks and digits, case-folded"
              .formatted(word),
          refusal(() -> Vocabulary.of(Features.words(List.of(word)))));
    }
    Vocabulary vocabulary = Vocabulary.of("a");
    assertEquals(
        "the message of row 0 is null; a text is expected", refusal(() -> vocabulary.count(null)));
    assertEquals(
        "the message of row 1 is null; a text is expected",
        refusal(() -> vocabulary.counts("a", null)));
  }
}
