package org.lanewise.spark;

import static org.apache.spark.sql.functions.col;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.score.UnseenCategory;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.spark.scoring.BlockScoring;
import org.lanewise.spark.scoring.RowScoring;
import org.lanewise.spark.scoring.Scores;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.spark.scoring.VectorScorer;

/// Any model of Lanewise, as spark.ml has models: it adds three columns to a data set.
///
/// - `rawPrediction`: log p(c | x) of every class c, natural logarithms, a vector of k values; of two
///   classes it ranks rows as their log odds do, so evaluators may take it or `probability`;
/// - `probability`: p(c | x) of every class;
/// - `prediction`: the index of the class with the largest log p(x, c), of equals the lowest; or,
///   where `thresholds` t are set, of the largest p(c | x) / t_c.
///
/// A column whose name is set to "" is not added. The metadata of `prediction` has the names of the
/// classes, so that an `IndexToString` needs no labels.
///
/// Models come from the estimators of this package, from [#load], or with [#of] from anywhere:
/// `GenerativeClassificationModel.of(ModelFile.read(path).model())`. Bits are those of the library
/// on one machine. Where the metadata of the vectors names features, these have to be those of the
/// model in their order; what is not so is refused before a row is read. A row whose vector is null, of another size, or holds NaN is refused, and with it
/// the job; the message names the column and shows the vector.
public final class GenerativeClassificationModel
    extends ProbabilisticClassificationModel<Vector, GenerativeClassificationModel>
    implements MLWritable {

  private static final long serialVersionUID = 1L;

  /// Where [#save] puts the file of the model, below the path it is given.
  public static final String FILE = "data/lanewise.model";

  private final String uid;
  private final DoubleParam binaryThreshold;
  private final Param<String> unseen;
  private final IntParam blockSize;
  private transient Classifier<?, ?> classifier;
  private transient VectorScorer scorer;
  private transient SharedModel shared;
  private transient SparkContext sharedBy;

  /// A model of nothing, of which Spark Connect asks the name.
  public GenerativeClassificationModel() {
    this(Identifiable.randomUID("lanewise"), null);
  }

  GenerativeClassificationModel(String uid, Classifier<?, ?> classifier) {
    this.uid = uid;
    this.classifier = classifier;
    super();
    binaryThreshold = Options.binaryThreshold(this);
    unseen = Options.unseen(this);
    blockSize = Options.blockSize(this);
    setDefault(unseen, Options.ERROR);
    setDefault(blockSize, 1);
  }

  /// A model of the library, wherever it was fitted.
  ///
  /// @throws IllegalArgumentException if it is one of rows that are no vectors
  public static GenerativeClassificationModel of(Classifier<?, ?> classifier) {
    GenerativeClassificationModel model =
        new GenerativeClassificationModel(Identifiable.randomUID("lanewise"), classifier);
    model.scorer();
    return model;
  }

  @Override
  public String uid() {
    return uid;
  }

  /// The model of the library: parameters, explanations, deciders by costs, and all else.
  ///
  /// @throws IllegalStateException if there is none
  public Classifier<?, ?> classifier() {
    if (classifier == null) {
      throw new IllegalStateException(
          "this model was made without a classifier; one that was fitted or loaded is expected");
    }
    return classifier;
  }

  /// What the values of bits are compared with; where it is not set they have to be 0 or 1.
  public DoubleParam binaryThreshold() {
    return binaryThreshold;
  }

  /// Sets what the values of bits are compared with: those that are greater are 1.
  public GenerativeClassificationModel setBinaryThreshold(double value) {
    set(binaryThreshold, value);
    return this;
  }

  /// What becomes of categories that were not learned: `error`, `ignore` or `smoothed`.
  public Param<String> unseen() {
    return unseen;
  }

  /// Sets what becomes of categories that were not learned.
  public GenerativeClassificationModel setUnseen(String value) {
    set(unseen, value);
    return this;
  }

  @Override
  public void onParamChange(Param<?> param) {
    if (param.equals(binaryThreshold) || param.equals(unseen)) {
      scorer = null;
      shared = null;
    }
  }

  @Override
  public int numClasses() {
    return classifier().classes().count();
  }

  @Override
  public int numFeatures() {
    return classifier().features().count();
  }

  private double threshold() {
    return isDefined(binaryThreshold) ? (double) getOrDefault(binaryThreshold) : Double.NaN;
  }

  private UnseenCategory unseenCategory() {
    return Options.unseenCategory(getOrDefault(unseen));
  }

  private synchronized VectorScorer scorer() {
    if (scorer == null) {
      scorer = VectorScorer.of(classifier(), threshold(), unseenCategory());
    }
    return scorer;
  }

  /// The model on the executors, to which it is sent once.
  synchronized SharedModel shared(SparkContext context) {
    if (shared == null || !context.equals(sharedBy)) {
      scorer();
      shared = SharedModel.of(context, classifier(), threshold(), unseenCategory());
      sharedBy = context;
    }
    return shared;
  }

  /// How many rows are scored at once.
  public IntParam blockSize() {
    return blockSize;
  }

  /// Sets how many rows of a partition are scored at once by a Gaussian model: 1 (default), each where
  /// a query needs it, or blocks of up to 65,536.
  ///
  /// Blocks of 256 rows score models of many numbers, as quadratic discriminants of 64 features or
  /// more, about 1.5 times as fast. But Spark cannot look into them: all columns are read, and
  /// all rows are scored, whatever a query does with them afterwards; filters and selections come
  /// before [#transform] then.
  public GenerativeClassificationModel setBlockSize(int value) {
    set(blockSize, value);
    return this;
  }

  /// How many rows are scored at once.
  public int getBlockSize() {
    return (int) getOrDefault(blockSize);
  }

  /// Adds the columns that have names.
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    double[] thresholds = isDefined(thresholds()) ? getThresholds() : null;
    if (thresholds != null && thresholds.length != numClasses()) {
      throw new IllegalArgumentException(
          "%d thresholds are set; one for each of %d classes is expected"
              .formatted(thresholds.length, numClasses()));
    }
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put(Scores.RAW, getRawPredictionCol());
    wanted.put(Scores.PROBABILITY, getProbabilityCol());
    wanted.put(Scores.PREDICTION, getPredictionCol());
    wanted.values().removeIf(String::isEmpty);
    if (wanted.isEmpty()) {
      return dataset.toDF();
    }
    SharedModel model = shared(dataset.sparkSession().sparkContext());
    if (getBlockSize() > 1 && scorer().takesBlocks()) {
      return BlockScoring.transformed(
          dataset.toDF(),
          new RowScoring(getFeaturesCol(), model, wanted.keySet(), thresholds),
          getBlockSize(),
          wanted,
          predictionMetadata());
    }
    Map<String, Column> scores =
        Scores.of(
            new RowScoring(getFeaturesCol(), model, wanted.keySet(), thresholds),
            dataset.col(RowSchema.quoted(getFeaturesCol())),
            wanted.keySet());
    List<Column> columns = new ArrayList<>(List.of(col("*")));
    wanted.forEach(
        (field, name) ->
            columns.add(
                field.equals(Scores.PREDICTION)
                    ? scores.get(field).as(name, predictionMetadata())
                    : scores.get(field).as(name)));
    return dataset.select(columns.toArray(Column[]::new));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    StructField[] fields = super.transformSchema(schema).fields().clone();
    RowSchema.requireFeatures(schema.apply(getFeaturesCol()), classifier().features());
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].name().equals(getPredictionCol())) {
        fields[i] =
            new StructField(
                fields[i].name(), fields[i].dataType(), fields[i].nullable(), predictionMetadata());
      }
    }
    return new StructType(fields);
  }

  private Metadata predictionMetadata() {
    return NominalAttribute.defaultAttr()
        .withName(getPredictionCol())
        .withValues(classifier().classes().names().toArray(String[]::new))
        .toMetadata();
  }

  /// The index of the class of one vector.
  @Override
  public double predict(Vector features) {
    return isDefined(thresholds())
        ? Scores.argmax(scorer().posterior(features), getThresholds())
        : scorer().predict(features);
  }

  /// log p(c | x) of every class, of one vector.
  @Override
  public Vector predictRaw(Vector features) {
    return Vectors.dense(scorer().logPosterior(features));
  }

  /// p(c | x) of every class, of one vector.
  @Override
  public Vector predictProbability(Vector features) {
    return Vectors.dense(scorer().posterior(features));
  }

  /// The softmax of log posteriors, which equals [#predictProbability] but for rounding.
  @Override
  public Vector raw2probabilityInPlace(Vector rawPrediction) {
    double[] values = ((DenseVector) rawPrediction).values();
    double largest = Arrays.stream(values).max().orElse(0);
    double sum = 0;
    for (int c = 0; c < values.length; c++) {
      values[c] = Math.exp(values[c] - largest);
      sum += values[c];
    }
    for (int c = 0; c < values.length; c++) {
      values[c] /= sum;
    }
    return rawPrediction;
  }

  // javac finds the two inherited ones, which differ in their type arguments only, in conflict.
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public scala.Tuple3 findSummaryModel() {
    return super.findSummaryModel();
  }

  @Override
  public GenerativeClassificationModel copy(ParamMap extra) {
    GenerativeClassificationModel copy = new GenerativeClassificationModel(uid, classifier);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public String toString() {
    return classifier == null
        ? uid
        : "%s: %s, %d features, %d classes"
            .formatted(uid, classifier.getClass().getSimpleName(), numFeatures(), numClasses());
  }

  /// Writes the parameters as spark.ml does, and the model as a file of the library, [#FILE], which
  /// any program with the library reads, and the command too.
  ///
  /// @throws IllegalStateException if there is no model: nothing is overwritten then
  @Override
  public MLWriter write() {
    classifier();
    return new ModelFolder.Writer(this);
  }

  /// Reads what [#write] wrote.
  public static MLReader<GenerativeClassificationModel> read() {
    return new ModelFolder.Reader();
  }

  /// Reads what [#save] wrote.
  ///
  /// @throws java.io.UncheckedIOException if the file of the model cannot be used
  public static GenerativeClassificationModel load(String path) {
    return read().load(path);
  }

  @Serial
  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeObject(classifier == null ? null : SharedModel.bytes(classifier));
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    byte[] file = (byte[]) in.readObject();
    classifier = file == null ? null : ModelFile.read(new ByteArrayInputStream(file)).model();
  }
}
