package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One run of the command in this process.
///
/// @param code the exit code
/// @param out what it wrote to standard output
/// @param err what it wrote to standard error
record CommandRun(int code, String out, String err) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// A file of the example data.
  static Path example(String name) {
    return Path.of(System.getProperty("basedir", "."), "..", "examples", "data", name).normalize();
  }

  /// Runs the command; arguments that are no text are what their `toString` says.
  static CommandRun of(Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code =
        Lanewise.run(
            new Session(out, errors, false, false),
            Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    return new CommandRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// What a run that has to succeed wrote.
  static String output(Object... arguments) {
    CommandRun run = of(arguments);
    assertEquals("", run.errors());
    assertEquals(0, run.code);
    return run.out;
  }

  /// What it wrote to standard error but for notes, which are no failures.
  String errors() {
    return err.lines()
        .filter(line -> !line.startsWith("lanewise: note: "))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /// The JSON object that a run which has to succeed wrote.
  static JsonNode json(Object... arguments) {
    try {
      return MAPPER.readTree(output(arguments));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What `evaluate --json` says.
  ///
  /// @param data the rows
  /// @param more other arguments
  static JsonNode evaluate(Path data, Object... more) {
    return json(
        Stream.concat(Stream.of("evaluate", "--data", data, "--json"), Stream.of(more)).toArray());
  }

  /// What `evaluate` said without what differs from run to run.
  static JsonNode results(JsonNode evaluation) {
    ObjectNode results = evaluation.deepCopy();
    results.remove(List.of("fitMillis", "scoreMillis"));
    return results;
  }

  /// Writes a file for a run.
  static Path write(Path folder, String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines that a run which has to succeed wrote.
  static List<String> lines(Object... arguments) {
    return output(arguments).lines().toList();
  }

  /// The sentence of a run that has to be refused.
  static String refusal(Object... arguments) {
    CommandRun run = of(arguments);
    assertEquals("", run.out);
    assertEquals(2, run.code);
    String sentence = run.errors();
    assertTrue(sentence.startsWith("lanewise: "), run.err);
    assertTrue(sentence.endsWith(".\n") || sentence.endsWith("…\n"), run.err);
    assertEquals(1, sentence.lines().count(), run.err);
    assertFalse(sentence.contains("internal error"), run.err);
    return sentence.substring("lanewise: ".length()).strip();
  }
}
