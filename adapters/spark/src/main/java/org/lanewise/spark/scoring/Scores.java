package org.lanewise.spark.scoring;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.ObjectType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// What a model says of a column of vectors, as columns.
///
/// They call [RowScoring], whose one answer to a row they all take apart: Spark sees that they have
/// this call in common, and makes it once a row. A column that a query does not use is left out.
public final class Scores {

  /// log p(c | x) of every class.
  public static final String RAW = "raw";

  /// p(c | x) of every class.
  public static final String PROBABILITY = "probability";

  /// The index of the class.
  public static final String PREDICTION = "prediction";

  private Scores() {}

  /// The columns that are asked for, by what they are.
  ///
  /// @param scoring what is asked for of each of the vectors
  /// @param asked some of [#RAW], [#PROBABILITY] and [#PREDICTION]
  public static Map<String, Column> of(
      RowScoring scoring, Column vectors, Collection<String> asked) {
    Expression target = Literal.fromObject(scoring, new ObjectType(RowScoring.class));
    Expression vector = ExpressionUtils.expression(vectors);
    boolean labelAlone = scoring.isLabelAlone();
    Expression scored =
        labelAlone ? target : call(target, "score", new ObjectType(RowScoring.Scored.class), vector);
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String field : asked) {
      DataType type =
          field.equals(PREDICTION) ? DataTypes.DoubleType : SQLDataTypes.VectorType();
      columns.put(
          field,
          ExpressionUtils.column(
              labelAlone ? call(scored, "predict", type, vector) : call(scored, field, type)));
    }
    return columns;
  }

  /// A call of a method that returns no null.
  private static Expression call(
      Expression target, String method, DataType type, Expression... arguments) {
    return new Invoke(
        target, method, type, seq(List.of(arguments)), Scores.<AbstractDataType>seq(List.of()),
        false, false, true);
  }

  private static <T> Seq<T> seq(List<T> values) {
    return CollectionConverters.asScala(values).toSeq();
  }

  /// The class of the largest p(c | x) / t_c, as thresholds of spark.ml are defined: of equals the
  /// lowest; a class with t_c = 0 wins wherever its probability is not 0.
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
}
