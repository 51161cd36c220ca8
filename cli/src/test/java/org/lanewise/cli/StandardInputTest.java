package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `-` is standard input, and standard output.
class StandardInputTest {

  private static final String PROPERTY = "lanewise.stdin";

  @TempDir Path folder;
  private Path input;
  private Path model;

  @BeforeEach
  void useAFileInItsPlace() throws IOException {
    input = Files.writeString(folder.resolve("input"), "1,a\n1.5,a\n4,b\n5,b\n");
    model = folder.resolve("model");
    System.setProperty(PROPERTY, input.toString());
  }

  @AfterEach
  void useTheOwn() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void isReadInThePlaceOfAFile() throws IOException {
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--data", "-", "--out", model);
    assertEquals(
        "row,label\n0,a\n1,a\n2,b\n3,b\n",
        CommandRun.output("predict", "--model", model, "--data", "-", "--out", "-"));
    assertEquals(
        4,
        CommandRun.json("evaluate", "--model", model, "--data", "-", "--json")
            .get("correct")
            .asInt());
    Files.writeString(input, "1,a\nx,b\n2,c\n");
    assertEquals(
        "standard input, line 2, column index 0: 'x' is not a number; a finite number was"
            + " expected.",
        CommandRun.refusal("predict", "--model", model, "--data", "-"));
  }

  @Test
  void isRefusedIfItIsAFolder() {
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--data", "-", "--out", model);
    System.setProperty(PROPERTY, folder.toString());
    assertEquals(
        "standard input is a directory; a data file was expected.",
        CommandRun.refusal("predict", "--model", model, "--data", "-"));
  }

  @Test
  void statisticsAreReadInThePlaceOfAFile() throws IOException {
    Path part = folder.resolve("part");
    Path other = folder.resolve("other");
    CommandRun.output("gather", "--classifier", "gaussian-nb", "--data", input, "--out", part);
    Files.copy(part, other);
    System.setProperty(PROPERTY, other.toString());
    Path all = folder.resolve("all");
    assertTrue(CommandRun.output("merge", part, "-", "--out", all).contains("8 rows"));
    CommandRun.output("subtract", all, "-", "--out", folder.resolve("rest"));
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--statistics", "-", "--out", model);
    Files.writeString(other, "");
    assertEquals(
        "standard input is empty; a file of Lanewise is expected.",
        CommandRun.refusal("merge", part, "-", "--out", all));
    assertTrue(
        CommandRun.refusal("merge", "-", "-", "--out", all).startsWith("standard input is given"));
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
