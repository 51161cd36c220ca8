package org.lanewise.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.classification.EmbeddingModelTextClassifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Sentences of 150 intents and of none (CLINC150), embedded by all-MiniLM-L6-v2.
@EnabledIfSystemProperty(
    named = "lanewise.data",
    matches = ".+",
    disabledReason = "the data sets are not here")
class Clinc150Test {

  private static final int WIDTH = 384;

  /// LangChain4j is asked about every fifth test sentence: it compares each with 15,000.
  private static final int STEP = 5;

  private static Path file(String name) {
    return Path.of(System.getProperty("lanewise.data"), "clinc150_minilm", name);
  }

  private static List<float[]> rows(String set) throws IOException {
    ByteBuffer halves =
        ByteBuffer.wrap(Files.readAllBytes(file(set + ".f16"))).order(ByteOrder.LITTLE_ENDIAN);
    List<float[]> rows = new ArrayList<>();
    while (halves.hasRemaining()) {
      float[] row = new float[WIDTH];
      for (int j = 0; j < WIDTH; j++) {
        row[j] = Float.float16ToFloat(halves.getShort());
      }
      rows.add(row);
    }
    return rows;
  }

  private static <T> List<T> some(List<T> all) {
    return IntStream.range(0, all.size()).filter(i -> i % STEP == 0).mapToObj(all::get).toList();
  }

  @Test
  void isRightAtLeastAsOftenAsTheClassifierOfLangChain4jAndFindsUnknownSentences()
      throws IOException {
    StoredEmbeddings embeddings = new StoredEmbeddings();
    List<String> train = embeddings.store("train", rows("train"));
    List<String> labels = Files.readAllLines(file("train.labels.txt"));
    Map<String, List<String>> textsByClass = new TreeMap<>();
    for (int i = 0; i < train.size(); i++) {
      textsByClass.computeIfAbsent(labels.get(i), _ -> new ArrayList<>()).add(train.get(i));
    }
    List<String> test = embeddings.store("test", rows("test"));
    List<String> testLabels = Files.readAllLines(file("test.labels.txt"));
    List<String> unknown = embeddings.store("unknown", rows("unknown_test"));
    assertEquals(4500, test.size());

    LanewiseTextClassifier ours = LanewiseTextClassifier.fit(embeddings, textsByClass);
    int right = RightAnswers.right(ours, test, testLabels);
    assertTrue(right >= 4235, right + " of 4,500 are right");
    int rightOfSome = RightAnswers.right(ours, some(test), some(testLabels));
    int byCosine =
        RightAnswers.right(
            new EmbeddingModelTextClassifier<>(embeddings, textsByClass),
            some(test),
            some(testLabels));
    assertTrue(
        rightOfSome >= byCosine, rightOfSome + " are right, and " + byCosine + " by cosines");

    LanewiseTextClassifier withUnknown = ours.withUnknown(0.05);
    int rejected = RightAnswers.none(withUnknown, test);
    int caught = RightAnswers.none(withUnknown, unknown);
    assertTrue(rejected <= 315, rejected + " of 4,500 sentences with a class are given none");
    assertTrue(caught >= 880, caught + " of 1,000 sentences without a class are given none");
  }
}
