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

/// The programs and build files that pages show are quoted from files of the build.
class QuotesTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path PROGRAMS = Path.of("src", "main", "java");
  private static final Pattern QUOTE =
      Pattern.compile("<!-- from ([\\w/]+\\.\\w+) -->\\n```(java|xml)\\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/decisions-with-models.md",
        "docs/embeddings.md",
        "docs/operating.md",
        "docs/parquet-and-sql.md",
        "docs/reports.md"
      })
  void pagesQuoteProgramsAsTheyAre(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    Matcher quotes = QUOTE.matcher(text);
    int count = 0;
    while (quotes.find()) {
      String file = quotes.group(1);
      Path source = file.contains("/") ? ROOT.resolve(file) : PROGRAMS.resolve(file);
      String program = stripped(Files.readString(source));
      String quote = stripped(quotes.group(3));
      assertTrue(program.contains(quote), "%s quotes of %s:\n%s".formatted(page, file, quote));
      count += quotes.group(2).equals("java") ? 1 : 0;
    }
    List<String> blocks = Pattern.compile("```java\\n").splitAsStream(text).toList();
    assertTrue(count > 0 && count == blocks.size() - 1, count + " of the Java blocks are quotes");
  }

  /// Without indentation.
  private static String stripped(String text) {
    return text.lines().map(String::strip).reduce("", (all, line) -> all + "\n" + line).strip();
  }
}
