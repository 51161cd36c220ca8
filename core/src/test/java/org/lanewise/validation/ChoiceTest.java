package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;

/// What leave-one-out chooses, ten-fold cross-validation by brute force does not find worse than
/// its own choice by more than a standard error.
@Tag("once")
class ChoiceTest {

  private static final int FOLDS = 10;

  static Stream<Sets.Numbers> sets() {
    return Stream.of(Sets.iris(), Sets.wine(), Sets.breastCancer());
  }

  /// Log losses of all rows, each under a model of the other nine folds; +∞ where one has no model.
  ///
  /// @param select the rows with these numbers
  private static <R, B extends RowBatch> double[] tenFold(
      Labels labels, Function<int[], B> select, BiFunction<B, Labels, Scorer<R, B>> fit) {
    int n = labels.rowCount();
    double[] losses = new double[n];
    for (int fold = 0; fold < FOLDS; fold++) {
      int held = fold;
      int[] training = IntStream.range(0, n).filter(i -> i % FOLDS != held).toArray();
      int[] test = IntStream.range(0, n).filter(i -> i % FOLDS == held).toArray();
      double[][] logPosteriors = null;
      try {
        logPosteriors =
            fit.apply(select.apply(training), labels.select(training))
                .logPosterior(select.apply(test));
      } catch (LanewiseException e) {
        // No model of these rows: they are impossible.
      }
      for (int i = 0; i < test.length; i++) {
        losses[test[i]] =
            logPosteriors == null
                ? Double.POSITIVE_INFINITY
                : -logPosteriors[i][labels.index(test[i])];
      }
    }
    return losses;
  }

  private static double mean(double[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum() / values.length;
  }

  private static <O> void assertNoWorse(
      Sets.Numbers set,
      List<O> candidates,
      Function<O, LeaveOneOut> leaveOneOut,
      Function<O, BiFunction<NumericColumns, Labels, Scorer<double[], NumericColumns>>> fit) {
    assertNoWorse(
        set.name(),
        candidates,
        leaveOneOut,
        options ->
            tenFold(
                set.labels(),
                chosen ->
                    NumericColumns.fromRows(
                        IntStream.of(chosen).mapToObj(i -> set.rows()[i]).toArray(double[][]::new)),
                fit.apply(options)));
  }

  /// @param tenFold the log losses of all rows
  private static <O> void assertNoWorse(
      String name,
      List<O> candidates,
      Function<O, LeaveOneOut> leaveOneOut,
      Function<O, double[]> tenFold) {
    Choice<O> choice = Choice.among(candidates, leaveOneOut, Workers.CALLER);
    assertEquals(candidates.size(), choice.path().size());
    double[] best = null;
    double chosen = Double.NaN;
    for (O options : candidates) {
      double[] losses = tenFold.apply(options);
      best = best == null || mean(losses) < mean(best) ? losses : best;
      chosen = options.equals(choice.best()) ? mean(losses) : chosen;
    }
    double mean = mean(best);
    double squares = 0;
    for (double loss : best) {
      squares += (loss - mean) * (loss - mean);
    }
    double standardError = Math.sqrt(squares / (best.length - 1) / best.length);
    assertTrue(
        chosen <= mean + standardError,
        "%s: %s has %s, the best of ten folds %s ± %s"
            .formatted(name, choice.best(), chosen, mean, standardError));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void shrinkageRidgeBlendAndSmoothingAreChosenAsWellAsByTenFolds(Sets.Numbers set) {
    NumericColumns rows = set.columns();
    Labels labels = set.labels();
    EssentialRows essential = EssentialRows.LEAVE_OUT;
    List<DiscriminantOptions> shrunk = new ArrayList<>();
    for (double intensity : new double[] {0, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.6, 1}) {
      shrunk.add(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity)));
      shrunk.add(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ridge(intensity)));
    }
    assertNoWorse(
        set,
        shrunk,
        options -> LeaveOneOut.of(LinearDiscriminant.recipe(options), rows, labels, essential),
        options -> (x, y) -> LinearDiscriminant.recipe(options).fit(x, y).scorer());
    assertNoWorse(
        set,
        shrunk,
        options -> LeaveOneOut.of(QuadraticDiscriminant.recipe(options), rows, labels, essential),
        options -> (x, y) -> QuadraticDiscriminant.recipe(options).fit(x, y).scorer());
    List<RegularizedOptions> blends = new ArrayList<>();
    for (double lambda : new double[] {0.01, 0.2, 0.5, 1}) {
      for (double gamma : new double[] {0, 0.001, 0.05, 0.3}) {
        blends.add(RegularizedOptions.DEFAULT.withLambda(lambda).withGamma(gamma));
      }
    }
    assertNoWorse(
        set,
        blends,
        options -> LeaveOneOut.of(RegularizedDiscriminant.recipe(options), rows, labels, essential),
        options -> (x, y) -> RegularizedDiscriminant.recipe(options).fit(x, y).scorer());
    List<GaussianBayesOptions> smoothings = new ArrayList<>();
    for (double smoothing : new double[] {1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.1}) {
      smoothings.add(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(smoothing));
    }
    assertNoWorse(
        set,
        smoothings,
        options -> LeaveOneOut.of(GaussianNaiveBayes.recipe(options), rows, labels, essential),
        options -> (x, y) -> GaussianNaiveBayes.recipe(options).fit(x, y).scorer());
  }

  private static SparseRows select(SparseRows all, int... rows) {
    List<SparseRow> chosen = new ArrayList<>();
    for (int i : rows) {
      SparseRow row = new SparseRow();
      all.row(i, row);
      chosen.add(row);
    }
    return SparseRows.fromRows(chosen, all.featureCount());
  }

  @Test
  void smoothingOfCountsIsChosenAsWellAsByTenFolds() {
    Sets.Messages messages = Sets.messages(500);
    Labels labels = messages.labels();
    List<NaiveBayesOptions> candidates = new ArrayList<>();
    for (double alpha : new double[] {0.001, 0.01, 0.1, 0.3, 1, 3, 10}) {
      candidates.add(new NaiveBayesOptions(Priors.empirical(), Smoothing.of(alpha)));
    }
    SparseRows counts = messages.counts();
    assertNoWorse(
        "multinomial",
        candidates,
        options ->
            LeaveOneOut.of(
                MultinomialNaiveBayes.recipe(options), counts, labels, EssentialRows.REFUSE),
        options ->
            tenFold(
                labels,
                rows -> select(counts, rows),
                (x, y) ->
                    MultinomialNaiveBayes.recipe(options).fit(x, y).scorer(RowFormat.SPARSE)));
    SparseRows presence = messages.presence();
    assertNoWorse(
        "Bernoulli",
        candidates,
        options ->
            LeaveOneOut.of(
                BernoulliNaiveBayes.recipe(options), presence, labels, EssentialRows.REFUSE),
        options ->
            tenFold(
                labels,
                rows -> select(presence, rows),
                (x, y) -> BernoulliNaiveBayes.recipe(options).fit(x, y).scorer(RowFormat.SPARSE)));
  }

  @Test
  void candidatesWithoutAModelAreInThePathAndNeverChosen() {
    Sets.Numbers set = Sets.constantFeatures();
    List<DiscriminantOptions> candidates =
        List.of(
            DiscriminantOptions.DEFAULT,
            DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)));
    Function<DiscriminantOptions, LeaveOneOut> leaveOneOut =
        options ->
            LeaveOneOut.of(
                LinearDiscriminant.recipe(options),
                set.columns(),
                set.labels(),
                EssentialRows.REFUSE);
    Choice<DiscriminantOptions> choice = Choice.among(candidates, leaveOneOut, Workers.CALLER);
    assertEquals(candidates.get(1), choice.best());
    assertEquals(Double.POSITIVE_INFINITY, choice.path().get(0).logLoss());
    assertTrue(choice.path().get(0).refusal().contains("singular"));
    assertTrue(choice.path().get(1).errorRate() < 0.5);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Choice.among(candidates.subList(0, 1), leaveOneOut, Workers.CALLER))
            .getMessage();
    assertTrue(message.startsWith("none of the 1 candidates gives a model ("), message);
    assertThrows(
        IllegalArgumentException.class, () -> Choice.among(List.of(), leaveOneOut, Workers.CALLER));
  }

  @Test
  void anyNumberOfWorkersGivesTheSameBits() {
    Sets.Numbers set = Sets.iris();
    NumericColumns rows = NumericColumns.fromRows(set.rows());
    List<RegularizedOptions> candidates = new ArrayList<>();
    for (double lambda : new double[] {0, 0.5, 1}) {
      for (double gamma : new double[] {0, 0.1, 1}) {
        candidates.add(RegularizedOptions.DEFAULT.withLambda(lambda).withGamma(gamma));
      }
    }
    Function<RegularizedOptions, LeaveOneOut> leaveOneOut =
        options -> LeaveOneOut.of(RegularizedDiscriminant.recipe(options), rows, set.labels());
    Choice<RegularizedOptions> expected = Choice.among(candidates, leaveOneOut, Workers.CALLER);
    try (ForkJoinPool pool = new ForkJoinPool(4)) {
      for (int count : new int[] {1, 2, 4, 20}) {
        assertEquals(expected, Choice.among(candidates, leaveOneOut, new Workers(pool, count)));
      }
      Workers workers = new Workers(pool, 3);
      assertThrows(
          IllegalArgumentException.class, () -> Choice.among(List.of(), leaveOneOut, workers));
    }
  }
}
