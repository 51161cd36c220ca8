package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Turns of phrase that read like a translation: none in the pages, and in comments and messages no
/// more than `config/phrases.properties` counts, which may only fall.
@Tag("once")
class WordsTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern PHRASE =
      Pattern.compile(
          "in place of|\\bof (?:which|whom|equals)\\b|\\b(?:is|are) (?:said|told)\\b"
              + "|goes? over to|(?:^|[.:] )There (?:is|are)\\b|\\bbeside\\b"
              + "|\\b(?:[Ss]omebody|[Nn]obody|[Ww]hoever)\\b|^/// What\\b");

  /// Comments and texts of a line of Java.
  private static final Pattern JAVA = Pattern.compile("//.*|\"(?:[^\"\\\\]|\\\\.)*\"");

  @Test
  void phrasesThatReadLikeATranslationBecomeFewer() throws IOException {
    StringBuilder wrong = new StringBuilder();
    for (String line : Files.readAllLines(ROOT.resolve("config/phrases.properties"))) {
      if (!line.startsWith("#")) {
        String[] entry = line.split(" = ");
        List<String> lines = new ArrayList<>();
        int count = count(ROOT.resolve(entry[0]), lines);
        int allowed = Integer.parseInt(entry[1]);
        if (count != allowed) {
          wrong.append(
              "%s has %d, not %d; write a lower number there%n"
                  .formatted(entry[0], count, allowed));
          lines.stream()
              .limit(count > allowed ? 40 : 0)
              .forEach(found -> wrong.append(found).append('\n'));
        }
      }
    }
    assertEquals("", wrong.toString());
  }

  private static int count(Path path, List<String> lines) throws IOException {
    int count = 0;
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted().toList()) {
        if (file.toString().endsWith(".md") || file.toString().endsWith(".java")) {
          count += countIn(file, lines);
        }
      }
    }
    return count;
  }

  private static int countIn(Path file, List<String> lines) throws IOException {
    int count = 0;
    for (String line : Files.readAllLines(file)) {
      List<String> texts =
          file.toString().endsWith(".md")
              ? List.of(line)
              : JAVA.matcher(line).results().map(text -> text.group()).toList();
      if (texts.stream().anyMatch(text -> PHRASE.matcher(text).find())) {
        lines.add(ROOT.relativize(file) + ": " + line.strip());
        count++;
      }
    }
    return count;
  }
}
