package org.lanewise.spark.scoring;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import org.lanewise.data.BadDataException;
import org.lanewise.spark.rows.RowReader;

/// Scores the vectors of a column in Spark's generated code, from and to Spark's internal form of
/// values: no object of spark.ml is made on the way, and a vector is scored once for all requested
/// outputs. Public for the code that Spark generates.
public final class RowScoring implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int MAX_SHOWN = 200;

  private static final int WORD = 8;

  private final String column;
  private final SharedModel model;

  /// Null if no category code is translated.
  private final Recoding recoding;

  private final boolean refusing;
  private final boolean raw;
  private final boolean probability;
  private final double[] thresholds;

  /// @param column the name of the vectors in messages
  /// @param recoding the translation of category codes
  /// @param refusing whether an invalid row is refused; otherwise it has no scores
  /// @param asked some of [Scores#RAW], [Scores#PROBABILITY] and [Scores#PREDICTION]
  /// @param thresholds the thresholds of classes, as in [Scores#argmax]; null if there are none
  public RowScoring(
      String column,
      SharedModel model,
      Recoding recoding,
      boolean refusing,
      Collection<String> asked,
      double[] thresholds) {
    this.column = column;
    this.model = model;
    this.recoding = recoding.changes() ? recoding : null;
    this.refusing = refusing;
    this.thresholds = thresholds;
    raw = asked.contains(Scores.RAW);
    probability =
        asked.contains(Scores.PROBABILITY)
            || thresholds != null && asked.contains(Scores.PREDICTION);
  }

  /// Returns the name of the column of vectors.
  String column() {
    return column;
  }

  /// Whether no posteriors are requested, and each row has a label.
  boolean isLabelAlone() {
    return !raw && !probability && refusing;
  }

  /// Whether an invalid row is refused; otherwise it has no scores.
  boolean isRefusing() {
    return refusing;
  }

  private Vector translated(Vector vector) {
    return recoding == null ? vector : recoding.translated(vector);
  }

  /// The requested outputs for a vector; null for an invalid one that is not refused.
  public Scored score(Object vector) {
    return score(vector == null ? null : RowReader.vector((InternalRow) vector));
  }

  /// The requested outputs for a vector; null for an invalid one that is not refused.
  Scored score(Vector vector) {
    VectorScorer scorer = model.scorer();
    int k = scorer.classes().count();
    int[] label = thresholds == null ? new int[1] : null;
    double[] logPosterior = raw ? new double[k] : null;
    double[] posterior = probability ? new double[k] : null;
    try {
      scorer.score(translated(vector), label, logPosterior, posterior);
    } catch (IllegalArgumentException e) {
      if (!refusing) {
        return null;
      }
      throw refusal(e, vector);
    }
    return new Scored(
        logPosterior, posterior, label == null ? Scores.argmax(posterior, thresholds) : label[0]);
  }

  /// The requested outputs for several consecutive vectors.
  ///
  /// @param values the values of all vectors
  /// @param count the number of vectors
  /// @return null if one is refused
  Scored[] score(double[] values, int count) {
    VectorScorer scorer = model.scorer();
    int k = scorer.classes().count();
    int[] labels = thresholds == null ? new int[count] : null;
    double[] logPosteriors = raw ? new double[count * k] : null;
    double[] posteriors = probability ? new double[count * k] : null;
    try {
      scorer.score(values, labels, logPosteriors, posteriors);
    } catch (IllegalArgumentException e) {
      return null;
    }
    Scored[] scored = new Scored[count];
    for (int i = 0; i < count; i++) {
      double[] posterior = part(posteriors, i, k);
      scored[i] =
          new Scored(
              part(logPosteriors, i, k),
              posterior,
              labels == null ? Scores.argmax(posterior, thresholds) : labels[i]);
    }
    return scored;
  }

  private static double[] part(double[] values, int row, int k) {
    return values == null ? null : Arrays.copyOfRange(values, row * k, (row + 1) * k);
  }

  /// The number of features that the model expects.
  int featureCount() {
    return model.scorer().features().count();
  }

  /// Only the class index.
  public double predict(Object vector) {
    Vector given = vector == null ? null : RowReader.vector((InternalRow) vector);
    try {
      return model.scorer().predict(translated(given));
    } catch (IllegalArgumentException e) {
      throw refusal(e, given);
    }
  }

  private BadDataException refusal(IllegalArgumentException e, Vector vector) {
    return new BadDataException(
        e, "column '%s': %s%s", column, model.scorer().sentence(e), shown(vector));
  }

  private static String shown(Vector vector) {
    if (vector == null) {
      return "";
    }
    String text = vector.toString();
    return "; the vector is "
        + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…");
  }

  @Override
  public String toString() {
    return "lanewise";
  }

  /// The outputs for a vector. Public for the code that Spark generates.
  public record Scored(double[] logPosterior, double[] posterior, int label) {

    /// log p(c | x) of every class.
    public InternalRow raw() {
      return dense(logPosterior);
    }

    /// p(c | x) of every class.
    public InternalRow probability() {
      return dense(posterior);
    }

    /// The index of the class.
    public double prediction() {
      return label;
    }

    /// One of the outputs as an object of spark.ml.
    Object external(String field) {
      return switch (field) {
        case Scores.RAW -> Vectors.dense(logPosterior);
        case Scores.PROBABILITY -> Vectors.dense(posterior);
        default -> (double) label;
      };
    }

    /// A dense vector as `VectorUDT` writes it, in the bytes that it has in a row, which Spark
    /// copies.
    private static InternalRow dense(double[] values) {
      int fixed = UnsafeRow.calculateBitSetWidthInBytes(RowReader.FIELDS) + WORD * RowReader.FIELDS;
      int header = UnsafeArrayData.calculateHeaderPortionInBytes(values.length);
      int size = header + WORD * values.length;
      byte[] bytes = new byte[fixed + size];
      UnsafeRow row = new UnsafeRow(RowReader.FIELDS);
      row.pointTo(bytes, bytes.length);
      row.setByte(RowReader.TYPE, RowReader.DENSE);
      row.setNullAt(RowReader.SIZE);
      row.setNullAt(RowReader.INDICES);
      row.setLong(RowReader.VALUES, (long) fixed << Integer.SIZE | size);
      // After its length and a null bit for each value.
      Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET + fixed, values.length);
      Platform.copyMemory(
          values,
          Platform.DOUBLE_ARRAY_OFFSET,
          bytes,
          Platform.BYTE_ARRAY_OFFSET + fixed + header,
          (long) WORD * values.length);
      return row;
    }
  }
}
