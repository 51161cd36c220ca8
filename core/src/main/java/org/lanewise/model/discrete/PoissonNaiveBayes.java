package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.CountStatistics;

/// Naive Bayes with Poisson counts: given the class, counts are independent, and feature j has mean
/// λ_cj.
///
/// ```
/// λ_cj = (N_cj + α_j) / n_c
/// log p(x, c) = log π_c − Σ_j λ_cj + Σ_j x_j log λ_cj − Σ_j log x_j!
/// ```
///
/// The intercept log π_c − Σ_j λ_cj covers features that are 0, so the cost of a row depends only
/// on its non-zero features. Labels and posteriors omit log x_j!, which is the same for all
/// classes; log joints and densities include it, with a relative error of at most 1e−14. Counts
/// need not be integers: x! is then Γ(x + 1), and the "density" no longer integrates to 1.
///
/// **Without smoothing** (α_j = 0) λ_cj may be 0, and a row that has the feature has a log joint of
/// exactly −∞ in class c; all other numbers remain finite. Labels and posteriors are the limit of
/// α_j → 0: if all classes are impossible, the class with the smallest sum of impossible counts
/// wins, then the largest finite part, in which each impossible count contributes −log n_c.
///
/// A class without rows has no rates and is rejected. A class with prior 0 has posterior 0.
public final class PoissonNaiveBayes extends CountClassifier {

  private static final String KIND =
      KnownKinds.add(
          "poisson-naive-bayes",
          "Poisson Naive Bayes",
          in ->
              of(
                  in.features(),
                  in.classes(),
                  in.priors(),
                  in.rows(COUNTS),
                  in.vector("weights", in.classes().count())));

  private static final Fitting.Kind<PoissonNaiveBayes, CountStatistics, NaiveBayesOptions> FITTING =
      new Fitting.Kind<>(
          PoissonNaiveBayes.class,
          CountStatistics.class,
          NaiveBayesOptions::withPriors,
          (_, like, classes) -> new CountStatistics(like.features(), classes),
          PoissonNaiveBayes::fit);

  /// n_c including the rows of pseudo-data, [c].
  private final double[] rows;

  private PoissonNaiveBayes(
      Features features, Classes classes, double[] priors, double[][] counts, double[] rows) {
    for (int c = 0; c < rows.length; c++) {
      if (rows[c] == 0) {
        throw new BadDataException(
            "%s has no rows of positive weight, so its rates do not exist; rows or pseudo-data are"
                + " expected",
            Fact.label(c));
      }
    }
    super(features, classes, priors, counts, form(priors, counts, rows));
    this.rows = rows;
  }

  @Override
  CountEvidence.Weights evidence() {
    double[] limits = Arrays.stream(rows).map(StrictMath::log).toArray();
    double[][] rates = new double[classCount()][featureCount()];
    for (int c = 0; c < rates.length; c++) {
      for (int j = 0; j < rates[c].length; j++) {
        rates[c][j] = rate(c, j);
      }
    }
    return CountEvidence.Weights.of(naturalParameters(), limits, rates);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [CountStatistics#add(RowBatch, Labels)] and [#recipe]
  public static PoissonNaiveBayes fit(RowBatch rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<PoissonNaiveBayes> recipe() {
    return recipe(NaiveBayesOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [CountStatistics].
  ///
  /// A fit throws an [IllegalArgumentException] if a class has no rows and no fixed prior of 0, if
  /// weights or counts are too large to sum, if a class has no prior, or if the smoothing is for a
  /// different number of features.
  public static Recipe<PoissonNaiveBayes> recipe(NaiveBayesOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static PoissonNaiveBayes fit(CountStatistics statistics, NaiveBayesOptions options) {
    Smoothing smoothing = options.smoothing();
    double[][] counts = PseudoCounts.of(statistics, smoothing);
    double[] classWeights = smoothing.classWeights(counts.length, statistics::classWeight);
    double[] priors = options.priors().priors(statistics.classes(), classWeights);
    for (int c = 0; c < priors.length; c++) {
      if (classWeights[c] == 0 && priors[c] == 0) {
        classWeights[c] = 1; // Any rates do for a class that no row gets.
      }
    }
    return new PoissonNaiveBayes(
        statistics.features(), statistics.classes(), priors, counts, classWeights);
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param pseudoCounts N_cj + α_j, k rows of d
  /// @param rowWeights n_c, k of them
  /// @throws IllegalArgumentException if shapes do not match, if a number is not from 0 to 2^501,
  ///   if an n_c is 0, or if the priors are invalid
  public static PoissonNaiveBayes of(
      Features features,
      Classes classes,
      double[] priors,
      double[][] pseudoCounts,
      double[] rowWeights) {
    double[] copy = Priors.fixed(priors).priors(new double[priors.length]);
    double[][] counts = PseudoCounts.copy(pseudoCounts, copy.length);
    double[] rows = PseudoCounts.copy(new double[][] {rowWeights}, 1, copy.length)[0];
    return new PoissonNaiveBayes(features, classes, copy, counts, rows);
  }

  /// n_c of every class, including the rows of pseudo-data.
  public double[] rowWeights() {
    return rows.clone();
  }

  /// λ_cj, the mean count of the feature in the class.
  public double rate(int label, int feature) {
    return counts[Objects.checkIndex(label, classCount())][feature] / rows[label];
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .with(
            Tensor.priors(priors()),
            ofCounts(),
            Tensor.vector("weights", Tensor.CLASS, COUNT, rows));
  }

  /// Returns the rates of the class, rounded.
  @Override
  public double[] example(int label, RandomGenerator random) {
    return rounded(counts[label], 1 / rows[label], random);
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return List.of(byClass("rate", features, this::rate));
  }

  private double[][] naturalParameters() {
    double[][] parameters = new double[classCount()][featureCount()];
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        parameters[c][j] = Shares.logOdds(counts[c][j], rows[c]);
      }
    }
    return parameters;
  }

  /// kd + k − 1.
  @Override
  public long freeParameters() {
    return (long) classCount() * featureCount() + classCount() - 1;
  }

  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    double[] given = priors.inPlaceOf(classes(), priors());
    return new PoissonNaiveBayes(features(), classes(), given, counts, rows);
  }

  private static AffineForm form(double[] priors, double[][] counts, double[] rows) {
    int d = counts[0].length;
    FormBuilder builder = new FormBuilder(counts.length, d);
    for (int first = 0; first < d; first += FormBuilder.BLOCK) {
      int end = Math.min(d, first + FormBuilder.BLOCK);
      for (int c = 0; c < counts.length; c++) {
        addWeights(builder, c, first, end, counts[c], rows[c]);
      }
    }
    for (int c = 0; c < counts.length; c++) {
      builder.intercept(c, -(PseudoCounts.total(counts[c]) / rows[c]));
    }
    builder.priors(priors);
    return builder.build(AffineForm.Base.FACTORIALS);
  }

  /// Adds the weights of features `first` to `end − 1` of a class.
  private static void addWeights(
      FormBuilder builder, int label, int first, int end, double[] counts, double rows) {
    // Most words of a class have the same count as the previous word: 0 and its α.
    double known = -1;
    double log = 0;
    for (int j = first; j < end; j++) {
      double count = counts[j];
      if (count != known) {
        // The finite part of log(α / n) is −log n.
        log = count == 0 ? -StrictMath.log(rows) : Shares.logOdds(count, rows);
        known = count;
      }
      if (count == 0) {
        builder.weight(label, j, log, 1);
      } else {
        builder.weight(label, j, log);
      }
    }
  }
}
