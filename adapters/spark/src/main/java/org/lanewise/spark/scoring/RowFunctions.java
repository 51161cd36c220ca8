package org.lanewise.spark.scoring;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.lanewise.data.BadDataException;
import scala.collection.Iterator;
import scala.collection.Seq;

/// What a model says of one row, as functions for SQL: null of null.
public final class RowFunctions {

  private RowFunctions() {}

  /// The name of the most probable class.
  public static UDF1<Object, String> label(SharedModel model) {
    return features -> {
      if (features == null) {
        return null;
      }
      VectorScorer scorer = model.scorer();
      return scorer.classes().name(scorer.predict(vector(features)));
    };
  }

  /// p(c | x) of a class by its index.
  public static UDF2<Object, Integer, Double> probability(SharedModel model) {
    return (features, index) ->
        features == null ? null : model.scorer().posterior(vector(features))[index];
  }

  /// p(c | x) of a class by its name.
  public static UDF2<Object, String, Double> probabilityOfName(SharedModel model) {
    return (features, name) -> {
      if (features == null || name == null) {
        return null;
      }
      VectorScorer scorer = model.scorer();
      int index = scorer.classes().names().indexOf(name);
      if (index < 0) {
        throw new BadDataException(
            "the model has no class '%s'; its classes are %s", name, scorer.classes());
      }
      return scorer.posterior(vector(features))[index];
    };
  }

  private static Vector vector(Object features) {
    return switch (features) {
      case Vector vector -> vector;
      case Seq<?> numbers -> {
        double[] values = new double[numbers.size()];
        Iterator<?> next = numbers.iterator();
        for (int j = 0; j < values.length; j++) {
          if (!(next.next() instanceof Number number)) {
            throw new BadDataException(
                "feature %s of an array is null or no number; a number is expected", j);
          }
          values[j] = number.doubleValue();
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
