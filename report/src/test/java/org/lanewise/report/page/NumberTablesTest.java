package org.lanewise.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NumberTablesTest {

  private static final Pattern HEAD = Pattern.compile("<th scope=\"(col|row)\">(?:<bdi>)?([^<]*)");

  private static String page(Map<String, ?> numbers) {
    Html html = new Html();
    new NumberTables(html, List.of("a", "b")).write("", numbers);
    return html.toString();
  }

  /// What columns and rows are called.
  private static List<String> heads(String member, Object value) {
    List<String> heads = new ArrayList<>();
    Matcher matcher = HEAD.matcher(page(Map.of(member, value)));
    while (matcher.find()) {
      heads.add(matcher.group(2).strip());
    }
    return heads;
  }

  @Test
  void partsAreCalledByWhatTheyAreForNotByHowManyThereAre() {
    double[] two = {1, 2};
    Map<String, Object> mean = new LinkedHashMap<>(Map.of("name", "mean"));
    mean.put("features", List.of("u", "v"));
    mean.put("values", two);
    assertEquals(List.of("u", "v"), heads("parameters", List.of(mean)));
    mean.put("classes", List.of("b", "c"));
    mean.put("values", new double[][] {two, two});
    assertEquals(List.of("", "u", "v", "b", "c"), heads("parameters", List.of(mean)));
    assertEquals(List.of("", "a", "b", "a", "b"), heads("confusion", new long[2][2]));
    assertEquals(List.of("a", "b"), heads("priors", two));
    assertEquals(List.of("0", "1"), heads("theta", two));
    assertEquals(List.of("0", "1"), heads("axisVariances", two));
    assertEquals(List.of("0", "1"), heads("featureNames", List.of("u", "v")));
    assertEquals(List.of("0", "1", "2"), heads("priors", new double[3]), "not as many");
    Map<String, Object> decisions = new LinkedHashMap<>();
    decisions.put("actions", List.of("go", "stay", "ask"));
    decisions.put("counts", new long[2][3]);
    assertEquals(
        List.of("0", "1", "2", "", "go", "stay", "ask", "a", "b"), heads("decisions", decisions));
    assertEquals(List.of("", "rows", "0"), heads("bins", List.of(Map.of("rows", 3L))));
  }

  @Test
  void ofALargeMatrixTheLargestCellsBesideTheDiagonalAreShown() {
    long[][] rows = new long[40][40];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        rows[i][j] = (i * 40L + j) % 997;
      }
    }
    String page = page(Map.of("confusion", rows));
    assertTrue(page.contains("the 200 largest of 1,559 non-zero cells off the diagonal are"), page);
    assertTrue(page.indexOf("class=\"n\">996<") < page.indexOf("class=\"n\">995<"), page);
    assertTrue(
        page.contains("<th scope=\"row\">24</th><td class=\"n\">36</td><td class=\"n\">996<"));
  }
}
