package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// How statistics take in batches.
///
/// @param empty for the features of a batch and classes
/// @param latest what was made from a data set last, for the next model of the same
/// @param <B> what a batch of rows is
/// @param <S> the statistics
record Accumulation<B, S>(
    BiFunction<B, Classes, S> empty,
    Adder<B, S> add,
    WeightedAdder<B, S> addWeighted,
    BinaryOperator<S> merge,
    BinaryOperator<S> subtract,
    Latest<S> latest) {

  /// Adds rows of weight 1.
  interface Adder<B, S> {
    void accept(S statistics, B rows, Labels labels);
  }

  /// Adds weighted rows.
  interface WeightedAdder<B, S> {
    void accept(S statistics, B rows, Labels labels, double[] weights);
  }

  /// Keeps what was made last.
  static final class Latest<S> {
    private JsonNode key;
    private S value;

    S get(JsonNode wanted, Supplier<S> make) {
      if (!wanted.equals(key)) {
        key = null;
        value = make.get();
        key = wanted;
      }
      return value;
    }
  }

  static final Accumulation<NumericColumns, GaussianStatistics> GAUSSIAN =
      new Accumulation<>(
          (rows, classes) -> new GaussianStatistics(rows.features(), classes),
          GaussianStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          GaussianStatistics::merge,
          GaussianStatistics::subtract,
          new Latest<>());

  /// What expectation and maximisation makes of rows with missing values, until the likelihood
  /// rises no more.
  static Accumulation<NumericColumns, GaussianStatistics> expected(boolean shared) {
    ExpectationMaximization.Options options = new ExpectationMaximization.Options(0, 100_000);
    Adder<NumericColumns, GaussianStatistics> add =
        (statistics, rows, labels) ->
            statistics.merge(
                (shared
                        ? ExpectationMaximization.shared(rows, labels, options)
                        : ExpectationMaximization.byClass(rows, labels, options))
                    .statistics());
    return new Accumulation<>(
        GAUSSIAN.empty,
        add,
        (statistics, rows, labels, weights) ->
            add.accept(statistics, rows, labels.withWeights(weights)),
        GaussianStatistics::merge,
        GaussianStatistics::subtract,
        new Latest<>());
  }

  /// One scatter for all classes: what a linear discriminant needs.
  static final Accumulation<NumericColumns, GaussianStatistics> POOLED =
      new Accumulation<>(
          (rows, classes) -> GaussianStatistics.pooled(rows.features(), classes),
          GaussianStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          GaussianStatistics::merge,
          GaussianStatistics::subtract,
          new Latest<>());

  static final Accumulation<NumericColumns, VarianceStatistics> DIAGONAL =
      new Accumulation<>(
          (rows, classes) -> new VarianceStatistics(rows.features(), classes),
          VarianceStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          VarianceStatistics::merge,
          VarianceStatistics::subtract,
          new Latest<>());

  /// Of numbers of which some are missing.
  static final Accumulation<NumericColumns, VarianceStatistics> MISSING_NUMBERS =
      new Accumulation<>(
          (rows, classes) ->
              new VarianceStatistics(rows.features(), classes).withMissing(MissingValues.ALLOW),
          VarianceStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          VarianceStatistics::merge,
          VarianceStatistics::subtract,
          new Latest<>());

  static final Accumulation<BitColumns, BernoulliStatistics> BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          BernoulliStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          BernoulliStatistics::merge,
          BernoulliStatistics::subtract,
          new Latest<>());

  static final Accumulation<SparseRows, BernoulliStatistics> SPARSE_BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          BernoulliStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          BernoulliStatistics::merge,
          BernoulliStatistics::subtract,
          new Latest<>());

  static final Accumulation<CategoryColumns, BernoulliStatistics> MISSING_BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          BernoulliStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          BernoulliStatistics::merge,
          BernoulliStatistics::subtract,
          new Latest<>());

  static final Accumulation<NumericColumns, CountStatistics> COUNTS =
      new Accumulation<>(
          (rows, classes) -> new CountStatistics(rows.features(), classes),
          CountStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          CountStatistics::merge,
          CountStatistics::subtract,
          new Latest<>());

  static final Accumulation<SparseRows, CountStatistics> SPARSE_COUNTS =
      new Accumulation<>(
          (rows, classes) -> new CountStatistics(rows.features(), classes),
          CountStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          CountStatistics::merge,
          CountStatistics::subtract,
          new Latest<>());

  static final Accumulation<CategoryColumns, CategoryStatistics> CATEGORIES =
      new Accumulation<>(
          (rows, classes) -> new CategoryStatistics(rows.features(), rows.dictionaries(), classes),
          CategoryStatistics::add,
          (statistics, rows, labels, weights) -> statistics.add(rows, labels.withWeights(weights)),
          CategoryStatistics::merge,
          CategoryStatistics::subtract,
          new Latest<>());
}
