package org.lanewise.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.statistics.GaussianStatistics;

/// Every estimator against the library on the same rows, in one partition: the same bits.
class EstimatorsTest {

  @TempDir Path folder;

  /// An estimator, and what the library fits and says in its place.
  record Pair(
      String name,
      GenerativeClassifier<?> estimator,
      Samples samples,
      RowBatch batch,
      Classifier<?, ?> expected) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Labels labels(Samples samples) {
    return Labels.of(samples.classIndices()).withWeights(samples.weights());
  }

  static Stream<Pair> pairs() {
    Samples numbers = Samples.numbers(400, 6);
    NumericColumns columns = NumericColumns.fromRows(numbers.rows());
    Labels labels = labels(numbers);
    Samples bits = Samples.bits(300, 9);
    BitColumns bitColumns = BitColumns.copyOf(NumericColumns.fromRows(bits.rows()));
    BitColumns thresholded = BitColumns.copyOf(columns, 0.25);
    BitColumns negative = BitColumns.copyOf(columns, -0.25);
    Samples counts = Samples.counts(300, 7);
    NumericColumns countColumns = NumericColumns.fromRows(counts.rows());
    Samples categories = Samples.categories(300, 5);
    CategoryColumns codes =
        CategoryColumns.fromRows(
            Stream.of(categories.rows())
                .map(row -> java.util.Arrays.stream(row).mapToInt(v -> (int) v).toArray())
                .toArray(int[][]::new));
    GaussianStatistics pooled =
        GaussianStatistics.pooled(columns.features(), labels.classes())
            .add(columns, labels)
            .as(GaussianStatistics.class);
    return Stream.of(
        new Pair(
            "lda",
            new LinearDiscriminantClassifier(),
            numbers,
            columns,
            LinearDiscriminant.recipe().fit(pooled)),
        new Pair(
            "lda with options",
            new LinearDiscriminantClassifier()
                .setDivisor("unbiased")
                .setShrinkage(0.2)
                .setPriors(0.5, 0.25, 0.25),
            numbers,
            columns,
            LinearDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT
                        .withDivisor(CovarianceDivisor.UNBIASED)
                        .withShrinkage(Shrinkage.fixed(0.2))
                        .withPriors(Priors.fixed(0.5, 0.25, 0.25)))
                .fit(pooled)),
        new Pair(
            "qda",
            new QuadraticDiscriminantClassifier()
                .setShrinkageType("oracleApproximating")
                .setPriorType("uniform"),
            numbers,
            columns,
            QuadraticDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT
                        .withShrinkage(Shrinkage.oracleApproximating())
                        .withPriors(Priors.uniform()))
                .fit(columns, labels)),
        new Pair(
            "rda",
            new RegularizedDiscriminantClassifier()
                .setLambda(0.3)
                .setGamma(0.1)
                .setBlend("scatters"),
            numbers,
            columns,
            RegularizedDiscriminant.recipe(
                    RegularizedOptions.DEFAULT
                        .withLambda(0.3)
                        .withGamma(0.1)
                        .withBlendedScatters(true))
                .fit(columns, labels)),
        new Pair(
            "gaussian-nb",
            new GaussianNaiveBayesClassifier().setPriorType("laplace"),
            numbers,
            columns,
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPriors(Priors.laplace()))
                .fit(columns, labels)),
        new Pair(
            "gaussian-nb, pooled",
            new GaussianNaiveBayesClassifier().setVariances("pooled").setVarianceSmoothing(0.01),
            numbers,
            columns,
            GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT
                        .withPooledVariances(true)
                        .withVarianceSmoothing(0.01))
                .fit(columns, labels)),
        new Pair(
            "bernoulli-nb",
            new BernoulliNaiveBayesClassifier().setSmoothing(0.5),
            bits,
            bitColumns,
            BernoulliNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(0.5)))
                .fit(bitColumns, labels(bits))),
        new Pair(
            "bernoulli-nb with a threshold",
            new BernoulliNaiveBayesClassifier().setBinaryThreshold(0.25),
            numbers,
            thresholded,
            BernoulliNaiveBayes.fit(thresholded, labels)),
        new Pair(
            "bernoulli-nb with a threshold below 0",
            new BernoulliNaiveBayesClassifier().setBinaryThreshold(-0.25),
            numbers,
            negative,
            BernoulliNaiveBayes.fit(negative, labels)),
        new Pair(
            "multinomial-nb",
            new MultinomialNaiveBayesClassifier(),
            counts,
            countColumns,
            MultinomialNaiveBayes.fit(countColumns, labels(counts))),
        new Pair(
            "categorical-nb",
            new CategoricalNaiveBayesClassifier().setSmoothing(2),
            categories,
            codes,
            CategoricalNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(2)))
                .fit(codes, labels(categories))));
  }

  @SuppressWarnings("unchecked")
  private static <B extends RowBatch> Scorer<?, B> scorer(Classifier<?, ?> model) {
    return (Scorer<?, B>) model.scorer();
  }

  private static void assertSaysTheSame(Pair pair, Dataset<Row> scored) {
    Scorer<?, RowBatch> scorer = scorer(pair.expected);
    int[] labels = scorer.predict(pair.batch);
    double[][] logPosteriors = scorer.logPosterior(pair.batch);
    double[][] posteriors = scorer.posterior(pair.batch);
    List<Row> rows =
        scored.select("id", "rawPrediction", "probability", "prediction").collectAsList();
    assertEquals(labels.length, rows.size());
    for (Row row : rows) {
      int i = (int) row.getLong(0);
      assertArrayEquals(logPosteriors[i], row.<Vector>getAs(1).toArray(), "raw of row " + i);
      assertArrayEquals(posteriors[i], row.<Vector>getAs(2).toArray(), "posterior of row " + i);
      assertEquals(labels[i], row.getDouble(3), "label of row " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void savedAndLoadedTheyGiveTheBitsOfTheLibrary(Pair pair) throws Exception {
    Dataset<Row> rows = rows(pair, Samples.Sort.MIXED);
    String path = folder.resolve("estimator").toString();
    pair.estimator.setWeightCol("weight").save(path);
    GenerativeClassifier<?> estimator =
        (GenerativeClassifier<?>)
            pair.estimator.getClass().getMethod("load", String.class).invoke(null, path);
    GenerativeClassificationModel model = estimator.fit(rows);
    model.save(folder.resolve("model").toString());
    GenerativeClassificationModel loaded =
        GenerativeClassificationModel.load(folder.resolve("model").toString());
    assertEquals(model.uid(), loaded.uid());
    assertSaysTheSame(pair, loaded.transform(rows));
    // Outside Spark.
    Classifier<?, ?> file =
        ModelFile.read(folder.resolve("model").resolve(GenerativeClassificationModel.FILE)).model();
    Scorer<?, RowBatch> expected = scorer(pair.expected);
    Scorer<?, RowBatch> read = scorer(file);
    assertArrayEquals(expected.logJoint(pair.batch), read.logJoint(pair.batch));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void denseAndSparseVectorsGiveTheSameModel(Pair pair) {
    pair.estimator.setWeightCol("weight");
    assertArrayEquals(
        bytes(pair.estimator.fit(rows(pair, Samples.Sort.DENSE))),
        bytes(pair.estimator.fit(rows(pair, Samples.Sort.SPARSE))));
  }

  private static Dataset<Row> rows(Pair pair, Samples.Sort sort) {
    return Session.rows(
        1, pair.samples.vectors(sort), pair.samples.labels(), pair.samples.weights());
  }

  private static byte[] bytes(GenerativeClassificationModel model) {
    return SharedModel.bytes(model.classifier());
  }

  /// Of a row far away all log joints are the same number, and of one near the middle all log
  /// posteriors. The class is that of the library, whichever columns there are.
  @Test
  void theClassIsThatOfTheLibraryWhereScoresOfClassesAreRoundedToOneNumber() {
    double[][] rows =
        Stream.of(0.0, 1.0)
            .flatMap(c -> Stream.of(c - 1, c + 1))
            .flatMap(x -> Stream.of(new double[] {x, -1}, new double[] {x, 1}))
            .toArray(double[][]::new);
    LinearDiscriminant fitted =
        LinearDiscriminant.fit(NumericColumns.fromRows(rows), Labels.of(0, 0, 0, 0, 1, 1, 1, 1));
    double[][] asked = {{0.6, 1e9}, {0.5, 0}, {Math.nextUp(0.5), 0}, {Math.nextDown(0.5), 0}};
    int[] expected = fitted.scorer().predict(NumericColumns.fromRows(asked));
    assertEquals(1, expected[0]);
    List<Vector> vectors = Stream.of(asked).map(Vectors::dense).toList();
    Dataset<Row> data = Session.rows(1, vectors, new double[asked.length]);
    for (int columns = 0; columns < 4; columns++) {
      List<Row> labelled =
          GenerativeClassificationModel.of(fitted)
              .setRawPredictionCol((columns & 1) == 0 ? "" : "raw")
              .setProbabilityCol((columns & 2) == 0 ? "" : "p")
              .transform(data)
              .collectAsList();
      for (int i = 0; i < asked.length; i++) {
        assertEquals(
            expected[i],
            labelled.get(i).<Double>getAs("prediction"),
            "row " + i + ", columns " + columns);
      }
    }
  }

  @Test
  void blocksOfRowsGiveTheBitsOfRows() {
    Samples samples = Samples.numbers(300, 6);
    QuadraticDiscriminant fitted =
        QuadraticDiscriminant.fit(
            NumericColumns.fromRows(samples.rows()), Labels.of(samples.classIndices()));
    Dataset<Row> rows =
        Session.rows(2, samples.vectors(Samples.Sort.MIXED), samples.labels())
            .withColumn("label", col("label"), Metadata.fromJson("{\"kept\": 1}"));
    GenerativeClassificationModel model = GenerativeClassificationModel.of(fitted);
    assertSame(model, rows, 7);
    assertSame(model.setThresholds(new double[] {0.2, 1, 2}).setProbabilityCol(""), rows, 1000);
    GenerativeClassificationModel tempered =
        GenerativeClassificationModel.of(CalibratedClassifier.of(fitted, Temperature.of(2)));
    assertSame(tempered, rows, 64);
    assertSame(tempered.setRawPredictionCol("").setProbabilityCol(""), rows, 64);
  }

  private static void assertSame(
      GenerativeClassificationModel model, Dataset<Row> rows, int blockSize) {
    Dataset<Row> alone = model.setBlockSize(1).transform(rows);
    Dataset<Row> inBlocks = model.setBlockSize(blockSize).copy(ParamMap.empty()).transform(rows);
    assertEquals(alone.collectAsList(), inBlocks.collectAsList());
    for (StructField field : alone.schema().fields()) {
      StructField other = inBlocks.schema().apply(field.name());
      assertEquals(field.dataType(), other.dataType());
      assertEquals(field.metadata(), other.metadata());
    }
  }

  @Test
  void blocksAreOfGaussianModelsAlone() {
    Samples samples = Samples.counts(100, 4);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.SPARSE), samples.labels());
    GenerativeClassificationModel model = new MultinomialNaiveBayesClassifier().fit(rows);
    assertEquals(
        model.transform(rows).collectAsList(),
        model.setBlockSize(64).transform(rows).collectAsList());
  }

  @Test
  void aModelThatWasFittedElsewhereLabels() {
    Samples samples = Samples.numbers(200, 4);
    LinearDiscriminant fitted =
        LinearDiscriminant.fit(
            NumericColumns.fromRows(samples.rows()), Labels.of(samples.classIndices()));
    Dataset<Row> rows = Session.rows(2, samples.vectors(Samples.Sort.DENSE), samples.labels());
    Dataset<Row> labelled =
        GenerativeClassificationModel.of(fitted)
            .setRawPredictionCol("")
            .setProbabilityCol("")
            .transform(rows);
    assertEquals(
        List.of("id", "features", "label", "weight", "prediction"), List.of(labelled.columns()));
    int[] expected = fitted.scorer().predict(NumericColumns.fromRows(samples.rows()));
    for (Row row : labelled.collectAsList()) {
      assertEquals(expected[(int) row.getLong(0)], row.getDouble(4));
    }
  }
}
