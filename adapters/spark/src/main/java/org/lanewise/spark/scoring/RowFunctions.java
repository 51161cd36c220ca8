package org.lanewise.spark.scoring;

import java.util.function.BiFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.lanewise.data.BadDataException;
import scala.collection.Iterator;
import scala.collection.Seq;

/// The outputs of a model for one row, as SQL functions that return null for null.
public final class RowFunctions {

  private RowFunctions() {}

  /// The name of the most probable class.
  ///
  /// @param where the name of the features in messages
  public static UDF1<Object, String> label(String where, SharedModel model) {
    return features ->
        features == null
            ? null
            : of(
                where,
                model,
                features,
                (scorer, vector) -> scorer.classes().name(scorer.predict(vector)));
  }

  /// p(c | x) of a class by its name.
  public static UDF2<Object, String, Double> probability(String where, SharedModel model) {
    return (features, name) ->
        features == null || name == null
            ? null
            : of(where, model, features, (scorer, vector) -> posterior(scorer, vector, name));
  }

  private static double posterior(VectorScorer scorer, Vector vector, String name) {
    int index = scorer.classes().names().indexOf(name);
    if (index < 0) {
      throw new BadDataException(
          "the model has no class '%s'; its classes are %s", name, scorer.classes());
    }
    return scorer.posterior(vector)[index];
  }

  private static <T> T of(
      String where,
      SharedModel model,
      Object features,
      BiFunction<VectorScorer, Vector, T> answer) {
    VectorScorer scorer = model.scorer();
    try {
      return answer.apply(scorer, vector(features, scorer));
    } catch (IllegalArgumentException e) {
      throw new BadDataException(e, "%s: %s", where, scorer.sentence(e));
    }
  }

  private static Vector vector(Object features, VectorScorer scorer) {
    return switch (features) {
      case Vector vector -> vector;
      case Seq<?> numbers -> {
        double[] values = new double[numbers.size()];
        Iterator<?> next = numbers.iterator();
        for (int j = 0; j < values.length; j++) {
          Object value = next.next();
          if (value instanceof Number number) {
            values[j] = number.doubleValue();
          } else if (value == null && scorer.allowsMissing()) {
            values[j] = Double.NaN;
          } else {
            throw new BadDataException(
                "element %s of an array is null or no number; a number is expected", j);
          }
        }
        yield Vectors.dense(values);
      }
      default ->
          throw new BadDataException(
              "features are of type %s; a vector or an array of numbers is expected",
              features.getClass().getSimpleName());
    };
  }
}
