package org.lanewise.spark.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.spark.Session;

/// The program of the page runs, and the page quotes it as it is.
class PageTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path PROGRAM =
      Path.of("src/test/java/org/lanewise/spark/example/LabelFlowers.java");

  @TempDir Path folder;

  @Test
  void theProgramLabelsFlowers() throws Exception {
    SparkSession spark = Session.get();
    assertEquals(
        147, LabelFlowers.run(spark, ROOT.resolve("examples/data/iris.csv").toString(), folder));
  }

  @Test
  void thePageQuotesTheProgram() throws Exception {
    String program = Files.readString(PROGRAM).replaceAll("(?m)^ +", "");
    Matcher quotes =
        Pattern.compile("<!-- from LabelFlowers.java -->\n```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/spark.md")));
    int count = 0;
    while (quotes.find()) {
      String quote = quotes.group(1).replaceAll("(?m)^ +", "");
      assertTrue(program.contains(quote), "not in the program: " + quote);
      count++;
    }
    assertTrue(count >= 4, "the page has %d quotes".formatted(count));
  }
}
