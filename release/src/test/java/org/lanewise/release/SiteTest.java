package org.lanewise.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The site that `MakeSite` makes: links lead somewhere, nothing comes from outside, and pages fit a
/// small screen.
class SiteTest {

  private static final Path SITE = Path.of(System.getProperty("lanewise.site")).toAbsolutePath();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  /// Loads each page in a frame as wide as a phone, and says what is wrong, and the colours.
  private static final String PROBE =
      """
      <!doctype html><meta charset="utf-8"><body><script>
      addEventListener("load", async () => {
        const said = [];
        for (const page of [PAGES]) {
          const frame = document.createElement("iframe");
          frame.style = "width:360px;height:640px;border:0";
          frame.src = page;
          document.body.append(frame);
          await new Promise((done) => (frame.onload = done));
          const inner = frame.contentDocument;
          const width = inner.documentElement.scrollWidth;
          if (width > 360) said.push(page + " is " + width + " pixels wide");
          const style = frame.contentWindow.getComputedStyle(inner.body);
          said.push(style.color + " on " + style.backgroundColor);
          if (page.endsWith("site/index.html")) {
            inner.getElementById("search").value = "unlike any class";
            inner.getElementById("search").dispatchEvent(new Event("input"));
            for (let i = 0; i < 99 && !inner.querySelector("#found a"); i++) {
              await new Promise((done) => setTimeout(done, 100));
            }
            said.push("found " + inner.querySelector("#found a")?.textContent);
          }
          frame.remove();
        }
        document.body.textContent = "SAID " + [...new Set(said)].sort().join("; ") + ".";
      });
      </script>
      """;

  /// The pages that are ours, not those of the API documentation.
  private static Map<Path, String> pages;

  @BeforeAll
  static void readsThePages() throws IOException {
    pages = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SITE)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".html")).toList()) {
        String page = Files.readString(file);
        if (page.contains("data-up=")) {
          pages.put(file, page);
        }
      }
    }
    assertTrue(pages.size() > 100, () -> pages.keySet().toString());
  }

  @Test
  void everyLinkLeadsToAFileAndAnAnchor() throws IOException {
    List<String> dead = new ArrayList<>();
    Map<Path, String> read = new TreeMap<>(pages);
    for (Map.Entry<Path, String> page : pages.entrySet()) {
      for (String link :
          LINK.matcher(page.getValue()).results().map(found -> found.group(1)).toList()) {
        if (link.startsWith("https://") || link.startsWith("http://")) {
          continue;
        }
        String[] parts = (link + "#").split("#", -1);
        Path target =
            parts[0].isEmpty() ? page.getKey() : page.getKey().resolveSibling(parts[0]).normalize();
        if (!Files.isRegularFile(target)) {
          dead.add(SITE.relativize(page.getKey()) + " → " + link);
        } else if (!parts[1].isEmpty()
            && !read.computeIfAbsent(target, SiteTest::text).contains("id=\"" + parts[1] + "\"")) {
          dead.add(SITE.relativize(page.getKey()) + " → " + link + ", no such anchor");
        }
      }
    }
    assertEquals(List.of(), dead);
  }

  private static String text(Path file) {
    return new String(Bundle.read(file), StandardCharsets.UTF_8);
  }

  @Test
  void pagesOfThisLibraryAreThere() {
    for (String page :
        List.of(
            "index.html",
            "docs/install.html",
            "CONFORMANCE.html",
            "docs/conformance/lda.html",
            "bench/results/CPUS.html",
            "api/index.html",
            "api/core/org.lanewise/org/lanewise/model/gaussian/LinearDiscriminant.html",
            "api/adapters/spark/index.html")) {
      assertTrue(Files.exists(SITE.resolve(page)), page);
    }
  }

  @Test
  void nothingIsAskedForFromOutside() {
    Pattern outside = Pattern.compile("<(?:link|img|script|iframe)[^>]*=\"(?:https?:)?//[^>]*>");
    for (Map.Entry<Path, String> page : pages.entrySet()) {
      assertEquals(
          List.of(),
          outside.matcher(page.getValue()).results().map(MatchResult::group).toList(),
          page.getKey().toString());
    }
    assertFalse(text(SITE.resolve("site.css")).contains("url("));
    assertFalse(text(SITE.resolve("site.js")).contains("://"));
  }

  /// The number of Chromium's scheme, and the colours of its pages.
  @ParameterizedTest
  @CsvSource({
    "0, rgb(227 230 233) on rgb(20 23 26)",
    "1, rgb(28 32 36) on rgb(255 255 255)",
  })
  void pagesFitASmallScreenAreDarkOrLightAndAreSearched(
      int scheme, String colors, @TempDir Path folder) throws Exception {
    Optional<Path> chromium =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, "chromium"))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(chromium.isPresent(), "there is no chromium on the PATH, so no page is shown");
    String list =
        pages.keySet().stream()
            .map(page -> '"' + page.toUri().toString() + '"')
            .collect(Collectors.joining(","));
    Path probe = Files.writeString(folder.resolve("probe.html"), PROBE.replace("PAGES", list));
    Process process =
        new ProcessBuilder(
                chromium.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--user-data-dir=" + folder.resolve("profile"),
                "--allow-file-access-from-files",
                "--blink-settings=preferredColorScheme=" + scheme,
                "--virtual-time-budget=600000",
                "--dump-dom",
                probe.toUri().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertTrue(shown.contains("SAID "), shown);
    assertEquals(
        "found From posteriors to decisions: Find rows unlike any class; %s.".formatted(colors),
        shown
            .substring(shown.indexOf("SAID ") + 5, shown.indexOf("</body>"))
            .replaceAll("(\\d+), (\\d+), (\\d+)", "$1 $2 $3"));
  }
}
