package org.lanewise.bench.cold;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// Made rows of the kind that a model takes, and the model.
///
/// Nothing of the library is used before [#pack].
final class FreshData {

  /// Rows that a model is fitted on.
  static final int FEW = 1_000;

  /// Rows of a batch.
  static final int MANY = 10_000;

  private final String model;
  private final int k;
  private final double[][] columns;
  private final int[] labels = new int[FEW];
  private RowBatch few;
  private RowBatch many;

  FreshData(String model, int d, int k) {
    this.model = model;
    this.k = k;
    SplittableRandom random = new SplittableRandom(7);
    columns = new double[d][MANY];
    for (int i = 0; i < MANY; i++) {
      int label = i % k;
      if (i < FEW) {
        labels[i] = label;
      }
      for (int j = 0; j < d; j++) {
        columns[j][i] = random.nextGaussian() + (j % k == label ? 1 : 0);
      }
    }
  }

  /// Lays the rows out as the model takes them.
  void pack() {
    double[][] first = new double[columns.length][];
    for (int j = 0; j < first.length; j++) {
      first[j] = Arrays.copyOf(columns[j], FEW);
    }
    few = layout(first);
    many = layout(columns);
  }

  private RowBatch layout(double[][] of) {
    return switch (model) {
      case "bernoulli-nb" -> BitColumns.copyOf(DoubleColumns.of(of), 0.5);
      case "categorical-nb" -> {
        byte[][] codes = new byte[of.length][of[0].length];
        for (int j = 0; j < of.length; j++) {
          for (int i = 0; i < of[j].length; i++) {
            codes[j][i] = (byte) code(of[j][i]);
          }
        }
        yield CategoryColumns.of(codes);
      }
      case "multinomial-nb" -> {
        double[][] counts = new double[of.length][of[0].length];
        for (int j = 0; j < of.length; j++) {
          for (int i = 0; i < of[j].length; i++) {
            counts[j][i] = count(of[j][i]);
          }
        }
        yield SparseRows.copyOf(DoubleColumns.of(counts));
      }
      default -> DoubleColumns.of(of);
    };
  }

  /// One of four categories.
  private static int code(double value) {
    return (int) Math.clamp(Math.floor(value + 1.5), 0, 3);
  }

  /// A count that is mostly 0.
  private static int count(double value) {
    return (int) Math.max(0, Math.floor(value));
  }

  /// Fits the model on the few rows.
  @SuppressWarnings("unchecked")
  Scorer<Object, RowBatch> fit() {
    Labels classes = Labels.ofIndices(labels, k);
    Scorer<?, ?> scorer =
        switch (model) {
          case "lda" -> LinearDiscriminant.fit((NumericColumns) few, classes).scorer();
          case "qda" -> QuadraticDiscriminant.fit((NumericColumns) few, classes).scorer();
          case "gaussian-nb" -> GaussianNaiveBayes.fit((NumericColumns) few, classes).scorer();
          case "bernoulli-nb" -> BernoulliNaiveBayes.fit((BitColumns) few, classes).scorer();
          case "categorical-nb" ->
              CategoricalNaiveBayes.fit((CategoryColumns) few, classes).scorer();
          case "multinomial-nb" ->
              MultinomialNaiveBayes.fit((SparseRows) few, classes).sparseScorer();
          default -> throw new IllegalArgumentException("no model '" + model + "'");
        };
    return (Scorer<Object, RowBatch>) scorer;
  }

  /// The batch of many rows.
  RowBatch batch() {
    return many;
  }

  /// The few rows, one by one, as the scorer takes them.
  Object[] rows() {
    Object[] rows = new Object[FEW];
    for (int i = 0; i < FEW; i++) {
      rows[i] = row(i);
    }
    return rows;
  }

  private Object row(int i) {
    int d = columns.length;
    switch (model) {
      case "bernoulli-nb" -> {
        boolean[] row = new boolean[d];
        for (int j = 0; j < d; j++) {
          row[j] = columns[j][i] > 0.5;
        }
        return BitColumns.packRow(row);
      }
      case "categorical-nb" -> {
        int[] row = new int[d];
        for (int j = 0; j < d; j++) {
          row[j] = code(columns[j][i]);
        }
        return row;
      }
      case "multinomial-nb" -> {
        int[] indices = new int[d];
        double[] values = new double[d];
        int n = 0;
        for (int j = 0; j < d; j++) {
          if (count(columns[j][i]) > 0) {
            indices[n] = j;
            values[n++] = count(columns[j][i]);
          }
        }
        return SparseRow.of(Arrays.copyOf(indices, n), Arrays.copyOf(values, n));
      }
      default -> {
        double[] row = new double[d];
        for (int j = 0; j < d; j++) {
          row[j] = columns[j][i];
        }
        return row;
      }
    }
  }
}
