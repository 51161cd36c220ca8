package org.lanewise.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.report.figure.NormalClasses;
import org.lanewise.report.figure.Plane;
import org.lanewise.report.figure.RocCurves;
import org.lanewise.report.figure.RowSample;
import org.lanewise.report.figure.TestResults;
import org.lanewise.report.figure.Trend;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;

class ChartsTest {

  private static final LinearDiscriminant TWO =
      LinearDiscriminant.of(
          Features.unnamed(2),
          Classes.unnamed(2),
          new double[] {0.5, 0.5},
          new double[2],
          new double[][] {{0, 0}, {2, 1}},
          new double[][] {{1, 0}, {0, 1}});

  @Test
  void classesThatAreShownTogetherDoNotLookAlike() {
    List<String> names = IntStream.range(0, 40).mapToObj(Integer::toString).toList();
    // As classes of the largest priors may be.
    Focus focus = new Focus(names, new int[] {0, 1, 2, 3, 8, 9, 16, 17, 24, 25, 32, 33});
    Set<String> looks = new HashSet<>();
    for (int c : focus.shown()) {
      looks.add(focus.series(c) + " " + focus.form(c) % 4);
    }
    assertEquals(focus.shown().length, looks.size(), looks.toString());
  }

  @Test
  void rowsWithoutAPlaceAreCounted() {
    Plane plane = Plane.ofFeatures(NormalClasses.of(TWO).orElseThrow(), 0, 1);
    double[] none = {};
    List<RowSample.Row> rows =
        List.of(
            new RowSample.Row(0, 0, 0, new double[] {0, 1}, none),
            new RowSample.Row(1, 1, 1, new double[] {0, Double.NaN}, none));
    Focus focus = new Focus(List.of("a", "b"), new int[] {0, 1});
    String caption = RegionChart.of(plane, focus, rows).caption();
    assertTrue(caption.contains(" 1 row has missing values and cannot be shown."), caption);
  }

  @Test
  void scoresOfAnySizeHaveAPlace() {
    RocCurves curves = new RocCurves(2, 100);
    curves.add(0, new double[] {0, -1e300});
    curves.add(1, new double[] {-1e300, 0});
    curves.add(1, new double[] {-3, 0});
    String svg = ScoreChart.of(curves, List.of("a", "b")).orElseThrow().svg().inPage("d");
    assertFalse(svg.contains("NaN"), svg);
  }

  @Test
  void foldsAreFaintLinesBeneathTheCurvesOfAllRows() {
    TestResults rows = new TestResults(Classes.of("a", "b"), true);
    List<String> names = rows.classes().names();
    for (int fold = 0; fold < 3; fold++) {
      rows.beginFold();
      for (int row = 0; row < 40; row++) {
        double p = row % 4 < 3 ? 0.3 : 0.9;
        int truth = row % 7 == 0 ? 1 : 0;
        double[] scores = {Math.log(1 - p), Math.log(p)};
        rows.add(truth, p > 0.5 ? 1 : 0, scores, place -> "");
      }
      assertEquals(fold + 1 < 2 ? 0 : fold + 1, rows.curves().splitsOfFolds(0).size());
    }
    Drawing roc = CurveChart.roc(rows.curves(), names).orElseThrow();
    assertEquals(3, count("class=\"curve series-0 fold\"", roc));
    assertTrue(roc.caption().contains("Faint lines are the folds."), roc.caption());
    Drawing calibration =
        CalibrationChart.of(reliability(rows.calibration().orElseThrow()), folds(rows));
    assertEquals(3, count("<polyline class=\"curve series-0 fold\"", calibration));
    assertTrue(calibration.caption().contains("10 rows or more"), calibration.caption());
  }

  private static List<Reliability> folds(TestResults rows) {
    return rows.calibrationOfFolds().stream().map(ChartsTest::reliability).toList();
  }

  private static Reliability reliability(Calibration calibration) {
    return calibration.reliability(Calibration.DEFAULT_BINS);
  }

  private static int count(String part, Drawing drawing) {
    return drawing.svg().inPage("d").split(Pattern.quote(part), -1).length - 1;
  }

  private static CrossValidation figures(double... logLosses) {
    return new CrossValidation(
        DoubleStream.of(logLosses)
            .mapToObj(logLoss -> new CrossValidation.Fold(1, logLoss, 0.5, 0.5))
            .toList(),
        1,
        1,
        0);
  }

  private static String chart(CrossValidation shares, CrossValidation... results) {
    List<Comparison.Entry> entries =
        IntStream.range(0, results.length)
            .mapToObj(i -> Comparison.Entry.of("model " + i, results[i]))
            .toList();
    return ComparisonChart.of(new Comparison(entries, shares)).svg().inPage("d");
  }

  @Test
  void logLossesOfAnySizeHaveAPlaceInAComparison() {
    double never = Double.POSITIVE_INFINITY;
    for (CrossValidation shares : List.of(figures(0.6, 0.8), figures(never, 1), figures(0, 0))) {
      String svg =
          chart(shares, figures(0.1, 0.3), figures(0, 0), figures(never, never), figures(5, 1e9));
      assertTrue(svg.contains(">0.2000 ± 0.1000</text>"), svg);
      assertFalse(Pattern.compile("=\"[^\">]*(NaN|Infinity)[^\"]*\"").matcher(svg).find(), svg);
      assertFalse(Pattern.compile("=\"[^\">]*(NaN|Inf)").matcher(chart(shares)).find());
      assertFalse(
          Pattern.compile("=\"[^\">]*(NaN|Inf)").matcher(chart(shares, figures(never))).find());
    }
    // The classifier that is worse than the class shares is beyond the axis.
    String svg = chart(figures(0.6, 0.8), figures(0.1, 0.3), figures(5, 6));
    assertEquals(2, svg.split("<circle", -1).length - 1, svg);
    assertEquals(1, svg.split("<path class=\"series-0\"", -1).length - 1, svg);
  }

  @Test
  void linesOfATrendHaveGapsWhereNothingIsKnown() {
    for (double[] values :
        List.of(
            new double[] {Double.NaN, 1, Double.POSITIVE_INFINITY, 2, 3},
            new double[] {0, 0, 0, 0, 0},
            new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN},
            new double[] {-1e300, 1e300, -1e-300, 5, 1e300})) {
      for (int count : new int[] {1, 5}) {
        Trend trend =
            new Trend(
                "Evidence",
                "evidence",
                Arrays.copyOf(new double[] {0, 10, 20, 30, 40}, count),
                List.of(
                    new Trend.Line("<b>", Arrays.copyOf(values, count)),
                    new Trend.Line("<b>", Arrays.copyOf(values, count))),
                OptionalDouble.of(1),
                OptionalDouble.of(20),
                "");
        String svg = TrendChart.of(trend).svg().inPage("d");
        assertFalse(svg.contains("<b>"), svg);
        assertFalse(Pattern.compile("=\"[^\"]*(NaN|Infinity)").matcher(svg).find(), svg);
      }
    }
  }
}
