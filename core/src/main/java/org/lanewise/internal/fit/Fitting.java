package org.lanewise.internal.fit;

import java.util.Objects;
import java.util.function.BiFunction;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.Statistics;

/// A recipe of a model that is a function of statistics and options.
///
/// @param <M> the model
/// @param <S> the statistics
/// @param <O> the options
public final class Fitting<M extends Classifier<?, ?>, S extends Statistics, O extends Record>
    implements Recipe<M> {

  /// Chooses the options that remain to be chosen from rows.
  public interface Chooser<S, O> {

    /// @param statistics the statistics of the rows
    O choose(S statistics, RowBatch rows, Labels labels, O options);
  }

  /// Makes statistics of no rows.
  public interface Empty<S, O> {

    /// @param like rows with the same features, and the same categories or blocks
    S of(O options, RowBatch like, Classes classes);
  }

  private final Kind<M, S, O> kind;
  private final O options;

  /// The part that all recipes of a model share.
  ///
  /// @param withPriors options with other priors
  /// @param learner the model of statistics
  public record Kind<M extends Classifier<?, ?>, S extends Statistics, O extends Record>(
      Class<M> model,
      Class<S> statistics,
      BiFunction<O, Priors, O> withPriors,
      Empty<S, O> empty,
      Chooser<S, O> chooser,
      BiFunction<S, O, M> learner) {

    /// A kind that chooses nothing by a second pass over the rows.
    public Kind(
        Class<M> model,
        Class<S> statistics,
        BiFunction<O, Priors, O> withPriors,
        Empty<S, O> empty,
        BiFunction<S, O, M> learner) {
      this(model, statistics, withPriors, empty, (_, _, _, options) -> options, learner);
    }
  }

  /// A recipe of a kind.
  public Fitting(Kind<M, S, O> kind, O options) {
    this.kind = kind;
    this.options = Objects.requireNonNull(options, "options");
  }

  @Override
  public Class<M> model() {
    return kind.model;
  }

  @Override
  public O options() {
    return options;
  }

  @Override
  public Recipe<M> withPriors(Priors priors) {
    return new Fitting<>(kind, kind.withPriors.apply(options, priors));
  }

  @Override
  public S statistics(RowBatch like, Classes classes) {
    return kind.empty.of(options, like, classes);
  }

  @Override
  public M fit(Statistics statistics) {
    return kind.learner.apply(statistics.as(kind.statistics), options);
  }

  @Override
  public Recipe<M> chosen(Statistics statistics, RowBatch rows, Labels labels) {
    O chosen = kind.chooser.choose(statistics.as(kind.statistics), rows, labels, options);
    return chosen.equals(options) ? this : new Fitting<>(kind, chosen);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fitting<?, ?, ?> that
        && that.kind.model == kind.model
        && that.options.equals(options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind.model, options);
  }

  @Override
  public String toString() {
    return "%s by %s".formatted(kind.model.getSimpleName(), options);
  }
}
