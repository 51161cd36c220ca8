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
import java.util.stream.Stream;

/// `CONFORMANCE.md`, the prose of `page.md` around a summary and the defects, and behind it a page
/// for each section with what came of its cases.
///
/// Cases that did not run here, because they need large data, keep the lines they have in a page.
final class ConformancePages {

  private static final Path ROOT = Path.of("..");
  private static final String FRONT = "CONFORMANCE.md";
  private static final String FOLDER = "docs/conformance";

  /// From a page of a section to the root, from where links of cases begin.
  private static final String UP = "../../";

  private static final String HEAD =
      """
      | case | protects | model | expected | found | digits | source | libraries that differ |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  /// Lines by the id of their case, by section.
  private final Map<String, Map<String, List<String>>> sections = new LinkedHashMap<>();

  /// Cases by the defect that they would show.
  private final Map<String, Set<String>> protectors = new TreeMap<>();

  private ConformancePages() {}

  /// The pages, by their names below the root, for what the cases give now; of absent ones, what
  /// the committed pages say.
  static Map<String, String> of(List<ConformanceCase> cases, Map<String, String> committed)
      throws IOException {
    ConformancePages pages = new ConformancePages();
    for (ConformanceCase testCase : cases) {
      if (testCase.missing() == null) {
        pages.add(testCase);
      } else {
        pages.keep(testCase.id(), committed);
      }
    }
    String prose =
        Files.readString(ConformanceSuite.FOLDER.resolve("page.md"), StandardCharsets.UTF_8);
    Map<String, String> all = new TreeMap<>();
    all.put(
        FRONT,
        prose.replace("{{summary}}\n", pages.summary()).replace("{{defects}}\n", pages.defects()));
    pages.sections.forEach((name, lines) -> all.put(file(name), page(name, lines)));
    return all;
  }

  /// The pages there are.
  static Map<String, String> committed() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    if (Files.exists(ROOT.resolve(FRONT))) {
      pages.put(FRONT, Files.readString(ROOT.resolve(FRONT), StandardCharsets.UTF_8));
    }
    if (Files.isDirectory(ROOT.resolve(FOLDER))) {
      try (Stream<Path> files = Files.list(ROOT.resolve(FOLDER))) {
        for (Path file : files.toList()) {
          pages.put(
              FOLDER + "/" + file.getFileName(), Files.readString(file, StandardCharsets.UTF_8));
        }
      }
    }
    return pages;
  }

  /// Writes the pages.
  static void write(Map<String, String> pages) throws IOException {
    Files.createDirectories(ROOT.resolve(FOLDER));
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Files.writeString(ROOT.resolve(page.getKey()), page.getValue(), StandardCharsets.UTF_8);
    }
  }

  private static String file(String section) {
    return FOLDER + "/" + section + ".md";
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
                  UP + testCase.link(),
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
  private void keep(String prefix, Map<String, String> committed) {
    String start = "| [" + shortId(prefix);
    String section = prefix.substring(0, prefix.indexOf('/'));
    Map<String, List<String>> lines = section(prefix);
    for (String line : committed.getOrDefault(file(section), "").lines().toList()) {
      if (line.startsWith(start + "/") || line.startsWith(start + "]")) {
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
          "| [%s](%s) | %d | %d | %d |\n"
              .formatted(name, file(name), cases.size(), lines.size(), refusals));
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

  private static String page(String section, Map<String, List<String>> cases) {
    StringBuilder page = new StringBuilder();
    page.append("# Conformance: ").append(section).append("\n\n");
    page.append("Written by the tests; [CONFORMANCE.md](")
        .append(UP)
        .append(FRONT)
        .append(") says how to read a line, and how to check it.\n\n");
    page.append(HEAD);
    cases.values().forEach(lines -> lines.forEach(page::append));
    return page.toString();
  }
}
