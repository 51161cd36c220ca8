package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lanewise.data.SparseRow;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.Vocabulary;

/// Compares features of texts, and their weights, with those of scikit-learn, on messages in Latin,
/// Cyrillic, Arabic, Devanagari, Greek, Thai and Han script, kana and Hangul. The messages were
/// written for this test.
class SklearnTextTest {

  private static final double TOLERANCE = 1e-14;
  private static final Path FOLDER = Path.of("src/test/resources/text");

  @Test
  void featuresAndWeightsAreThoseOfScikitLearn() throws IOException, InterruptedException {
    List<String> messages =
        List.of(Files.readString(FOLDER.resolve("messages.txt")).split("\n", -1));
    List<String> lines =
        Python.with("sklearn", FOLDER).run("features.py", "messages.txt").orFail().lines().toList();
    assertEquals(17 * messages.size(), lines.size());
    Vocabulary vocabulary = null;
    String notation = "";
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (!text(cells[0]).equals(notation)) {
        notation = text(cells[0]);
        TextFeatures features = TextFeatures.of(notation);
        assertEquals(notation, features.toString());
        vocabulary = features.vocabulary(messages);
        // As a file keeps it.
        vocabulary = Vocabulary.of(vocabulary.features());
      }
      TreeMap<String, Double> expected = new TreeMap<>();
      for (int i = 2; i < cells.length; i += 2) {
        expected.put(text(cells[i]), Double.parseDouble(cells[i + 1]));
      }
      String message = messages.get(Integer.parseInt(cells[1]));
      String where = notation + ": " + message;
      SparseRow row = vocabulary.count(message);
      TreeMap<String, Double> found = new TreeMap<>();
      for (int at = row.from(); at < row.to(); at++) {
        found.put(vocabulary.words().get(row.indices()[at]), row.values()[at]);
      }
      assertEquals(expected.keySet(), found.keySet(), where);
      expected.forEach((feature, value) ->
          assertTrue(
              Math.abs(value - found.get(feature)) <= TOLERANCE * value,
              () -> where + ": " + feature + " " + value + " " + found.get(feature)));
    }
  }

  private static String text(String digits) {
    return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_16BE);
  }
}
