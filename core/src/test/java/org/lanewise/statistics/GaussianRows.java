package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// What tests of [GaussianStatistics] share: random rows gathered, every bit of the result, and its
/// comparison with the textbook.
final class GaussianRows {

  static final int RANGE = GaussianState.RANGE_ROWS;

  private GaussianRows() {}

  static GaussianStatistics statistics(RandomData data) {
    return new GaussianStatistics(
        Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount));
  }

  static GaussianStatistics whole(RandomData data) {
    return statistics(data)
        .add(data.columns(), data.labels().withWeights(data.weights))
        .as(GaussianStatistics.class);
  }

  static void addRows(GaussianStatistics statistics, RandomData data, int from, int to) {
    statistics.add(
        data.columns(from, to), data.labels(from, to).withWeights(data.weights(from, to)));
  }

  /// Every bit of a summary.
  static long[] bits(GaussianSummary summary) {
    double[] all = summary.classWeights();
    all = append(all, summary.origin());
    all = append(all, summary.totalVariances());
    for (int c = 0; c < summary.classCount(); c++) {
      all = append(all, summary.residualMean(c));
      all = append(all, summary.packedScatter(c));
    }
    return Arrays.stream(all).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static double[] append(double[] a, double[] b) {
    double[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  static void assertSameBits(GaussianStatistics expected, GaussianStatistics found) {
    assertArrayEquals(bits(expected.summary()), bits(found.summary()));
    assertEquals(expected.rowCount(), found.rowCount());
  }

  /// Means to 4 units of 2⁻⁵³ of the spread and of the mean, scatters to 1e-13 of √(s_ii s_jj).
  static void assertTextbook(RandomData data, GaussianSummary summary) {
    int d = data.rows[0].length;
    double[] origin = summary.origin();
    for (int c = 0; c < data.classCount; c++) {
      double[][] rows = data.rowsOf(c);
      double[] weights = data.weightsOf(c);
      BigDecimal total = Textbook.weight(weights);
      assertEquals(total.doubleValue(), summary.classWeights()[c], 1e-14 * total.doubleValue());
      if (rows.length == 0) {
        continue;
      }
      BigDecimal[] mean = Textbook.mean(rows, weights);
      BigDecimal[][] scatter = Textbook.scatter(rows, weights);
      double[] residual = summary.residualMean(c);
      for (int i = 0; i < d; i++) {
        double spread = Math.abs(residual[i]);
        for (double[] row : rows) {
          spread = Math.max(spread, Math.abs(row[i] - mean[i].doubleValue()));
        }
        double exact = mean[i].subtract(new BigDecimal(origin[i])).doubleValue();
        assertEquals(exact, residual[i], 1e-14 * spread, "mean of feature " + i + ", class " + c);
        for (int j = 0; j < d; j++) {
          double scale =
              Math.sqrt(scatter[i][i].doubleValue()) * Math.sqrt(scatter[j][j].doubleValue());
          assertEquals(
              scatter[i][j].doubleValue(),
              summary.scatter(c, i, j),
              1e-13 * scale,
              "scatter of features " + i + ", " + j + ", class " + c);
        }
      }
    }
  }
}
