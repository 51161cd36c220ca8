package org.lanewise.cli.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.PageCommand;

/// Pages as a browser shows them: nothing is fetched or run, nothing is wider than the window, all
/// figures have a text alternative, in light and dark, on phones, wide screens and paper.
class PageInBrowserTest {

  private static final int[] WIDTHS = {320, 390, 768, 1280, 2560};

  /// What is wrong with what is shown, an item each.
  private static final String LOOK =
      """
      (() => {
        const wrong = [];
        const say = (what, element) =>
          wrong.push(what + ': ' + (element.outerHTML || '').slice(0, 160));
        const page = document.documentElement;
        if (page.scrollWidth > innerWidth) wrong.push('wider than the window: ' + page.scrollWidth);
        if (document.scripts.length > 0) wrong.push('a script');
        if (document.images.length > 0) wrong.push('an image');
        if (window.hacked) wrong.push('a name was run');
        for (const figure of document.querySelectorAll('figure')) {
          const caption = figure.querySelector('figcaption');
          if (!caption || caption.textContent.length < 20) say('no caption', figure);
          const drawings = figure.querySelectorAll('svg');
          if (drawings.length === 0 && !figure.querySelector('table')) say('nothing', figure);
        }
        const ids = new Set();
        for (const element of document.querySelectorAll('[id]')) {
          if (ids.has(element.id)) say('an id twice', element);
          ids.add(element.id);
        }
        for (const svg of document.querySelectorAll('svg')) {
          const box = svg.getBoundingClientRect();
          if (svg.getAttribute('role') !== 'img' || !svg.getAttribute('aria-label')
              || !ids.has(svg.getAttribute('aria-describedby'))) say('no text alternative', svg);
          if (box.left < 0 || box.right > innerWidth + 0.5) say('outside the window', svg);
          if (box.width < 80 || box.height < 12) say('too small', svg);
          for (const text of svg.querySelectorAll('text')) {
            const own = text.getBoundingClientRect();
            if (own.left < box.left - 2 || own.right > box.right + 2
                || own.top < box.top - 2 || own.bottom > box.bottom + 2) say('cut off', text);
          }
        }
        return wrong.slice(0, 8);
      })()
      """;

  @TempDir Path folder;

  /// Names that would do something if they were obeyed, of all directions and lengths.
  private Path nasty() throws IOException {
    List<String> classes =
        List.of(
            "<script>window.hacked=1</script>",
            "<img src=x onerror=window.hacked=1>",
            "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
            "m".repeat(300),
            "\u202e\u0001red");
    StringBuilder text =
        new StringBuilder("<b>one</b>\t<svg onload=window.hacked=1>\t").append("W".repeat(200));
    text.append("\tlabel\n");
    SplittableRandom random = new SplittableRandom(1);
    for (int row = 0; row < 200; row++) {
      int label = row % classes.size();
      for (int j = 0; j < 3; j++) {
        text.append(random.nextGaussian() + (j == label ? 3 : label)).append('\t');
      }
      text.append(classes.get(label)).append('\n');
    }
    return Files.writeString(folder.resolve("nasty.tsv"), text);
  }

  /// Twenty classes of rows far from 0, with a test row of one class alone.
  private Path[] far() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder("seconds,level,label\n");
    for (int row = 0; row < 400; row++) {
      double level = 1e6 + row % 20 + random.nextGaussian();
      text.append(1_700_000_000 + 3 * (row % 20) + random.nextInt(9)).append(',');
      text.append(level).append(",class ").append(row % 20).append('\n');
    }
    Path one =
        Files.writeString(
            folder.resolve("one.csv"), "seconds,level,label\n1700000003,1000001,class 1\n");
    return new Path[] {Files.writeString(folder.resolve("far.csv"), text), one};
  }

  /// Numbers, categories and bits without names.
  private Path mixed() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 200; row++) {
      int label = row % 10 == 0 ? 1 : 0;
      text.append(random.nextGaussian() + label).append(',');
      text.append(random.nextGaussian() * 1e-7).append(",k").append(random.nextInt(30) + label);
      text.append(',').append(label == 0 ? "yes" : "no").append('\n');
    }
    return Files.writeString(folder.resolve("mixed.csv"), text);
  }

  private List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(page("qda", nasty(), "--split", "every:4"));
    pages.add(page("lda", PageCommand.example("breast_cancer.csv"), "--split", "every:5"));
    pages.add(
        page(
            "bernoulli-nb",
            PageCommand.example("sms_spam.tsv"),
            "--label",
            "0",
            "--text",
            "1",
            "--split",
            "every:5"));
    Path[] far = far();
    pages.add(page("rda", far[0], "--test", far[1].toString(), "--axes", "seconds", "level"));
    pages.add(page("mixed-nb", mixed(), "--split", "every:3", "--unseen", "ignore"));
    Path compared = folder.resolve("compared.html");
    PageCommand.run("compare", "--data", nasty(), "--folds", "3", "--report", compared);
    pages.add(compared);
    return pages;
  }

  private Path page(String classifier, Path data, String... options) throws IOException {
    Path page = folder.resolve(classifier + ".html");
    List<Object> arguments = new ArrayList<>(List.of("evaluate", "--classifier", classifier));
    arguments.addAll(List.of("--data", data, "--report", page));
    arguments.addAll(List.of(options));
    PageCommand.run(arguments.toArray());
    return page;
  }

  @Test
  void pagesAreShownWholeAndAskForNothing() throws Exception {
    Optional<Browser> found = Browser.start();
    assumeTrue(found.isPresent(), "chromium is not installed: no page was opened in a browser");
    try (Browser browser = found.get()) {
      for (Path page : pages()) {
        browser.takeEvents();
        browser.open(page);
        for (int width : WIDTHS) {
          for (String scheme : List.of("light", "dark")) {
            browser.show(width, scheme, "screen");
            String where = "%s, %d px, %s".formatted(page.getFileName(), width, scheme);
            assertEquals("[]", browser.evaluate(LOOK).toString(), where);
            assertEquals(
                scheme.equals("light") ? "rgb(255, 255, 255)" : "rgb(13, 17, 23)",
                browser.evaluate("getComputedStyle(document.body).backgroundColor").asText(),
                where);
          }
        }
        browser.show(794, "dark", "print");
        assertEquals(
            "rgb(255, 255, 255)",
            browser.evaluate("getComputedStyle(document.body).backgroundColor").asText(),
            "paper is light");
        assertEquals("[]", browser.evaluate(LOOK).toString(), page + " on paper");
        assertNothingHappened(browser.takeEvents(), page);
      }
    }
  }

  /// No request but that of the page, and nothing on the console.
  private static void assertNothingHappened(List<JsonNode> events, Path page) {
    List<String> requests = new ArrayList<>();
    List<String> console = new ArrayList<>();
    for (JsonNode event : events) {
      switch (event.get("method").asText()) {
        case "Network.requestWillBeSent" -> requests.add(event.at("/params/request/url").asText());
        case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown" ->
            console.add(event.toString());
        default -> {}
      }
    }
    assertEquals(List.of(page.toUri().toString()), requests);
    assertEquals(List.of(), console);
  }
}
