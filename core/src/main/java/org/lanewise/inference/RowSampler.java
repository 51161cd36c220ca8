package org.lanewise.inference;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.score.Scorer;

/// Draws rows of a class from a Naive Bayes model, one after the other and feature by feature, so
/// that results do not depend on how many are drawn at once.
final class RowSampler {

  /// Above this mean a Poisson number is the sum of two of half the mean.
  private static final double LARGE_MEAN = 30;

  private final SplittableRandom random;

  RowSampler(long seed) {
    random = new SplittableRandom(seed);
  }

  /// log p(x, c) of more rows of a class, for every class c, into `out`.
  ///
  /// @param model in its own format
  /// @throws IllegalArgumentException if rows cannot be drawn from such a model
  @SuppressWarnings("unchecked") // The rows are in the model's own format.
  void logJoints(Classifier<?, ?> model, int label, int count, double[] out) {
    ((Scorer<?, RowBatch>) model.scorer()).logJoint(rows(model, label, count), out);
  }

  /// Draws more rows of a class, in the model's own format.
  ///
  /// @throws IllegalArgumentException if rows cannot be drawn from such a model
  RowBatch rows(Classifier<?, ?> model, int label, int count) {
    boolean isOfRates = model instanceof PoissonNaiveBayes;
    RowFormat<?, ?> format = model.format();
    if (!isOfRates
        && !(model instanceof GaussianNaiveBayes)
        && format != RowFormat.BITS
        && format != RowFormat.CODES) {
      throw new IllegalArgumentException(
          "no rows are drawn from a %s; Naive Bayes of numbers, bits, categories or Poisson counts is expected"
              .formatted(model.getClass().getSimpleName()));
    }
    double[][] columns = new double[model.featureCount()][count];
    for (int i = 0; i < count; i++) {
      double[] row =
          isOfRates ? counts((PoissonNaiveBayes) model, label) : model.example(label, random);
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = row[j];
      }
    }
    if (format == RowFormat.BITS) {
      return BitColumns.of(
          Arrays.stream(columns).map(RowSampler::packed).toArray(long[][]::new), count);
    }
    return format == RowFormat.CODES
        ? CategoryColumns.of(
            model.dictionaries(),
            Arrays.stream(columns)
                .map(column -> DoubleStream.of(column).mapToInt(code -> (int) code).toArray())
                .toArray(int[][]::new))
        : NumericColumns.of(columns);
  }

  private static long[] packed(double[] column) {
    long[] words = new long[(column.length + Long.SIZE - 1) / Long.SIZE];
    for (int i = 0; i < column.length; i++) {
      words[i / Long.SIZE] |= (long) column[i] << i;
    }
    return words;
  }

  private double[] counts(PoissonNaiveBayes model, int label) {
    double[] row = new double[model.featureCount()];
    Arrays.setAll(row, j -> poisson(model.rate(label, j)));
    return row;
  }

  /// By products of uniform numbers (Knuth, *The Art of Computer Programming* 2, section 3.4.1);
  /// large means by [#rejected], whose time does not grow with the mean.
  private double poisson(double mean) {
    if (mean > LARGE_MEAN) {
      return rejected(mean);
    }
    double limit = Math.exp(-mean);
    double product = random.nextDouble();
    int count = 0;
    while (product > limit) {
      product *= random.nextDouble();
      count++;
    }
    return count;
  }

  /// By transformed rejection (Hörmann, *The transformed rejection method for generating Poisson
  /// random variables*, Insurance: Mathematics and Economics 12, 1993: PTRS).
  private double rejected(double mean) {
    double logMean = StrictMath.log(mean);
    double b = 0.931 + 2.53 * Math.sqrt(mean);
    double a = -0.059 + 0.02483 * b;
    double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
    double inside = 0.9277 - 3.6224 / (b - 2);
    while (true) {
      double u = random.nextDouble() - 0.5;
      double v = random.nextDouble();
      double us = 0.5 - Math.abs(u);
      double count = Math.floor((2 * a / us + b) * u + mean + 0.43);
      if (us >= 0.07 && v <= inside) {
        return count;
      }
      if (count < 0 || us < 0.013 && v > us) {
        continue;
      }
      double log = StrictMath.log(v * inverseAlpha / (a / (us * us) + b));
      if (log <= count * logMean - mean - FDistribution.logGamma(count + 1)) {
        return count;
      }
    }
  }
}
