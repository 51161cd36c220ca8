package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.statistics.CountStatistics;

@Tag("once")
class TextFeaturesTest {

  private static final List<String> MESSAGES =
      List.of("Win a FREE prize now", "see you at home", "win win win", "At home now, ｗｉｎ");

  private static final Labels LABELS = Labels.of("spam", "ham", "spam", "ham");

  @TempDir private Path folder;

  private static List<String> features(String notation, String text) {
    return TextFeatures.of(notation).features(text);
  }

  private static String refusal(Runnable use) {
    return assertThrows(IllegalArgumentException.class, use::run).getMessage();
  }

  private static double[] dense(Vocabulary vocabulary, String text) {
    SparseRow row = vocabulary.count(text);
    double[] dense = new double[vocabulary.features().count()];
    for (int at = row.from(); at < row.to(); at++) {
      dense[row.indices()[at]] = row.values()[at];
    }
    return dense;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "words | Don't PAY £1.50! | don t pay 1 50",
        "words,case=kept | Don't PAY Größe café | Don t PAY Größe café",
        "ascii | Größe don't_PAY 7-8 | gr e don t pay 7 8",
        "ascii,case=kept | don't_PAY | don t PAY",
        "scikit-learn | I saw 2 cats_2 | saw cats_2",
        "words,form=nfkc | ｗｉｎ ﬁne 10² | win fine 102",
        "words,stop-words=THE of | the king of The hill | king hill",
        "words,stop-words=don't | I don't | i",
      })
  void tokensAreWhatTheNotationSays(String notation, String text, String tokens) {
    assertEquals(List.of(tokens.split(" ")), features(notation, text));
  }

  @Test
  void controlCharactersAreCharactersOfTheirOwn() {
    List<String> texts = List.of("\0a", "a", "\0", "aaaaaaaa", "aaaaaaaaa", "\0aaaaaaaa");
    Vocabulary vocabulary = TextFeatures.of("chars-within-words,ngrams=9-11").vocabulary(texts);
    for (int i = 0; i < texts.size(); i++) {
      List<String> features = features("chars-within-words,ngrams=9-11", texts.get(i));
      SparseRow row = vocabulary.count(texts.get(i));
      assertEquals(features.size(), row.to());
      for (String feature : features) {
        assertEquals(1, dense(vocabulary, texts.get(i))[vocabulary.features().indexOf(feature)]);
      }
    }
  }

  @Test
  void ngramsAreRunsAndPairsInAWindow() {
    assertEquals(List.of("a", "b", "c", "a b", "b c"), features("words,ngrams=1-2", "a b c"));
    assertEquals(List.of("a b c"), features("words,ngrams=3-3", "a, b: c"));
    assertEquals(List.of("a", "c", "a c"), features("words,ngrams=1-2,stop-words=b", "a b c"));
    assertEquals(
        List.of("a", "b", "c", "d", "a b", "a _ c", "b c", "b _ d", "c d"),
        features("words,window=3", "a b c d"));
    // Neighbours count once.
    assertEquals(
        List.of("a", "b", "c", "a b", "b c", "a _ c"),
        features("words,ngrams=1-2,window=3", "a b c"));
    assertEquals(List.of("a", "b", "😀", "ab", "b😀"), features("chars,ngrams=1-2", "AB😀"));
    assertEquals(List.of(" a", "a "), features("chars-within-words,ngrams=2-2", " a  "));
    for (String notation : List.of("chars,ngrams=1-3", "words,ngrams=2-3,window=4")) {
      assertEquals(List.of(), features(notation, ""));
    }
  }

  @Test
  void wordsOfEveryCharAreTheSameAloneAndNormalisedAsAWhole() {
    // Combining marks that change places make the rest of a text be normalised, too.
    String whole = " x\u0301\u0316";
    List<String> last = Vocabulary.tokens(whole);
    Random random = new Random(1);
    List<String> texts = new ArrayList<>();
    for (int c = 1; c < 0x10000; c++) {
      texts.add("a" + (char) c + "B" + (char) c + " " + (char) c + (char) c);
    }
    char[] marks =
        "\u064E\u0651\u094D\u093C\u0E48\u0E38\u0E31\u05B4\u3099\u200D\u1161あ国สß".toCharArray();
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < 6; k++) {
        int c =
            random.nextInt(4) == 0
                ? marks[random.nextInt(marks.length)]
                : random.nextInt(3) == 0
                    ? random.nextInt(0x20000)
                    : 1 + random.nextInt(random.nextBoolean() ? 0x2000 : 0x200);
        text.appendCodePoint(c);
      }
      texts.add(text.toString());
    }
    for (String text : texts) {
      List<String> expected = new ArrayList<>(Vocabulary.tokens(text));
      expected.addAll(last);
      assertEquals(
          expected, Vocabulary.tokens(text + whole), () -> text.codePoints().boxed().toList() + "");
    }
  }

  @Test
  void documentsAreCountedAndTheVocabularyIsThenFrozen() {
    Vocabulary vocabulary = TextFeatures.WORDS.withDocuments(2, 0.5).vocabulary(MESSAGES);
    assertEquals(List.of("at", "home", "now", "win"), vocabulary.words());
    assertEquals(
        List.of("win"),
        TextFeatures.of("words,min-documents=51%,form=nfkc").vocabulary(MESSAGES).words());
    // Only words to which others may be added are open.
    assertTrue(Vocabulary.of(MESSAGES).features().areWords());
    assertEquals(false, vocabulary.features().areWords());
    assertEquals(
        "4 messages have no word that is in as many of them as the options expect",
        refusal(() -> TextFeatures.of("words,min-documents=4").vocabulary(MESSAGES)));
  }

  @Test
  void weightsAreThoseOfTheFormula() {
    Vocabulary vocabulary = TextFeatures.WORDS.withTfIdf(true, false, false).vocabulary(MESSAGES);
    double[] row = dense(vocabulary, "win win win home");
    assertEquals(
        (1 + Math.log(3)) * (1 + Math.log(4 / 2.0)),
        row[vocabulary.features().indexOf("win")],
        1e-15);
    double[] unit = dense(TextFeatures.of("words,weights=tf-idf").vocabulary(MESSAGES), "win at");
    assertEquals(1, Arrays.stream(unit).map(x -> x * x).sum(), 1e-15);
    // Without a known word a row is of zeros, and not of NaN.
    assertEquals(0, TextFeatures.of("words,weights=tf-idf").vocabulary(MESSAGES).count("?").to());
  }

  @Test
  void statisticsMergeByWordByPlaceAndUnderTheSameFrequencies() {
    for (String notation :
        List.of(
            "words",
            "chars,ngrams=1-3",
            "words,hash=10",
            "words,hash=10:seed=7",
            "words,weights=tf-idf")) {
      TextFeatures features = TextFeatures.of(notation);
      Vocabulary all = features.vocabulary(MESSAGES);
      CountStatistics whole = CountStatistics.of(all.counts(MESSAGES), LABELS);
      boolean frozen = features.isFrozen();
      List<String> first = MESSAGES.subList(0, 2);
      List<String> rest = MESSAGES.subList(2, 4);
      Vocabulary ofFirst = frozen ? all : features.vocabulary(first);
      Vocabulary ofRest = frozen ? all : features.vocabulary(rest);
      CountStatistics sum = CountStatistics.of(ofFirst.counts(first), LABELS.select(0, 1));
      sum.merge(CountStatistics.of(ofRest.counts(rest), LABELS.select(2, 3)));
      MultinomialNaiveBayes expected =
          MultinomialNaiveBayes.recipe(NaiveBayesOptions.DEFAULT).fit(whole);
      MultinomialNaiveBayes found =
          MultinomialNaiveBayes.recipe(NaiveBayesOptions.DEFAULT).fit(sum);
      assertEquals(expected.features(), found.features(), notation);
      assertEquals(
          Vocabulary.of(expected.features()).text(), Vocabulary.of(found.features()).text());
      TextScorer scorer = Vocabulary.of(found.features()).scorer(found);
      double[] posterior = new double[2];
      double[] ofAll = new double[2];
      for (String message : List.of("win a home", "you", "")) {
        scorer.posterior(message, posterior);
        all.scorer(expected).posterior(message, ofAll);
        assertArrayEquals(ofAll, posterior, frozen ? 1e-14 : 0, notation);
      }
      if (!frozen) {
        sum.subtract(CountStatistics.of(ofRest.counts(rest), LABELS.select(2, 3)));
        for (int j = 0; j < sum.featureCount(); j++) {
          int before =
              ofFirst.features().areNamed()
                  ? ofFirst.features().indexOf(sum.features().name(j))
                  : j;
          double held =
              before < 0
                  ? 0
                  : CountStatistics.of(ofFirst.counts(first), LABELS.select(0, 1)).count(0, before);
          assertEquals(held, sum.count(0, j));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"words", "chars-within-words,ngrams=2-3", "words,hash=9:seed=7"})
  void messagesLearnedAndForgottenOneByOneLeaveTheStatisticsOfOneBatch(String notation) {
    int count = 100_000;
    int kept = 1000;
    String[] words = {
      "win", "prize", "мир", "سلام", "天气", "ไทย", "नमस्ते", "home", "\uD83D", "e\u0301"
    };
    Random random = new Random(75);
    List<String> some = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      some.add(words[random.nextInt(10)] + " " + words[random.nextInt(10)] + " " + i % 7);
    }
    Vocabulary vocabulary = TextFeatures.of(notation).vocabulary(some);
    Labels[] labels = {Labels.of("ham"), Labels.of("spam")};
    List<SparseRows> rows = some.stream().map(vocabulary::counts).toList();
    CountStatistics served = CountStatistics.of(vocabulary.counts(MESSAGES), LABELS);
    for (int i = 0; i < count; i++) {
      served.add(rows.get(i % 300), labels[i / 3 % 2]);
      if (i >= kept) {
        int old = i - kept;
        served.subtract(CountStatistics.of(rows.get(old % 300), labels[old / 3 % 2]));
      }
    }
    List<String> batch = new ArrayList<>(MESSAGES);
    List<String> classes = new ArrayList<>(List.of("spam", "ham", "spam", "ham"));
    for (int i = count - kept; i < count; i++) {
      batch.add(some.get(i % 300));
      classes.add(i / 3 % 2 == 0 ? "ham" : "spam");
    }
    CountStatistics whole =
        CountStatistics.of(vocabulary.counts(batch), Labels.of(classes.toArray(String[]::new)));
    assertEquals(
        List.of(whole.classes().name(0), whole.classes().name(1)),
        List.of(served.classes().name(0), served.classes().name(1)));
    for (int c = 0; c < 2; c++) {
      assertEquals(whole.classWeight(c), served.classWeight(c));
      for (int j = 0; j < whole.featureCount(); j++) {
        assertEquals(whole.count(c, j), served.count(c, j));
      }
    }
  }

  @Test
  void rowsOfOtherTextsAreRefused() {
    Vocabulary words = TextFeatures.of("words,hash=10").vocabulary(List.of());
    Vocabulary others = TextFeatures.of("words,hash=10:seed=7").vocabulary(List.of());
    CountStatistics statistics = CountStatistics.of(words.counts(MESSAGES), LABELS);
    assertEquals(
        "the rows are made of texts by 'words,hash=10:seed=7'; 'words,hash=10' is expected",
        refusal(() -> statistics.add(others.counts(MESSAGES), LABELS)));
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe(NaiveBayesOptions.DEFAULT).fit(statistics);
    assertEquals(
        "the rows are made of texts by 'words,hash=10:seed=7'; 'words,hash=10' is expected",
        refusal(() -> others.scorer(model)));
    // Counts are of at least 0.
    Vocabulary signed = TextFeatures.WORDS.withHash(4, 1, true).vocabulary(List.of());
    assertTrue(
        refusal(() -> CountStatistics.of(signed.counts(MESSAGES), LABELS))
            .endsWith("a number from 0 to 2^500 is expected"));
  }

  @Test
  void theHashIsThatOfUtf8Bytes() {
    for (String text : List.of("a", "größe", "你好", "😀", "")) {
      long hash = 0xCBF29CE484222325L ^ 7;
      for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
      }
      hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
      hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
      hash ^= hash >>> 31;
      char[] chars = text.toCharArray();
      assertEquals(
          hash,
          TextFeatures.hash(
              TextFeatures.of("words,hash=9:seed=7").hashBasis, chars, 0, chars.length));
    }
    Vocabulary places = TextFeatures.of("words,hash=9:seed=7:signed").vocabulary(List.of());
    assertEquals(1, Math.abs(Arrays.stream(dense(places, "größe")).sum()));
    // Half a surrogate pair has the bytes of U+FFFD.
    assertEquals(
        TextFeatures.hash(1, new char[] {0xD800}, 0, 1),
        TextFeatures.hash(1, new char[] {0xFFFD}, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words,ngrams=1-2",
        "chars-within-words,ngrams=2-4",
        "words,hash=6:seed=-3",
        "scikit-learn,max-documents=0.9,min-documents=1,weights=tf-idf:sublinear",
        "words,stop-words=a the,window=4",
      })
  void aModelFileKeepsTheFeatures(String notation) throws IOException {
    Vocabulary vocabulary = TextFeatures.of(notation).vocabulary(MESSAGES);
    MultinomialNaiveBayes model = MultinomialNaiveBayes.fit(vocabulary.counts(MESSAGES), LABELS);
    Path file = folder.resolve("text.model");
    ModelFile.write(model, file);
    MultinomialNaiveBayes read = ModelFile.read(file, MultinomialNaiveBayes.class);
    Vocabulary known = Vocabulary.of(read.features());
    assertEquals(vocabulary.text(), known.text());
    assertEquals(vocabulary.features(), known.features());
    for (String message : List.of("you WIN at home", "?", "now now a")) {
      assertArrayEquals(dense(vocabulary, message), dense(known, message));
    }
  }

  @Test
  void wordsByDefaultAreFilesOfTheSameBytes() throws IOException {
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    ByteArrayOutputStream given = new ByteArrayOutputStream();
    Vocabulary vocabulary = Vocabulary.of(MESSAGES);
    new ModelFile(MultinomialNaiveBayes.fit(vocabulary.counts(MESSAGES), LABELS)).write(words);
    Vocabulary notation = TextFeatures.of("words").vocabulary(MESSAGES);
    assertEquals(Features.words(new TreeSet<>(vocabulary.words())), notation.features());
    new ModelFile(MultinomialNaiveBayes.fit(notation.counts(MESSAGES), LABELS)).write(given);
    assertArrayEquals(words.toByteArray(), given.toByteArray());
  }

  @Test
  void aProgramMayBringItsOwnTokenizer() {
    Function<String, List<String>> byComma = message -> List.of(message.split(",", -1));
    TextFeatures features = TextFeatures.of(byComma).withNgrams(1, 2);
    assertEquals(List.of("a b", "C", "a b C"), features.features("a b,C"));
    Vocabulary vocabulary = features.vocabulary(List.of("a b,C", "C"));
    assertEquals(List.of("C", "a b", "a b C"), vocabulary.words());
    assertEquals(
        "the tokens are those of a program's own tokenizer, which is expected, too",
        refusal(() -> Vocabulary.of(vocabulary.features())));
    Vocabulary again = Vocabulary.of(vocabulary.features(), byComma);
    assertArrayEquals(new double[] {2, 0, 0}, dense(again, "C,x,C"));
    assertNotEquals(TextFeatures.of(byComma), TextFeatures.of(message -> List.of(message)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes | 'bytes' is no kind of tokens; one of words, ascii, scikit-learn, chars and"
            + " chars-within-words is expected",
        "own | the tokens are those of a program's own tokenizer, which is expected, too",
        "words,ngrams=0-2 | the option ngrams of the features of texts is '0-2'; a number from 1"
            + " to 64 is expected",
        "words,ngrams=3-2 | the option ngrams of the features of texts is '3-2'; a number from 3"
            + " to 64 is expected",
        "words,ngrams=1-2,ngrams=1-3 | the option ngrams is given twice",
        "words,min-documents=0 | the option min-documents of the features of texts is '0'; a"
            + " number from 1 to 2147483647 is expected",
        "words,max-documents=1.5 | the option max-documents of the features of texts is '1.5'; a"
            + " number of texts, or a share such as 0.5 or 50% is expected",
        "words,hash=31 | the option hash of the features of texts is '31'; a number from 1 to 30"
            + " is expected",
        "words,hash=9,weights=tf-idf | the option weights counts the texts of each word, which"
            + " hash does not know",
        "chars,stop-words=a | the option stop-words is for words, and tokens are chars",
        "words,stem=yes | 'stem' is no option of the features of texts; one of ngrams, window,"
            + " case, form, stop-words, min-documents, max-documents, hash and weights is expected",
      })
  void refusesWhatIsNoNotation(String notation, String message) {
    assertEquals(message, refusal(() -> TextFeatures.of(notation)));
  }

  @Test
  void damagedFrequenciesAreRefused() {
    Features frozen = TextFeatures.of("words,weights=tf-idf").vocabulary(MESSAGES).features();
    for (String text :
        List.of(
            "words,weights=tf-idf",
            "words,weights=tf-idf,idf=4 1 1",
            "words,weights=tf-idf,idf=" + String.join(" ", Collections.nCopies(10, "9")) + " 10",
            "words,weights=tf-idf,idf=x")) {
      assertTrue(refusal(() -> Vocabulary.of(frozen.withText(text))).contains("frequencies"));
    }
    assertEquals(
        "there are 3 features of hashed texts; 2^4 without names are expected",
        refusal(() -> Vocabulary.of(Features.unnamed(3).withText("words,hash=4"))));
  }
}
