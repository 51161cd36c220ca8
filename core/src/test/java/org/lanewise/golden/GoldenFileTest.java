package org.lanewise.golden;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;

/// Files mean, bit for bit, what they meant to the version of Lanewise that wrote them, which their
/// folder is named after; they are written again as the same bytes, and statistics go on from them
/// as they did there. [GoldenFiles] wrote them.
class GoldenFileTest {

  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

  @TestFactory
  Stream<DynamicTest> aFileMeansWhatItMeantToTheVersionThatWroteIt() throws IOException {
    try (Stream<Path> files = Files.walk(GOLDEN)) {
      List<Path> golden =
          files.filter(file -> file.toString().endsWith(".lanewise")).sorted().toList();
      assertTrue(golden.size() > 80, "only " + golden.size() + " golden files were found");
      return golden.stream()
          .map(file -> dynamicTest(GOLDEN.relativize(file).toString(), () -> check(file)));
    }
  }

  private static void check(Path file) throws IOException {
    String name = file.getFileName().toString();
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    List<String> found;
    if (name.startsWith("model-")) {
      ModelFile model = ModelFile.read(file);
      model.write(again);
      found = GoldenBits.of(model);
    } else {
      StatisticsFile statistics = StatisticsFile.read(file);
      statistics.write(again);
      found = GoldenBits.of(statistics);
    }
    assertArrayEquals(Files.readAllBytes(file), again.toByteArray());
    Path bits = file.resolveSibling(name.replace(".lanewise", ".txt"));
    List<String> expected = Files.readAllLines(bits, StandardCharsets.UTF_8);
    for (int line = 0; line < Math.min(expected.size(), found.size()); line++) {
      String[] expectedWords = expected.get(line).split(" ");
      String[] foundWords = found.get(line).split(" ");
      for (int i = 0; i < Math.min(expectedWords.length, foundWords.length); i++) {
        String place = "line %d, word %d of %s".formatted(line + 1, i + 1, bits.getFileName());
        assertEquals(expectedWords[i], foundWords[i], place + " (" + expectedWords[0] + " …)");
      }
      assertEquals(expected.get(line), found.get(line));
    }
    assertEquals(expected.size(), found.size(), "lines of " + bits.getFileName());
  }
}
