package org.lanewise.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A reliability table: predicted probabilities and observed frequencies.
///
/// ```
/// expected calibration error = Σ_b W_b/W · |observed_b − predicted_b|
/// ```
///
/// (Naeini, Cooper and Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning,
/// AAAI 2015.) The calibration error depends on the bins and is not a proper score, unlike the
/// Brier score and the log loss ([Calibration]). Immutable.
///
/// @param bins the non-empty bins, ascending
public record Reliability(List<Bin> bins) {

  /// Copies the list.
  public Reliability {
    bins = List.copyOf(bins);
  }

  /// A bin.
  ///
  /// @param from its lower end; for bins of equal counts its smallest probability
  /// @param to its upper end; for bins of equal counts its largest probability
  /// @param weight W_b, the sum of the weights of its rows
  /// @param predicted the weighted mean of their probabilities
  /// @param observed the weighted share of rows that were predicted correctly
  public record Bin(double from, double to, double weight, double predicted, double observed) {}

  /// Σ_b W_b/W · |observed_b − predicted_b|; NaN without bins.
  public double expectedError() {
    double sum = 0;
    double weight = 0;
    for (Bin bin : bins) {
      sum += bin.weight * Math.abs(bin.observed - bin.predicted);
      weight += bin.weight;
    }
    return sum / weight;
  }

  /// max_b |observed_b − predicted_b|; 0 without bins.
  public double maximumError() {
    return bins.stream().mapToDouble(bin -> Math.abs(bin.observed - bin.predicted)).max().orElse(0);
  }

  /// @param m the number of bins
  /// @param probabilities of n rows
  /// @param weights of the rows, above 0
  /// @param right whether each prediction was right
  static Reliability equalWidth(
      int m, double[] probabilities, double[] weights, boolean[] right, int n) {
    Sums[] sums = new Sums[m];
    for (int i = 0; i < n; i++) {
      int bin = Math.min(m - 1, (int) (probabilities[i] * m));
      if (sums[bin] == null) {
        sums[bin] = new Sums();
      }
      sums[bin].add(probabilities[i], weights[i], right[i]);
    }
    List<Bin> found = new ArrayList<>();
    for (int bin = 0; bin < m; bin++) {
      if (sums[bin] != null) {
        found.add(sums[bin].bin((double) bin / m, (bin + 1.0) / m));
      }
    }
    return new Reliability(found);
  }

  /// As [#equalWidth].
  static Reliability equalCount(
      int m, double[] probabilities, double[] weights, boolean[] right, int n) {
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted((a, b) -> Double.compare(probabilities[a], probabilities[b]))
            .mapToInt(row -> row)
            .toArray();
    double total = 0;
    for (int i = 0; i < n; i++) {
      total += weights[i];
    }
    List<Bin> found = new ArrayList<>();
    double before = 0;
    int at = 0;
    for (int bin = 1; bin <= m && at < n; bin++) {
      double end = bin == m ? Double.POSITIVE_INFINITY : total * bin / m;
      double from = probabilities[order[at]];
      double last = from;
      Sums sums = new Sums();
      // Rows of one probability stay together.
      while (at < n && (before < end || sums.weight > 0 && probabilities[order[at]] == last)) {
        int row = order[at++];
        last = probabilities[row];
        sums.add(last, weights[row], right[row]);
        before += weights[row];
      }
      if (sums.weight > 0) {
        found.add(sums.bin(from, last));
      }
    }
    return new Reliability(found);
  }

  private static final class Sums {

    private double weight;
    private double probabilities;
    private double right;

    void add(double probability, double weightOfRow, boolean isRight) {
      weight += weightOfRow;
      probabilities += weightOfRow * probability;
      right += isRight ? weightOfRow : 0;
    }

    Bin bin(double from, double to) {
      return new Bin(from, to, weight, probabilities / weight, right / weight);
    }
  }
}
