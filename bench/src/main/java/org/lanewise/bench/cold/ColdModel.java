package org.lanewise.bench.cold;

import java.util.Arrays;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.CategoryRows;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;

/// A model, and the rows that it is fitted on and scores.
enum ColdModel {
  LDA("LDA 32 x 10", "1000x32x10"),
  QDA("QDA 32 x 10", "1000x32x10"),
  GAUSSIAN_NB("Gaussian NB 32 x 10", "1000x32x10"),
  BERNOULLI_NB("Bernoulli NB 784 x 10", "1000x784x10"),
  CATEGORICAL_NB("categorical NB 22 x 2", "1000x22x2"),
  MULTINOMIAL_NB("multinomial NB 500 x 20", "1000x500x20"),
  LARGE_LDA("LDA 768 x 100", "10000x768x100");

  private final String label;
  private final Shape shape;

  ColdModel(String label, String shape) {
    this.label = label;
    this.shape = Shape.parse(shape);
  }

  record Rows(RowBatch batch, Labels labels) {}

  Rows rows() {
    return switch (this) {
      case LDA, QDA, GAUSSIAN_NB, LARGE_LDA -> {
        NormalRows normal = NormalRows.of(shape);
        yield new Rows(normal.columns(), normal.labels());
      }
      case BERNOULLI_NB -> {
        BinaryRows bits = BinaryRows.of(shape, BinaryRows.Order.MIXED);
        yield new Rows(bits.columns(), bits.labels());
      }
      case CATEGORICAL_NB -> {
        CategoryRows codes = CategoryRows.of(shape);
        yield new Rows(codes.columns(), codes.labels());
      }
      case MULTINOMIAL_NB -> {
        NormalRows normal = NormalRows.of(shape);
        for (double[] counts : normal.arrays()) {
          Arrays.setAll(counts, i -> Math.max(0, Math.floor(counts[i])));
        }
        yield new Rows(SparseRows.copyOf(NumericColumns.of(normal.arrays())), normal.labels());
      }
    };
  }

  Classifier<?, ?> fit() {
    Rows rows = rows();
    Labels labels = rows.labels();
    return switch (this) {
      case LDA, LARGE_LDA -> LinearDiscriminant.fit((NumericColumns) rows.batch(), labels);
      case QDA -> QuadraticDiscriminant.fit((NumericColumns) rows.batch(), labels);
      case GAUSSIAN_NB -> GaussianNaiveBayes.fit((NumericColumns) rows.batch(), labels);
      case BERNOULLI_NB -> BernoulliNaiveBayes.fit((BitColumns) rows.batch(), labels);
      case CATEGORICAL_NB -> CategoricalNaiveBayes.fit((CategoryColumns) rows.batch(), labels);
      case MULTINOMIAL_NB -> MultinomialNaiveBayes.fit((SparseRows) rows.batch(), labels);
    };
  }

  /// Features by classes.
  @Override
  public String toString() {
    return label;
  }
}
