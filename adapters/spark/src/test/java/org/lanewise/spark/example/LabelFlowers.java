package org.lanewise.spark.example;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;

import java.nio.file.Path;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.IndexToString;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.spark.GenerativeClassificationModel;
import org.lanewise.spark.LanewiseFunctions;
import org.lanewise.spark.LinearDiscriminantClassifier;

/// From a CSV file to a labelled table, a saved model, SQL and a model for each group: the program
/// that the page quotes.
final class LabelFlowers {

  private LabelFlowers() {}

  /// Reads a CSV of flowers and says how many were labelled right.
  static long run(SparkSession spark, String csv, Path folder) throws Exception {
    Dataset<Row> flowers =
        spark
            .read()
            .option("header", true)
            .schema("sl double, sw double, pl double, pw double, class int")
            .csv(csv)
            .selectExpr("*", "elt(class + 1, 'setosa', 'versicolor', 'virginica') as species");

    PipelineModel pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new StringIndexer().setInputCol("species").setOutputCol("label"),
                  new VectorAssembler()
                      .setInputCols(new String[] {"sl", "sw", "pl", "pw"})
                      .setOutputCol("features"),
                  new LinearDiscriminantClassifier(),
                  new IndexToString().setInputCol("prediction").setOutputCol("answer")
                })
            .fit(flowers);
    Dataset<Row> labelled = pipeline.transform(flowers);
    labelled.select("species", "answer", "probability").show(3, false);

    GenerativeClassificationModel model = (GenerativeClassificationModel) pipeline.stages()[2];
    model.write().overwrite().save(folder.resolve("flowers").toString());

    LinearDiscriminant outside =
        ModelFile.read(folder.resolve("flowers/data/lanewise.model"), LinearDiscriminant.class);
    String species = outside.scorer().label(new double[] {5.1, 3.5, 1.4, 0.2});

    GenerativeClassificationModel again = GenerativeClassificationModel.of(outside);
    LanewiseFunctions.register(spark, "species", again);
    flowers.createOrReplaceTempView("flowers");
    spark
        .sql(
            "select species(array(sl, sw, pl, pw)), species_probability(array(sl, sw, pl, pw),"
                + " 'setosa') from flowers limit 3")
        .show();
    flowers.select(LanewiseFunctions.label(again, array("sl", "sw", "pl", "pw"))).show(3);

    Dataset<Row> groups =
        labelled
            .groupBy(col("sl").gt(6).as("large"))
            .agg(
                LanewiseFunctions.gaussianStatistics(col("features"), col("label"))
                    .as("statistics"));
    for (Row group : groups.collectAsList()) {
      LinearDiscriminant ofGroup =
          LinearDiscriminant.recipe().fit(LanewiseFunctions.statistics(group.getAs("statistics")));
      System.out.println(group.get(0) + ": " + ofGroup.classes());
    }
    return species.equals("setosa") ? labelled.filter("species = answer").count() : 0;
  }
}
