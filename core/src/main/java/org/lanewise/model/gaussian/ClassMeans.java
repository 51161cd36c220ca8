package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.Naming;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceSummary;

/// Priors and means of Gaussian classes, each mean as origin + residual.
///
/// The scorer subtracts first the origin from a row and then the residual. This has a rounding
/// error of eps·|x − origin_c|, so an origin must lie near the mean of its class. Classes near each
/// other share an origin.
///
/// @param naming of features and classes
/// @param priors π_0 … π_{k−1}
/// @param origins k rows of d
/// @param residuals k rows of d: mean − origin; not copied
/// @param underflows features that vary so little that their squares underflow
record ClassMeans(
    Naming naming, double[] priors, double[][] origins, double[][] residuals, BitSet underflows) {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  /// An origin is near a class if, in each feature, it lies at most this many standard deviations
  /// from the class mean. It then adds a relative error of about 2·64·2⁻⁵³ = 1.4e-14 to a log
  /// density.
  private static final double NEAR = 64;

  private static final double MIN_DIGITS = 0x1p-20;

  ClassMeans {
    priors = priors.clone();
    origins = origins.clone();
    if (priors.length == 0 || priors.length != residuals.length) {
      throw new IllegalArgumentException(
          "there are %d priors and %d means; one of each for every class is expected"
              .formatted(priors.length, residuals.length));
    }
    if (origins.length != priors.length) {
      throw new IllegalArgumentException(
          "there are %d priors and %d origins; one of each for every class is expected"
              .formatted(priors.length, origins.length));
    }
    int d = origins[0].length;
    if (naming.classes().count() != priors.length || naming.features().count() != d) {
      throw new IllegalArgumentException(
          "there are %d features and %d classes for means of %d and %d; as many are expected"
              .formatted(naming.features().count(), naming.classes().count(), d, priors.length));
    }
    for (int c = 0; c < residuals.length; c++) {
      origins[c] =
          c > 0 && Arrays.equals(origins[c], origins[c - 1]) ? origins[c - 1] : origins[c].clone();
      if (residuals[c].length != d || origins[c].length != d) {
        throw new IllegalArgumentException(
            "the mean of class %d has %d features; %d are expected"
                .formatted(
                    c, residuals[c].length == d ? origins[c].length : residuals[c].length, d));
      }
      for (int j = 0; j < d; j++) {
        requireFinite(origins[c][j] + residuals[c][j], j, c, naming);
      }
    }
  }

  /// The means of fitted classes about one origin, the mean of all rows. A class needs rows or a
  /// prior of 0; in the latter case the mean of all rows replaces its own.
  static ClassMeans of(Statistics statistics, VarianceSummary summary, Priors priors) {
    return of(
        statistics,
        summary,
        priors,
        repeated(summary.origin(), summary.classCount()),
        summary::residualMean);
  }

  /// The means of fitted classes, each about its own rounded value.
  static ClassMeans byClass(Statistics statistics, VarianceSummary summary, Priors priors) {
    double[][] means = new double[summary.classCount()][];
    Arrays.setAll(means, summary::mean);
    return of(statistics, summary, priors, means, summary::meanRemainder);
  }

  private static ClassMeans of(
      Statistics statistics,
      VarianceSummary summary,
      Priors priors,
      double[][] origins,
      IntFunction<double[]> residual) {
    double[] weights = summary.classWeights();
    Naming naming = new Naming(statistics.features(), statistics.classes());
    if (!Arrays.stream(summary.origin()).allMatch(Double::isFinite)) {
      requireFinite(summary, naming);
    }
    boolean given = priors.areFixed();
    double[] fixed = given ? priors.priors(naming.classes(), weights) : null;
    double[][] residuals = new double[weights.length][];
    for (int c = 0; c < weights.length; c++) {
      if (weights[c] == 0 && !(given && fixed[c] == 0)) {
        throw new BadDataException(
            "%s has no rows of positive weight, so it has no mean; at least one row is expected, or"
                + " a prior of 0",
            Fact.label(c, naming.classes()));
      }
      if (weights[c] > 0 && summary.hasMissing()) {
        requireObserved(summary.featureWeights(c), c, naming);
      }
      residuals[c] = residual.apply(c);
    }
    return new ClassMeans(
        naming,
        given ? fixed : priors.priors(naming.classes(), weights),
        origins,
        residuals,
        underflows(summary));
  }

  /// Refuses the first class whose mean is not finite, which makes the mean of all rows not finite.
  private static void requireFinite(VarianceSummary summary, Naming naming) {
    for (int c = 0; c < summary.classCount(); c++) {
      double[] mean = summary.mean(c);
      for (int j = 0; j < mean.length; j++) {
        requireFinite(mean[j], j, c, naming);
      }
    }
  }

  private static void requireFinite(double mean, int j, int c, Naming naming) {
    if (!Double.isFinite(mean)) {
      throw new BadDataException(
          "the mean of %s in %s is not finite: the values are too large for a sum",
          Fact.feature(j, naming.features()), Fact.label(c, naming.classes()));
    }
  }

  private static double[][] repeated(double[] origin, int count) {
    double[][] origins = new double[count][];
    Arrays.fill(origins, origin);
    return origins;
  }

  /// These means about nearby origins: their own if it is near all classes. Otherwise, the median
  /// of the means for the classes that it is near, and for each other class its own mean.
  ///
  /// @param variances k rows of d
  /// @param exact makes the same means without loss of digits
  ClassMeans near(double[][] variances, Supplier<ClassMeans> exact) {
    if (isNear(variances)) {
      return this;
    }
    ClassMeans means = exact.get();
    double[][] nearest = repeated(means.median(variances), classCount());
    ClassMeans aboutMedian = means.about(nearest);
    for (int c = 0; c < nearest.length; c++) {
      if (!aboutMedian.isNear(c, limits(variances[c]))) {
        nearest[c] = means.mean(c);
      }
    }
    return means.about(nearest);
  }

  /// These means about one origin: their own if it is near all classes and leaves each mean enough
  /// digits, else the median of the means, so that a few distant classes cost the others no digits.
  ///
  /// @param variances d values, of all classes
  /// @param rounded the means, rounded
  /// @param exact makes the same means without loss of digits
  ClassMeans nearMost(
      double[] variances, IntFunction<double[]> rounded, Supplier<ClassMeans> exact) {
    double[] limits = limits(variances);
    if (IntStream.range(0, classCount()).allMatch(c -> isNear(c, limits)) && keepDigits(rounded)) {
      return this;
    }
    ClassMeans means = exact.get();
    double[] median = means.median(repeated(variances, classCount()));
    return means.about(repeated(median, classCount()));
  }

  /// Whether these means equal the given ones to 20 bits. Nearness alone does not show this if a
  /// fill value inflates a variance.
  private boolean keepDigits(IntFunction<double[]> rounded) {
    boolean keep = true;
    for (int c = 0; c < classCount(); c++) {
      double[] mean = rounded.apply(c);
      for (int j = 0; j < mean.length; j++) {
        double lost = origins[c][j] + residuals[c][j] - mean[j];
        keep &= Math.abs(lost) <= MIN_DIGITS * Math.abs(mean[j]);
      }
    }
    return keep;
  }

  private boolean isNear(double[][] variances) {
    boolean isNear = true;
    for (int c = 0; c < variances.length; c++) {
      isNear &= isNear(c, limits(variances[c]));
    }
    return isNear;
  }

  /// @param limits the limits of the class ([#limits])
  private boolean isNear(int label, double[] limits) {
    boolean isNear = true;
    for (int j = 0; j < limits.length; j++) {
      isNear &= Math.abs(residuals[label][j]) <= limits[j];
    }
    return isNear;
  }

  /// The largest distance of a mean from a near origin, in each feature.
  private static double[] limits(double[] variances) {
    double[] limits = new double[variances.length];
    for (int j = 0; j < limits.length; j++) {
      limits[j] = NEAR * Math.sqrt(variances[j]);
    }
    return limits;
  }

  private ClassMeans about(double[][] others) {
    double[][] about = new double[others.length][others[0].length];
    for (int c = 0; c < others.length; c++) {
      for (int j = 0; j < others[c].length; j++) {
        double mean = origins[c][j] + residuals[c][j];
        double remainder = Elementary.sumRemainder(origins[c][j], residuals[c][j]);
        about[c][j] =
            others[c][j] == origins[c][j] ? residuals[c][j] : (mean - others[c][j]) + remainder;
      }
    }
    return new ClassMeans(naming, priors, others, about, underflows);
  }

  /// The median of the class means in each feature, each with weight 1/σ: classes with small spread
  /// decide, and a few distant ones do not.
  private double[] median(double[][] variances) {
    double[] median = new double[featureCount()];
    Integer[] order = new Integer[classCount()];
    double[] values = new double[order.length];
    for (int j = 0; j < median.length; j++) {
      double total = 0;
      for (int c = 0; c < order.length; c++) {
        order[c] = c;
        values[c] = origins[c][j] + residuals[c][j];
        total += 1 / Math.sqrt(variances[c][j]);
      }
      Arrays.sort(order, Comparator.comparingDouble(c -> values[c]));
      double sum = 0;
      for (int i = 0; i < order.length && sum < total / 2; i++) {
        median[j] = values[order[i]];
        sum += 1 / Math.sqrt(variances[order[i]][j]);
      }
    }
    return median;
  }

  static BitSet underflows(VarianceSummary summary) {
    BitSet underflows = new BitSet();
    for (int j = 0; j < summary.featureCount(); j++) {
      if (summary.underflows(j)) {
        underflows.set(j);
      }
    }
    return underflows;
  }

  static void requireObserved(double[] weights, int label, Naming naming) {
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] == 0) {
        throw new BadDataException(
            "%s was seen in no row of %s, so it has no mean there; leave the feature out, or add"
                + " rows in which it was seen",
            Fact.feature(j, naming.features()), Fact.label(label, naming.classes()));
      }
    }
  }

  /// The priors, means and names of known parameters.
  static ClassMeans given(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans) {
    return given(features, classes, priors, repeated(origin, residualMeans.length), residualMeans);
  }

  /// The priors, means and names of known parameters, with an origin for each class.
  static ClassMeans given(
      Features features,
      Classes classes,
      double[] priors,
      double[][] origins,
      double[][] residualMeans) {
    Priors.fixed(priors);
    double[][] residuals =
        Arrays.stream(residualMeans).map(double[]::clone).toArray(double[][]::new);
    return new ClassMeans(new Naming(features, classes), priors, origins, residuals, new BitSet());
  }

  /// The same means with other priors.
  ClassMeans with(Priors others) {
    double[] given = others.inPlaceOf(naming.classes(), priors);
    return new ClassMeans(naming, given, origins, residuals, underflows);
  }

  /// Some of the classes, with their priors divided by the sum of these priors.
  ClassMeans select(int... kept) {
    double sum = IntStream.of(kept).mapToDouble(c -> priors[c]).sum();
    if (!(sum > 0)) {
      throw new BadOptionException(
          "the other classes have a prior of 0; at least one with a prior above 0 is expected to"
              + " stay");
    }
    return new ClassMeans(
        new Naming(naming.features(), naming.classes().select(kept)),
        IntStream.of(kept).mapToDouble(c -> priors[c] / sum).toArray(),
        IntStream.of(kept).mapToObj(c -> origins[c]).toArray(double[][]::new),
        IntStream.of(kept).mapToObj(c -> residuals[c]).toArray(double[][]::new),
        underflows);
  }

  int classCount() {
    return priors.length;
  }

  int featureCount() {
    return origins[0].length;
  }

  /// Whether all classes share an origin.
  boolean share() {
    boolean same = true;
    for (double[] origin : origins) {
      same &= Arrays.equals(origin, origins[0]);
    }
    return same;
  }

  /// The origin that all classes share.
  double[] origin() {
    return origins[0];
  }

  double[] mean(int label) {
    double[] mean = origins[label].clone();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += residuals[label][j];
    }
    return mean;
  }

  /// log π_c − ½ log|Σ| − (d/2) log 2π.
  double constant(int label, double logDeterminant) {
    return StrictMath.log(priors[label]) + logNormalizer(logDeterminant);
  }

  /// −½ log|Σ| − (d/2) log 2π.
  double logNormalizer(double logDeterminant) {
    return -0.5 * (logDeterminant + featureCount() * LOG_TWO_PI);
  }
}
