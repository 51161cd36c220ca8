package org.lanewise.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.bench.result.ResultFile;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

class ReportTest {

  private static final Path SAMPLE =
      Path.of("src", "test", "resources", "org", "lanewise", "bench", "report", "sample.json");

  @TempDir private Path folder;

  private String page() throws IOException {
    Path page = folder.resolve("REPORT.md");
    Report.write(ResultFile.read(SAMPLE), page);
    return Files.readString(page);
  }

  @Test
  void jobsAreInATableWithRivalsAndTheOtherTier() throws IOException {
    String page = page();
    assertTrue(
        page.contains(
            "| `fit-lda` | 100000x64x10 | 168 ns | 4 % | | 24.7 | 3.04 | 42 % | fma | 9,906,334 |"
                + " 6.00 | scikit-learn 1.2.1 19.5 |"),
        page);
    assertTrue(page.contains("Some Library &lt;2> 106"), page);
  }

  @Test
  void whatFreshProcessesTakeIsSaidBeforeWhatIsWarm() throws IOException {
    assertTrue(page().contains("Not measured on this machine: `bench/run --cold`"));
    ResultFile results = ResultFile.read(SAMPLE);
    Files.writeString(
        folder.resolve("COLD-" + results.machine().fileName() + ".md"),
        "# Fresh processes\n\nWhat 100 % of users see.\n");
    String page = page();
    assertTrue(page.contains("## Fresh processes\n\nWhat 100 % of users see.\n"), page);
    assertTrue(page.indexOf("## Fresh processes") < page.indexOf("## In short"), page);
  }

  @Test
  void aMissedAimSaysByHowMuchAndAMetOneSaysSo() throws IOException {
    String page = page();
    assertTrue(page.contains("| ≥ 5 × scikit-learn | 2.13 | missed: 2.13 of 5, "), page);
    assertTrue(page.contains("| ≥ 10 × scikit-learn | 19.5 | met |"), page);
    assertTrue(page.contains("| ≥ 150 × Smile | | not measured |"), page);
    assertTrue(page.contains("| ≤ 0.3 µs | 0.17 µs | met |"), page);
    assertTrue(page.contains("| ≤ 0 B allocated | 0 B | met |"), page);
  }

  @Test
  void labelsThatDifferAndWhatIsMissingAreNotHidden() throws IOException {
    String page = page();
    assertTrue(page.contains("In 1 of these, rivals give other labels"), page);
    assertTrue(page.contains("3 of 100000 labels differ"), page);
    assertTrue(page.contains("- R: there is no Rscript."), page);
  }

  @Test
  void latencyAndScalingAreInTables() throws IOException {
    String page = page();
    assertTrue(page.contains("at 200,000 a second"), page);
    assertTrue(page.contains("### The first calls of a fresh JVM"), page);
    assertTrue(page.contains("| 100 µs, 1,000 µs, 10.0 ms | 1.00 | 1.00 | 1 |"), page);
  }

  @Test
  void everyRowOfATableHasTheColumnsOfItsHead() throws IOException {
    int columns = 0;
    for (String line : page().lines().toList()) {
      int here = line.startsWith("|") ? line.split("(?<!\\\\)\\|", -1).length : 0;
      if (columns > 0 && here > 0) {
        assertEquals(columns, here, line);
      }
      columns = here;
    }
  }

  @Test
  void everyChartIsThereAndIsXmlForLightAndDark()
      throws IOException, ParserConfigurationException, SAXException {
    Matcher image = Pattern.compile("!\\[.+]\\((.+\\.svg)\\)").matcher(page());
    Set<String> named = new HashSet<>();
    while (image.find()) {
      named.add(image.group(1));
      Path file = folder.resolve(image.group(1));
      Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
      assertEquals("svg", svg.getDocumentElement().getTagName());
      assertEquals(
          "title", svg.getDocumentElement().getElementsByTagName("*").item(0).getNodeName());
      assertEquals(
          "desc", svg.getDocumentElement().getElementsByTagName("*").item(1).getNodeName());
      assertEquals(0, svg.getElementsByTagName("script").getLength());
      assertTrue(Files.readString(file).contains("prefers-color-scheme:dark"));
      assertFalse(Files.readString(file).contains("NaN"), file.toString());
    }
    try (Stream<Path> files = Files.list(folder)) {
      Set<String> written = new HashSet<>();
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("REPORT.md"))
          .forEach(written::add);
      assertEquals(named, written);
    }
    assertEquals(5, named.size());
  }

  @Test
  void aRunWithoutAnythingHasAReport() throws IOException {
    ResultFile full = ResultFile.read(SAMPLE);
    Path page = folder.resolve("empty.md");
    Report.write(
        new ResultFile(
            "bench/run",
            null,
            "2026-11-21",
            full.machine(),
            Map.of(),
            List.of(),
            List.of(),
            null,
            null,
            full.jmh()),
        page);
    assertTrue(Files.readString(page).contains("0 are met and 0 are missed"));
  }

  @Test
  void theReportLiesBesideItsResults() {
    assertEquals("REPORT.md", name("2026-11-21-amd-epyc-25.0.3.json"));
    assertEquals("REPORT-quick.md", name("2026-11-21-amd-epyc-25.0.3-quick.json"));
    assertEquals("REPORT-avx2-rivals.md", name("2026-11-21-amd-epyc-25.0.3-avx2-rivals.json"));
    assertEquals("mine.md", name("mine.json"));
  }

  private static String name(String file) {
    return Report.fileOf(Path.of("results", file)).getFileName().toString();
  }

  @Test
  void everyAimIsOfAShapeThatIsMeasured() {
    Set<String> shapes = new HashSet<>();
    for (BenchmarkListEntry entry :
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                List.of())) {
      if (entry.getParams().hasValue() && entry.getParams().get().containsKey("shape")) {
        shapes.addAll(List.of(entry.getParams().get().get("shape")));
      }
    }
    Aims.ALL.forEach(aim -> assertTrue(shapes.contains(aim.data()), aim.work() + " " + aim.data()));
  }
}
