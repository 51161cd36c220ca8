package org.lanewise.bench.study.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {

  private static final Path DOCS = Path.of("..", "..", "docs");
  private static final String NAME = "generative-or-discriminative";

  @TempDir Path folder;

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(DOCS.resolve(NAME))) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /// A copy of the committed tables of figures.
  private Path tables() throws IOException {
    Path copy = Files.createDirectory(folder.resolve(NAME));
    for (Path table : files(".tsv")) {
      Files.copy(table, copy.resolve(table.getFileName()));
    }
    return copy;
  }

  /// After a change of the page's code: bench/study/run --page.
  @Test
  void theCommittedPageIsThatOfTheCommittedTables() throws IOException {
    Path copy = tables();
    Path page = folder.resolve(NAME + ".md");
    StudyPage.write(copy, page, false);
    assertEquals(Files.readString(DOCS.resolve(NAME + ".md")), Files.readString(page));
    List<Path> charts = files(".svg");
    assertEquals(8, charts.size());
    for (Path chart : charts) {
      assertEquals(
          Files.readString(chart),
          Files.readString(copy.resolve(chart.getFileName())),
          chart.toString());
    }
  }

  @Test
  void aQuickPageHasFiguresAndNoAnswers() throws IOException {
    Path copy = tables();
    String page = StudyPage.of(copy, true);
    assertFalse(page.contains("**Answer"), page);
    assertTrue(page.contains("| Δ |"), page);
  }
}
