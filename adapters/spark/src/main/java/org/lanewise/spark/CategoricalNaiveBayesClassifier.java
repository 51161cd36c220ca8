package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.spark.gathering.StatisticsKind;

/// Categorical Naive Bayes: categories that are independent within each class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j log θ_cj,   θ_cj = (n_cj(x_j) + α) / (n_c + αK_j)
/// ```
///
/// where n_cj(v) is how many rows of class c have category v of feature j, and K_j the number of
/// its categories. Values are the codes of categories, whole numbers from 0 on, such as a
/// `StringIndexer` gives; where the column's metadata has their names, the model has them too. A
/// partition's statistics are 8k ΣK_j bytes.
public final class CategoricalNaiveBayesClassifier
    extends GenerativeClassifier<CategoricalNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private final DoubleParam smoothing;
  private final Param<String> unseen;

  /// With all parameters at their defaults.
  public CategoricalNaiveBayesClassifier() {
    this(Identifiable.randomUID("categoricalNB"));
  }

  /// With a name of its own, as Spark makes copies.
  public CategoricalNaiveBayesClassifier(String uid) {
    super(uid);
    smoothing = Options.smoothing(this);
    setDefault(smoothing, 1.0);
    unseen = Options.unseen(this);
    setDefault(unseen, Options.ERROR);
  }

  /// What is added to every count.
  public DoubleParam smoothing() {
    return smoothing;
  }

  /// Sets what is added to every count, at least 0; 1 by default.
  public CategoricalNaiveBayesClassifier setSmoothing(double value) {
    set(smoothing, value);
    return this;
  }

  /// What is added to every count.
  public double getSmoothing() {
    return (double) getOrDefault(smoothing);
  }

  /// What becomes of categories that were not learned.
  public Param<String> unseen() {
    return unseen;
  }

  /// Sets what the model does with categories that were not learned: `error`, refuse the row
  /// (default); `ignore`, leave the feature out; or `smoothed`, the probability of a category that
  /// no row has.
  public CategoricalNaiveBayesClassifier setUnseen(String value) {
    set(unseen, value);
    return this;
  }

  /// What becomes of categories that were not learned.
  public String getUnseen() {
    return getOrDefault(unseen);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.CATEGORIES;
  }

  @Override
  Recipe<?> recipe() {
    return CategoricalNaiveBayes.recipe(
        NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(getSmoothing())));
  }

  /// Reads what `write` wrote.
  public static MLReader<CategoricalNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static CategoricalNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
