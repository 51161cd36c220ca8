package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.GaussianStatistics;

/// Categories, classes and features by their names, wherever a model was fitted.
class NamesTest {

  private static final String[] COLOURS = {"red", "green", "blue", "white"};
  private static final String[] SIZES = {"S", "M", "L"};

  /// Rows of two texts, a number and a bit.
  private static final StructType SCHEMA =
      new StructType()
          .add("colour", DataTypes.StringType)
          .add("size", DataTypes.StringType)
          .add("weight", DataTypes.DoubleType)
          .add("bit", DataTypes.DoubleType)
          .add("kind", DataTypes.StringType);

  private static List<Row> rows(int count) {
    Random random = new Random(50);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = random.nextInt(3);
      rows.add(
          RowFactory.create(
              COLOURS[(random.nextInt(3) + kind) % 4],
              SIZES[Math.min(random.nextInt(3), 2 - kind % 2)],
              kind + random.nextGaussian(),
              random.nextInt(3) < kind ? 1.0 : 0.0,
              "kind" + kind));
    }
    return rows;
  }

  private static final List<Row> ROWS = rows(150);

  private static String[] texts(String column) {
    int at = SCHEMA.fieldIndex(column);
    return ROWS.stream().map(row -> row.getString(at)).toArray(String[]::new);
  }

  private static double[] numbers(String column) {
    int at = SCHEMA.fieldIndex(column);
    return ROWS.stream().mapToDouble(row -> row.getDouble(at)).toArray();
  }

  private static CategoryColumns categories() {
    return CategoryColumns.copyOfColumns(List.of(), texts("colour"), texts("size"))
        .withFeatures(Features.of("colour", "size"));
  }

  /// The rows behind a StringIndexer whose columns take the names of the texts.
  private static Dataset<Row> indexed(String order, Dataset<Row> rows, String... features) {
    Dataset<Row> indexed =
        new StringIndexer()
            .setInputCols(new String[] {"colour", "size", "kind"})
            .setOutputCols(new String[] {"c", "s", "label"})
            .setStringOrderType(order)
            .fit(rows)
            .transform(rows)
            .drop("colour", "size")
            .withColumnRenamed("c", "colour")
            .withColumnRenamed("s", "size");
    return new VectorAssembler().setInputCols(features).setOutputCol("features").transform(indexed);
  }

  private static Dataset<Row> data() {
    return Session.rows(2, ROWS, SCHEMA);
  }

  private static List<Row> scored(Classifier<?, ?> model, Dataset<Row> rows) {
    return GenerativeClassificationModel.of(model)
        .transform(rows)
        .select("rawPrediction")
        .collectAsList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"frequencyDesc", "frequencyAsc", "alphabetDesc", "alphabetAsc"})
  void aCategoricalModelAnswersAlikeBehindAnIndexerOfAnyOrder(String order) {
    CategoryColumns columns = categories();
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(columns, Labels.of(texts("kind")));
    List<Row> answers = scored(model, indexed(order, data(), "colour", "size"));
    double[] expected = new double[3];
    for (int i = 0; i < ROWS.size(); i++) {
      int[] codes = new int[2];
      columns.in(model.dictionaries()).row(i, codes);
      model.scorer().logPosterior(codes, expected);
      assertArrayEquals(expected, answers.get(i).<Vector>getAs(0).toArray());
    }
  }

  @Test
  void aMixedModelAnswersAlikeBehindAnIndexerOfAnyOrder() {
    MixedColumns columns =
        MixedColumns.of(
            NumericColumns.of(numbers("weight")).withFeatures(Features.of("weight")),
            BitColumns.copyOf(NumericColumns.of(numbers("bit")).withFeatures(Features.of("bit"))),
            categories());
    MixedNaiveBayes model = MixedNaiveBayes.fit(columns, Labels.of(texts("kind")));
    double[] expected = new double[3 * ROWS.size()];
    model.scorer().logPosterior(columns, expected);
    for (String order : List.of("frequencyDesc", "alphabetDesc")) {
      List<Row> answers = scored(model, indexed(order, data(), "weight", "bit", "colour", "size"));
      double[] found =
          answers.stream()
              .map(row -> row.<Vector>getAs(0))
              .flatMapToDouble(vector -> java.util.Arrays.stream(vector.toArray()))
              .toArray();
      assertArrayEquals(expected, found);
    }
  }

  @Test
  void aModelFittedOnSparkAnswersAlikeBehindAnotherIndexer() {
    Dataset<Row> rows = indexed("frequencyDesc", data(), "colour", "size");
    GenerativeClassificationModel model = new CategoricalNaiveBayesClassifier().fit(rows);
    List<Row> expected = model.transform(rows).select("probability").collectAsList();
    Dataset<Row> others = indexed("frequencyAsc", data(), "colour", "size");
    assertEquals(expected, model.transform(others).select("probability").collectAsList());
    // Only some categories, so that all codes are others.
    Dataset<Row> some = data().filter("colour <> 'red'");
    List<Row> few =
        model
            .transform(indexed("alphabetAsc", some, "colour", "size"))
            .select("probability")
            .collectAsList();
    List<Row> fewExpected = new ArrayList<>();
    for (int i = 0; i < ROWS.size(); i++) {
      if (!ROWS.get(i).getString(0).equals("red")) {
        fewExpected.add(expected.get(i));
      }
    }
    assertEquals(fewExpected, few);
  }

  @Test
  void aCategoryThatTheModelLacksIsRefusedByNameOrTreatedAsUnseen() {
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(categories(), Labels.of(texts("kind")));
    Dataset<Row> rows =
        indexed(
            "alphabetAsc",
            Session.rows(1, List.of(RowFactory.create("mauve", "M", 0.0, 0.0, "kind1")), SCHEMA),
            "colour",
            "size");
    GenerativeClassificationModel spark = GenerativeClassificationModel.of(model);
    assertSaid(
        "column 'features': feature 'colour' is the category 'mauve', which the model has not"
            + " learned; a category of the model is expected, or setUnseen(\"ignore\") or"
            + " setUnseen(\"smoothed\"); the vector is [0.0,0.0]",
        () -> spark.transform(rows).collectAsList());
    double[] expected = new double[3];
    model
        .scorer()
        .logPosterior(
            new int[] {CategoryColumns.MISSING, model.dictionaries().get(1).code("M")}, expected);
    Vector ignored =
        spark.setUnseen("ignore").transform(rows).select("rawPrediction").first().getAs(0);
    assertArrayEquals(expected, ignored.toArray());
  }

  @Test
  void codesWithoutNamesAreTakenAsTheyAreAndSaidOnce() {
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(categories(), Labels.of(texts("kind")));
    Dataset<Row> rows = Session.rows(1, List.of(Vectors.dense(1, 2)), new double[] {0});
    GenerativeClassificationModel spark = GenerativeClassificationModel.of(model);
    List<String> said =
        warnings(() -> {
          spark.transform(rows).collectAsList();
          spark.transform(rows).collectAsList();
        });
    assertEquals(
        List.of(
            "column 'features': the names of the categories of feature 'colour', feature 'size'"
                + " cannot be compared, as the column's metadata or the model has none; each code"
                + " is taken for the same code of the model"),
        said);
    assertEquals(
        List.of(),
        warnings(() ->
            GenerativeClassificationModel.of(model)
                .transform(indexed("alphabetAsc", data(), "colour", "size"))));
  }

  @Test
  void functionsSayThatTheyTakeTheCodesOfTheModel() {
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(categories(), Labels.of(texts("kind")));
    assertEquals(
        1,
        warnings(
                () -> {
                  GenerativeClassificationModel spark = GenerativeClassificationModel.of(model);
                  LanewiseFunctions.register(Session.get(), "kind_of", spark);
                  LanewiseFunctions.label(spark, functions.col("features"));
                })
            .stream()
            .filter(said ->
                said.startsWith(
                    "kind_of(features): the names of the categories of feature 'colour'"))
            .count());
  }

  @Test
  void bitsThatAnIndexerTurnedRoundAreRefused() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.fit(
            BitColumns.copyOf(NumericColumns.of(numbers("bit"))), Labels.of(texts("kind")));
    Dataset<Row> turned =
        new StringIndexer()
            .setInputCols(new String[] {"bit", "kind"})
            .setOutputCols(new String[] {"code", "label"})
            .setStringOrderType("alphabetDesc")
            .fit(data())
            .transform(data());
    Dataset<Row> rows =
        new VectorAssembler()
            .setInputCols(new String[] {"code"})
            .setOutputCol("features")
            .transform(turned);
    String sentence =
        "column 'features': feature %s has the name '1.0' for the code 0; bits as they are, without"
            + " a StringIndexer, are expected";
    assertEquals(
        sentence.formatted("0"),
        assertThrows(
                IllegalArgumentException.class,
                () -> GenerativeClassificationModel.of(model).transform(rows))
            .getMessage());
    assertEquals(
        sentence.formatted("'code'"),
        assertThrows(
                IllegalArgumentException.class, () -> new BernoulliNaiveBayesClassifier().fit(rows))
            .getMessage());
  }

  @Test
  void statisticsOfGroupsKeepTheNamesOfClassesAndFeatures() {
    Dataset<Row> rows = indexed("alphabetDesc", data(), "weight", "bit");
    Dataset<Row> unnamed = rows.withColumn("features", functions.col("features"), Metadata.empty());
    for (Column vector :
        List.of(functions.col("features"), rows.col("features"), rows.col("features").as("x"))) {
      GaussianStatistics all = statistics(rows.agg(gaussian(vector)).first().getAs(0));
      assertEquals(List.of("kind2", "kind1", "kind0"), all.classes().names());
      assertEquals(List.of("weight", "bit"), all.features().names());
      LinearDiscriminant model = LinearDiscriminant.recipe().fit(all);
      assertArrayEquals(
          new LinearDiscriminantClassifier().fit(rows.coalesce(1)).classifier().priors(),
          model.priors());
      Dataset<Row> swapped = indexed("alphabetDesc", data(), "bit", "weight");
      assertEquals(
          "column 'features': feature 0 of the rows is 'bit'; 'weight' is expected, as in the"
              + " model",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> GenerativeClassificationModel.of(model).transform(swapped))
              .getMessage());
    }
    assertEquals(
        List.of("kind2", "kind1", "kind0"),
        statistics(unnamed.agg(gaussian(functions.col("features"))).first().getAs(0))
            .classes()
            .names());
  }

  @Test
  void statisticsOfAGroupHaveTheClassesThatAreInTheGroup() {
    Dataset<Row> rows = indexed("alphabetDesc", data(), "weight", "bit");
    List<Row> groups =
        rows.filter("not (bit = 1 and label = 1)")
            .groupBy("bit")
            .agg(gaussian(functions.col("features")))
            .orderBy("bit")
            .collectAsList();
    assertEquals(
        List.of("kind2", "kind1", "kind0"), statistics(groups.get(0).getAs(1)).classes().names());
    GaussianStatistics second = statistics(groups.get(1).getAs(1));
    assertEquals(List.of("kind2"), second.classes().names());
    assertEquals(
        ROWS.stream()
            .filter(row -> row.getDouble(3) == 1 && row.getString(4).equals("kind2"))
            .count(),
        second.rowCount());
  }

  private static Column gaussian(Column vector) {
    return LanewiseFunctions.gaussianStatistics(vector, functions.col("label"));
  }

  private static GaussianStatistics statistics(byte[] bytes) {
    return LanewiseFunctions.statistics(bytes);
  }

  /// The sentences that are logged meanwhile.
  static List<String> warnings(Runnable work) {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(" WARN GenerativeClassificationModel: "))
        .map(line -> line.substring(line.indexOf(": ") + 2))
        .toList();
  }

  private static void assertSaid(String part, org.junit.jupiter.api.function.Executable job) {
    StringBuilder all = new StringBuilder();
    for (Throwable e = assertThrows(Exception.class, job); e != null; e = e.getCause()) {
      all.append(e.getMessage()).append('\n');
    }
    assertTrue(all.toString().contains(part), all.toString());
  }
}
