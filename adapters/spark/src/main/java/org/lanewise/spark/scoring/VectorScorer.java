package org.lanewise.spark.scoring;

import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.UnseenCategory;
import org.lanewise.spark.rows.VectorBlock;

/// Scores vectors by a model of any kind. Safe for any number of threads.
public final class VectorScorer {

  private final Features features;
  private final Classes classes;
  private final int classCount;
  private final Form<?, ?> dense;
  private final Form<?, ?> sparse;

  /// Of batches of numbers; null where the model is not a Gaussian one.
  private final Scorer<double[], NumericColumns> numbers;

  private VectorScorer(Classifier<?, ?> model, Form<?, ?> dense, Form<?, ?> sparse) {
    this(model, dense, sparse, null);
  }

  private VectorScorer(
      Classifier<?, ?> model,
      Form<?, ?> dense,
      Form<?, ?> sparse,
      Scorer<double[], NumericColumns> numbers) {
    this.numbers = numbers;
    features = model.features();
    classes = model.classes();
    classCount = classes.count();
    this.dense = dense;
    this.sparse = sparse;
  }

  /// Scorers of one layout of rows, and how vectors become such rows.
  private record Form<R, B extends RowBatch>(Scorer<R, B> scorer, Function<Vector, R> row) {

    int predict(Vector vector) {
      return scorer.predict(row.apply(vector));
    }

    void logPosterior(Vector vector, double[] out) {
      scorer.logPosterior(row.apply(vector), out);
    }

    void posterior(Vector vector, double[] out) {
      scorer.posterior(row.apply(vector), out);
    }

    void score(Vector vector, Results results) {
      scorer.score(row.apply(vector), results);
    }
  }

  /// The scorer of a model.
  ///
  /// @param threshold what the values of bits are compared with; NaN where they are 0 or 1
  /// @param unseen what becomes of categories that were not learned
  /// @throws IllegalArgumentException if the model is one of rows that are no vectors
  public static VectorScorer of(
      Classifier<?, ?> model, double threshold, UnseenCategory unseen) {
    return switch (untempered(model)) {
      case GaussianClassifier gaussian -> {
        Scorer<double[], NumericColumns> scorer = tempered(model, gaussian.scorer());
        Form<?, ?> form = new Form<>(scorer, Vector::toArray);
        yield new VectorScorer(model, form, form, scorer);
      }
      case BernoulliNaiveBayes bits -> {
        int d = bits.features().count();
        yield new VectorScorer(
            model,
            new Form<>(
                tempered(model, bits.scorer()), vector -> packed(vector, d, threshold, bits)),
            threshold < 0
                ? new Form<>(
                    tempered(model, bits.scorer()), vector -> packed(vector, d, threshold, bits))
                : new Form<>(
                    tempered(model, bits.sparseScorer()),
                    vector -> set((SparseVector) vector, threshold, bits)));
      }
      case CategoricalNaiveBayes categories -> {
        Form<?, ?> form =
            new Form<>(
                tempered(model, categories.scorer(unseen)), vector -> codes(vector, categories));
        yield new VectorScorer(model, form, form);
      }
      case MultinomialNaiveBayes counts ->
          counts(model, counts.scorer(), counts.sparseScorer());
      case PoissonNaiveBayes counts -> counts(model, counts.scorer(), counts.sparseScorer());
      case ComplementNaiveBayes counts -> counts(model, counts.scorer(), counts.sparseScorer());
      default ->
          throw new IllegalArgumentException(
              "a %s takes rows in blocks of several kinds; a model of vectors is expected"
                  .formatted(model.getClass().getSimpleName()));
    };
  }

  private static Classifier<?, ?> untempered(Classifier<?, ?> model) {
    return model instanceof CalibratedClassifier<?, ?> calibrated ? calibrated.model() : model;
  }

  private static <R, B extends RowBatch> Scorer<R, B> tempered(
      Classifier<?, ?> model, Scorer<R, B> scorer) {
    return model instanceof CalibratedClassifier<?, ?> calibrated
        ? calibrated.tempered(scorer)
        : scorer;
  }

  private static VectorScorer counts(
      Classifier<?, ?> model,
      Scorer<double[], ? extends RowBatch> dense,
      Scorer<SparseRow, ? extends RowBatch> sparse) {
    return new VectorScorer(
        model,
        new Form<>(tempered(model, dense), Vector::toArray),
        new Form<>(
            tempered(model, sparse),
            vector ->
                SparseRow.of(((SparseVector) vector).indices(), ((SparseVector) vector).values())));
  }

  /// Whether a value is a one.
  private static boolean bit(double value, double threshold, int feature, Classifier<?, ?> model) {
    if (Double.isNaN(threshold) ? value != 0 && value != 1 : !Double.isFinite(value)) {
      throw new BadDataException(
          Double.isNaN(threshold)
              ? "%s is %s; 0 or 1 is expected"
              : "%s is %s; a finite number is expected",
          Fact.feature(feature, model.features()),
          Fact.value(value));
    }
    return value > (Double.isNaN(threshold) ? 0 : threshold);
  }

  private static long[] packed(Vector vector, int d, double threshold, Classifier<?, ?> model) {
    double[] values = vector.toArray();
    long[] words = new long[BitColumns.rowWords(d)];
    for (int j = 0; j < d; j++) {
      if (bit(values[j], threshold, j, model)) {
        words[j >>> 6] |= 1L << j;
      }
    }
    return words;
  }

  private static SparseRow set(SparseVector vector, double threshold, Classifier<?, ?> model) {
    int[] set = new int[vector.indices().length];
    int size = 0;
    for (int i = 0; i < set.length; i++) {
      if (bit(vector.values()[i], threshold, vector.indices()[i], model)) {
        set[size++] = vector.indices()[i];
      }
    }
    return SparseRow.of(Arrays.copyOf(set, size));
  }

  private static int[] codes(Vector vector, Classifier<?, ?> model) {
    double[] values = vector.toArray();
    int[] codes = new int[values.length];
    for (int j = 0; j < codes.length; j++) {
      codes[j] = VectorBlock.code(values[j]);
      if (codes[j] < 0) {
        throw new BadDataException(
            "%s is %s; the code of a category is expected, a whole number from 0 to %d",
            Fact.feature(j, model.features()), Fact.value(values[j]), VectorBlock.MAX_CODES - 1);
      }
    }
    return codes;
  }

  /// The features of the model.
  public Features features() {
    return features;
  }

  /// The classes of the model.
  public Classes classes() {
    return classes;
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
    return form(vector).predict(vector);
  }

  /// Scores a vector once for several answers; those whose arrays are null are not asked for.
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

  /// Whether rows of numbers can be scored many at once.
  public boolean takesBlocks() {
    return numbers != null;
  }

  /// Scores rows of numbers, one behind the other, for several answers; those whose arrays are null
  /// are not asked for.
  ///
  /// @param labels an element for each row, or null
  void score(double[] rows, int[] labels, double[] logPosteriors, double[] posteriors) {
    numbers.score(
        DoubleColumns.fromRowMajor(rows, features.count()).withFeatures(features),
        results(labels, logPosteriors, posteriors));
  }

  /// log p(c | x) of every class.
  public double[] logPosterior(Vector vector) {
    double[] out = new double[classCount];
    form(vector).logPosterior(vector, out);
    return out;
  }

  /// p(c | x) of every class.
  public double[] posterior(Vector vector) {
    double[] out = new double[classCount];
    form(vector).posterior(vector, out);
    return out;
  }
}
