package org.lanewise.spark.scoring;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.ObjectType;
import org.lanewise.spark.rows.RowSchema;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// The outputs of a model for a column of vectors, as columns.
///
/// They share a call of [RowScoring] and extract its outputs: Spark recognises the common call and
/// makes it once per row. A column that a query does not use is left out.
public final class Scores {

  /// log p(c | x) of every class.
  public static final String RAW = "raw";

  /// p(c | x) of every class.
  public static final String PROBABILITY = "probability";

  /// The index of the class.
  public static final String PREDICTION = "prediction";

  private Scores() {}

  /// A data set with the requested columns.
  ///
  /// @param scoring the requested outputs for each vector
  /// @param skipping whether rows without scores are left out
  /// @param names the name of the column for each output: some of [#RAW], [#PROBABILITY] and
  ///   [#PREDICTION]
  /// @param prediction the metadata of the class indices
  public static Dataset<Row> transformed(
      Dataset<Row> data,
      RowScoring scoring,
      boolean skipping,
      Map<String, String> names,
      Metadata prediction) {
    Expression target = Literal.fromObject(scoring, new ObjectType(RowScoring.class));
    Expression vector = ExpressionUtils.expression(data.col(RowSchema.quoted(scoring.column())));
    boolean labelAlone = scoring.isLabelAlone();
    Expression scored =
        labelAlone
            ? target
            : call(
                !scoring.isRefusing(),
                target,
                "score",
                new ObjectType(RowScoring.Scored.class),
                vector);
    List<Column> columns = new ArrayList<>(List.of(col("*")));
    names.forEach((field, name) -> {
      boolean isClass = field.equals(PREDICTION);
      DataType type = isClass ? DataTypes.DoubleType : SQLDataTypes.VectorType();
      Column column =
          ExpressionUtils.column(
              labelAlone
                  ? call(false, scored, "predict", type, vector)
                  : call(false, scored, field, type));
      columns.add(isClass ? column.as(name, prediction) : column.as(name));
    });
    Dataset<Row> rows =
        skipping ? data.filter(ExpressionUtils.column(new IsNotNull(scored))) : data;
    return rows.select(columns.toArray(Column[]::new));
  }

  /// A call of a method.
  private static Expression call(
      boolean nullable, Expression target, String method, DataType type, Expression... arguments) {
    return new Invoke(
        target,
        method,
        type,
        seq(List.of(arguments)),
        Scores.<AbstractDataType>seq(List.of()),
        false,
        nullable,
        true);
  }

  private static <T> Seq<T> seq(List<T> values) {
    return CollectionConverters.asScala(values).toSeq();
  }

  /// Returns the class of the largest p(c | x) / t_c, as spark.ml defines thresholds. Ties go to
  /// the lowest index; a class with t_c = 0 wins unless its probability is 0.
  public static int argmax(double[] posterior, double[] thresholds) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < posterior.length; c++) {
      double scaled =
          thresholds[c] != 0
              ? posterior[c] / thresholds[c]
              : posterior[c] == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      if (scaled > largest) {
        largest = scaled;
        best = c;
      }
    }
    return best;
  }

  /// Turns log posteriors, or scores that differ from them by a constant, into posteriors, in
  /// place.
  public static void softmax(double[] values) {
    double largest = Arrays.stream(values).max().orElse(0);
    double sum = 0;
    for (int c = 0; c < values.length; c++) {
      values[c] = Math.exp(values[c] - largest);
      sum += values[c];
    }
    for (int c = 0; c < values.length; c++) {
      values[c] /= sum;
    }
  }
}
