package org.lanewise.model.linear;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.fit.ModelText;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.RowReader;
import org.lanewise.internal.score.discrete.SparseScorer;
import org.lanewise.internal.score.gaussian.LinearScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;

/// Linear scores with given coefficients, for models that were fitted elsewhere: a logistic
/// regression, a linear support vector machine, or a linear discriminant without its covariance.
///
/// ```
/// score_c = b_c + w_cᵀx,   p(c | x) = exp(score_c) / Σ_a exp(score_a)
/// ```
///
/// ```java
/// LinearClassifier model =
///     LinearClassifier.of(
///         Features.of("dose", "age"),
///         Classes.of("no", "yes"),
///         new double[] {0, -1.5},
///         new double[][] {{0, 0}, {0.8, 0.02}});
/// ```
///
/// A model of two classes with one score s, such as a binary logistic regression, has a row of
/// zeros for the first class, as above: p(yes | x) = 1 / (1 + exp(−s)).
///
/// **Not generative.** There are no class priors and no p(x): [#priors()] are all 1/k, `logDensity`
/// throws an [UnsupportedOperationException], and `logJoint` returns the scores. Posteriors are
/// those of a multinomial logistic regression. For scores of another meaning, such as the margins
/// of a support vector machine, only labels should be used.
///
/// Rows are numbers or sparse numbers, complete and finite; both give the same bits. At a tie the
/// lowest class index wins. Immutable.
public final class LinearClassifier implements Classifier<double[], NumericColumns> {

  private static final String KIND =
      KnownKinds.add(
          "linear",
          "linear scores",
          in ->
              of(
                  in.features(),
                  in.classes(),
                  in.vector("intercepts", in.classes().count()),
                  in.rows("weights")));

  private static final List<RowFormat<?, ?>> FORMATS = List.of(RowFormat.NUMBERS, RowFormat.SPARSE);

  private final Features features;
  private final Classes classes;
  private final AffineForm form;
  private final Scorer<double[], NumericColumns> scorer;
  private final Scorer<SparseRow, SparseRows> sparse;

  private LinearClassifier(Features features, Classes classes, AffineForm form) {
    this.features = features;
    this.classes = classes;
    this.form = form;
    Naming naming = new Naming(features, classes);
    scorer = new LinearScorer(naming, form.parts()[0]).results();
    sparse = new SparseScorer(naming, form, SparseScorer.Domain.NUMBER).results();
  }

  /// Creates a model from its coefficients.
  ///
  /// @param intercepts b_c, one for each class
  /// @param weights w_c, a row of d for each class
  /// @throws IllegalArgumentException if there is no class or feature, if shapes do not match, or
  ///   if a coefficient is not finite
  public static LinearClassifier of(
      Features features, Classes classes, double[] intercepts, double[][] weights) {
    if (intercepts.length == 0
        || classes.count() != intercepts.length
        || weights.length != intercepts.length
        || features.count() != weights[0].length) {
      throw new IllegalArgumentException(
          "%d intercepts and %d rows of weights were given for %d classes, the first row of %d for %d features; one of each is expected for each class, with a weight for each feature"
              .formatted(
                  intercepts.length,
                  weights.length,
                  classes.count(),
                  weights.length == 0 ? 0 : weights[0].length,
                  features.count()));
    }
    return new LinearClassifier(
        features, classes, new AffineForm(intercepts, weights, null, null, AffineForm.Base.NONE));
  }

  /// b_c of a class.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public double intercept(int label) {
    return form.intercept(label);
  }

  /// w_c of a class.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public double[] weights(int label) {
    Objects.checkIndex(label, classCount());
    double[] weights = new double[featureCount()];
    Arrays.setAll(weights, j -> form.weight(label, j));
    return weights;
  }

  @Override
  public Features features() {
    return features;
  }

  @Override
  public Classes classes() {
    return classes;
  }

  /// 1/k for each class, because the scores have no term of class priors.
  @Override
  public double[] priors() {
    double[] priors = new double[classCount()];
    Arrays.fill(priors, 1.0 / priors.length);
    return priors;
  }

  @Override
  public boolean hasDensity() {
    return false;
  }

  /// (k − 1)(d + 1), because only differences of scores matter.
  @Override
  public long freeParameters() {
    return (classCount() - 1) * (featureCount() + 1L);
  }

  @Override
  public double[] theta() {
    return form.theta();
  }

  /// @throws UnsupportedOperationException always: the priors of the training rows are unknown
  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    throw new UnsupportedOperationException(
        "a LinearClassifier has no class priors to replace; a generative model is expected");
  }

  @Override
  public Scorer<double[], NumericColumns> scorer() {
    return scorer;
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    Scorer<?, ?> found = format == RowFormat.SPARSE ? sparse : scorer;
    return Formats.scorer(FORMATS.contains(format) ? found : null, format, this, FORMATS);
  }

  /// x_j(w_cj − w_aj) for each feature, and b_c − b_a.
  @Override
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return new LinearTerms<>(form, featureCount(), RowReader.of(format));
  }

  @Override
  public Description describe() {
    String unit = "log-odds";
    double[] intercepts = new double[classCount()];
    Arrays.setAll(intercepts, this::intercept);
    return Description.of(KIND, features)
        .with(
            Tensor.vector("intercepts", Tensor.CLASS, unit, intercepts),
            Tensor.byClass(
                "weights", classCount(), featureCount(), unit + " per feature", this::weights));
  }

  /// Returns normal numbers, scaled so that scores differ by a few units.
  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] row = new double[featureCount()];
    double scale = 3 / Math.sqrt(row.length);
    for (int j = 0; j < row.length; j++) {
      double largest = 0;
      for (int c = 0; c < classCount(); c++) {
        largest = Math.max(largest, Math.abs(form.weight(c, j)));
      }
      row[j] = random.nextGaussian() * (largest == 0 ? 1 : scale / largest);
    }
    return row;
  }

  @Override
  public List<ParameterTable> parameters(List<String> names) {
    List<String> labels = classes.names();
    return List.of(
        new ParameterTable("intercept", List.of(labels), false, at -> form.intercept(at[0])),
        new ParameterTable(
            "weight", List.of(labels, names), false, at -> form.weight(at[0], at[1])));
  }

  /// The class, the size and the classes, as in `LinearClassifier[2 features, 2 classes: [no, yes],
  /// 3 free parameters]`.
  @Override
  public String toString() {
    return ModelText.of(this, "");
  }
}
