package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The quick start on the first page of the API documentation, all its pieces one after the other,
/// compiles and runs as it stands.
@Tag("once")
class QuickStartTest {

  @Test
  void theQuickStartOfTheDocumentationRuns(@TempDir Path folder) throws Exception {
    String page =
        Files.readString(Path.of("src", "main", "java", "module-info.java"))
            .lines()
            .filter(line -> line.startsWith("///"))
            .map(line -> line.substring("///".length()))
            .collect(Collectors.joining("\n"));
    StringBuilder example = new StringBuilder();
    String begin = " ```java\n";
    for (int from = page.indexOf(begin); from >= 0; from = page.indexOf(begin, from)) {
      from += begin.length();
      example.append(page, from, page.indexOf(" ```", from));
    }
    String printed = ExampleProgram.run(example.toString(), folder);
    assertEquals(List.of("setosa", "setosa"), printed.lines().toList());
  }
}
