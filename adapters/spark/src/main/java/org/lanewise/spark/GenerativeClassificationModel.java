package org.lanewise.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.spark.scoring.BlockScoring;
import org.lanewise.spark.scoring.Recoding;
import org.lanewise.spark.scoring.RowScoring;
import org.lanewise.spark.scoring.Scores;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.spark.scoring.VectorScorer;

/// Any Lanewise model as a spark.ml model, which adds three columns to a data set.
///
/// - `rawPrediction`: log p(c | x) of every class c, a vector of k natural logarithms; evaluators
///   for two classes may use it or `probability`;
/// - `probability`: p(c | x) of every class;
/// - `prediction`: the index of the class with the largest log p(x, c), where ties go to the
///   lowest; or with the largest p(c | x) / t_c if `thresholds` t are set.
///
/// To omit a column, set its name to "". The metadata of `prediction` has the names of the classes,
/// so that an `IndexToString` needs no labels.
///
/// Models come from the estimators of this package, from [#load], or with [#of] from any source:
/// `GenerativeClassificationModel.of(ModelFile.read(path).model())`. Results are bit-identical to
/// the library on one machine. If the metadata of the vectors names features, they have to be those
/// of the model in the same order; others are rejected before a row is read. A row whose vector is
/// null, of another size, or contains NaN fails the job with a message that names the column and
/// shows the vector. [#setHandleInvalid] skips or keeps such rows, and [#setMissing] treats NaN as
/// a missing value.
///
/// **Categories** are matched by name: if both the metadata of the vectors (as after a
/// `StringIndexer`) and the model name the categories of a feature, codes are translated, and
/// [#setUnseen] decides about names that the model lacks. Otherwise codes are used unchanged, and
/// the log reports it once. [#predict], [#predictRaw] and [#predictProbability] of one vector use
/// the codes of the model.
public final class GenerativeClassificationModel extends ModelParameters implements MLWritable {

  private static final long serialVersionUID = 1L;

  /// The path of the model file below the path of [#save].
  public static final String FILE = "data/lanewise.model";

  private transient boolean warned;
  private transient Classifier<?, ?> classifier;
  private transient VectorScorer scorer;
  private transient SharedModel shared;
  private transient SparkContext sharedBy;

  /// Creates an empty instance, which Spark Connect requires.
  public GenerativeClassificationModel() {
    this(Identifiable.randomUID("lanewise"), null);
  }

  GenerativeClassificationModel(String uid, Classifier<?, ?> classifier) {
    this.classifier = classifier;
    super(uid);
  }

  /// Wraps a model of the library.
  ///
  /// @throws IllegalArgumentException if its rows are not vectors
  public static GenerativeClassificationModel of(Classifier<?, ?> classifier) {
    GenerativeClassificationModel model =
        new GenerativeClassificationModel(Identifiable.randomUID("lanewise"), classifier);
    model.scorer();
    return model;
  }

  /// The model of the library, with parameters, explanations and deciders.
  ///
  /// @throws IllegalStateException if there is none
  public Classifier<?, ?> classifier() {
    if (classifier == null) {
      throw new IllegalStateException(
          "this model was made without a classifier; one that was fitted or loaded is expected");
    }
    return classifier;
  }

  @Override
  Classifier<?, ?> fitted() {
    return classifier;
  }

  @Override
  public void onParamChange(Param<?> param) {
    if (param.equals(binaryThreshold()) || param.equals(unseen()) || param.equals(missing())) {
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

  private synchronized VectorScorer scorer() {
    if (scorer == null) {
      scorer = VectorScorer.of(classifier(), rowOptions());
    }
    return scorer;
  }

  /// The model on the executors, for vectors without metadata.
  ///
  /// @param where the name of the vectors in messages
  SharedModel shared(SparkContext context, String where) {
    warn(Recoding.none(classifier(), rowOptions().unseen()), where);
    return shared(context);
  }

  /// The model on the executors, sent to each once.
  private synchronized SharedModel shared(SparkContext context) {
    if (shared == null || !context.equals(sharedBy)) {
      scorer();
      shared = SharedModel.of(context, classifier(), rowOptions());
      sharedBy = context;
    }
    return shared;
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
    Recoding recoding =
        Recoding.of(dataset.schema().apply(getFeaturesCol()), classifier(), rowOptions().unseen());
    warn(recoding, "column '%s'".formatted(getFeaturesCol()));
    RowScoring scoring =
        new RowScoring(
            getFeaturesCol(),
            model,
            recoding,
            getHandleInvalid().equals(Options.ERROR),
            wanted.keySet(),
            thresholds);
    boolean skip = getHandleInvalid().equals(Options.SKIP);
    int rows = scorer().takesBlocks() ? getBlockSize() : 1;
    return rows > 1
        ? BlockScoring.transformed(
            dataset.toDF(), scoring, skip, rows, wanted, predictionMetadata())
        : Scores.transformed(dataset.toDF(), scoring, skip, wanted, predictionMetadata());
  }

  /// Logs once that the names of categories cannot be compared.
  private void warn(Recoding recoding, String where) {
    String doubt = recoding.doubt(where);
    if (!warned && !doubt.isEmpty()) {
      warned = true;
      log().warn(doubt);
    }
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

  /// The softmax of log posteriors, which equals [#predictProbability] up to rounding.
  @Override
  public Vector raw2probabilityInPlace(Vector rawPrediction) {
    Scores.softmax(((DenseVector) rawPrediction).values());
    return rawPrediction;
  }

  @Override
  public GenerativeClassificationModel copy(ParamMap extra) {
    GenerativeClassificationModel copy = new GenerativeClassificationModel(uid(), classifier);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public String toString() {
    return classifier == null
        ? uid()
        : "%s: %s, %d features, %d classes"
            .formatted(uid(), classifier.getClass().getSimpleName(), numFeatures(), numClasses());
  }

  /// Writes the parameters like spark.ml, and the model as a file of the library, [#FILE], which
  /// any program with the library and the command can read.
  ///
  /// @throws IllegalStateException if there is no model; nothing is then overwritten
  @Override
  public MLWriter write() {
    classifier();
    return new ModelFolder.Writer(this);
  }

  /// Returns a reader of saved models.
  public static MLReader<GenerativeClassificationModel> read() {
    return new ModelFolder.Reader();
  }

  /// Loads a saved model.
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
