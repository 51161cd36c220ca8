package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Published modules resolve without the rest of this build.
@Tag("once")
class PublishedModulesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "report",
        "cli",
        "adapters/interop",
        "adapters/duckdb",
        "adapters/spark",
        "adapters/langchain4j"
      })
  void aPublishedModuleHasAPomOfItsOwn(String module) throws IOException {
    String pom = Files.readString(Path.of("..", module, "pom.xml"));
    assertTrue(pom.contains("<artifactId>flatten-maven-plugin</artifactId>"), module);
  }
}
