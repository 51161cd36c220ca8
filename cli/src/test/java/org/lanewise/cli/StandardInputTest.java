package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `-` is standard input, and standard output.
class StandardInputTest {

  private final InputStream own = System.in;

  @TempDir Path folder;
  private Path input;
  private Path model;

  @BeforeEach
  void writesRows() throws IOException {
    input = Files.writeString(folder.resolve("input"), "1,a\n1.5,a\n4,b\n5,b\n");
    model = folder.resolve("model");
  }

  @AfterEach
  void useTheOwn() {
    System.setIn(own);
  }

  private static void give(Path file) throws IOException {
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
  void isReadInThePlaceOfAFile(String name) throws IOException {
    give(input);
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--data", name, "--out", model);
    give(input);
    assertEquals(
        "row,label\n0,a\n1,a\n2,b\n3,b\n",
        CommandRun.output("predict", "--model", model, "--data", name, "--out", "-"));
    give(input);
    assertEquals(
        4,
        CommandRun.json("evaluate", "--model", model, "--data", name, "--json")
            .get("correct")
            .asInt());
    give(Files.writeString(input, "1,a\nx,b\n2,c\n"));
    assertEquals(
        "standard input, line 2, column index 0: 'x' is not a finite number.",
        CommandRun.refusal("predict", "--model", model, "--data", name));
  }

  @Test
  void isReadOnce() throws IOException {
    give(input);
    assertEquals(
        "standard input can be read only once; use a file for one of the two.",
        CommandRun.refusal(
            "evaluate", "--classifier", "gaussian-nb", "--data", "-", "--test", "/dev/stdin"));
  }

  @Test
  void statisticsAreReadInThePlaceOfAFile() throws IOException {
    Path part = folder.resolve("part");
    CommandRun.output("gather", "--classifier", "gaussian-nb", "--data", input, "--out", part);
    Path all = folder.resolve("all");
    give(part);
    assertTrue(CommandRun.output("merge", part, "-", "--out", all).contains("8 rows"));
    give(part);
    CommandRun.output("subtract", all, "-", "--out", folder.resolve("rest"));
    give(part);
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--statistics", "-", "--out", model);
    give(Files.createFile(folder.resolve("empty")));
    assertEquals(
        "standard input is empty; a file of Lanewise is expected.",
        CommandRun.refusal("merge", part, "-", "--out", all));
    assertTrue(
        CommandRun.refusal("merge", "-", "/dev/fd/0", "--out", all)
            .startsWith("standard input is given"));
  }

  @Test
  void takesTheModelAsAFileWould() throws IOException {
    CommandRun.output("fit", "--classifier", "lda", "--data", input, "--out", model);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Session session =
        new Session(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false);
    Lanewise.run(session, "fit", "--classifier", "lda", "--data", input.toString(), "--out", "-");
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertArrayEquals(Files.readAllBytes(model), out.toByteArray());
  }
}
