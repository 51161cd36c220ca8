package org.lanewise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.report.figure.ModelView;
import org.lanewise.report.figure.TestResults;

class ReportTest {

  private static final int ROWS = 240;
  private static final Pattern SVG = Pattern.compile("(?s)<svg .*?</svg>");

  @TempDir private Path folder;

  private static double[][] counts(int d) {
    SplittableRandom random = new SplittableRandom(d);
    double[][] rows = new double[ROWS][d];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextInt(3) + (j == i % 3 ? random.nextInt(3) : 0);
      }
    }
    return rows;
  }

  private static NumericColumns numbers(int d) {
    SplittableRandom random = new SplittableRandom(d);
    double[][] rows = counts(d);
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] += random.nextGaussian();
      }
    }
    return NumericColumns.fromRows(rows);
  }

  private static Labels labels(String... names) {
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % names.length;
    }
    return Labels.ofIndices(labels, Classes.of(names));
  }

  /// The drawings of a page, of which each has to be XML.
  private static int drawings(String page) throws Exception {
    Matcher matcher = SVG.matcher(page);
    int count = 0;
    while (matcher.find()) {
      var svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(matcher.group().getBytes(StandardCharsets.UTF_8)))
              .getDocumentElement();
      assertEquals("img", svg.getAttribute("role"));
      assertFalse(svg.getAttribute("aria-label").isBlank());
      assertTrue(svg.getElementsByTagName("desc").item(0).getTextContent().length() > 10);
      count++;
    }
    assertFalse(page.contains("NaN"), "no place in a drawing is NaN");
    return count;
  }

  @Test
  void anEvaluationIsOneCall() throws Exception {
    Labels labels = labels("a", "b", "c");
    NumericColumns rows = numbers(4);
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels);
    Path file = folder.resolve("report.html");
    Report.of(model, rows, labels).withTitle("Three classes").withAsked("data", "made").write(file);
    String page = Files.readString(file);
    assertTrue(page.contains("<title>Three classes</title>"));
    assertTrue(page.contains("<bdi>made</bdi>"));
    assertTrue(page.contains("; always &#39;a&#39;: 33.33 %</span>"), "the largest class");
    assertTrue(page.contains("; class shares of the priors of the model alone: 1.099</span>"));
    // Confusion, two curves, calibration, scores, regions, separation, four densities, covariance.
    assertEquals(12, drawings(page));
    int[] predicted = model.scorer().predict(rows);
    long correct = IntStream.range(0, ROWS).filter(i -> predicted[i] == i % 3).count();
    assertTrue(page.contains("data-key=\"correct\" class=\"n\">%d<".formatted(correct)), "correct");
    assertTrue(
        page.contains("data-key=\"accuracy\" class=\"n\">" + (double) correct / ROWS + "<"),
        "accuracy");
  }

  @Test
  void everyModelHasAPage() throws Exception {
    Labels labels = labels("a", "b", "c");
    NumericColumns counts = NumericColumns.fromRows(counts(5));
    assertTrue(drawings(page(MultinomialNaiveBayes.fit(counts, labels), counts, labels)) >= 6);
    assertTrue(drawings(page(ComplementNaiveBayes.fit(counts, labels), counts, labels)) >= 4);
    assertTrue(drawings(page(PoissonNaiveBayes.fit(counts, labels), counts, labels)) >= 5);
    BitColumns bits = BitColumns.copyOf(counts, 0.5);
    assertTrue(drawings(page(BernoulliNaiveBayes.fit(bits, labels), bits, labels)) >= 6);
    int[][] codes = new int[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
      codes[i] = new int[] {(int) counts.value(i, 0), (int) counts.value(i, 1)};
    }
    CategoryColumns categories = CategoryColumns.fromRows(codes);
    assertTrue(
        drawings(page(CategoricalNaiveBayes.fit(categories, labels), categories, labels)) >= 6);
    NumericColumns rows = numbers(3);
    assertTrue(drawings(page(QuadraticDiscriminant.fit(rows, labels), rows, labels)) >= 12);
    assertTrue(drawings(page(GaussianNaiveBayes.fit(rows, labels), rows, labels)) >= 8);
    MixedColumns mixed = MixedColumns.of(rows, bits);
    String page = page(MixedNaiveBayes.fit(mixed, labels), mixed, labels);
    assertTrue(drawings(page) >= 9);
    assertTrue(page.contains("Only the numeric block"));
  }

  private static <B extends RowBatch> String page(Classifier<?, B> model, B rows, Labels labels) {
    return Report.of(model, rows, labels).toHtml();
  }

  @Test
  void namesAreShownAndNeverObeyed() throws Exception {
    String[] names = {"<script>hacked()</script>", "\"' onload='hacked()", "\u202e\u0000x\ud800"};
    Labels labels = labels(names);
    NumericColumns rows = numbers(3).withFeatures("</svg><img src=x>", "{}%s%d", "y".repeat(500));
    String page =
        Report.of(QuadraticDiscriminant.fit(rows, labels), rows, labels)
            .withTitle("</title><script>")
            .toHtml();
    assertTrue(drawings(page) > 8);
    assertFalse(page.contains("<script"));
    assertFalse(page.contains("<img"));
    assertTrue(page.contains("&lt;script&gt;hacked()&lt;/script&gt;"));
    assertTrue(page.contains("\\u202e\\x00x\\ud800"));
  }

  @Test
  void aModelAloneHasAPageOfWhatItIs() throws Exception {
    NumericColumns rows = numbers(3);
    String page = Report.of(LinearDiscriminant.fit(rows, labels("a", "b"))).toHtml();
    assertEquals(6, drawings(page));
    assertFalse(page.contains("id=\"mistakes\""));
    String one = Report.of(LinearDiscriminant.fit(numbers(1), labels("a", "b"))).toHtml();
    assertEquals(2, drawings(one));
  }

  @Test
  void axesThatAreNoFeaturesAreRefused() {
    NumericColumns rows = numbers(3).withFeatures("u", "v", "w");
    Labels labels = labels("a", "b");
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels);
    assertEquals(
        "the axis 'x' is not a numeric feature of the model; expected one of u, v, w",
        assertThrows(
                IllegalArgumentException.class,
                () -> Report.of(model, rows, labels, List.of("u", "x")))
            .getMessage());
    String page = Report.of(model, rows, labels, List.of("w", "u")).toHtml();
    assertTrue(page.contains(">w</text>"), "the horizontal axis has a name");
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    NumericColumns rows = numbers(3);
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels("a", "b"));
    assertEquals(
        "row 2 is of class 'c'; expected one of [a, b]",
        assertThrows(
                IllegalArgumentException.class, () -> Report.of(model, rows, labels("a", "b", "c")))
            .getMessage());
    assertEquals(
        "got 240 rows and 1 label; expected as many of both, and at least one",
        assertThrows(IllegalArgumentException.class, () -> Report.of(model, rows, Labels.of("a")))
            .getMessage());
  }

  @Test
  void veryManyClassesLeaveASmallPage() throws IOException {
    int k = 1000;
    double[][] rows = new double[2 * k][3];
    int[] labels = new int[2 * k];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % k;
      for (int j = 0; j < 3; j++) {
        rows[i][j] = 10 * Math.sin(j + labels[i] * (j + 1)) + random.nextGaussian();
      }
    }
    NumericColumns all = NumericColumns.fromRows(rows);
    String page =
        Report.of(LinearDiscriminant.fit(all, Labels.of(labels)), all, Labels.of(labels)).toHtml();
    int bytes = page.getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes < 2_000_000, "%d bytes".formatted(bytes));
    assertTrue(page.contains("Of 1,000 classes, the 30 with the most errors are shown."));
  }

  @Test
  void thePageIsTheSameInEveryLocale() {
    Labels labels = labels("a", "b", "c");
    NumericColumns rows = numbers(4);
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels);
    String page = page(model, rows, labels);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("fa-IR"));
      assertEquals(page, page(model, rows, labels));
    } finally {
      Locale.setDefault(before);
    }
  }

  /// The vertical lines of the densities of a feature.
  private static List<String> densityAxis(String page) {
    Matcher drawing =
        Pattern.compile("(?s)<svg [^>]*aria-label=\"Densities of feature 0\".*?</svg>")
            .matcher(page);
    assertTrue(drawing.find());
    return Pattern.compile("<line class=\"grid\".*")
        .matcher(drawing.group())
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void fewRowsLeaveTheDensitiesWhole() {
    NumericColumns rows = numbers(3);
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels("a", "b"));
    double[] row = new double[3];
    rows.row(0, row);
    NumericColumns one = NumericColumns.fromRows(new double[][] {row});
    Labels ofOne = Labels.ofIndices(new int[1], Classes.of("a", "b"));
    assertEquals(densityAxis(Report.of(model).toHtml()), densityAxis(page(model, one, ofOne)));
  }

  @Test
  void ofManyCategoriesTheMostProbableAreShown() throws Exception {
    Labels labels = labels("a", "b");
    int[][] codes = new int[ROWS][1];
    for (int i = 0; i < ROWS; i++) {
      // All rows of a have the last of 60 categories.
      codes[i][0] = i % 2 == 0 ? 59 : i / 2 % 60;
    }
    CategoryColumns rows = CategoryColumns.fromRows(codes);
    String page = page(CategoricalNaiveBayes.fit(rows, labels), rows, labels);
    drawings(page);
    assertTrue(page.contains("feature 0 = 59"));
    assertTrue(
        page.contains("For each feature, the 48 most probable are shown; 12 more are left out."));
    SplittableRandom random = new SplittableRandom(6);
    for (int[] row : codes) {
      row[0] = random.nextInt(5000);
    }
    CategoryColumns rare = CategoryColumns.fromRows(codes);
    String without = page(CategoricalNaiveBayes.fit(rare, labels), rare, labels);
    drawings(without);
    assertFalse(without.contains("Probabilities by class"), "none has 1 %");
  }

  @Test
  void rowsWithoutPosteriorsLeaveAPage() {
    Classifier<?, ?> model = LinearDiscriminant.fit(numbers(2), labels("a", "b"));
    TestResults rows = new TestResults(model.classes(), true);
    rows.add(0, 1, new double[] {Double.NaN, Double.NaN}, row -> "row " + row);
    String page = Report.of(ModelView.of(model, List.of()), Optional.of(rows), Map.of()).toHtml();
    assertFalse(page.contains("Brier score"));
    assertTrue(page.contains("id=\"mistakes\""));
  }

  @Test
  void namesOfAnyLengthLeaveASmallPage() throws Exception {
    String[] names = {"a".repeat(100_000), "b".repeat(100_000)};
    Labels labels = labels(names);
    NumericColumns rows = numbers(2).withFeatures("u".repeat(100_000), "v");
    String page =
        Report.of(QuadraticDiscriminant.fit(rows, labels), rows, labels)
            .withTitle("t".repeat(100_000))
            .withAsked("command", "c".repeat(5000))
            .toHtml();
    assertTrue(drawings(page) > 8);
    assertTrue(page.contains("c".repeat(5000)), "this run is shown in full");
    int bytes = page.getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes < 400_000, "%d bytes".formatted(bytes));
  }
}
