package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocCurvesTest {

  private static final int MANY = 1 << 20;

  /// Of two classes, by p(class 1 | x).
  private static Optional<Double> area(int[] labels, double... posteriors) {
    RocCurves area = new RocCurves(2, MANY);
    for (int row = 0; row < labels.length; row++) {
      area.add(labels[row], new double[] {Math.log1p(-posteriors[row]), Math.log(posteriors[row])});
    }
    return area.area().map(RocArea::value);
  }

  @Test
  void countsPairsInOrderAndTiesHalf() {
    assertEquals(1, area(new int[] {0, 0, 1}, 0.1, 0.2, 0.3).orElseThrow());
    assertEquals(0, area(new int[] {1, 1, 0}, 0.1, 0.2, 0.3).orElseThrow());
    assertEquals(0.5, area(new int[] {0, 1, 0, 1}, 0.5, 0.5, 0.5, 0.5).orElseThrow());
    // 0.35 is above 0.1 alone, 0.8 above both.
    assertEquals(0.75, area(new int[] {0, 0, 1, 1}, 0.1, 0.4, 0.35, 0.8).orElseThrow());
    assertEquals(0.625, area(new int[] {0, 0, 1, 1}, 0.1, 0.4, 0.4, 0.3).orElseThrow());
  }

  @Test
  void keepsApartWhatIsAlmostCertain() {
    RocCurves area = new RocCurves(2, MANY);
    area.add(1, new double[] {-800, 0});
    area.add(0, new double[] {-700, 0});
    assertEquals(1, area.area().orElseThrow().value());
    RocCurves ofThree = new RocCurves(3, MANY);
    ofThree.add(1, new double[] {-800, 0, -800});
    ofThree.add(0, new double[] {-700, 0, -900});
    // Of class 0 the row with the larger p(0 | x), of class 1 that with the larger odds.
    assertEquals(1, ofThree.area().orElseThrow().value());
  }

  @Test
  void takesImpossibleAndCertainRows() {
    double never = Double.NEGATIVE_INFINITY;
    RocCurves area = new RocCurves(2, MANY);
    area.add(0, new double[] {0, never});
    area.add(1, new double[] {0, never});
    area.add(1, new double[] {never, 0});
    assertEquals(0.75, area.area().orElseThrow().value());
    RocCurves ofThree = new RocCurves(3, MANY);
    ofThree.add(0, new double[] {0, never, never});
    ofThree.add(1, new double[] {never, 0, never});
    assertEquals(1, ofThree.area().orElseThrow().value());
  }

  @Test
  void thereIsNoneOfOneClass() {
    assertEquals(Optional.empty(), area(new int[] {1, 1}, 0.1, 0.2));
    assertEquals(Optional.empty(), area(new int[0]));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 40})
  void ofTooManyRowsItIsThatOfBinsWhichSayHowFarItMayBeOff(int classCount) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(classCount);
    int rowCount = 20_000;
    RocCurves all = new RocCurves(classCount, MANY);
    RocCurves binned = new RocCurves(classCount, 5000);
    for (int row = 0; row < rowCount; row++) {
      int label = random.nextInt(classCount);
      double[] logs = new double[classCount];
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        logs[c] = 3 * random.nextGaussian() + (c == label ? 2 : 0);
        sum += Math.exp(logs[c]);
      }
      for (int c = 0; c < classCount; c++) {
        logs[c] -= Math.log(sum);
      }
      all.add(label, logs);
      binned.add(label, logs);
    }
    RocArea exact = all.area().orElseThrow();
    RocArea ofBins = binned.area().orElseThrow();
    assertEquals(0, exact.error());
    assertTrue(ofBins.error() > 0 && ofBins.error() < 2e-4 * classCount, ofBins.toString());
    assertEquals(exact.value(), ofBins.value(), ofBins.error());
    assertEquals(exact.value(), ofBins.value(), 1e-5);
    assertEquals(Optional.empty(), binned.split(0));
  }

  @Test
  void binsAreInTheOrderOfScores() {
    double[] ascending = {
      Double.NEGATIVE_INFINITY, -1e9, -800, -3, -1.5, -1e-3, -1e-9, 0, 1e-3, 0.5, 700, 1e300
    };
    for (int i = 1; i < ascending.length; i++) {
      ScoreBins bins = ScoreBins.of(1).orElseThrow();
      bins.add(0, false, ascending[i - 1]);
      bins.add(0, true, ascending[i]);
      double area = bins.area(0).orElseThrow().value();
      assertTrue(area == 1 || area == 0.5 && Math.abs(ascending[i]) > 700, "at " + i);
    }
    assertEquals(Optional.empty(), ScoreBins.of(10_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void isTheMeanOfAllComparisons(int classCount) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(classCount);
    int rowCount = 300;
    int[] labels = new int[rowCount];
    double[][] posteriors = new double[rowCount][classCount];
    RocCurves area = new RocCurves(classCount, MANY);
    for (int row = 0; row < rowCount; row++) {
      labels[row] = random.nextInt(classCount);
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        // Few values, so that there are ties.
        posteriors[row][c] = 1 + random.nextInt(3);
        sum += posteriors[row][c];
      }
      double[] logs = new double[classCount];
      for (int c = 0; c < classCount; c++) {
        posteriors[row][c] /= sum;
        logs[c] = Math.log(posteriors[row][c]);
      }
      area.add(labels[row], logs);
    }
    double mean = 0;
    for (int c = 0; c < classCount; c++) {
      double wins = 0;
      long pairs = 0;
      for (int i = 0; i < rowCount; i++) {
        for (int j = 0; j < rowCount; j++) {
          if (labels[i] == c && labels[j] != c) {
            double difference = posteriors[i][c] - posteriors[j][c];
            wins += Math.abs(difference) < 1e-12 ? 0.5 : difference > 0 ? 1 : 0;
            pairs++;
          }
        }
      }
      mean += wins / pairs / classCount;
    }
    assertEquals(mean, area.area().orElseThrow().value(), 1e-13);
  }

  @Test
  void veryManyClassesTakeNoMoreRoomThanScoresAreKept() {
    RocCurves curves = new RocCurves(1 << 24, 1 << 20);
    assertEquals(1 << 24, curves.curveCount());
  }
}
