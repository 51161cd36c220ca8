package org.lanewise.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.ProbabilisticClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.Wording;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.spark.gathering.Gathering;
import org.lanewise.spark.gathering.StatisticsKind;
import org.lanewise.spark.rows.RowKind;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.statistics.Statistics;

/// The base of all estimators of Lanewise: columns, weights and priors, and a fit in one pass over
/// the data.
///
/// `featuresCol` has dense or sparse vectors of one size. `labelCol` has class indices from 0, such
/// as those of a `StringIndexer`, whose class names the model keeps. `weightCol`, if set, has
/// finite weights of at least 0: a row of weight w counts like w rows. Nothing is cached, because
/// each row is read once.
///
/// **Bits.** Statistics of partitions are merged in the order of partitions, in fixed groups. A
/// model depends only on the rows of each partition and their order. A shuffle may deliver rows in
/// another order each time: sort, cache or write them first if bits must be reproducible.
///
/// A row with a null, NaN, an infinity, a vector of another size, a label that is no class index or
/// a negative weight is rejected with an [IllegalArgumentException] that names the column, the row
/// and the partition, both from 0; so are data sets without rows or with a single class.
///
/// A class that the label's metadata names but no row has, such as a rare one in a fold of a
/// `CrossValidator`, has empirical prior 0 and is never predicted; other priors reject it.
///
/// @param <E> the estimator itself
public abstract sealed class GenerativeClassifier<E extends GenerativeClassifier<E>>
    extends ProbabilisticClassifier<Vector, E, GenerativeClassificationModel>
    implements DefaultParamsWritable
    permits DiscreteNaiveBayesClassifier,
        DiscriminantClassifier,
        GaussianNaiveBayesClassifier,
        RegularizedDiscriminantClassifier {

  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> weightCol;
  private final Param<String> priorType;
  private final DoubleArrayParam priors;
  private final Param<String> missing;
  private final Param<String> handleInvalid;

  GenerativeClassifier(String uid) {
    // The constructors above ask for it.
    this.uid = uid;
    super();
    weightCol =
        new Param<>(
            this, "weightCol", "the column of weights; all rows weigh 1 where it is not set");
    priorType =
        Options.choice(
            this,
            "priorType",
            "the priors of the classes where priors is not set",
            Options.EMPIRICAL,
            Options.UNIFORM,
            Options.LAPLACE);
    priors = Options.priors(this);
    missing = Options.missing(this);
    handleInvalid = Options.handleInvalid(this);
    setDefault(priorType, Options.EMPIRICAL);
    setDefault(missing, Options.ERROR);
    setDefault(handleInvalid, Options.ERROR);
  }

  @Override
  public final String uid() {
    return uid;
  }

  @SuppressWarnings("unchecked") // Every subclass is its own E.
  final E self() {
    return (E) this;
  }

  /// The column of weights.
  public final Param<String> weightCol() {
    return weightCol;
  }

  /// Sets the column of weights, finite numbers of at least 0.
  public final E setWeightCol(String value) {
    set(weightCol, value);
    return self();
  }

  /// The column of weights, or "" if all weights are 1.
  public final String getWeightCol() {
    return isDefined(weightCol) ? getOrDefault(weightCol) : "";
  }

  /// The kind of class priors if [#priors()] is not set.
  public final Param<String> priorType() {
    return priorType;
  }

  /// Sets the kind of class priors: `empirical`, the shares of the rows (default); `uniform`; or
  /// `laplace`, with one more row in each class.
  public final E setPriorType(String value) {
    set(priorType, value);
    return self();
  }

  /// The kind of class priors.
  public final String getPriorType() {
    return getOrDefault(priorType);
  }

  /// The priors of the classes.
  public final DoubleArrayParam priors() {
    return priors;
  }

  /// Sets the priors of the classes in the order of their indices, with a sum of 1.
  public final E setPriors(double... value) {
    set(priors, value);
    return self();
  }

  /// The priors of the classes, or null if [#getPriorType()] determines them.
  public final double[] getPriors() {
    return isDefined(priors) ? getOrDefault(priors) : null;
  }

  /// The model's treatment of NaN.
  public final Param<String> missing() {
    return missing;
  }

  /// Sets the model's treatment of NaN, as [GenerativeClassificationModel#setMissing]. A fit always
  /// rejects NaN.
  public final E setMissing(String value) {
    set(missing, value);
    return self();
  }

  /// The model's treatment of NaN.
  public final String getMissing() {
    return getOrDefault(missing);
  }

  /// The model's treatment of rows that it cannot score.
  public final Param<String> handleInvalid() {
    return handleInvalid;
  }

  /// Sets the model's treatment of rows that it cannot score, as
  /// [GenerativeClassificationModel#setHandleInvalid]. A fit always rejects such rows.
  public final E setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }

  /// The model's treatment of rows that it cannot score.
  public final String getHandleInvalid() {
    return getOrDefault(handleInvalid);
  }

  /// The given priors.
  final Priors classPriors() {
    if (isDefined(priors)) {
      return Priors.fixed(getOrDefault(priors));
    }
    return switch (getPriorType()) {
      case Options.UNIFORM -> Priors.uniform();
      case Options.LAPLACE -> Priors.laplace();
      default -> Priors.empirical();
    };
  }

  /// The kind of statistics that the model is fitted to.
  abstract StatisticsKind statistics();

  /// The threshold of bits, or NaN if values must be 0 or 1.
  double threshold() {
    return Double.NaN;
  }

  /// The name of the setter that makes singular covariances regular.
  String regularizer() {
    return "setShrinkage";
  }

  /// The recipe of the model, without its priors.
  ///
  /// @throws IllegalArgumentException if options are invalid, before a row is read
  abstract Recipe<?> recipe();

  /// Called by [#fit(Dataset)], which checks the columns first.
  @Override
  public final GenerativeClassificationModel train(Dataset<?> dataset) {
    String weight = getWeightCol().isEmpty() ? null : getWeightCol();
    RowSchema schema = RowSchema.of(dataset.schema(), getFeaturesCol(), getLabelCol(), weight);
    if (statistics().rows() == RowKind.BITS) {
      schema.requireBits();
    }
    Recipe<?> recipe = recipe();
    Priors asked = classPriors();
    if (isDefined(priors) && schema.classNames() != null) {
      // Refused here if their number is wrong, otherwise once the classes are known.
      asked.priors(new double[schema.classNames().size()]);
    }
    Statistics statistics = Gathering.gather(dataset, schema, statistics(), threshold());
    double[] weights = StatisticsKind.classWeights(statistics);
    requireClasses(statistics.classes(), weights);
    boolean lacking = Arrays.stream(weights).anyMatch(w -> w == 0);
    try {
      return new GenerativeClassificationModel(
          uid,
          recipe
              .withPriors(
                  lacking && asked.equals(Priors.empirical())
                      ? Priors.proportional(weights)
                      : asked)
              .fit(statistics));
    } catch (LanewiseException e) {
      throw new BadDataException(
          e,
          "column '%s': %s%s",
          e instanceof BadDataException && e.feature() < 0 ? getLabelCol() : getFeaturesCol(),
          e.message(Wording.of(statistics.features(), statistics.classes())),
          e instanceof SingularCovarianceException singular
                  && singular.smallestRidge() < Double.POSITIVE_INFINITY
              ? " (" + regularizer() + ")"
              : "");
    }
  }

  /// Rejects a single class, and class indices that are not 0 to k − 1, because predictions are
  /// indices with the same meaning.
  private void requireClasses(Classes classes, double[] weights) {
    int[] met = IntStream.range(0, weights.length).filter(c -> weights[c] > 0).toArray();
    if (met.length == 0) {
      throw new BadDataException(
          "column '%s': no row has a weight above 0; rows to learn from are expected",
          getWeightCol());
    }
    if (met.length == 1) {
      throw new BadDataException(
          "column '%s': all rows are of %s; at least 2 classes are expected",
          getLabelCol(), classes.describe(met[0]));
    }
    if (classes.areOpen()) {
      List<String> names = classes.names();
      int last = Integer.parseInt(names.getLast());
      if (last != names.size() - 1) {
        int gap =
            IntStream.range(0, last)
                .filter(c -> classes.indexOf(Integer.toString(c)) < 0)
                .findFirst()
                .orElseThrow();
        throw new BadDataException(
            "column '%s': no row is of class %d, and there is a class %d; the class indices 0 to k"
                + " - 1 are expected, such as a StringIndexer gives",
            getLabelCol(), gap, last);
      }
    }
  }

  @Override
  public final StructType transformSchema(StructType schema) {
    StructType out = super.transformSchema(schema);
    if (!getWeightCol().isEmpty()) {
      if (!List.of(schema.fieldNames()).contains(getWeightCol())) {
        throw new IllegalArgumentException(
            "the column of weights '%s' is not there; the columns are %s"
                .formatted(getWeightCol(), String.join(", ", schema.fieldNames())));
      }
      DataType type = schema.apply(getWeightCol()).dataType();
      if (!(type instanceof NumericType)) {
        throw new IllegalArgumentException(
            "column '%s' of weights holds values of type %s; numbers are expected"
                .formatted(getWeightCol(), type.simpleString()));
      }
    }
    return out;
  }

  @Override
  public final E copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
