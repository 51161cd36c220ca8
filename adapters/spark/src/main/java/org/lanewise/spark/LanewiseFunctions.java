package org.lanewise.spark;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.lanewise.data.Classes;
import org.lanewise.io.StatisticsFile;
import org.lanewise.spark.gathering.GroupStatistics;
import org.lanewise.spark.scoring.RowFunctions;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.statistics.GaussianStatistics;

/// Functions of columns: what a model says of a row, and statistics of groups of rows.
///
/// Models take vectors of spark.ml or arrays of numbers. Where these are null, so is the answer;
/// what the model cannot take is refused, and with it the job, by a message that names the column,
/// or in SQL the function, and the feature, not the row. A null in an array is a missing value
/// where the model ignores those. Functions get no metadata of columns: features are in the order
/// of the model, and categories have its codes, which the log says once.
public final class LanewiseFunctions {

  private LanewiseFunctions() {}

  /// The name of the most probable class.
  public static Column label(GenerativeClassificationModel model, Column features) {
    return udf(RowFunctions.label(column(features), shared(model, features)), DataTypes.StringType)
        .apply(features);
  }

  /// p(c | x) of one class.
  ///
  /// @param name the name of the class; its index where classes have no names
  /// @throws IllegalArgumentException if the model has no class of that name
  public static Column probability(
      GenerativeClassificationModel model, Column features, String name) {
    Classes classes = model.classifier().classes();
    int index = classes.names().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "the model has no class '%s'; its classes are %s".formatted(name, classes));
    }
    return udf(
            RowFunctions.probability(column(features), shared(model, features)),
            DataTypes.DoubleType)
        .apply(features, lit(index));
  }

  /// Makes a model known to SQL as `NAME(features)`, the name of the most probable class, and
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
            RowFunctions.probabilityOfName(name + "_probability(features)", shared),
            DataTypes.DoubleType);
  }

  private static String column(Column features) {
    return "column '%s'".formatted(features);
  }

  private static SharedModel shared(GenerativeClassificationModel model, Column features) {
    return model.shared(SparkSession.active().sparkContext(), column(features));
  }

  /// Statistics of each group: the mean and the scatter of each class, as the bytes of a file of
  /// the library, from which [#statistics] and any Gaussian model start.
  ///
  /// ```java
  /// Row group = rows.groupBy("country").agg(
  ///     LanewiseFunctions.gaussianStatistics(col("features"), col("label")).as("statistics")).first();
  /// LinearDiscriminant model =
  ///     LinearDiscriminant.recipe().fit(LanewiseFunctions.statistics(group.getAs("statistics")));
  /// ```
  ///
  /// Features and classes have the names that the metadata of the columns has, as after a
  /// `VectorAssembler` and a `StringIndexer`; so a model of the statistics refuses columns in
  /// another order. Classes are those with rows in the group.
  ///
  /// What comes from one partition is merged in the order of partitions; until then a group holds
  /// the statistics of each apart, 8k(d + d²/2) bytes for each partition that has rows of it. Null
  /// for a group without rows. A task with more groups than
  /// `spark.sql.objectHashAggregate.sortBased.fallbackThreshold` (128 by default) goes over to
  /// sorting and may cut the rows of a group elsewhere: another threshold may change the last bits.
  ///
  /// @param features a column of vectors, all of one size in a group
  /// @param label a column of class indices from 0 on
  public static Column gaussianStatistics(Column features, Column label) {
    return GroupStatistics.scatters(features, label);
  }

  /// The statistics that [#gaussianStatistics] made.
  ///
  /// @throws UncheckedIOException if the bytes are no file of such statistics
  public static GaussianStatistics statistics(byte[] bytes) {
    try {
      return StatisticsFile.read(new ByteArrayInputStream(bytes))
          .statistics(GaussianStatistics.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
