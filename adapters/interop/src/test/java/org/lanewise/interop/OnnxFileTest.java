package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;
import org.lanewise.text.Vocabulary;
import org.lanewise.transform.Transform;

/// Graphs give in ONNX Runtime what models give here.
class OnnxFileTest {

  private static final double CLOSE = 1e-12;

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> aGraphGivesTheScoresOfItsModel() throws IOException {
    return TestModels.all().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> check(entry.getKey(), entry.getValue())));
  }

  private void check(String name, ModelFile file) throws Exception {
    ModelFile bare = new ModelFile(file.model());
    Path path = folder.resolve(name + ".onnx");
    try {
      OnnxFile.write(bare, path);
    } catch (IllegalArgumentException e) {
      assertEquals(
          "the model has probabilities or rates of 0, which an ONNX graph cannot express; a model"
              + " fitted with smoothing, such as an alpha of 0.01, is expected",
          e.getMessage());
      assertTrue(Files.notExists(path));
      return;
    }
    compare(file.model(), rows(file.model()), path);
  }

  private static double[][] rows(Classifier<?, ?> model) {
    SplittableRandom random = new SplittableRandom(1);
    return IntStream.range(0, 64)
        .mapToObj(i -> model.example(i % model.classCount(), random))
        .toArray(double[][]::new);
  }

  private static TestRows testRows(Classifier<?, ?> model, double[][] rows) {
    int d = model.featureCount();
    return TestRows.of(
        model,
        IntStream.rangeClosed(0, rows.length).map(i -> i * d).toArray(),
        IntStream.range(0, rows.length * d).map(i -> i % d).toArray(),
        Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray());
  }

  @SuppressWarnings("unchecked") // The rows are in the model's own format.
  private static <B extends RowBatch> void compare(
      Classifier<?, ?> model, double[][] rows, Path path) throws OrtException {
    TestRows stored = testRows(model, rows);
    Scorer<?, B> scorer = (Scorer<?, B>) model.scorer();
    B batch = (B) stored.rows();
    double[][] joints = scorer.logJoint(batch);
    double[][] posteriors = scorer.posterior(batch);
    int[] labels = scorer.predict(batch);
    Answer answer = Answer.of(path, model, rows, false);
    for (int i = 0; i < rows.length; i++) {
      double largest =
          Arrays.stream(joints[i]).filter(Double::isFinite).map(Math::abs).max().orElse(0);
      for (int c = 0; c < joints[i].length; c++) {
        if (joints[i][c] != answer.joints[i][c]) {
          assertEquals(joints[i][c], answer.joints[i][c], CLOSE * Math.max(1, largest));
        }
        assertEquals(posteriors[i][c], answer.posteriors[i][c], CLOSE * Math.max(1, largest));
      }
      assertEquals(model.classes().name(labels[i]), answer.labels[i]);
    }
  }

  /// The outputs of a graph.
  private record Answer(String[] labels, double[][] joints, double[][] posteriors) {

    static Answer of(Path path, Classifier<?, ?> model, double[][] rows, boolean floats)
        throws OrtException {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      Map<String, OnnxTensor> inputs = new HashMap<>();
      try (OrtSession session = environment.createSession(path.toString())) {
        int first = 0;
        if (model.bare() instanceof IndicatorClassifier indicators) {
          int numbers = indicators.indicators().numberCount();
          if (numbers > 0) {
            add(inputs, environment, "x", numbers, rows, 0, floats);
          }
          add(inputs, environment, "codes", model.featureCount() - numbers, rows, numbers, floats);
          return run(session, inputs);
        }
        List<? extends Classifier<?, ?>> blocks = model.bare().blocks();
        for (int b = 0; b < blocks.size(); b++) {
          Classifier<?, ?> block = blocks.get(b).bare();
          String suffix = model.bare().format() == RowFormat.BLOCKS ? "_" + b : "";
          String name = block.format() == RowFormat.CODES ? "codes" : "x";
          add(inputs, environment, name + suffix, block.featureCount(), rows, first, floats);
          first += block.featureCount();
        }
        return run(session, inputs);
      } finally {
        inputs.values().forEach(OnnxTensor::close);
      }
    }

    private static Answer run(OrtSession session, Map<String, OnnxTensor> inputs)
        throws OrtException {
      try (OrtSession.Result result = session.run(inputs)) {
        Object labels = result.get("label").orElseThrow().getValue();
        return new Answer(
            labels instanceof long[] integers
                ? Arrays.stream(integers).mapToObj(Long::toString).toArray(String[]::new)
                : (String[]) labels,
            numbers(result.get("log_joint").orElseThrow().getValue()),
            numbers(result.get("probabilities").orElseThrow().getValue()));
      }
    }

    private static double[][] numbers(Object value) {
      return value instanceof float[][] floats
          ? Arrays.stream(floats)
              .map(row -> IntStream.range(0, row.length).mapToDouble(c -> row[c]).toArray())
              .toArray(double[][]::new)
          : (double[][]) value;
    }

    private static void add(
        Map<String, OnnxTensor> inputs,
        OrtEnvironment environment,
        String name,
        int d,
        double[][] rows,
        int first,
        boolean floats)
        throws OrtException {
      long[] shape = {rows.length, d};
      double[] values =
          Arrays.stream(rows)
              .flatMapToDouble(row -> Arrays.stream(row, first, first + d))
              .toArray();
      if (name.startsWith("codes")) {
        long[] codes = Arrays.stream(values).mapToLong(value -> (long) value).toArray();
        inputs.put(name, OnnxTensor.createTensor(environment, LongBuffer.wrap(codes), shape));
      } else if (floats) {
        FloatBuffer narrow = FloatBuffer.allocate(values.length);
        for (int i = 0; i < values.length; i++) {
          narrow.put(i, (float) values[i]);
        }
        inputs.put(name, OnnxTensor.createTensor(environment, narrow, shape));
      } else {
        inputs.put(name, OnnxTensor.createTensor(environment, DoubleBuffer.wrap(values), shape));
      }
    }
  }

  private static LinearDiscriminant iris() throws IOException {
    return (LinearDiscriminant) TestModels.one("linear-named").model();
  }

  @Test
  void aTemperatureTempersProbabilitiesAlsoUnderOtherPriors() throws Exception {
    LinearDiscriminant model = iris();
    Path path = folder.resolve("tempered.onnx");
    var tempered = CalibratedClassifier.of(model, Temperature.of(2.5));
    OnnxFile.write(new ModelFile(tempered), path);
    compare(tempered, rows(model), path);
    double[] priors = new double[model.classCount()];
    Arrays.setAll(priors, c -> (c + 1) / (priors.length * (priors.length + 1) / 2.0));
    var shifted = tempered.withPriors(Priors.fixed(priors));
    OnnxFile.write(new ModelFile(shifted), path);
    compare(shifted, rows(model), path);
  }

  @TestFactory
  Stream<DynamicTest> aGraphGivesTheLabelsOfRealRows() {
    return Stream.of("iris", "wine", "banknote", "breast_cancer")
        .flatMap(name ->
            Stream.<Recipe<? extends Classifier<double[], NumericColumns>>>of(
                    LinearDiscriminant.recipe(),
                    QuadraticDiscriminant.recipe(
                        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(1e-3))),
                    RegularizedDiscriminant.recipe(
                        RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0.1)),
                    LowRankDiscriminant.recipe(
                        LowRankOptions.DEFAULT.withRank(2).withSubspace(3).withKappa(1)),
                    LowRankDiscriminant.recipe(LowRankOptions.DEFAULT.withRank(0)),
                    GaussianNaiveBayes.recipe(),
                    TransformedClassifier.recipe(
                        Transform.signedPower(0.5)
                            .then(Transform.unitLength())
                            .then(Transform.randomFeatures(20, 3)),
                        LinearDiscriminant.recipe(
                            DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)))))
                .map(recipe ->
                    dynamicTest(
                        name + ", " + recipe.model().getSimpleName(),
                        () -> checkRealRows(name, recipe))));
  }

  private void checkRealRows(
      String name, Recipe<? extends Classifier<double[], NumericColumns>> recipe) throws Exception {
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line :
        Files.readAllLines(Path.of("../../examples/data/" + name + ".csv")).stream()
            .skip(1)
            .toList()) {
      String[] cells = line.split(",");
      labels.add(cells[cells.length - 1]);
      rows.add(
          Arrays.stream(cells).limit(cells.length - 1).mapToDouble(Double::parseDouble).toArray());
    }
    double[][] all = rows.toArray(double[][]::new);
    Classifier<double[], NumericColumns> model =
        recipe.fit(NumericColumns.fromRows(all), Labels.of(labels.toArray(String[]::new)));
    Path path = folder.resolve("real.onnx");
    OnnxFile.write(new ModelFile(model), path);
    compare(model, every(2, all.length, i -> all[i]), path);
  }

  /// Some of n rows: test rows are at most 1,000.
  private static double[][] every(int step, int n, IntFunction<double[]> row) {
    return IntStream.range(0, n / step).mapToObj(i -> row.apply(step * i)).toArray(double[][]::new);
  }

  @TestFactory
  Stream<DynamicTest> aGraphGivesTheLabelsOfMessages() throws IOException {
    List<String> labels = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("../../examples/data/sms_spam.tsv"))) {
      int tab = line.indexOf('\t');
      labels.add(line.substring(0, tab));
      texts.add(line.substring(tab + 1));
    }
    Vocabulary vocabulary = Vocabulary.of(texts);
    return Stream.<Recipe<? extends Classifier<?, ?>>>of(
            MultinomialNaiveBayes.recipe(),
            ComplementNaiveBayes.recipe(),
            PoissonNaiveBayes.recipe(),
            BernoulliNaiveBayes.recipe())
        .map(recipe ->
            dynamicTest(
                recipe.model().getSimpleName(),
                () -> {
                  SparseRows rows =
                      recipe.model() == BernoulliNaiveBayes.class
                          ? vocabulary.presence(texts)
                          : vocabulary.counts(texts);
                  Classifier<?, ?> model = recipe.fit(rows, Labels.of(labels));
                  Path path = folder.resolve("words.onnx");
                  OnnxFile.write(new ModelFile(model), path);
                  compare(model, every(25, texts.size(), i -> dense(rows, i)), path);
                }));
  }

  private static double[] dense(SparseRows rows, int i) {
    double[] dense = new double[rows.features().count()];
    SparseRow row = new SparseRow();
    rows.row(i, row);
    for (int at = row.from(); at < row.to(); at++) {
      dense[row.indices()[at]] = row.values() == null ? 1 : row.values()[at];
    }
    return dense;
  }

  /// A file of the folder of data sets.
  private static Path data(String set, String name) {
    Path path = Path.of(System.getProperty("lanewise.data", ""), set, name);
    assumeTrue(Files.exists(path), () -> "there is no %s in lanewise.data".formatted(set));
    return path;
  }

  @Test
  void aGraphGivesTheLabelsOfMushrooms() throws Exception {
    List<String> labels = new ArrayList<>();
    List<String[]> cells = new ArrayList<>();
    for (String line : Files.readAllLines(data("mushroom", "agaricus-lepiota.data"))) {
      labels.add(line.substring(0, 1));
      cells.add(line.substring(2).split(","));
    }
    CategoryColumns rows = CategoryColumns.fromRows(cells.toArray(String[][]::new));
    Classifier<?, ?> model = CategoricalNaiveBayes.recipe().fit(rows, Labels.of(labels));
    Path path = folder.resolve("mushroom.onnx");
    OnnxFile.write(new ModelFile(model), path);
    compare(
        model,
        every(
            10,
            rows.rowCount(),
            i ->
                IntStream.range(0, model.featureCount())
                    .mapToDouble(j -> rows.code(i, j))
                    .toArray()),
        path);
  }

  /// 15,000 sentences of 150 intents, as halves that are exact in floats.
  @Test
  void aGraphGivesTheLabelsOfEmbeddings() throws Exception {
    NumericColumns train = embeddings("train");
    List<String> labels = Files.readAllLines(data("clinc150_minilm", "train.labels.txt"));
    LinearDiscriminant model =
        LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)))
            .fit(train, Labels.of(labels));
    NumericColumns test = embeddings("test");
    double[][] rows =
        every(
            5,
            test.rowCount(),
            i -> {
              double[] row = new double[model.featureCount()];
              test.row(i, row);
              return row;
            });
    Path path = folder.resolve("embeddings.onnx");
    OnnxFile.write(new ModelFile(model), path);
    compare(model, rows, path);
    OnnxFile.writeFloats(new ModelFile(model), path);
    assertArrayEquals(
        Arrays.stream(rows).map(model::label).toArray(), Answer.of(path, model, rows, true).labels);
  }

  private static NumericColumns embeddings(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(data("clinc150_minilm", name + ".f16"));
    short[] halves = new short[bytes.length / Short.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(halves);
    return NumericColumns.ofRowMajorFloat16(halves, 384);
  }

  @Test
  void floatsRoundOnlyInputsAndOutputs() throws Exception {
    LinearDiscriminant model = iris();
    Path path = folder.resolve("floats.onnx");
    OnnxFile.writeFloats(new ModelFile(model), path);
    double[][] rows = rows(model);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (float) row[j]);
    }
    Answer answer = Answer.of(path, model, rows, true);
    for (int i = 0; i < rows.length; i++) {
      double[] posterior = model.posterior(rows[i]);
      for (int c = 0; c < posterior.length; c++) {
        assertEquals(posterior[c], answer.posteriors[i][c], 1e-6);
      }
      assertEquals(model.label(rows[i]), answer.labels[i]);
    }
  }

  @Test
  void rowsThatTheModelRejectsMakeTheGraphFail() throws Exception {
    LinearDiscriminant normal = iris();
    for (double wrong : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      double[][] rows = rows(normal);
      rows[3][0] = wrong;
      assertFails(normal, rows);
    }
    assertFails(bits(), new double[][] {{1, 0}, {0.5, 1}});
    MultinomialNaiveBayes counts =
        MultinomialNaiveBayes.of(
            Features.unnamed(2),
            Classes.of("a", "b"),
            new double[] {0.5, 0.5},
            new double[][] {{1, 2}, {3, 4}});
    assertFails(counts, new double[][] {{1, 0}, {-1, 5}});
    Classifier<?, ?> codes = TestModels.one("categorical-nb-plain").model();
    double[][] rows = rows(codes);
    rows[5][0] = codes.dictionaries().get(0).size();
    assertFails(codes, rows);
    rows[5][0] = -1;
    assertFails(codes, rows);
  }

  private static final double[][] FAR_MEANS = {{0.5, -1, 2}, {1, 2, 0}, {-3, 0.25, 1}};
  private static final double[][] COVARIANCE = {{2, 0.5, 0}, {0.5, 1, 0.3}, {0, 0.3, 0.7}};

  /// Rows on the line on which all posteriors of classes that share a covariance are the same.
  private static double[][] alongTheBoundary(double[][] inverseTimesMeans, double... distances) {
    double[] a = difference(inverseTimesMeans[1], inverseTimesMeans[0]);
    double[] b = difference(inverseTimesMeans[2], inverseTimesMeans[0]);
    double[] along = {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
    double length = Math.sqrt(Arrays.stream(along).map(x -> x * x).sum());
    return Arrays.stream(distances)
        .mapToObj(far ->
            IntStream.range(0, 3).mapToDouble(j -> 0.1 * j + far * along[j] / length).toArray())
        .toArray(double[][]::new);
  }

  private static double[] difference(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(j -> one[j] - other[j]).toArray();
  }

  /// Posteriors here are those of the library, although no digit of them is in the log joints.
  @Test
  void posteriorsKeepTheirDigitsFarAlongABoundary() throws Exception {
    Features features = Features.unnamed(3);
    Classes classes = Classes.of("a", "b", "c");
    double[] priors = {0.2, 0.5, 0.3};
    LinearDiscriminant linear =
        LinearDiscriminant.of(features, classes, priors, new double[3], FAR_MEANS, COVARIANCE);
    double[] variances = {2, 0.5, 0.25};
    GaussianNaiveBayes naive =
        GaussianNaiveBayes.ofPooled(features, classes, priors, new double[3], FAR_MEANS, variances);
    InverseTriangle factor = new InverseTriangle(COVARIANCE);
    double[][] whole =
        Arrays.stream(FAR_MEANS)
            .map(mean -> factor.transposedTimes(factor.times(mean)))
            .toArray(double[][]::new);
    double[][] diagonal =
        Arrays.stream(FAR_MEANS)
            .map(mean -> IntStream.range(0, 3).mapToDouble(j -> mean[j] / variances[j]).toArray())
            .toArray(double[][]::new);
    double[] distances = {0, 1e3, 1e6, 1e8, 1e9};
    TransformedClassifier centred =
        TransformedClassifier.of(features, Transform.centering(1, 2, 3), linear);
    assertFarPosteriors(linear, alongTheBoundary(whole, distances));
    assertFarPosteriors(naive, alongTheBoundary(diagonal, distances));
    assertFarPosteriors(centred, alongTheBoundary(whole, distances));
    assertFarPosteriors(
        CalibratedClassifier.of(linear, Temperature.of(1.5)), alongTheBoundary(whole, distances));
    assertFails(linear, new double[][] {{0, 0, 0}, {1e200, 0, 0}});
    assertFails(naive, new double[][] {{0, 0, 0}, {0, -1e200, 0}});
    assertFails(
        QuadraticDiscriminant.of(
            features,
            classes,
            priors,
            new double[3][3],
            FAR_MEANS,
            new double[][][] {COVARIANCE, COVARIANCE, COVARIANCE}),
        new double[][] {{0, 0, 0}, {1e200, 0, 0}});
  }

  private void assertFarPosteriors(Classifier<double[], NumericColumns> model, double[][] rows)
      throws Exception {
    Path path = folder.resolve("far.onnx");
    OnnxFile.write(new ModelFile(model), path);
    Answer answer = Answer.of(path, model, rows, false);
    double[] near = model.posterior(rows[0]);
    for (int i = 0; i < rows.length; i++) {
      double[] expected = model.posterior(rows[i]);
      for (int c = 0; c < expected.length; c++) {
        assertEquals(expected[c], answer.posteriors[i][c], 1e-5);
        assertEquals(near[c], answer.posteriors[i][c], 1e-5);
      }
      assertEquals(model.label(rows[0]), answer.labels[i]);
    }
  }

  @Test
  void integersOf64BitsAreIntegersAndOthersTexts() throws Exception {
    for (String[] names :
        List.of(
            new String[] {"-9223372036854775808", "4294967296", "9223372036854775807"},
            new String[] {"1", "2", "9223372036854775808"},
            new String[] {"1", "02", "3"})) {
      LinearDiscriminant model =
          LinearDiscriminant.of(
              Features.unnamed(3),
              Classes.of(names),
              new double[] {0.2, 0.5, 0.3},
              new double[3],
              FAR_MEANS,
              COVARIANCE);
      Path path = folder.resolve("integers.onnx");
      OnnxFile.write(new ModelFile(model), path);
      Answer answer = Answer.of(path, model, FAR_MEANS, false);
      assertArrayEquals(names, answer.labels);
      try (OrtSession session = OrtEnvironment.getEnvironment().createSession(path.toString())) {
        TensorInfo label = (TensorInfo) session.getOutputInfo().get("label").getInfo();
        assertEquals(
            names[1].equals("4294967296") ? OnnxJavaType.INT64 : OnnxJavaType.STRING, label.type);
      }
    }
  }

  private static BernoulliNaiveBayes bits() {
    return BernoulliNaiveBayes.of(
        Features.unnamed(2),
        Classes.of("a", "b"),
        new double[] {0.5, 0.5},
        new double[][] {{1, 2}, {3, 4}},
        new double[][] {{2, 1}, {5, 1}});
  }

  private void assertFails(Classifier<?, ?> model, double[][] rows) throws Exception {
    Path path = folder.resolve("strict.onnx");
    OnnxFile.write(new ModelFile(model), path);
    assertThrows(OrtException.class, () -> Answer.of(path, model, rows, false));
  }

  @Test
  void bitsAreNumbersAboveTheThresholdOfTheNotes() throws Exception {
    BernoulliNaiveBayes bits = bits();
    Path path = folder.resolve("bits.onnx");
    OnnxFile.write(new ModelFile(bits, Map.of("binarize", "3.5")), path);
    Answer answer = Answer.of(path, bits, new double[][] {{4, 3.5}, {-7, 9}}, false);
    double[] expected = bits.scorer().logJoint(new long[] {0b01});
    assertEquals(expected[0], answer.joints[0][0], 1e-15);
    expected = bits.scorer().logJoint(new long[] {0b10});
    assertEquals(expected[1], answer.joints[1][1], 1e-15);
  }
}
