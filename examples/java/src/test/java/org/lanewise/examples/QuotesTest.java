package org.lanewise.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the README and the pages show of a program stands in that program.
class QuotesTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path PROGRAMS = Path.of("src", "main", "java");
  private static final Pattern QUOTE =
      Pattern.compile("<!-- from (\\w+)\\.java -->\\n```java\\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/decisions-with-models.md", "docs/reports.md"})
  void pagesQuoteProgramsAsTheyAre(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    Matcher quotes = QUOTE.matcher(text);
    int count = 0;
    while (quotes.find()) {
      String program = Files.readString(PROGRAMS.resolve(quotes.group(1) + ".java"));
      String body = stripped(program);
      assertTrue(
          body.contains(stripped(quotes.group(2))),
          "what " + page + " quotes is not in " + quotes.group(1) + ".java:\n" + quotes.group(2));
      count++;
    }
    List<String> blocks = Pattern.compile("```java\\n").splitAsStream(text).toList();
    assertTrue(count > 0 && count == blocks.size() - 1, count + " of the Java blocks are quotes");
  }

  /// Without indentation.
  private static String stripped(String text) {
    return text.lines().map(String::strip).reduce("", (all, line) -> all + "\n" + line).strip();
  }
}
