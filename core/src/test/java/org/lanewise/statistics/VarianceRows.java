package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// What tests of [VarianceStatistics] share: random rows gathered, every bit of the result, and its
/// comparison with the textbook.
final class VarianceRows {

  static final int RANGE = VarianceState.RANGE_ROWS;
  static final int CHUNK = 1024;

  private VarianceRows() {}

  static VarianceStatistics statistics(RandomData data) {
    return new VarianceStatistics(
        Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount));
  }

  static VarianceStatistics whole(RandomData data) {
    return statistics(data)
        .add(data.columns(), data.labels().withWeights(data.weights))
        .as(VarianceStatistics.class);
  }

  static VarianceStatistics part(RandomData data, int from, int to) {
    VarianceStatistics statistics = statistics(data);
    addRows(statistics, data, from, to);
    return statistics;
  }

  static void addRows(VarianceStatistics statistics, RandomData data, int from, int to) {
    statistics.add(
        data.columns(from, to), data.labels(from, to).withWeights(data.weights(from, to)));
  }

  /// Every bit of a summary.
  static long[] bits(VarianceSummary summary) {
    double[] all = summary.classWeights();
    all = append(all, summary.origin());
    all = append(all, summary.totalVariances());
    for (int c = 0; c < summary.classCount(); c++) {
      all = append(all, summary.residualMean(c));
      all = append(all, summary.sumsOfSquares(c));
    }
    return Arrays.stream(all).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static double[] append(double[] a, double[] b) {
    double[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  static void assertSameBits(VarianceStatistics expected, VarianceStatistics found) {
    assertArrayEquals(bits(expected.summary()), bits(found.summary()));
    assertEquals(expected.rowCount(), found.rowCount());
  }

  /// Means to 1e-14 of the spread and of the mean, squares to 1e-13 of themselves.
  static void assertTextbook(RandomData data, VarianceSummary summary) {
    double[] origin = summary.origin();
    for (int c = 0; c < data.classCount; c++) {
      double[][] rows = data.rowsOf(c);
      double[] weights = data.weightsOf(c);
      BigDecimal total = Textbook.weight(weights);
      assertEquals(total.doubleValue(), summary.classWeights()[c], 1e-14 * total.doubleValue());
      for (int j = 0; rows.length > 0 && j < origin.length; j++) {
        int feature = j;
        double[][] column =
            Arrays.stream(rows).map(row -> new double[] {row[feature]}).toArray(double[][]::new);
        BigDecimal mean = Textbook.mean(column, weights)[0];
        double residual = summary.residualMean(c)[j];
        double spread = Math.abs(residual);
        for (double[] row : column) {
          spread = Math.max(spread, Math.abs(row[0] - mean.doubleValue()));
        }
        double exact = mean.subtract(new BigDecimal(origin[j])).doubleValue();
        assertEquals(exact, residual, 1e-14 * spread, "mean of feature " + j + ", class " + c);
        double square = Textbook.scatter(column, weights)[0][0].doubleValue();
        assertEquals(
            square,
            summary.sumsOfSquares(c)[j],
            1e-13 * square,
            "squares of feature " + j + ", class " + c);
      }
    }
  }
}
