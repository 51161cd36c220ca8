package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocCurvesTest {

  private static final int MANY = 1 << 20;

  /// Of two classes, by p(class 1 | x).
  private static OptionalDouble area(int[] labels, double... posteriors) {
    RocCurves area = new RocCurves(2, MANY);
    for (int row = 0; row < labels.length; row++) {
      area.add(labels[row], new double[] {Math.log1p(-posteriors[row]), Math.log(posteriors[row])});
    }
    return area.area();
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
    assertEquals(1, area.area().orElseThrow());
    RocCurves ofThree = new RocCurves(3, MANY);
    ofThree.add(1, new double[] {-800, 0, -800});
    ofThree.add(0, new double[] {-700, 0, -900});
    // Of class 0 the row with the larger p(0 | x), of class 1 that with the larger odds.
    assertEquals(1, ofThree.area().orElseThrow());
  }

  @Test
  void takesImpossibleAndCertainRows() {
    double never = Double.NEGATIVE_INFINITY;
    RocCurves area = new RocCurves(2, MANY);
    area.add(0, new double[] {0, never});
    area.add(1, new double[] {0, never});
    area.add(1, new double[] {never, 0});
    assertEquals(0.75, area.area().orElseThrow());
    RocCurves ofThree = new RocCurves(3, MANY);
    ofThree.add(0, new double[] {0, never, never});
    ofThree.add(1, new double[] {never, 0, never});
    assertEquals(1, ofThree.area().orElseThrow());
  }

  @Test
  void thereIsNoneOfOneClassOrOfTooManyRows() {
    assertEquals(OptionalDouble.empty(), area(new int[] {1, 1}, 0.1, 0.2));
    assertEquals(OptionalDouble.empty(), area(new int[0]));
    RocCurves full = new RocCurves(3, 300);
    for (int row = 0; row < 101; row++) {
      assertEquals(row > 1, full.area().isPresent());
      full.add(row % 2, new double[] {-1, -1.5, -0.8915});
    }
    assertEquals(OptionalDouble.empty(), full.area());
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
    assertEquals(mean, area.area().orElseThrow(), 1e-13);
  }
}
