package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

class EqualCovariancesTest {

  private static final Path EXAMPLES = Path.of("..", "examples", "data");

  private static GaussianStatistics statistics(String file) throws IOException {
    List<double[]> rows =
        Files.readAllLines(EXAMPLES.resolve(file)).stream()
            .skip(1)
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    int d = rows.getFirst().length - 1;
    double[][] features = rows.stream().map(row -> Arrays.copyOf(row, d)).toArray(double[][]::new);
    int[] labels = rows.stream().mapToInt(row -> (int) row[d]).toArray();
    return GaussianStatistics.of(NumericColumns.fromRows(features), Labels.of(labels));
  }

  /// The numbers of numpy 2.4.6 and scipy 1.17.1, and of `boxM` of R's heplots: 140.94 for iris.
  @Test
  void boxsTestOfIrisAndWineIsThatOfNumpy() throws IOException {
    EqualCovariances iris = EqualCovariances.of(statistics("iris.csv"));
    assertEquals(146.6632492125118, iris.statistic(), 1e-9);
    assertEquals(140.94304992349774, iris.chiSquared(), 1e-9);
    assertEquals(20, iris.degreesOfFreedom());
    assertEquals(1, iris.pValue() / 3.352034178317213e-20, 1e-8);
    EqualCovariances wine = EqualCovariances.of(statistics("wine.csv"));
    assertEquals(764.8064794161846, wine.statistic(), 1e-8);
    assertEquals(684.2030885946732, wine.chiSquared(), 1e-8);
    assertEquals(182, wine.degreesOfFreedom());
  }

  @Test
  void equalCovariancesAreRejectedAsOftenAsTheLevelSays() {
    int few = 0;
    for (int seed = 0; seed < 1000; seed++) {
      RandomData data = RandomData.of(seed, 240, 2, 3, 0);
      few +=
          EqualCovariances.of(GaussianStatistics.of(data.columns(), data.labels())).pValue() <= 0.05
              ? 1
              : 0;
    }
    // Three standard errors.
    assertEquals(0.05, few / 1000.0, 0.021);
  }

  @Test
  void theTailOfChiSquaredIsThatOfScipy() throws IOException {
    Path file = Path.of("src", "test", "resources", "inference", "chi_squared_upper_tail.csv");
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        String[] cells = line.split(",");
        double expected = Double.parseDouble(cells[2]);
        double found =
            new ChiSquaredDistribution(Double.parseDouble(cells[1]))
                .upperTail(Double.parseDouble(cells[0]));
        assertEquals(1, found / expected, 1e-11, line);
      }
    }
    assertEquals(1, new ChiSquaredDistribution(3).upperTail(0));
    assertEquals(0, new ChiSquaredDistribution(3).upperTail(Double.POSITIVE_INFINITY));
  }

  private static void assertRefused(Executable work, String words) {
    String message = assertThrows(IllegalArgumentException.class, work).getMessage();
    assertTrue(message.contains(words), message);
  }

  @Test
  void whatHasNoLawIsRefused() {
    RandomData data = RandomData.of(1, 60, 3, 2, 0);
    assertRefused(
        () ->
            EqualCovariances.of(
                GaussianStatistics.of(data.columns(), data.labels().withWeights(data.weights))),
        "the rows have weights");
    assertRefused(
        () -> EqualCovariances.of(GaussianStatistics.of(data.columns(), Labels.of(new int[60]))),
        "the statistics hold 1 class");
    int[] labels = new int[60];
    labels[3] = 1;
    assertRefused(
        () -> EqualCovariances.of(GaussianStatistics.of(data.columns(), Labels.of(labels))),
        "class 1 has 1 row for 3 features");
    assertRefused(
        () ->
            EqualCovariances.of(
                GaussianStatistics.pooled(Features.unnamed(3), Classes.unnamed(2))
                    .add(data.columns(), data.labels())
                    .as(GaussianStatistics.class)),
        "the statistics hold one scatter pooled over the classes");
  }
}
