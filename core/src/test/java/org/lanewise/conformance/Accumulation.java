package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// How statistics take in batches.
///
/// @param empty for the features of a batch and classes
/// @param latest what was made from a data set last, for the next model of the same
/// @param <B> what a batch of rows is
/// @param <S> the statistics
record Accumulation<B, S extends Statistics>(
    BiFunction<B, Classes, S> empty, Adder<B, S> add, Latest<S> latest) {

  /// Adds rows with the weights of their labels.
  interface Adder<B, S> {
    void accept(S statistics, B rows, Labels labels);
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
          Statistics::add,
          new Latest<>());

  /// What expectation and maximisation makes of rows with missing values, until the likelihood
  /// rises no more.
  static Accumulation<NumericColumns, GaussianStatistics> expected(boolean shared) {
    ExpectationMaximization.Options options = new ExpectationMaximization.Options(0, 100_000);
    Adder<NumericColumns, GaussianStatistics> add =
        (statistics, rows, labels) ->
            statistics.merge(
                (shared
                        ? ExpectationMaximization.shared(rows, labels, options, Workers.CALLER)
                        : ExpectationMaximization.byClass(rows, labels, options, Workers.CALLER))
                    .statistics());
    return new Accumulation<>(GAUSSIAN.empty, add, new Latest<>());
  }

  /// One scatter for all classes: what a linear discriminant needs.
  static final Accumulation<NumericColumns, GaussianStatistics> POOLED =
      new Accumulation<>(
          (rows, classes) -> GaussianStatistics.pooled(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<NumericColumns, VarianceStatistics> DIAGONAL =
      new Accumulation<>(
          (rows, classes) -> new VarianceStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  /// Of numbers of which some are missing.
  static final Accumulation<NumericColumns, VarianceStatistics> MISSING_NUMBERS =
      new Accumulation<>(
          (rows, classes) ->
              new VarianceStatistics(rows.features(), classes).withMissing(MissingValues.ALLOW),
          Statistics::add,
          new Latest<>());

  static final Accumulation<BitColumns, BernoulliStatistics> BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<SparseRows, BernoulliStatistics> SPARSE_BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<CategoryColumns, BernoulliStatistics> MISSING_BITS =
      new Accumulation<>(
          (rows, classes) -> new BernoulliStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<NumericColumns, CountStatistics> COUNTS =
      new Accumulation<>(
          (rows, classes) -> new CountStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<SparseRows, CountStatistics> SPARSE_COUNTS =
      new Accumulation<>(
          (rows, classes) -> new CountStatistics(rows.features(), classes),
          Statistics::add,
          new Latest<>());

  static final Accumulation<CategoryColumns, CategoryStatistics> CATEGORIES =
      new Accumulation<>(
          (rows, classes) -> new CategoryStatistics(rows.features(), rows.dictionaries(), classes),
          Statistics::add,
          new Latest<>());
}
