package org.lanewise.inference;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;

/// Typicality by the F distribution of squared Mahalanobis distances.
final class NormalTypicality implements Typicality<double[], NumericColumns> {

  private final GaussianClassifier model;

  /// The factor for each class that makes the model's squared distance follow the distribution.
  private final double[] factors;

  private final FDistribution[] laws;

  private NormalTypicality(GaussianClassifier model, double[] factors, FDistribution[] laws) {
    this.model = model;
    this.factors = factors;
    this.laws = laws;
  }

  /// Whether the distribution holds for distances from the recipe's model.
  static boolean holds(Recipe<?> recipe, Labels labels) {
    return recipe.options() instanceof DiscriminantOptions options
        && !labels.areWeighted()
        && options.shrinkage().kind() == Shrinkage.Kind.NONE
        && (!options.pooledByPriors() || recipe.model() == QuadraticDiscriminant.class);
  }

  /// The typicality for a recipe's model of rows, for which the distribution holds.
  @SuppressWarnings("unchecked") // Discriminants are of numbers.
  static <R, B extends RowBatch> Typicality<R, B> of(
      Recipe<? extends Classifier<R, B>> recipe, B rows, Labels labels) {
    GaussianClassifier model = (GaussianClassifier) (Classifier<?, ?>) recipe.fit(rows, labels);
    CovarianceDivisor divisor = ((DiscriminantOptions) recipe.options()).divisor();
    return (Typicality<R, B>) of(model, divisor, labels.counts());
  }

  static NormalTypicality of(GaussianClassifier model, CovarianceDivisor divisor, long... counts) {
    if (counts.length != model.classCount()) {
      throw new BadDataException(
          "%s numbers of rows were given; one for each of the %d classes is expected",
          Fact.value(counts.length), model.classCount());
    }
    return switch (model) {
      case LinearDiscriminant _ -> linear(model, divisor, counts);
      case QuadraticDiscriminant _ -> quadratic(model, divisor, counts);
      default ->
          throw new IllegalArgumentException(
              "no law is known for a %s; a linear or quadratic discriminant is expected"
                  .formatted(model.getClass().getSimpleName()));
    };
  }

  private static NormalTypicality linear(
      GaussianClassifier model, CovarianceDivisor divisor, long[] counts) {
    double n = Arrays.stream(counts).sum();
    int d = model.featureCount();
    double freedom = n - Arrays.stream(counts).filter(count -> count > 0).count();
    if (freedom < d) {
      throw new BadDataException(
          "%s rows less one for each class leave %s degrees of freedom for %s features, so a new"
              + " row's distance follows no law; at least as many as features are expected",
          Fact.value((long) n), (long) freedom, d);
    }
    double[] factors = new double[counts.length];
    FDistribution[] laws = new FDistribution[counts.length];
    for (int c = 0; c < counts.length; c++) {
      requireRows(counts[c], 0, c, model);
      double unbiased = divisor == CovarianceDivisor.UNBIASED ? 1 : freedom / n;
      factors[c] = unbiased * counts[c] * (freedom - d + 1) / ((counts[c] + 1) * freedom * d);
      laws[c] = new FDistribution(d, freedom - d + 1);
    }
    return new NormalTypicality(model, factors, laws);
  }

  private static NormalTypicality quadratic(
      GaussianClassifier model, CovarianceDivisor divisor, long[] counts) {
    int d = model.featureCount();
    double[] factors = new double[counts.length];
    FDistribution[] laws = new FDistribution[counts.length];
    for (int c = 0; c < counts.length; c++) {
      double n = counts[c];
      requireRows(counts[c], d, c, model);
      double unbiased = divisor == CovarianceDivisor.UNBIASED ? 1 : (n - 1) / n;
      factors[c] = unbiased * n * (n - d) / ((n * n - 1) * d);
      laws[c] = new FDistribution(d, n - d);
    }
    return new NormalTypicality(model, factors, laws);
  }

  private static void requireRows(long count, int d, int label, GaussianClassifier model) {
    if (count <= d) {
      throw new BadDataException(
          "%s has %s rows, so a new row's distance from it follows no law; more than %s are"
              + " expected",
          Fact.label(label, model.classes()), Fact.value(count), d);
    }
  }

  @Override
  public int classCount() {
    return factors.length;
  }

  @Override
  public void pValues(double[] row, double[] out) {
    model.squaredMahalanobis(row, out);
    for (int c = 0; c < factors.length; c++) {
      out[c] = laws[c].upperTail(factors[c] * out[c]);
    }
  }

  @Override
  public void pValues(NumericColumns rows, double[] out) {
    int k = factors.length;
    model.features().requireSame(rows.features(), ", as in the model");
    if (out.length < (long) rows.rowCount() * k) {
      throw new IllegalArgumentException(
          "the array for the results has %d elements; at least %d are expected"
              .formatted(out.length, (long) rows.rowCount() * k));
    }
    double[] row = new double[rows.featureCount()];
    double[] values = new double[k];
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      try {
        pValues(row, values);
      } catch (BadDataException e) {
        throw new BadDataException(e, "%s: %s", Fact.row(i), e.getMessage());
      }
      System.arraycopy(values, 0, out, i * k, k);
    }
  }
}
