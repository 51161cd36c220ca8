package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SplitTest {

  private static double[] scores(SplittableRandom random, int count, int values) {
    return random.ints(count, -values, values).asDoubleStream().sorted().toArray();
  }

  @Test
  void theAreaUnderTheCurveIsTheShareOfPairsInOrder() {
    SplittableRandom random = new SplittableRandom(1);
    for (int values : new int[] {1, 3, 1000}) {
      Split split = new Split(scores(random, 37, values), scores(random, 53, values));
      double area = 0;
      List<Split.Point> curve = split.roc(0);
      for (int i = 1; i < curve.size(); i++) {
        Split.Point a = curve.get(i - 1);
        Split.Point b = curve.get(i);
        area += (b.x() - a.x()) * (a.y() + b.y()) / 2;
      }
      assertEquals(split.area(), area, 1e-12);
      assertEquals(new Split.Point(0, 0), curve.getFirst());
      assertEquals(new Split.Point(1, 1), curve.getLast());
    }
  }

  @Test
  void averagePrecisionIsThatOfTheFormula() {
    SplittableRandom random = new SplittableRandom(2);
    Split split = new Split(scores(random, 20, 8), scores(random, 30, 8));
    double expected = 0;
    double recall = 0;
    for (int threshold = 8; threshold >= -8; threshold--) {
      int t = threshold;
      double in = Arrays.stream(split.inside()).filter(score -> score >= t).count();
      double out = Arrays.stream(split.outside()).filter(score -> score >= t).count();
      if (in + out > 0) {
        expected += (in / 20 - recall) * in / (in + out);
        recall = in / 20;
      }
    }
    assertEquals(expected, split.averagePrecision(), 1e-12);
    assertEquals(0.4, split.share());
  }

  @Test
  void aCurveOfVeryManyRowsHasFewPoints() {
    SplittableRandom random = new SplittableRandom(3);
    double[] inside = random.doubles(50_000).sorted().toArray();
    double[] outside = random.doubles(50_000).map(x -> x - 0.3).sorted().toArray();
    Split split = new Split(inside, outside);
    double step = 0.002;
    assertTrue(split.roc(step).size() < 1500);
    assertTrue(split.precisionRecall(step).size() < 3000);
    assertEquals(new Split.Point(1, 1), split.roc(step).getLast());
    assertEquals(1, split.precisionRecall(step).getLast().x());
  }

  @Test
  void scoresThatAreInfiniteOrNoNumberHaveAPlace() {
    double never = Double.NEGATIVE_INFINITY;
    Split split =
        new Split(
            new double[] {never, 0, Double.POSITIVE_INFINITY}, new double[] {never, Double.NaN});
    assertEquals(new Split.Point(1, 1), split.roc(0).getLast());
    assertEquals(1, split.precisionRecall(0).getLast().x());
  }

  @Test
  void whatIsNoNumberIsAboveAllInTheAreaAsInTheCurve() {
    Split split = new Split(new double[] {1, Double.NaN}, new double[] {0, 2});
    assertEquals(0.75, split.area());
    List<Split.Point> curve = split.roc(0);
    double byTrapezia = 0;
    for (int i = 1; i < curve.size(); i++) {
      Split.Point a = curve.get(i - 1);
      Split.Point b = curve.get(i);
      byTrapezia += (b.x() - a.x()) * (a.y() + b.y()) / 2;
    }
    assertEquals(split.area(), byTrapezia);
  }
}
