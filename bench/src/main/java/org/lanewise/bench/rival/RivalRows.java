package org.lanewise.bench.rival;

import java.io.IOException;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.Newsgroups;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;

/// The rows of our benchmarks as rivals of the JVM take them, and the labels that we give them.
public sealed interface RivalRows {

  /// The rows, features and classes; for documents those to fit.
  Shape shape();

  /// The class of each row.
  int[] labels();

  /// The labels that our model, fitted to the same rows, gives.
  int[] ours();

  /// Correlated normal features.
  ///
  /// @param rows an array for each row
  record Normal(Shape shape, double[][] rows, int[] labels, int[] ours) implements RivalRows {}

  /// Binary features.
  ///
  /// @param rows an array for each row, of 0 and 1
  record Binary(Shape shape, int[][] rows, int[] labels, int[] ours) implements RivalRows {}

  /// Word counts of 20 Newsgroups.
  ///
  /// @param test the documents that are to be labelled
  record Words(Shape shape, Documents train, Documents test, int[] labels, int[] ours)
      implements RivalRows {}

  /// Compressed sparse rows: those of document i are at `[starts[i]]` up to `[starts[i + 1]]`.
  record Documents(int[] starts, int[] indices, double[] values) {

    /// How many there are.
    public int count() {
      return starts.length - 1;
    }
  }

  /// Makes the rows that a model takes.
  ///
  /// @param model as in [Rival#prepare]
  /// @throws IOException if a data set cannot be read
  static RivalRows of(String model, Shape shape) throws IOException {
    return switch (model) {
      case "bernoulli-nb" -> binary(shape);
      case "multinomial-nb" -> words(shape);
      default -> normal(model, shape);
    };
  }

  private static RivalRows normal(String model, Shape shape) {
    NormalRows rows = NormalRows.of(shape);
    NumericColumns columns = rows.columns();
    Scorer<double[], NumericColumns> scorer =
        switch (model) {
          case "lda", "lda-floats" ->
              LinearDiscriminant.recipe().fit(columns, rows.labels()).scorer();
          case "qda" -> QuadraticDiscriminant.recipe().fit(columns, rows.labels()).scorer();
          case "gaussian-nb" -> GaussianNaiveBayes.recipe().fit(columns, rows.labels()).scorer();
          default -> throw new IllegalArgumentException("no model is called " + model);
        };
    int[] ours = new int[shape.rowCount()];
    scorer.predict(columns, ours);
    return new Normal(shape, rows.rowArrays(), rows.indices(), ours);
  }

  private static RivalRows binary(Shape shape) {
    BinaryRows rows = BinaryRows.of(shape, BinaryRows.Order.MIXED);
    int[] ours = new int[shape.rowCount()];
    BernoulliNaiveBayes.recipe()
        .fit(BernoulliStatistics.of(rows.columns(), rows.labels()))
        .scorer()
        .predict(rows.columns(), ours);
    int[][] bits = new int[shape.rowCount()][shape.featureCount()];
    for (int j = 0; j < shape.featureCount(); j++) {
      long[] column = rows.words()[j];
      for (int i = 0; i < bits.length; i++) {
        bits[i][j] = (int) (column[i >>> 6] >>> i & 1);
      }
    }
    return new Binary(shape, bits, rows.indices(), ours);
  }

  private static RivalRows words(Shape shape) throws IOException {
    Newsgroups data = Newsgroups.read(shape);
    int[] ours = new int[data.test().labels().length];
    MultinomialNaiveBayes.recipe()
        .fit(CountStatistics.of(data.trainRows(), data.trainLabels()))
        .scorer(RowFormat.SPARSE)
        .predict(data.testRows(), ours);
    return new Words(
        shape, documents(data.train()), documents(data.test()), data.train().labels(), ours);
  }

  private static Documents documents(Newsgroups.Part part) {
    return new Documents(part.starts(), part.indices(), part.values());
  }
}
