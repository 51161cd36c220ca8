package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

class EqualMeansTest {

  private static final Path IRIS = Path.of("..", "examples", "data", "iris.csv");

  private static GaussianStatistics statistics(List<double[]> first, List<double[]> second) {
    double[][] rows = new double[first.size() + second.size()][];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      boolean isFirst = i < first.size();
      rows[i] = Arrays.copyOf(isFirst ? first.get(i) : second.get(i - first.size()), 4);
      labels[i] = isFirst ? 0 : 1;
    }
    return GaussianStatistics.of(NumericColumns.fromRows(rows), Labels.of(labels));
  }

  /// The numbers of numpy and scipy.
  @Test
  void hotellingsTestOfIrisIsThatOfNumpy() throws IOException {
    List<double[]> rows =
        Files.readAllLines(IRIS).stream()
            .skip(1)
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    List<double[]> versicolor = rows.stream().filter(row -> row[4] == 1).toList();
    List<double[]> virginica = rows.stream().filter(row -> row[4] == 2).limit(30).toList();
    EqualMeans apart = EqualMeans.of(statistics(versicolor, virginica));
    assertEquals(277.5612802308667, apart.statistic(), 1e-9);
    assertArrayEquals(
        new double[] {
          -34.10526187964124, -20.57814971776872, 143.82687439695118, 188.4178174313255
        },
        apart.parts(),
        1e-9);
    assertEquals(1, apart.pValue() / 5.960997523591145e-24, 1e-9);
    EqualMeans same =
        EqualMeans.of(statistics(versicolor.subList(0, 25), versicolor.subList(25, 50)));
    assertEquals(1.5252854083181906, same.statistic(), 1e-11);
    assertEquals(0.8374650822097202, same.pValue(), 1e-11);
  }

  @Test
  void equalMeansAreRejectedAsOftenAsTheLevelSays() {
    int few = 0;
    for (int seed = 0; seed < 1000; seed++) {
      RandomData data = RandomData.of(seed, 40, 3, 2, 0);
      int[] labels = new int[40];
      Arrays.setAll(labels, i -> i < 15 ? 0 : 1);
      GaussianStatistics statistics =
          GaussianStatistics.of(data.columns(), Labels.ofIndices(labels, 2));
      few += EqualMeans.of(statistics).pValue() <= 0.05 ? 1 : 0;
    }
    assertEquals(50, few, 25);
  }

  @Test
  void whatHasNoLawIsRefused() {
    RandomData data = RandomData.of(1, 40, 3, 3, 0);
    GaussianStatistics three = GaussianStatistics.of(data.columns(), data.labels());
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> EqualMeans.of(three))
            .getMessage()
            .contains("40 rows of 3 classes; two classes are expected"));
    GaussianStatistics few =
        GaussianStatistics.of(
            NumericColumns.fromRows(new double[4][3]), Labels.ofIndices(new int[] {0, 0, 1, 1}, 2));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> EqualMeans.of(few))
            .getMessage()
            .contains("at least 5 rows for 3 features"));
    double[] weights = new double[40];
    Arrays.fill(weights, 2);
    GaussianStatistics weighted =
        GaussianStatistics.of(data.columns(), data.labels().withWeights(weights));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> EqualMeans.of(weighted))
            .getMessage()
            .contains("Hotelling's test has no law"));
  }
}
