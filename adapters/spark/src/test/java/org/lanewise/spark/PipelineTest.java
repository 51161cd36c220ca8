package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.IndexToString;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// What spark.ml does with estimators and models.
class PipelineTest {

  @TempDir Path folder;

  private static Dataset<Row> flowers() {
    Random random = new Random(7);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      boolean setosa = i % 3 == 0;
      rows.add(
          RowFactory.create(
              (setosa ? 1 : 5) + random.nextGaussian(),
              random.nextGaussian(),
              random.nextBoolean() ? "red" : setosa ? "blue" : "white",
              setosa ? "setosa" : "virginica"));
    }
    return Session.rows(
        2,
        rows,
        new StructType()
            .add("length", DataTypes.DoubleType)
            .add("width", DataTypes.DoubleType)
            .add("colour", DataTypes.StringType)
            .add("species", DataTypes.StringType));
  }

  private static Pipeline pipeline(GenerativeClassifier<?> classifier) {
    return new Pipeline()
        .setStages(
            new PipelineStage[] {
              new StringIndexer()
                  .setInputCol("species")
                  .setOutputCol("label")
                  .setStringOrderType("alphabetDesc"),
              new VectorAssembler()
                  .setInputCols(new String[] {"length", "width"})
                  .setOutputCol("features"),
              classifier,
              new IndexToString().setInputCol("prediction").setOutputCol("answer")
            });
  }

  @Test
  void aPipelineFromNamesToNamesIsSavedAndLoaded() throws Exception {
    Dataset<Row> flowers = flowers();
    String path = folder.resolve("pipeline").toString();
    pipeline(new LinearDiscriminantClassifier()).fit(flowers).save(path);
    PipelineModel loaded = PipelineModel.load(path);
    Dataset<Row> answers = loaded.transform(flowers);
    long right = answers.filter("answer = species").count();
    assertTrue(right > 110, right + " of 120 are right");
    GenerativeClassificationModel stage =
        assertInstanceOf(GenerativeClassificationModel.class, loaded.stages()[2]);
    LinearDiscriminant model = assertInstanceOf(LinearDiscriminant.class, stage.classifier());
    assertEquals(List.of("virginica", "setosa"), model.classes().names());
    assertEquals(List.of("length", "width"), model.features().names());
    assertEquals(
        Set.of(answers.schema().fieldNames()),
        Set.of(loaded.transformSchema(flowers.schema()).fieldNames()));
  }

  @Test
  void aCrossValidatorFindsTheShrinkageAndItsBestModelSaysTheOptions() throws Exception {
    LinearDiscriminantClassifier classifier =
        new LinearDiscriminantClassifier().setHandleInvalid("skip").setPriorType("uniform");
    CrossValidatorModel found =
        new CrossValidator()
            .setEstimator(pipeline(classifier))
            .setEvaluator(new MulticlassClassificationEvaluator().setMetricName("accuracy"))
            .setEstimatorParamMaps(
                new ParamGridBuilder()
                    .addGrid(classifier.shrinkage(), new double[] {0.25, 1})
                    .build())
            .setNumFolds(2)
            .setSeed(1)
            .fit(flowers());
    assertEquals(2, found.avgMetrics().length);
    assertTrue(found.avgMetrics()[0] > 0.9, "accuracy " + found.avgMetrics()[0]);
    String path = folder.resolve("found").toString();
    found.save(path);
    for (CrossValidatorModel model : List.of(found, CrossValidatorModel.load(path))) {
      GenerativeClassificationModel best =
          (GenerativeClassificationModel) ((PipelineModel) model.bestModel()).stages()[2];
      assertEquals(0.25, best.getOrDefault(best.getParam("shrinkage")));
      assertEquals("uniform", best.getOrDefault(best.getParam("priorType")));
      assertEquals("toScale", best.getOrDefault(best.getParam("shrinkageType")));
      assertEquals("skip", best.getHandleInvalid());
      assertTrue(
          best.explainParams().contains("(default: 0.0, current: 0.25)"), best.explainParams());
    }
  }

  @Test
  void categoriesKeepTheNamesThatAreInMetadata() {
    Dataset<Row> flowers = flowers();
    Dataset<Row> indexed =
        new StringIndexer()
            .setInputCols(new String[] {"species", "colour"})
            .setOutputCols(new String[] {"label", "code"})
            .fit(flowers)
            .transform(flowers);
    Dataset<Row> rows =
        new VectorAssembler()
            .setInputCols(new String[] {"code"})
            .setOutputCol("features")
            .transform(indexed);
    CategoricalNaiveBayes model =
        (CategoricalNaiveBayes) new CategoricalNaiveBayesClassifier().fit(rows).classifier();
    assertEquals("red", model.dictionaries().get(0).name(0));
    assertEquals(List.of("code"), model.features().names());
  }

  @Test
  void rawPredictionsRankRowsAsProbabilitiesDo() {
    Samples samples = Samples.numbers(200, 3);
    Dataset<Row> rows =
        Session.rows(1, samples.vectors(Samples.Sort.DENSE), samples.labels()).filter("label < 2");
    Dataset<Row> scored = new QuadraticDiscriminantClassifier().fit(rows).transform(rows);
    BinaryClassificationEvaluator evaluator = new BinaryClassificationEvaluator();
    double area = evaluator.evaluate(scored);
    assertEquals(area, evaluator.setRawPredictionCol("probability").evaluate(scored), 1e-12);
    assertTrue(area > 0.7, "area " + area);
  }

  @Test
  void thresholdsDecideAsSparkSays() {
    Samples samples = Samples.numbers(60, 3);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.DENSE), samples.labels());
    GenerativeClassificationModel model =
        new GaussianNaiveBayesClassifier().setThresholds(new double[] {1e-3, 1, 0.5}).fit(rows);
    for (Row row :
        model.transform(rows).select("probability", "prediction", "features").collectAsList()) {
      double[] p = row.<Vector>getAs(0).toArray();
      assertEquals(model.probability2prediction(Vectors.dense(p)), row.getDouble(1));
      assertEquals(row.getDouble(1), model.predict(row.<Vector>getAs(2)));
    }
  }

  @Test
  void oneVectorIsScoredAsInADataSet() {
    Samples samples = Samples.numbers(60, 3);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.MIXED), samples.labels());
    GenerativeClassificationModel model = new QuadraticDiscriminantClassifier().fit(rows);
    for (Row row : model.transform(rows).collectAsList()) {
      Vector features = row.getAs("features");
      assertEquals(row.<Vector>getAs("rawPrediction"), model.predictRaw(features));
      assertEquals(row.<Vector>getAs("probability"), model.predictProbability(features));
      assertEquals(row.<Double>getAs("prediction"), model.predict(features));
      assertArrayEquals(
          model.predictProbability(features).toArray(),
          model.raw2probabilityInPlace(model.predictRaw(features)).toArray(),
          1e-12);
    }
  }

  @Test
  void copiesAndSerializedModelsSayTheSame() throws Exception {
    Samples samples = Samples.numbers(60, 3);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.DENSE), samples.labels());
    LinearDiscriminantClassifier classifier = new LinearDiscriminantClassifier().setShrinkage(0.5);
    GenerativeClassificationModel model = classifier.fit(rows);
    GenerativeClassificationModel copy =
        model.copy(new ParamMap().put(model.predictionCol(), "answer"));
    assertEquals("answer", copy.getPredictionCol());
    assertEquals("prediction", model.getPredictionCol());
    assertEquals(0.5, classifier.copy(ParamMap.empty()).getShrinkage());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(model);
    GenerativeClassificationModel read =
        (GenerativeClassificationModel)
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    Vector vector = Vectors.dense(samples.rows()[0]);
    assertEquals(model.predictRaw(vector), copy.predictRaw(vector));
    assertEquals(model.predictRaw(vector), read.predictRaw(vector));
  }

  /// As Spark Connect does with models that were not used for some time.
  @Test
  void aModelIsPutAsideOnThisMachineWhateverTheFileSystem() throws IOException {
    Samples samples = Samples.numbers(60, 3);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.DENSE), samples.labels());
    GenerativeClassificationModel model = new LinearDiscriminantClassifier().fit(rows);
    String path = folder.resolve("aside").toString();
    Session.get().conf().set("fs.defaultFS", "file:///nowhere-else");
    try {
      model.write().saveToLocal(path);
    } finally {
      Session.get().conf().unset("fs.defaultFS");
    }
    GenerativeClassificationModel again = GenerativeClassificationModel.read().loadFromLocal(path);
    assertEquals(model.uid(), again.uid());
    Vector vector = Vectors.dense(samples.rows()[0]);
    assertEquals(model.predictRaw(vector), again.predictRaw(vector));
  }

  @Test
  @SuppressWarnings("rawtypes") // A service is asked for by its class.
  void sparkConnectFindsEstimatorsAndTheModel() {
    Set<Class<?>> estimators =
        ServiceLoader.load(Estimator.class).stream()
            .filter(provider -> provider.type().getPackage() == Session.class.getPackage())
            .map(provider -> provider.get().getClass())
            .collect(Collectors.toSet());
    assertEquals(leaves(GenerativeClassifier.class).collect(Collectors.toSet()), estimators);
    assertTrue(
        ServiceLoader.load(Transformer.class).stream()
            .anyMatch(provider ->
                provider.type() == GenerativeClassificationModel.class && provider.get() != null));
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(PipelineTest::leaves)
        : Stream.of(type);
  }
}
