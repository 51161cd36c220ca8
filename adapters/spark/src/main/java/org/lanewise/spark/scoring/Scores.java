package org.lanewise.spark.scoring;

import java.io.Serializable;
import java.util.Collection;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.lanewise.data.BadDataException;

/// What a model says of one vector, as functions of a column.
public final class Scores {

  /// log p(c | x) of every class.
  public static final String RAW = "raw";

  /// p(c | x) of every class.
  public static final String PROBABILITY = "probability";

  /// The index of the class.
  public static final String PREDICTION = "prediction";

  private static final int MAX_SHOWN = 200;

  private Scores() {}

  /// What is to be computed from a vector.
  private interface Answer<T> extends Serializable {
    T of(VectorScorer scorer, Vector vector);
  }

  /// A function of one column that names it where it refuses a vector.
  private record Function<T>(String column, SharedModel model, Answer<T> answer)
      implements UDF1<Vector, T>, Serializable {

    @Override
    public T call(Vector vector) {
      try {
        return answer.of(model.scorer(), vector);
      } catch (IllegalArgumentException e) {
        throw new BadDataException(
            e, "column '%s': %s%s", column, e.getMessage(), shown(vector));
      }
    }
  }

  private static String shown(Vector vector) {
    if (vector == null) {
      return "";
    }
    String text = vector.toString();
    return "; the vector is "
        + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…");
  }

  /// The class index alone.
  public static UDF1<Vector, Double> prediction(String column, SharedModel model) {
    return new Function<>(column, model, (scorer, vector) -> (double) scorer.predict(vector));
  }

  /// What [#of] gives.
  public static StructType schema(Collection<String> asked) {
    StructType schema = new StructType();
    for (String field : asked) {
      schema =
          schema.add(
              field, field.equals(PREDICTION) ? DataTypes.DoubleType : SQLDataTypes.VectorType());
    }
    return schema;
  }

  /// Several answers at once, in the order in which they are asked for. A vector is scored for log
  /// posteriors and for posteriors if they are asked for, and hardly ever for the class alone.
  ///
  /// @param asked some of [#RAW], [#PROBABILITY] and [#PREDICTION]
  /// @param thresholds of classes, as in [#argmax]; null where there are none
  public static UDF1<Vector, Row> of(
      String column, SharedModel model, Collection<String> asked, double[] thresholds) {
    String[] fields = asked.toArray(String[]::new);
    boolean raw = asked.contains(RAW);
    boolean probability =
        asked.contains(PROBABILITY) || thresholds != null && asked.contains(PREDICTION);
    return new Function<>(
        column,
        model,
        (scorer, vector) -> {
          double[] logPosterior = raw ? scorer.logPosterior(vector) : null;
          double[] posterior = probability ? scorer.posterior(vector) : null;
          Object[] answers = new Object[fields.length];
          for (int i = 0; i < fields.length; i++) {
            answers[i] =
                switch (fields[i]) {
                  case RAW -> Vectors.dense(logPosterior);
                  case PROBABILITY -> Vectors.dense(posterior);
                  default ->
                      (double)
                          (thresholds != null
                              ? argmax(posterior, thresholds)
                              : scorer.predict(vector, raw ? logPosterior : posterior));
                };
          }
          return RowFactory.create(answers);
        });
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
