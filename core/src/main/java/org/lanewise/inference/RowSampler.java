package org.lanewise.inference;

import java.util.List;
import java.util.SplittableRandom;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

/// Draws rows of a class from a model of Naive Bayes: one after the other, each feature by itself,
/// so that it does not matter how many are drawn at once.
final class RowSampler {

  /// Above this mean a Poisson number is the sum of two of half the mean.
  private static final double LARGE_MEAN = 30;

  private final SplittableRandom random;

  RowSampler(long seed) {
    random = new SplittableRandom(seed);
  }

  /// log p(x, c) of more rows of a class, and every class c, into `out`.
  ///
  /// @param model in its own format
  /// @throws IllegalArgumentException if no rows are drawn from such a model
  void logJoints(Classifier<?, ?> model, int label, int count, double[] out) {
    switch (model) {
      case GaussianNaiveBayes normal -> normal.scorer().logJoint(rows(normal, label, count), out);
      case BernoulliNaiveBayes bits -> bits.scorer().logJoint(rows(bits, label, count), out);
      case CategoricalNaiveBayes codes -> codes.scorer().logJoint(rows(codes, label, count), out);
      case PoissonNaiveBayes counts -> counts.scorer().logJoint(rows(counts, label, count), out);
      default ->
          throw new IllegalArgumentException(
              "no rows are drawn from a %s; Naive Bayes of numbers, bits, categories or Poisson counts is expected"
                  .formatted(model.getClass().getSimpleName()));
    }
  }

  NumericColumns rows(GaussianNaiveBayes model, int label, int count) {
    double[] mean = model.mean(label);
    double[] variance = model.variances(label);
    double[][] columns = new double[mean.length][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = mean[j] + Math.sqrt(variance[j]) * random.nextGaussian();
      }
    }
    return DoubleColumns.of(columns);
  }

  BitColumns rows(BernoulliNaiveBayes model, int label, int count) {
    int d = model.featureCount();
    long[][] columns = new long[d][(count + Long.SIZE - 1) / Long.SIZE];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < d; j++) {
        if (random.nextDouble() < model.probability(label, j)) {
          columns[j][i / Long.SIZE] |= 1L << i;
        }
      }
    }
    return BitColumns.of(columns, count);
  }

  CategoryColumns rows(CategoricalNaiveBayes model, int label, int count) {
    int d = model.featureCount();
    int[][] columns = new int[d][count];
    List<CategoryDictionary> dictionaries = model.dictionaries();
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < d; j++) {
        int size = dictionaries.get(j).size();
        double left = random.nextDouble();
        int code = 0;
        while (code < size - 1 && left >= model.probability(label, j, code)) {
          left -= model.probability(label, j, code);
          code++;
        }
        columns[j][i] = code;
      }
    }
    return CategoryColumns.of(dictionaries, columns);
  }

  NumericColumns rows(PoissonNaiveBayes model, int label, int count) {
    double[][] columns = new double[model.featureCount()][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = poisson(model.rate(label, j));
      }
    }
    return DoubleColumns.of(columns);
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
