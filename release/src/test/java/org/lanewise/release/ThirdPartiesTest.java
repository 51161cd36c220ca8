package org.lanewise.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// `docs/third-parties.md` has what the bills of materials in the bundle list. With the property
/// `lanewise.third.write` it is written.
class ThirdPartiesTest {

  private static final Path PAGE = Bundle.ROOT.resolve("docs/third-parties.md");

  private static final String HEAD =
      """
      # Third parties

      The libraries that come with the published modules of Lanewise, with the licences that their POMs declare. The build
      makes this page from the bills of materials in the bundle (`ThirdPartiesTest`). `lanewise-core` and `lanewise-report`
      come with none; Spark is provided by the cluster.

      | library | version | licence | comes with |
      | --- | --- | --- | --- |
      """;

  @Test
  void thePageListsWhatIsShipped() throws IOException {
    Map<String, Set<String>> users = new TreeMap<>();
    Map<String, byte[]> files = Bundle.files();
    for (String artifact : Bundle.published().keySet()) {
      JsonNode bill = new ObjectMapper().readTree(files.get(Bundle.name(artifact, "-cyclonedx.json")));
      for (JsonNode library : bill.path("components")) {
        if (!library.path("group").asText().equals("org.lanewise")) {
          users.computeIfAbsent(row(library), _ -> new TreeSet<>()).add(artifact.substring("lanewise-".length()));
        }
      }
    }
    StringBuilder page = new StringBuilder(HEAD);
    users.forEach((row, modules) -> page.append(row).append(String.join(", ", modules)).append(" |\n"));
    if (Boolean.getBoolean("lanewise.third.write")) {
      Files.writeString(PAGE, page);
    }
    assertEquals(Files.readString(PAGE), page.toString());
  }

  private static String row(JsonNode library) {
    StringJoiner licences = new StringJoiner(" or ");
    for (JsonNode choice : library.path("licenses")) {
      JsonNode licence = choice.path("license");
      licences.add(
          choice.path("expression").asText(licence.path("id").asText(licence.path("name").asText())));
    }
    return "| %s:%s | %s | %s | "
        .formatted(
            library.path("group").asText(),
            library.path("name").asText(),
            library.path("version").asText(),
            licences);
  }
}
