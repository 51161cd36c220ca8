package org.lanewise.spark.scoring;

import java.util.function.Function;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.Wording;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;

/// Scores vectors by a model of any kind. Safe for any number of threads.
public final class VectorScorer {

  private final Features features;
  private final Classes classes;
  private final Form<?, ?> dense;
  private final Form<?, ?> sparse;

  /// The scorer of batches of numbers; null if the model is not Gaussian.
  private final Scorer<double[], NumericColumns> numbers;

  /// Whether the model accepts missing values, and whether the options allow them.
  private final boolean mayMiss;

  private final boolean allowsMissing;

  private VectorScorer(
      Classifier<?, ?> model, RowOptions options, Form<?, ?> dense, Form<?, ?> sparse) {
    allowsMissing = options.allowsMissing();
    mayMiss = Parts.mayMiss(model);
    numbers =
        model.takes(RowFormat.NUMBERS_WITH_MISSING)
            ? model.scorer(RowFormat.NUMBERS.withMissing(options.missing()))
            : null;
    features = model.features();
    classes = model.classes();
    this.dense = dense;
    this.sparse = sparse;
  }

  /// The scorers for one layout of rows, and the conversion of vectors to such rows.
  private record Form<R, B extends RowBatch>(Scorer<R, B> scorer, Function<Vector, R> row) {

    int predict(Vector vector) {
      return scorer.predict(row.apply(vector));
    }

    double[] logPosterior(Vector vector) {
      return scorer.logPosterior(row.apply(vector));
    }

    double[] posterior(Vector vector) {
      return scorer.posterior(row.apply(vector));
    }

    void score(Vector vector, Results results) {
      scorer.score(row.apply(vector), results);
    }
  }

  /// The scorer of a model.
  ///
  /// @throws IllegalArgumentException if missing values are allowed and the model does not accept
  ///   them, or if it is a model of indicators
  public static VectorScorer of(Classifier<?, ?> model, RowOptions options) {
    if (model.bare() instanceof IndicatorClassifier) {
      throw new IllegalArgumentException(
          "an IndicatorClassifier takes numbers and categories, which a vector does not tell apart;"
              + " a model of numbers is expected, such as a discriminant after OneHotEncoder");
    }
    if (options.allowsMissing() && !Parts.mayMiss(model)) {
      throw new IllegalArgumentException(
          "missing is 'ignore', and a %s takes no missing values; 'error' is expected"
              .formatted(model.bare().getClass().getSimpleName()));
    }
    Parts parts = new Parts(model.features(), options);
    Form<?, ?> dense = form(model, parts.format(model), parts.rows(model));
    Form<?, ?> sparse = dense;
    if (model.takes(RowFormat.SPARSE) && !options.allowsMissing()) {
      if (!model.takes(RowFormat.BITS)) {
        sparse =
            new Form<>(
                model.scorer(RowFormat.SPARSE),
                vector ->
                    SparseRow.of(
                        ((SparseVector) vector).indices(), ((SparseVector) vector).values()));
      } else if (!(options.threshold() < 0)) {
        sparse =
            new Form<>(model.scorer(RowFormat.SPARSE), vector -> parts.set((SparseVector) vector));
      }
    }
    return new VectorScorer(model, options, dense, sparse);
  }

  @SuppressWarnings("unchecked") // The rows are of the format.
  private static <R, B extends RowBatch> Form<R, B> form(
      Classifier<?, ?> model, RowFormat<R, B> format, Function<double[], Object> rows) {
    return new Form<>(model.scorer(format), vector -> (R) rows.apply(vector.toArray()));
  }

  /// The features of the model.
  public Features features() {
    return features;
  }

  /// The classes of the model.
  public Classes classes() {
    return classes;
  }

  /// Whether NaN is a missing value.
  boolean allowsMissing() {
    return allowsMissing;
  }

  /// A refusal in Spark's terms: features by name, setters of the model.
  String sentence(IllegalArgumentException e) {
    if (!(e instanceof LanewiseException refused)) {
      return e.getMessage();
    }
    boolean missing = refused.value() instanceof Double value && value.isNaN();
    return refused.message(Wording.of(features, classes))
        + (missing && mayMiss && !allowsMissing ? ", or setMissing(\"ignore\")" : "");
  }

  private <T> T named(Vector vector, Function<Form<?, ?>, T> answer) {
    try {
      return answer.apply(form(vector));
    } catch (IllegalArgumentException e) {
      throw new BadDataException(e, "%s", sentence(e));
    }
  }

  private Form<?, ?> form(Vector vector) {
    if (vector == null) {
      throw new BadDataException("a vector is null; %s values are expected", features.count());
    }
    if (vector.size() != features.count()) {
      throw new BadDataException(
          "a vector has %s; %s are expected by the model",
          vector.size() == 1 ? "1 value" : vector.size() + " values", features.count());
    }
    return vector instanceof SparseVector ? sparse : dense;
  }

  /// The index of the most probable class.
  public int predict(Vector vector) {
    return named(vector, form -> form.predict(vector));
  }

  /// Scores a vector once for several outputs; an array that is null is not filled.
  ///
  /// @param label one element, or null
  void score(Vector vector, int[] label, double[] logPosterior, double[] posterior) {
    form(vector).score(vector, results(label, logPosterior, posterior));
  }

  private static Results results(int[] labels, double[] logPosteriors, double[] posteriors) {
    Results results = Results.none();
    results = labels == null ? results : results.withLabels(labels);
    results = logPosteriors == null ? results : results.withLogPosteriors(logPosteriors);
    return posteriors == null ? results : results.withPosteriors(posteriors);
  }

  /// Whether rows of numbers can be scored in blocks.
  public boolean takesBlocks() {
    return numbers != null;
  }

  /// Scores consecutive rows of numbers for several outputs; an array that is null is not filled.
  ///
  /// @param labels an element for each row, or null
  void score(double[] rows, int[] labels, double[] logPosteriors, double[] posteriors) {
    numbers.score(
        NumericColumns.copyOf(NumericColumns.ofRowMajor(rows, features.count()))
            .withFeatures(features),
        results(labels, logPosteriors, posteriors));
  }

  /// log p(c | x) of every class.
  public double[] logPosterior(Vector vector) {
    return named(vector, form -> form.logPosterior(vector));
  }

  /// p(c | x) of every class.
  public double[] posterior(Vector vector) {
    return named(vector, form -> form.posterior(vector));
  }
}
