package org.lanewise.cli.model;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.Statistics;

/// The forms of the models of bits, categories and counts.
final class DiscreteForms {

  private static final Form<BitColumns, BernoulliNaiveBayes> BITS =
      new Form<>(
          BernoulliNaiveBayes.class,
          Rows::bits,
          (rows, labels, options, workers) -> bernoulli(rows, labels, workers).add(rows, labels),
          DiscreteForms::bits,
          (model, inputs) -> model.scorer());

  private static final Form<CategoryColumns, BernoulliNaiveBayes> INCOMPLETE_BITS =
      new Form<>(
          BernoulliNaiveBayes.class,
          Rows::incompleteBits,
          (rows, labels, options, workers) -> bernoulli(rows, labels, workers).add(rows, labels),
          DiscreteForms::bits,
          (model, inputs) -> model.missingScorer());

  private static final Form<SparseRows, BernoulliNaiveBayes> SPARSE_BITS =
      new Form<>(
          BernoulliNaiveBayes.class,
          Rows::sparseBits,
          (rows, labels, options, workers) -> bernoulli(rows, labels, workers).add(rows, labels),
          DiscreteForms::bits,
          (model, inputs) -> model.sparseScorer());

  static final Form<?, ?> CATEGORIES =
      new Form<>(
          CategoricalNaiveBayes.class,
          Rows::categories,
          (rows, labels, options, workers) ->
              new CategoryStatistics(rows.features(), rows.dictionaries(), labels.classes())
                  .on(workers)
                  .add(rows, labels),
          (statistics, options) ->
              CategoricalNaiveBayes.fit(
                  Form.as(CategoryStatistics.class, statistics), options.naiveBayes()),
          (model, inputs) -> model.scorer(inputs.unseen()));

  static final Counts<?> MULTINOMIAL =
      counts(
          MultinomialNaiveBayes.class,
          (statistics, options) -> MultinomialNaiveBayes.fit(statistics, options.naiveBayes()),
          MultinomialNaiveBayes::sparseScorer);

  static final Counts<?> COMPLEMENT =
      counts(
          ComplementNaiveBayes.class,
          (statistics, options) -> ComplementNaiveBayes.fit(statistics, options.complement()),
          ComplementNaiveBayes::sparseScorer);

  static final Counts<?> POISSON =
      counts(
          PoissonNaiveBayes.class,
          (statistics, options) -> PoissonNaiveBayes.fit(statistics, options.naiveBayes()),
          PoissonNaiveBayes::sparseScorer);

  private DiscreteForms() {}

  /// The form of bits that rows have: packed, incomplete where values may be missing, or sparse
  /// where what is absent is 0.
  static Form<?, ?> bits(Inputs inputs) {
    if (inputs.missing().isPresent()) {
      return INCOMPLETE_BITS;
    }
    return inputs.isSparse() && inputs.threshold().orElse(0) >= 0 ? SPARSE_BITS : BITS;
  }

  private static BernoulliNaiveBayes bits(Statistics statistics, FitOptions options) {
    return BernoulliNaiveBayes.fit(
        Form.as(BernoulliStatistics.class, statistics), options.naiveBayes());
  }

  private static BernoulliStatistics bernoulli(RowBatch rows, Labels labels, Workers workers) {
    return new BernoulliStatistics(rows.features(), labels.classes()).on(workers);
  }

  private static CountStatistics counts(RowBatch rows, Labels labels, Workers workers) {
    return new CountStatistics(rows.features(), labels.classes()).on(workers);
  }

  /// The two forms of a model of counts.
  record Counts<M extends Classifier<?, ?>>(
      Form<NumericColumns, M> columns, Form<SparseRows, M> sparse) {

    /// Sparse where the file is, or rows are messages.
    Form<?, ?> of(Inputs inputs) {
      return inputs.isSparse() ? sparse : columns;
    }
  }

  private static <M extends Classifier<double[], NumericColumns>> Counts<M> counts(
      Class<M> models,
      BiFunction<CountStatistics, FitOptions, M> learner,
      Function<M, Scorer<?, SparseRows>> sparseScorer) {
    BiFunction<Statistics, FitOptions, M> fit =
        (statistics, options) -> learner.apply(Form.as(CountStatistics.class, statistics), options);
    return new Counts<>(
        new Form<>(
            models,
            Rows::counts,
            (rows, labels, options, workers) -> counts(rows, labels, workers).add(rows, labels),
            fit,
            (model, inputs) -> model.scorer()),
        new Form<>(
            models,
            Rows::sparseCounts,
            (rows, labels, options, workers) -> counts(rows, labels, workers).add(rows, labels),
            fit,
            (model, inputs) -> sparseScorer.apply(model)));
  }
}
