package org.lanewise.spark;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;

import java.io.UncheckedIOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.lanewise.data.Classes;
import org.lanewise.io.StatisticsFile;
import org.lanewise.spark.gathering.GroupStatistics;
import org.lanewise.spark.rows.Bytes;
import org.lanewise.spark.scoring.RowFunctions;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.statistics.GaussianStatistics;

/// Column functions: labels and probabilities of a model, and statistics of groups of rows.
///
/// Models take spark.ml vectors or arrays of numbers. Null gives null. A row that the model cannot
/// take fails the job with a message that names the column (in SQL the function) and the feature. A
/// null in an array is a missing value if the model ignores these. Functions get no metadata of
/// columns: features are in the order of the model and categories have its codes, which the log
/// reports once.
public final class LanewiseFunctions {

  private LanewiseFunctions() {}

  /// The name of the most probable class.
  public static Column label(GenerativeClassificationModel model, Column features) {
    return udf(RowFunctions.label(column(features), shared(model, features)), DataTypes.StringType)
        .apply(features);
  }

  /// p(c | x) of one class.
  ///
  /// @param name the name of the class, or its index if classes have no names
  /// @throws IllegalArgumentException if the model has no such class
  public static Column probability(
      GenerativeClassificationModel model, Column features, String name) {
    Classes classes = model.classifier().classes();
    if (!classes.names().contains(name)) {
      throw new IllegalArgumentException(
          "the model has no class '%s'; its classes are %s".formatted(name, classes));
    }
    return udf(
            RowFunctions.probability(column(features), shared(model, features)),
            DataTypes.DoubleType)
        .apply(features, lit(name));
  }

  /// Registers a model for SQL as `NAME(features)`, the name of the most probable class, and
  /// `NAME_probability(features, 'class')`, p(c | x).
  public static void register(
      SparkSession session, String name, GenerativeClassificationModel model) {
    SharedModel shared = model.shared(session.sparkContext(), name + "(features)");
    session
        .udf()
        .register(name, RowFunctions.label(name + "(features)", shared), DataTypes.StringType);
    session
        .udf()
        .register(
            name + "_probability",
            RowFunctions.probability(name + "_probability(features)", shared),
            DataTypes.DoubleType);
  }

  private static String column(Column features) {
    return "column '%s'".formatted(features);
  }

  private static SharedModel shared(GenerativeClassificationModel model, Column features) {
    return model.shared(SparkSession.active().sparkContext(), column(features));
  }

  /// Aggregates the statistics of each group: mean and scatter of each class, as the bytes of a
  /// file of the library, for [#statistics] and any Gaussian model.
  ///
  /// ```java
  /// Row group = rows.groupBy("country").agg(
  ///     LanewiseFunctions.gaussianStatistics(col("features"), col("label")).as("statistics")).first();
  /// LinearDiscriminant model =
  ///     LinearDiscriminant.recipe().fit(LanewiseFunctions.statistics(group.getAs("statistics")));
  /// ```
  ///
  /// Features and classes have the names in the metadata of the columns, as after a
  /// `VectorAssembler` and a `StringIndexer`, so a model of the statistics rejects columns in
  /// another order. Classes are those with rows in the group.
  ///
  /// Partitions are merged in order; until then a group holds 8k(d + d²/2) bytes for each partition
  /// with rows of it. A group without rows gives null. A task with more groups than
  /// `spark.sql.objectHashAggregate.sortBased.fallbackThreshold` (128 by default) switches to
  /// sorting and may cut the rows of a group elsewhere, so another threshold may change the last
  /// bits.
  ///
  /// @param features a column of vectors, all of one size in a group
  /// @param label a column of class indices from 0
  public static Column gaussianStatistics(Column features, Column label) {
    return GroupStatistics.scatters(features, label);
  }

  /// Reads the statistics of [#gaussianStatistics].
  ///
  /// @throws UncheckedIOException if the bytes are not a file of statistics
  /// @throws IllegalArgumentException if they are a file of other statistics
  public static GaussianStatistics statistics(byte[] bytes) {
    return Bytes.read(bytes, StatisticsFile::read).statistics().as(GaussianStatistics.class);
  }
}
