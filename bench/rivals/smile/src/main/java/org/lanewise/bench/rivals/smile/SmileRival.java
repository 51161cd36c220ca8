package org.lanewise.bench.rivals.smile;

import java.util.function.Supplier;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;
import smile.classification.Classifier;
import smile.classification.DiscreteNaiveBayes;
import smile.classification.LDA;
import smile.classification.QDA;

/// Smile: discriminants, and Bernoulli Naive Bayes from dense rows of integers. Its sparse rows
/// leave out the features that are absent, which gives another model.
public final class SmileRival implements Rival {

  /// Public for the service loader.
  public SmileRival() {}

  @Override
  public String version() {
    return "6.2.5";
  }

  @Override
  public Task prepare(String model, RivalRows rows) {
    int[] labels = rows.labels();
    return switch (rows) {
      case RivalRows.Normal normal when model.equals("lda") ->
          new Fitted<>(normal.rows(), () -> LDA.fit(normal.rows(), labels));
      case RivalRows.Normal normal when model.equals("qda") ->
          new Fitted<>(normal.rows(), () -> QDA.fit(normal.rows(), labels));
      case RivalRows.Binary binary ->
          new Fitted<>(
              binary.rows(),
              () -> {
                DiscreteNaiveBayes bernoulli =
                    new DiscreteNaiveBayes(
                        DiscreteNaiveBayes.Model.BERNOULLI,
                        rows.shape().classCount(),
                        rows.shape().featureCount());
                bernoulli.update(binary.rows(), labels);
                return bernoulli;
              });
      default -> throw new IllegalArgumentException("Smile is not asked for " + model);
    };
  }

  private static final class Fitted<T> implements Task {

    private final T[] rows;
    private final Supplier<Classifier<T>> fit;
    private Classifier<T> model;

    private Fitted(T[] rows, Supplier<Classifier<T>> fit) {
      this.rows = rows;
      this.fit = fit;
    }

    @Override
    public Object fit() {
      model = fit.get();
      return model;
    }

    @Override
    public int[] predict() {
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        labels[i] = model.predict(rows[i]);
      }
      return labels;
    }

    @Override
    public int predict(int row) {
      return model.predict(rows[row]);
    }
  }
}
