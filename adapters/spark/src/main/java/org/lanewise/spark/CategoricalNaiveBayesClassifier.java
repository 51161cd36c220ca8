package org.lanewise.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.spark.gathering.StatisticsKind;

/// Categorical Naive Bayes: categories that are independent within each class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j log θ_cj,   θ_cj = (n_cj(x_j) + α) / (n_c + αK_j)
/// ```
///
/// where n_cj(v) is the number of rows of class c with category v of feature j, and K_j the number
/// of its categories. Values are category codes, whole numbers from 0, such as those of a
/// `StringIndexer`. The model keeps their names if the metadata of the column has them. The
/// statistics of a partition take 8k ΣK_j bytes.
public final class CategoricalNaiveBayesClassifier
    extends DiscreteNaiveBayesClassifier<CategoricalNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private final Param<String> unseen;

  /// Creates an estimator with default parameters.
  public CategoricalNaiveBayesClassifier() {
    this(Identifiable.randomUID("categoricalNB"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public CategoricalNaiveBayesClassifier(String uid) {
    super(uid);
    unseen = Options.unseen(this);
    setDefault(unseen, Options.ERROR);
  }

  /// The treatment of unseen categories.
  public Param<String> unseen() {
    return unseen;
  }

  /// Sets the treatment of unseen categories: `error` rejects the row (default), `ignore` leaves
  /// the feature out, and `smoothed` uses the probability of a category without rows.
  public CategoricalNaiveBayesClassifier setUnseen(String value) {
    set(unseen, value);
    return this;
  }

  /// The treatment of unseen categories.
  public String getUnseen() {
    return getOrDefault(unseen);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.CATEGORIES;
  }

  @Override
  Recipe<?> recipe() {
    return CategoricalNaiveBayes.recipe(options());
  }

  /// Returns a reader of saved estimators.
  public static MLReader<CategoricalNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static CategoricalNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
