package org.lanewise.model.gaussian;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.ModelText;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.gaussian.NumericScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ModelSource;
import org.lanewise.model.ParameterTable;
import org.lanewise.score.Scorer;

/// A classifier with normal class densities: p(x | c) = N(x; μ_c, Σ_c).
///
/// The mean of each class is stored as an origin plus a residual. Classes near each other share an
/// origin; a class far from the others has its own, except in linear models. So neither a large
/// offset of the data nor a large distance between classes costs digits.
public abstract sealed class GaussianClassifier implements Classifier<double[], NumericColumns>
    permits LinearDiscriminant, LowRankDiscriminant, QuadraticClassifier, GaussianNaiveBayes {

  private static final List<RowFormat<?, ?>> FORMATS =
      List.of(RowFormat.NUMBERS, RowFormat.NUMBERS_WITH_MISSING);

  private static final int MAX_INTENSITIES_SHOWN = 10;

  private static final String ORIGINS = "origins";
  static final String SHARED_VARIANCES = "shared_variances";
  static final String SQUARE = "feature²";

  private final ClassMeans means;
  private final double[] logDeterminants;
  private final NumericScorer scorer;
  private Scorer<double[], NumericColumns> marginal;

  GaussianClassifier(ClassMeans means, double[] logDeterminants, NumericScorer scorer) {
    this.means = means;
    this.logDeterminants = logDeterminants;
    this.scorer = scorer;
  }

  final ClassMeans means() {
    return means;
  }

  @Override
  public final Features features() {
    return means.naming().features();
  }

  @Override
  public final Classes classes() {
    return means.naming().classes();
  }

  @Override
  public final double[] priors() {
    return means.priors().clone();
  }

  @Override
  public final Scorer<double[], NumericColumns> scorer() {
    return scorer.results();
  }

  @Override
  public final List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  /// Returns the scorer of numbers. With [MissingValues#ALLOW], NaN is a missing value and is
  /// integrated out exactly:
  ///
  /// ```
  /// log p(x_o, c) = log π_c + log N(x_o; μ_co, Σ_coo),   o the observed features
  /// ```
  ///
  /// Results for a row without NaN are bit-identical to those of [#scorer()]; for a row without any
  /// observed feature, they are the log priors. The result is as accurate as if Σ_coo itself were
  /// factored. In addition to scoring, a row with m missing values costs m²·d operations for each
  /// covariance; blocks of complete rows have no extra cost. Infinities are rejected.
  @Override
  public final <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    Scorer<?, ?> found = null;
    if (format == RowFormat.NUMBERS) {
      found = scorer.results();
    } else if (format == RowFormat.NUMBERS_WITH_MISSING) {
      found = marginal();
    }
    return Formats.scorer(found, format, this, FORMATS);
  }

  private synchronized Scorer<double[], NumericColumns> marginal() {
    if (marginal == null) {
      marginal = scorer.marginal(means.priors()).results();
    }
    return marginal;
  }

  @Override
  @SuppressWarnings("unchecked") // Of numbers, as the format.
  public final <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return (Evidence<S>) evidence();
  }

  abstract Evidence<double[]> evidence();

  /// The mean of a class.
  public final double[] mean(int label) {
    return means.mean(label);
  }

  /// A copy of the origin of a class's mean.
  public final double[] origin(int label) {
    return means.origins()[label].clone();
  }

  /// Whether all classes share one origin.
  public final boolean sharesOrigin() {
    return means.share();
  }

  /// The mean of a class minus its origin, in full precision.
  public final double[] residualMean(int label) {
    return means.residuals()[label].clone();
  }

  /// The shrinkage intensities, which are the share of the simpler matrix: one for all classes or
  /// one for each; empty if no intensity applies.
  public double[] shrinkageIntensities() {
    return new double[0];
  }

  /// The covariance of a class, d rows of d. It is the same for all classes if they share it, and
  /// diagonal if features are independent.
  public abstract double[][] covariance(int label);

  /// The variances of a class, the diagonal of its covariance.
  public abstract double[] variances(int label);

  /// Whether all classes share one covariance.
  public abstract boolean sharesCovariance();

  /// Whether covariances are diagonal, so that features are independent within a class.
  public abstract boolean isDiagonal();

  /// The kind in descriptions.
  abstract String kind();

  /// Origins, residual means, and covariances or variances, each once if classes share it.
  @Override
  public final Description describe() {
    return describeSpread(
        Description.of(kind(), features())
            .with(
                Tensor.priors(means.priors()),
                sharesOrigin()
                    ? Tensor.vector("origin", Tensor.FEATURE, Tensor.FEATURE, means.origins()[0])
                    : byClass(ORIGINS, Tensor.FEATURE, this::origin),
                byClass("means", Tensor.FEATURE, this::residualMean)));
  }

  /// Adds covariances or variances to the description of the means.
  Description describeSpread(Description ofMeans) {
    int k = classCount();
    int d = featureCount();
    boolean isShared = sharesCovariance();
    if (isDiagonal()) {
      return ofMeans.with(
          isShared
              ? Tensor.vector(SHARED_VARIANCES, Tensor.FEATURE, SQUARE, variances(0))
              : byClass("variances", SQUARE, this::variances));
    }
    return ofMeans.with(
        isShared
            ? Tensor.symmetric("covariance", 0, d, SQUARE, _ -> covariance(0))
            : Tensor.symmetric("covariances", k, d, SQUARE, this::covariance));
  }

  private Tensor byClass(String name, String unit, IntFunction<double[]> row) {
    return Tensor.byClass(name, classCount(), featureCount(), unit, row);
  }

  /// The means of a description, with one origin or one for each class.
  static ClassMeans means(ModelSource in) throws IOException {
    double[] priors = in.priors();
    double[][] origins = new double[in.classes().count()][];
    if (in.has(ORIGINS)) {
      origins = in.rows(ORIGINS);
    } else {
      Arrays.fill(origins, in.vector("origin", in.features().count()));
    }
    return ClassMeans.given(in.features(), in.classes(), priors, origins, in.rows("means"));
  }

  /// The means and the covariances; if covariances are diagonal, the means and the variances.
  @Override
  public final List<ParameterTable> parameters(List<String> features) {
    List<String> classes = classes().names();
    double[][] ofClasses = new double[classCount()][];
    Arrays.setAll(ofClasses, this::mean);
    ParameterTable ofMeans = ParameterTable.of("mean", classes, features, ofClasses);
    return List.of(ofMeans, isDiagonal() ? variances(features) : covariances(features));
  }

  private ParameterTable variances(List<String> features) {
    if (sharesCovariance()) {
      return ParameterTable.of("variance", features, variances(0));
    }
    double[][] ofClasses = new double[classCount()][];
    Arrays.setAll(ofClasses, this::variances);
    return ParameterTable.of("variance", classes().names(), features, ofClasses);
  }

  private ParameterTable covariances(List<String> features) {
    Latest latest = new Latest();
    return sharesCovariance()
        ? new ParameterTable(
            "covariance", List.of(features, features), true, at -> latest.of(0)[at[0]][at[1]])
        : new ParameterTable(
            "covariance",
            List.of(classes().names(), features, features),
            true,
            at -> latest.of(at[0])[at[1]][at[2]]);
  }

  /// The covariance of the class that was asked for last.
  private final class Latest {

    private int label = -1;
    private double[][] covariance;

    synchronized double[][] of(int newLabel) {
      if (label != newLabel) {
        covariance = covariance(newLabel);
        label = newLabel;
      }
      return covariance;
    }
  }

  /// Returns a row of independent features drawn from the class. With a covariance, returns the
  /// mean plus Σv, scaled to a Mahalanobis distance of about √d, where v is a random direction:
  /// small eigenvalues of Σ then do not enlarge the rounding errors of readers.
  @Override
  public final double[] example(int label, RandomGenerator random) {
    double[] row = mean(label);
    int d = row.length;
    if (isDiagonal()) {
      double[] variances = variances(label);
      for (int j = 0; j < d; j++) {
        row[j] += Math.sqrt(variances[j]) * random.nextGaussian();
      }
      return row;
    }
    double[] direction = random.doubles(d, -1, 1).toArray();
    double[] step = new double[d];
    double[][] covariance = covariance(label);
    double square = 0;
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < d; i++) {
        step[j] += covariance[j][i] * direction[i];
      }
      square += step[j] * direction[j];
    }
    double scale = square > 0 ? random.nextDouble(0.5, 1.5) * Math.sqrt(d / square) : 0;
    for (int j = 0; j < d; j++) {
      row[j] += scale * step[j];
    }
    return row;
  }

  /// log |Σ_c|.
  public final double logDeterminant(int label) {
    return logDeterminants[label];
  }

  /// The **squared** Mahalanobis distances (x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c) of a row from the mean of
  /// every class, into `out[0 … k−1]`. For rows of class c, the distance from its mean follows a χ²
  /// distribution with d degrees of freedom. A distance beyond the range of doubles is infinite.
  /// Allocates nothing after a thread's first call.
  ///
  /// A [LinearDiscriminant] with eight classes or more whitens the row once, in O(d² + k·d)
  /// operations. Its first call whitens the class means and stores these k·d numbers. Given the
  /// model's inverse factor, origin and residual means, the relative error is below 1e-12, both
  /// near a class mean and far from all of them, and however far apart classes are. The exception
  /// is a covariance so ill-conditioned that separate passes for each class also have a larger
  /// error. Models with a covariance for each class take O(k·d²) operations, Naive Bayes O(k·d).
  ///
  /// @throws IllegalArgumentException if the row has the wrong number of features or is not finite,
  ///   or if `out` is too short
  public final void squaredMahalanobis(double[] row, double[] out) {
    scorer.squaredDistances(row, out);
  }

  /// The squared Mahalanobis distances of every row of a batch from every class, into `out[row·k +
  /// c]`, in one pass; bit-identical to [#squaredMahalanobis(double\[\], double\[\])].
  ///
  /// @throws IllegalArgumentException if the names or number of features differ from those of the
  ///   model, if a value is not finite, or if `out` is too short
  public final void squaredMahalanobis(NumericColumns rows, double[] out) {
    scorer.squaredDistances(rows, out);
  }

  /// log p(x | c) of every row of a batch and class, into `out[row·k + c]`, in one pass;
  /// bit-identical to [#logClassDensity(double\[\], double\[\])].
  ///
  /// @throws IllegalArgumentException as [#squaredMahalanobis(NumericColumns, double\[\])]
  public final void logClassDensity(NumericColumns rows, double[] out) {
    scorer.squaredDistances(rows, out);
    for (int row = 0; row < rows.rowCount(); row++) {
      toDensities(out, row * classCount());
    }
  }

  /// log p(x | c) of a row for every class, into `out[0 … k−1]`, independent of the class priors:
  ///
  /// ```
  /// log p(x | c) = −½ (x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c) − ½ log|Σ_c| − (d/2) log 2π
  /// ```
  ///
  /// To compare classes for rows far from all means, use the scorer: linear discriminants leave out
  /// the terms that all classes share.
  ///
  /// @throws IllegalArgumentException as [#squaredMahalanobis(double\[\], double\[\])]
  public final void logClassDensity(double[] row, double[] out) {
    scorer.squaredDistances(row, out);
    toDensities(out, 0);
  }

  /// Converts the squared distances of a row to log densities.
  private void toDensities(double[] out, int from) {
    for (int c = 0; c < classCount(); c++) {
      out[from + c] = Math.fma(-0.5, out[from + c], means.logNormalizer(logDeterminants[c]));
    }
  }

  /// The class, the size, the classes, and the shrinkage intensities unless they are 0 or many, as
  /// in `LinearDiscriminant[4 features, 3 classes: [a, b, c], 26 free parameters, shrinkage
  /// [0.1]]`.
  @Override
  public final String toString() {
    double[] intensities = shrinkageIntensities();
    boolean shown =
        intensities.length <= MAX_INTENSITIES_SHOWN
            && Arrays.stream(intensities).anyMatch(intensity -> intensity != 0);
    return ModelText.of(this, shown ? ", shrinkage " + Arrays.toString(intensities) : "");
  }
}
