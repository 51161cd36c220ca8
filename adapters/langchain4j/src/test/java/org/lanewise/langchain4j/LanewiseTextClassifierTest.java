package org.lanewise.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.classification.EmbeddingModelTextClassifier;
import dev.langchain4j.classification.ScoredLabel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServingOptions;

/// Texts of six classes, and of others, with synthetic embeddings.
class LanewiseTextClassifierTest {

  private static final int WIDTH = 16;
  private static final String NO_TEST =
      "the model has no test for unknown texts; a classifier from fit, one from a"
          + " RelativeMahalanobis, or a model file with a reference is expected";
  private static final List<String> CLASSES = List.of("a", "b", "c", "d", "e", "f");

  private final Random random = new Random(3);
  private final StoredEmbeddings embeddings = new StoredEmbeddings();
  private final Map<String, List<String>> train = new LinkedHashMap<>();
  private final List<String> test = new ArrayList<>();
  private final List<String> testLabels = new ArrayList<>();

  LanewiseTextClassifierTest() {
    for (String label : CLASSES) {
      double[] mean = mean();
      train.put(label, embeddings.store("train " + label, around(mean, 20)));
      List<String> texts = embeddings.store("test " + label, around(mean, 100));
      test.addAll(texts);
      texts.forEach(_ -> testLabels.add(label));
    }
  }

  private double[] mean() {
    return IntStream.range(0, WIDTH).mapToDouble(_ -> random.nextGaussian()).toArray();
  }

  /// Rows that vary most in the first features, which a cosine weighs as much as the others.
  private List<float[]> around(double[] mean, int count) {
    List<float[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] row = new float[WIDTH];
      for (int j = 0; j < WIDTH; j++) {
        row[j] = (float) (mean[j] + random.nextGaussian() * (j < 4 ? 2 : 0.3));
      }
      rows.add(row);
    }
    return rows;
  }

  private LanewiseTextClassifier fitted() {
    return LanewiseTextClassifier.fit(embeddings, train);
  }

  private NumericColumns rows() {
    return LanewiseTextClassifier.embed(
        embeddings, train.values().stream().flatMap(List::stream).toList());
  }

  private Labels labels() {
    return Labels.of(
        train.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(_ -> entry.getKey()))
            .toList());
  }

  private List<ScoredLabel<String>> scored(LanewiseTextClassifier classifier) {
    return classifier.classifyWithScores(test.getFirst()).scoredLabels();
  }

  private static void assertMessage(
      Class<? extends RuntimeException> type, String expected, Executable executable) {
    assertEquals(expected, assertThrows(type, executable).getMessage());
  }

  private static void assertRejected(String expected, Executable executable) {
    assertMessage(IllegalArgumentException.class, expected, executable);
  }

  @Test
  void classesHaveDirectionsOfTheirOwnFromTwentyTextsOn() {
    assertEquals(
        LowRankDiscriminant.class,
        ((TransformedClassifier) fitted().model().bare()).model().getClass());
    train.computeIfPresent("a", (_, texts) -> texts.subList(0, 19));
    assertEquals(
        LinearDiscriminant.class,
        ((TransformedClassifier) fitted().model().bare()).model().getClass());
  }

  @Test
  void isRightMoreOftenThanTheClassifierOfLangChain4j() {
    int right = RightAnswers.right(fitted(), test, testLabels);
    int byCosine =
        RightAnswers.right(new EmbeddingModelTextClassifier<>(embeddings, train), test, testLabels);
    assertTrue(right > byCosine, right + " are right, and " + byCosine + " by cosines");
    assertTrue(right >= 590, right + " of 600 are right");
  }

  @Test
  void unknownTextsHaveNoClass() {
    LanewiseTextClassifier classifier = fitted().withUnknown(0.05);
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      unknown.addAll(embeddings.store("unknown " + i, around(mean(), 10)));
    }
    int caught = RightAnswers.none(classifier, unknown);
    int rejected = RightAnswers.none(classifier, test);
    assertTrue(caught >= 160, caught + " of 200 texts of no class are given none");
    assertTrue(rejected <= 48, rejected + " of 600 texts of a class are given none");
    assertEquals(0, RightAnswers.none(classifier.withUnknown(0), unknown));
  }

  @Test
  void aFileKeepsTheTestForUnknownTexts() throws IOException {
    LanewiseTextClassifier classifier = fitted();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file(classifier).write(bytes);
    ModelFile file = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
    LanewiseTextClassifier read = LanewiseTextClassifier.of(embeddings, file).withUnknown(0.05);
    assertEquals(
        RightAnswers.none(classifier.withUnknown(0.05), test), RightAnswers.none(read, test));
  }

  @Test
  void scoresAreThePosteriorsOfTheModelTheLargestFirst() {
    LanewiseTextClassifier classifier = fitted().withMaxResults(9);
    List<ScoredLabel<String>> all = scored(classifier);
    double[] posterior = classifier.model().posterior(row(test.getFirst()));
    assertEquals(CLASSES.size(), all.size());
    for (ScoredLabel<String> label : all) {
      assertEquals(posterior[CLASSES.indexOf(label.label())], label.score());
    }
    for (int i = 1; i < all.size(); i++) {
      assertTrue(all.get(i - 1).score() >= all.get(i).score());
    }
    assertEquals(all.subList(0, 1), scored(fitted()));
    assertEquals(all.subList(0, 3), scored(classifier.withMaxResults(3)));
    assertEquals(all.subList(0, 2), scored(classifier.withMinPosterior(all.get(1).score())));
    assertEquals(List.of("a"), fitted().classify(test.getFirst()));
  }

  private double[] row(String text) {
    return embeddings.embed(text).content().vectorAsDoubleArray();
  }

  @Test
  void theFitDoesNotDependOnTheOrderOfTheMap() {
    Map<String, List<String>> reversed = new LinkedHashMap<>();
    CLASSES.reversed().forEach(label -> reversed.put(label, train.get(label)));
    assertEquals(
        scored(fitted().withMaxResults(6)),
        scored(LanewiseTextClassifier.fit(embeddings, reversed).withMaxResults(6)));
  }

  @Test
  void aModelFromAFileOrAHandleScoresTheSame() throws Exception {
    LanewiseTextClassifier fitted = fitted();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(fitted.model()).write(bytes);
    ModelFile file = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(TransformedClassifier.class, file, ServingOptions.DEFAULT);
    List<ScoredLabel<String>> expected = scored(fitted);
    assertEquals(expected, scored(LanewiseTextClassifier.of(embeddings, file)));
    assertEquals(expected, scored(LanewiseTextClassifier.of(embeddings, file.model())));
    assertEquals(expected, scored(LanewiseTextClassifier.of(embeddings, handle)));
    assertEquals(
        expected, scored(LanewiseTextClassifier.of(embeddings, fitted.known().orElseThrow())));
  }

  @Test
  void aHandleScoresWithItsCurrentModel() throws Exception {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(
            LinearDiscriminant.class,
            new ModelFile(LinearDiscriminant.fit(rows(), labels())),
            ServingOptions.DEFAULT);
    LanewiseTextClassifier classifier = LanewiseTextClassifier.of(embeddings, handle);
    assertEquals(List.of("a"), classifier.classify(test.getFirst()));
    Map<String, String> next = new HashMap<>();
    for (int c = 0; c < CLASSES.size(); c++) {
      next.put(CLASSES.get(c), CLASSES.get((c + 1) % CLASSES.size()));
    }
    Labels shifted =
        Labels.of(
            IntStream.range(0, labels().rowCount())
                .mapToObj(row -> next.get(labels().name(row)))
                .toList());
    handle.replace(new ModelFile(LinearDiscriminant.fit(rows(), shifted)), "the next model");
    assertEquals(List.of("b"), classifier.classify(test.getFirst()));
  }

  /// A class that is added is none before the model is replaced, and is found after it; texts of
  /// other topics stay none.
  @Test
  void aHandleTestsForUnknownTextsWithItsCurrentModel() throws Exception {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(
            TransformedClassifier.class,
            file(fitted()),
            ServingOptions.DEFAULT.withClassesThatMayGrow());
    LanewiseTextClassifier classifier =
        LanewiseTextClassifier.of(embeddings, handle).withUnknown(0.05);
    assertEquals(
        RightAnswers.none(fitted().withUnknown(0.05), test), RightAnswers.none(classifier, test));
    double[] mean = mean();
    List<String> later = embeddings.store("later", around(mean, 50));
    List<String> other = embeddings.store("other", around(mean(), 50));
    assertTrue(RightAnswers.none(classifier, later) >= 40);
    train.put("g", embeddings.store("train g", around(mean, 20)));
    LanewiseTextClassifier grown = fitted();
    handle.replace(file(grown), "one with g");
    assertTrue(RightAnswers.right(classifier, later, Collections.nCopies(50, "g")) >= 40);
    assertTrue(RightAnswers.none(classifier, other) >= 40);
    assertEquals(
        RightAnswers.none(grown.withUnknown(0.05), test), RightAnswers.none(classifier, test));
    handle.replace(new ModelFile(grown.model()), "one without a test");
    assertTrue(classifier.known().isEmpty());
    assertMessage(
        IllegalStateException.class, NO_TEST, () -> classifier.classify(later.getFirst()));
    assertEquals(List.of("g"), classifier.withUnknown(0).classify(later.getFirst()));
    train.replaceAll((_, texts) -> texts.subList(0, 2));
    handle.replace(file(fitted()), "one of 14 texts");
    assertMessage(
        IllegalStateException.class,
        "alpha is 0.05, which no p-value reaches with so few training texts; at least 0.0667 is"
            + " expected",
        () -> classifier.classify(later.getFirst()));
  }

  private static ModelFile file(LanewiseTextClassifier classifier) {
    return new ModelFile(classifier.model())
        .withReference(classifier.known().orElseThrow().reference());
  }

  @Test
  void anyModelOfNumbersScores() {
    LanewiseTextClassifier classifier =
        LanewiseTextClassifier.of(embeddings, GaussianNaiveBayes.fit(rows(), labels()));
    assertTrue(RightAnswers.right(classifier, test, testLabels) >= 580);
  }

  @Test
  void blankTextsAreRejectedAsLangChain4jDoes() {
    LanewiseTextClassifier ours = fitted();
    EmbeddingModelTextClassifier<String> other =
        new EmbeddingModelTextClassifier<>(embeddings, train);
    for (String text : new String[] {null, "", " \n"}) {
      String expected =
          assertThrows(IllegalArgumentException.class, () -> other.classify(text)).getMessage();
      assertRejected(expected, () -> ours.classify(text));
      List<String> texts = new ArrayList<>(train.get("a"));
      texts.add(text);
      assertRejected(expected, () -> LanewiseTextClassifier.fit(embeddings, Map.of("a", texts)));
    }
  }

  @Test
  void embeddingsOfAnotherWidthAreRejected() {
    LanewiseTextClassifier classifier = fitted();
    String text = embeddings.store("wide", List.of(new float[17])).getFirst();
    assertRejected(
        "the embedding of the text has 17 values; 16 are expected, as in the model",
        () -> classifier.classify(text));
    Map<String, List<String>> mixed = new TreeMap<>(train);
    mixed.put("g", List.of(text));
    assertRejected(
        "row 120 has 17 features; 16 are expected, as in row 0",
        () -> LanewiseTextClassifier.fit(embeddings, mixed));
  }

  @Test
  void embeddingsWithoutDirectionAreRejected() {
    String zero = embeddings.store("zero", List.of(new float[WIDTH])).getFirst();
    float[] row = new float[WIDTH];
    row[2] = Float.NaN;
    String nan = embeddings.store("NaN", List.of(row)).getFirst();
    LanewiseTextClassifier classifier = fitted();
    assertRejected(
        "the row has length 0, so it has no direction; a value other than 0 is expected",
        () -> classifier.classify(zero));
    assertRejected(
        "feature 2 of the row is NaN; a finite number is expected", () -> classifier.classify(nan));
  }

  @Test
  void classesWithoutTextsAreRejected() {
    Map<String, List<String>> empty = new TreeMap<>(train);
    empty.put("g", List.of());
    assertRejected(
        "the class 'g' has no text; at least one is expected",
        () -> LanewiseTextClassifier.fit(embeddings, empty));
    assertRejected(
        "no rows were given; at least one row is expected",
        () -> LanewiseTextClassifier.fit(embeddings, Map.of()));
  }

  @Test
  void oneTextForEachClassIsTooFew() {
    Map<String, List<String>> single = new TreeMap<>();
    train.forEach((label, texts) -> single.put(label, texts.subList(0, 1)));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> LanewiseTextClassifier.fit(embeddings, single))
            .getMessage();
    assertTrue(message.startsWith("there are 6 rows in 6 classes for 16 features"), message);
  }

  @Test
  void aModelThatTakesNoNumbersIsRejected() {
    BernoulliNaiveBayes bits =
        BernoulliNaiveBayes.fit(
            BitColumns.fromRows(new boolean[][] {{true}, {false}}), Labels.of("a", "b"));
    assertRejected(
        "the model is a BernoulliNaiveBayes, which accepts no numbers; a model of embeddings is"
            + " expected",
        () -> LanewiseTextClassifier.of(embeddings, bits));
  }

  @Test
  void optionsOutOfRangeAreRejected() {
    LanewiseTextClassifier classifier = fitted();
    assertRejected(
        "up to 0 classes were requested; at least 1 is expected",
        () -> classifier.withMaxResults(0));
    assertRejected(
        "the least posterior is 1.5; a number from 0 to 1 is expected",
        () -> classifier.withMinPosterior(1.5));
    assertRejected(
        "alpha is NaN; a number from 0 to 1 is expected", () -> classifier.withUnknown(Double.NaN));
    assertRejected(
        "alpha is 0.001, which no p-value reaches with so few training texts; at least 0.00826 is"
            + " expected",
        () -> classifier.withUnknown(0.001));
    assertMessage(
        IllegalStateException.class,
        NO_TEST,
        () -> LanewiseTextClassifier.of(embeddings, classifier.model()).withUnknown(0.05));
  }
}
