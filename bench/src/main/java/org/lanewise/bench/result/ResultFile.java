package org.lanewise.bench.result;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.lanewise.bench.machine.JvmFlags;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.program.LatencyResults;
import org.lanewise.bench.program.ScalingSeries;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/// All results of one run.
///
/// @param command what was typed
/// @param commit the state of the sources, or null where that is not known
/// @param date the day of the run
/// @param machine where it ran
/// @param roof what the machine does at most, by `1 thread` or `n threads` and then by what
/// @param measurements the figures
/// @param skipped what was not measured, and why
/// @param latency one-row latency, null where it was not measured
/// @param scaling how the time grows, one size at a time
/// @param jmh the results as JMH writes them, all samples included
public record ResultFile(
    String command,
    String commit,
    String date,
    Machine machine,
    Map<String, Map<String, Double>> roof,
    List<Measurement> measurements,
    List<Skipped> skipped,
    LatencyResults latency,
    List<ScalingSeries> scaling,
    JsonNode jmh) {

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  public ResultFile {
    scaling = scaling == null ? List.of() : List.copyOf(scaling);
  }

  /// Whether times were so short that they give an impression only.
  public boolean isQuick() {
    return List.of(command.split(" ")).contains("--quick");
  }

  /// What was not measured.
  ///
  /// @param what the job or rival
  /// @param why one sentence
  public record Skipped(String what, String why) {}

  /// Results of JMH as JMH writes them, without the folders of the JDK that ran them and of data.
  public static JsonNode ofJmh(Collection<RunResult> results) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
    }
    ArrayNode array = (ArrayNode) JSON.readTree(bytes.toByteArray());
    for (JsonNode result : array) {
      ((ObjectNode) result).remove("jvm");
      for (var arguments = result.path("jvmArgs").elements(); arguments.hasNext(); ) {
        if (arguments.next().asText().startsWith(JvmFlags.DATA)) {
          arguments.remove();
        }
      }
    }
    return array;
  }

  /// Writes the file whole: its name never holds half of it.
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, text());
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /// One measurement a line, so that two files can be compared by eye; one JMH result a line.
  private String text() throws IOException {
    StringBuilder text = new StringBuilder("{\n");
    field(text, "command", command);
    field(text, "commit", commit);
    field(text, "date", date);
    field(text, "machine", machine);
    field(text, "roof", roof);
    lines(text, "measurements", measurements);
    text.append(",\n");
    lines(text, "skipped", skipped);
    text.append(",\n");
    field(text, "latency", latency);
    lines(text, "scaling", scaling);
    text.append(",\n");
    lines(text, "jmh", jmh);
    return text.append("\n}\n").toString();
  }

  private static void field(StringBuilder text, String name, Object value) throws IOException {
    text.append('"').append(name).append("\": ").append(JSON.writeValueAsString(value));
    text.append(",\n");
  }

  private static void lines(StringBuilder text, String name, Iterable<?> values)
      throws IOException {
    text.append('"').append(name).append("\": [");
    String separator = "\n";
    for (Object value : values) {
      text.append(separator).append(JSON.writeValueAsString(value));
      separator = ",\n";
    }
    text.append("\n]");
  }

  /// Reads a file that [#write] wrote.
  ///
  /// @throws IOException if it cannot be read or is something else
  public static ResultFile read(Path file) throws IOException {
    ResultFile result = JSON.readValue(file.toFile(), ResultFile.class);
    if (result.measurements == null || result.machine == null) {
      throw new IOException("it holds no results of bench/run");
    }
    return result;
  }
}
