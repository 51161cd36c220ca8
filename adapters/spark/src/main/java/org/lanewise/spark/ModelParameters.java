package org.lanewise.spark;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.lanewise.data.MissingValues;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.spark.scoring.RowOptions;

/// The parameters of a model, which decide how it reads and scores rows. [#params] includes those
/// of its estimator with the values of the fit, so that a model chosen among several shows its
/// options: `model.getOrDefault(model.getParam("shrinkage"))`.
public abstract sealed class ModelParameters
    extends ProbabilisticClassificationModel<Vector, GenerativeClassificationModel>
    permits GenerativeClassificationModel {

  /// The estimators, by their models.
  private static final Map<Class<?>, Function<String, Params>> ESTIMATORS =
      Map.of(
          LinearDiscriminant.class, LinearDiscriminantClassifier::new,
          QuadraticDiscriminant.class, QuadraticDiscriminantClassifier::new,
          RegularizedDiscriminant.class, RegularizedDiscriminantClassifier::new,
          GaussianNaiveBayes.class, GaussianNaiveBayesClassifier::new,
          BernoulliNaiveBayes.class, BernoulliNaiveBayesClassifier::new,
          MultinomialNaiveBayes.class, MultinomialNaiveBayesClassifier::new,
          CategoricalNaiveBayes.class, CategoricalNaiveBayesClassifier::new);

  private static final long serialVersionUID = 1L;

  private final String uid;
  private final DoubleParam binaryThreshold;
  private final Param<String> unseen;
  private final Param<String> missing;
  private final Param<String> handleInvalid;
  private final IntParam blockSize;
  private transient Param<?>[] params;

  ModelParameters(String uid) {
    this.uid = uid;
    super();
    binaryThreshold = Options.binaryThreshold(this);
    unseen = Options.unseen(this);
    missing = Options.missing(this);
    handleInvalid = Options.handleInvalid(this);
    blockSize = Options.blockSize(this);
    setDefault(unseen, Options.ERROR);
    setDefault(missing, Options.ERROR);
    setDefault(handleInvalid, Options.ERROR);
    setDefault(blockSize, 1);
  }

  @Override
  public final String uid() {
    return uid;
  }

  /// The model of the library, or null.
  abstract Classifier<?, ?> fitted();

  private GenerativeClassificationModel self() {
    return (GenerativeClassificationModel) this;
  }

  /// The threshold above which a value is the bit 1; without one, values must be 0 or 1.
  public final DoubleParam binaryThreshold() {
    return binaryThreshold;
  }

  /// Sets the threshold of bits: greater values are 1.
  public final GenerativeClassificationModel setBinaryThreshold(double value) {
    set(binaryThreshold, value);
    return self();
  }

  /// The treatment of unseen categories: `error`, `ignore` or `smoothed`.
  public final Param<String> unseen() {
    return unseen;
  }

  /// Sets the treatment of unseen categories.
  public final GenerativeClassificationModel setUnseen(String value) {
    set(unseen, value);
    return self();
  }

  /// The treatment of NaN: `error` or `ignore`.
  public final Param<String> missing() {
    return missing;
  }

  /// Sets the treatment of NaN: `error` rejects it (default); with `ignore`, it is a missing value,
  /// and the row is scored on its other values. Gaussian models, Bernoulli and categorical Naive
  /// Bayes and blocks of these accept missing values, models of counts do not.
  public final GenerativeClassificationModel setMissing(String value) {
    set(missing, value);
    return self();
  }

  /// The treatment of NaN.
  public final String getMissing() {
    return getOrDefault(missing);
  }

  /// The treatment of rows that the model cannot score: `error`, `skip` or `keep`.
  public final Param<String> handleInvalid() {
    return handleInvalid;
  }

  /// Sets the treatment of rows that the model cannot score, such as those with a null, an
  /// infinity, a vector of another size, or a value that [#setMissing] or [#setUnseen] rejects:
  /// `error` fails the job with a message (default), `skip` drops the row, and `keep` gives null
  /// scores and a null prediction.
  public final GenerativeClassificationModel setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }

  /// The treatment of rows that the model cannot score.
  public final String getHandleInvalid() {
    return getOrDefault(handleInvalid);
  }

  /// The number of rows scored at once.
  public final IntParam blockSize() {
    return blockSize;
  }

  /// Sets the number of rows of a partition that a Gaussian model scores at once: 1 (default), only
  /// if a query needs the row, or blocks of up to 65,536.
  ///
  /// Blocks of 256 rows are about 1.5× faster for large models, such as quadratic discriminants of
  /// 64 features or more. Spark cannot look into blocks: it reads all columns and scores all rows,
  /// so filter and select before [#transform].
  public final GenerativeClassificationModel setBlockSize(int value) {
    set(blockSize, value);
    return self();
  }

  /// The number of rows scored at once.
  public final int getBlockSize() {
    return (int) getOrDefault(blockSize);
  }

  /// The parameters of the model and the additional ones of its estimator, by name.
  @Override
  public final synchronized Param<?>[] params() {
    if (params == null) {
      params = withEstimator(super.params());
    }
    return params.clone();
  }

  private Param<?>[] withEstimator(Param<?>... own) {
    Function<String, Params> made = fitted() == null ? null : ESTIMATORS.get(fitted().getClass());
    if (made == null) {
      return own;
    }
    Params estimator = made.apply(uid);
    Map<String, Param<?>> all = new TreeMap<>();
    Stream.of(estimator.params(), own)
        .flatMap(Stream::of)
        .forEach(param -> all.put(param.name(), param));
    return all.values().toArray(Param<?>[]::new);
  }

  // To javac, the two inherited methods conflict, because their type arguments differ.
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public scala.Tuple3 findSummaryModel() {
    return super.findSummaryModel();
  }

  final RowOptions rowOptions() {
    return new RowOptions(
        isDefined(binaryThreshold) ? (double) getOrDefault(binaryThreshold) : Double.NaN,
        Options.unseenCategory(getOrDefault(unseen)),
        getMissing().equals(Options.IGNORE) ? MissingValues.ALLOW : MissingValues.REFUSE);
  }
}
