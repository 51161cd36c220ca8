package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All cases, and what came of those that ran in this virtual machine.
final class ConformanceSuite {

  static final Path FOLDER = Path.of("src/test/resources/conformance");

  private static final String LINK = "core/src/test/resources/conformance/";

  private static final Map<String, CaseRun> RUNS = new TreeMap<>();

  private ConformanceSuite() {}

  /// The cases in the folder's subfolders, then those in the form of `nasty` and of `reference`.
  static List<ConformanceCase> all() throws IOException {
    List<ConformanceCase> cases = new ArrayList<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(ConformanceSuite::isCase).sorted().toList()) {
        String name = FOLDER.relativize(file).toString().replace('\\', '/');
        JsonNode node = Json.read(file);
        String id = name.substring(0, name.length() - ".json".length());
        Path data = node.path("train").has("data") ? DataSet.path(node.get("train")) : null;
        cases.add(
            node.path("train").has("data") && (data == null || !Files.exists(data))
                ? ConformanceCase.absent(
                    id, "a folder with that data set in the property lanewise.data")
                : ConformanceCase.read(id, LINK + name, node));
      }
    }
    cases.addAll(NastyCases.all(FOLDER));
    cases.addAll(ReferenceCases.all(FOLDER));
    return cases;
  }

  private static boolean isCase(Path file) {
    return file.toString().endsWith(".json") && !file.getParent().equals(FOLDER);
  }

  /// Runs a case, or remembers what came of it.
  static CaseRun run(ConformanceCase testCase) throws IOException {
    CaseRun run = RUNS.get(testCase.id());
    if (run == null) {
      run = CaseRun.of(testCase);
      RUNS.put(testCase.id(), run);
    }
    return run;
  }
}
