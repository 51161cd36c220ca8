package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// `CONFORMANCE.md`: the prose of `page.md` around tables of what came of every case.
///
/// Cases that did not run here, because they need large data, keep the lines they have in the page.
final class ConformancePage {

  static final Path FILE = Path.of("..", "CONFORMANCE.md");

  private static final String HEAD =
      """
      | case | protects | model | expected | found | digits | source | libraries that differ |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  /// Lines by the id of their case, by section.
  private final Map<String, Map<String, List<String>>> sections = new LinkedHashMap<>();

  /// Cases by the defect that they would show.
  private final Map<String, Set<String>> protectors = new TreeMap<>();

  private ConformancePage() {}

  /// The page for what the cases give now; of absent ones, what the committed page says.
  static String of(List<ConformanceCase> cases, String committed) throws IOException {
    ConformancePage page = new ConformancePage();
    for (ConformanceCase testCase : cases) {
      if (testCase.missing() == null) {
        page.add(testCase);
      } else {
        page.keep(testCase.id(), committed);
      }
    }
    String prose =
        Files.readString(ConformanceSuite.FOLDER.resolve("page.md"), StandardCharsets.UTF_8);
    return prose
        .replace("{{summary}}\n", page.summary())
        .replace("{{defects}}\n", page.defects())
        .replace("{{tables}}\n", page.tables());
  }

  /// The committed page, or nothing.
  static String committed() throws IOException {
    return Files.exists(FILE) ? Files.readString(FILE, StandardCharsets.UTF_8) : "";
  }

  private Map<String, List<String>> section(String id) {
    return sections.computeIfAbsent(
        id.substring(0, id.indexOf('/')), name -> new LinkedHashMap<>());
  }

  private void add(ConformanceCase testCase) throws IOException {
    CaseRun run = ConformanceSuite.run(testCase);
    run.check();
    List<String> lines = new ArrayList<>();
    for (String line : run.lines()) {
      boolean first = lines.isEmpty();
      lines.add(
          "| [%s](%s) | %s | %s | %s | %s |\n"
              .formatted(
                  shortId(testCase.id()),
                  testCase.link(),
                  first ? protects(testCase) : "″",
                  line,
                  first ? Markdown.text(testCase.source()) : "″",
                  first ? Markdown.text(String.join("; ", testCase.peers())) : "″"));
    }
    section(testCase.id()).put(testCase.id(), lines);
    for (String defect : testCase.protects()) {
      protectors.computeIfAbsent(defect, d -> new LinkedHashSet<>()).add(link(testCase));
    }
  }

  private static String link(ConformanceCase testCase) {
    return "[%s](%s)".formatted(testCase.id(), testCase.link());
  }

  private static String shortId(String id) {
    return id.substring(id.indexOf('/') + 1);
  }

  private static String protects(ConformanceCase testCase) {
    return Markdown.text(testCase.name())
        + (testCase.protects().isEmpty()
            ? ""
            : " (" + String.join(", ", testCase.protects()) + ")");
  }

  /// Keeps the committed lines of all cases with ids that begin so.
  private void keep(String prefix, String committed) {
    String start = "| [" + shortId(prefix);
    Map<String, List<String>> lines = section(prefix);
    String section = "";
    for (String line : committed.lines().toList()) {
      if (line.startsWith("### ")) {
        section = line.substring(4);
      }
      if (section.equals(prefix.substring(0, prefix.indexOf('/')))
          && (line.startsWith(start + "/") || line.startsWith(start + "]"))) {
        String id = section + "/" + line.substring(3, line.indexOf(']'));
        lines.computeIfAbsent(id, name -> new ArrayList<>()).add(line + "\n");
      }
    }
  }

  private String summary() {
    StringBuilder table =
        new StringBuilder(
            "| section | cases | results | of these refusals |\n| --- | --- | --- | --- |\n");
    int[] totals = new int[3];
    sections.forEach((name, cases) -> {
      List<String> lines = cases.values().stream().flatMap(List::stream).toList();
      int refusals = (int) lines.stream().filter(line -> line.contains("| refused |")).count();
      table.append(
          "| [%s](#%s) | %d | %d | %d |\n"
              .formatted(name, name, cases.size(), lines.size(), refusals));
      totals[0] += cases.size();
      totals[1] += lines.size();
      totals[2] += refusals;
    });
    table.append("| all | %d | %d | %d |\n".formatted(totals[0], totals[1], totals[2]));
    return table.toString();
  }

  private String defects() throws IOException {
    StringBuilder table =
        new StringBuilder(
            "| | library | defect | evidence | cases |\n| --- | --- | --- | --- | --- |\n");
    for (JsonNode defect : Json.read(ConformanceSuite.FOLDER.resolve("defects.json"))) {
      String id = Json.text(defect, "id");
      Set<String> cases = protectors.getOrDefault(id, Set.of());
      String why = defect.path("noCase").asText("");
      if (cases.isEmpty() == why.isEmpty()) {
        throw new IllegalStateException(
            id + " needs either a case that protects from it or a reason why there is none");
      }
      table.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  id,
                  Markdown.text(Json.text(defect, "library")),
                  Markdown.text(Json.text(defect, "defect")),
                  Markdown.text(Json.text(defect, "evidence")),
                  why.isEmpty() ? String.join(", ", cases) : "none: " + Markdown.text(why)));
    }
    return table.toString();
  }

  private String tables() {
    StringBuilder tables = new StringBuilder();
    sections.forEach((name, cases) -> {
      tables.append("### ").append(name).append("\n\n").append(HEAD);
      cases.values().forEach(lines -> lines.forEach(tables::append));
      tables.append('\n');
    });
    return tables.toString();
  }
}
