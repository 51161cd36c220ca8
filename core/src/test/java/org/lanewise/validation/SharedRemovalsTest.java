package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.transform.Transform;

/// Recipes that share decompositions have the results that each has alone.
@Tag("once")
class SharedRemovalsTest {

  private static final EssentialRows LEAVE_OUT = EssentialRows.LEAVE_OUT;

  private static List<Recipe<?>> blends(double lambda, Transform transform) {
    List<Recipe<?>> recipes = new ArrayList<>();
    for (double gamma : new double[] {0.3, 0, 1e-3, 1}) {
      Recipe<RegularizedDiscriminant> recipe =
          RegularizedDiscriminant.recipe(
              RegularizedOptions.DEFAULT.withLambda(lambda).withGamma(gamma));
      recipes.add(transform == null ? recipe : TransformedClassifier.recipe(transform, recipe));
    }
    return recipes;
  }

  private static void assertAsAlone(
      List<Recipe<?>> recipes, NumericColumns rows, Labels labels, IdenticalRows identical) {
    assertAsAlone(recipes, rows, labels, identical, LEAVE_OUT);
  }

  private static void assertAsAlone(
      List<Recipe<?>> recipes,
      NumericColumns rows,
      Labels labels,
      IdenticalRows identical,
      EssentialRows essential) {
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      Function<Recipe<?>, LeaveOneOut> shared =
          LeaveOneOut.ofEach(recipes, rows, labels, essential, identical, new Workers(pool, 3));
      for (Recipe<?> recipe : recipes) {
        LeaveOneOut expected;
        try {
          expected = LeaveOneOut.of(recipe, rows, labels, essential, identical);
        } catch (LanewiseException e) {
          assertEquals(
              e.getMessage(),
              assertThrows(LanewiseException.class, () -> shared.apply(recipe)).getMessage());
          continue;
        }
        LeaveOneOut found = shared.apply(recipe);
        assertArrayEquals(expected.values(), found.values(), recipe.toString());
        assertArrayEquals(expected.logLosses(), found.logLosses());
        assertArrayEquals(expected.predictions(), found.predictions());
        assertEquals(expected.leftOut(), found.leftOut());
        assertEquals(expected.copies(), found.copies());
      }
    }
  }

  @Test
  void blendsThatDifferInGammaGiveTheBitsOfEachAlone() {
    Sets.Numbers set = Sets.wine();
    for (double lambda : new double[] {0, 0.25, 1}) {
      for (Labels labels : List.of(set.labels(), set.weighted())) {
        assertAsAlone(
            blends(lambda, null), set.columns(), labels, IdenticalRows.of(set.columns(), labels));
      }
    }
    assertAsAlone(
        blends(0.5, Transform.unitLength()),
        set.columns(),
        set.labels(),
        IdenticalRows.of(set.columns(), set.labels()));
  }

  @Test
  void ofBlendsOnlyThoseWithoutAModelAreRefused() {
    Sets.Numbers wine = Sets.wine();
    int[] few = IntStream.range(0, wine.rows().length).filter(i -> i % 9 == 0).toArray();
    NumericColumns rows =
        NumericColumns.fromRows(
            IntStream.of(few).mapToObj(i -> wine.rows()[i]).toArray(double[][]::new));
    Labels labels = wine.labels().select(few);
    assertAsAlone(blends(0, null), rows, labels, IdenticalRows.of(rows, labels));
  }

  @Test
  void aRowThatIsEssentialToOneBlendIsNotToThoseWithALargerGamma() {
    double[][] values = new double[12][2];
    for (int row = 0; row < values.length; row++) {
      values[row][0] = row * 5 % 7 + row % 2;
    }
    values[4][1] = 1;
    NumericColumns rows = NumericColumns.fromRows(values);
    Labels labels =
        Labels.of(IntStream.range(0, 12).mapToObj(row -> row % 2 == 0 ? "a" : "b").toList());
    for (double lambda : new double[] {0.5, 1}) {
      List<Recipe<?>> recipes = blends(lambda, null);
      IdenticalRows identical = IdenticalRows.of(rows, labels);
      assertAsAlone(recipes, rows, labels, identical, EssentialRows.REFUSE);
      assertThrows(
          LanewiseException.class,
          () -> LeaveOneOut.of(recipes.get(1), rows, labels, EssentialRows.REFUSE));
    }
  }

  @Test
  void copiesAreLeftOutTogetherOfBlends() {
    Sets.Numbers iris = Sets.iris();
    NumericColumns rows = iris.columns();
    IdenticalRows identical = IdenticalRows.of(rows, iris.labels()).together();
    assertTrue(identical.count() > 0);
    assertAsAlone(blends(0.5, null), rows, iris.labels(), identical);
  }

  private static List<Recipe<?>> directions(Transform transform) {
    List<Recipe<?>> recipes = new ArrayList<>();
    for (double gamma : new double[] {0.05, 0.2}) {
      for (double kappa : new double[] {0.5, 0, 2}) {
        Recipe<LowRankDiscriminant> recipe =
            LowRankDiscriminant.recipe(
                LowRankOptions.DEFAULT.withRank(3).withKappa(kappa).withGamma(gamma));
        recipes.add(transform == null ? recipe : TransformedClassifier.recipe(transform, recipe));
      }
    }
    return recipes;
  }

  @Test
  void rowsOfAFoldHaveTheScoresOfAModelOfTheOthers() {
    Sets.Numbers set = Sets.wine();
    NumericColumns rows = set.columns();
    Folds folds = Folds.stratified(set.labels(), 4, 1);
    for (Transform transform : Arrays.asList(null, Transform.unitLength())) {
      List<Recipe<?>> recipes = directions(transform);
      Function<Recipe<?>, LeaveOneOut> shared =
          LeaveOneOut.ofFolds(recipes, rows, set.labels(), folds, Workers.CALLER);
      try (ForkJoinPool pool = new ForkJoinPool(3)) {
        Function<Recipe<?>, LeaveOneOut> parallel =
            LeaveOneOut.ofFolds(recipes, rows, set.labels(), folds, new Workers(pool, 3));
        for (Recipe<?> recipe : recipes) {
          LeaveOneOut found = shared.apply(recipe);
          assertArrayEquals(found.values(), parallel.apply(recipe).values());
          assertEquals(0, found.leftOut());
          CrossValidation expected = CrossValidation.of(recipe, rows, set.labels(), folds);
          double errors = 0;
          double loss = 0;
          for (CrossValidation.Fold fold : expected.folds()) {
            errors += fold.weight() * fold.errorRate();
            loss += fold.weight() * fold.logLoss();
          }
          int n = set.rows().length;
          assertEquals(errors / n, found.errorRate(), 1e-12, recipe.toString());
          assertEquals(loss / n, found.logLoss(), 1e-9 * (1 + loss / n), recipe.toString());
        }
      }
    }
  }

  @Test
  void ofManyResultsSomeAreKeptAtOnce() {
    Sets.Numbers set = Sets.iris();
    List<Recipe<?>> recipes = blends(0.5, null);
    List<Integer> sizes = new ArrayList<>();
    SharedRemovals<Recipe<?>> shared =
        new SharedRemovals<>(
            recipes,
            set.columns(),
            3,
            (group, rows) -> {
              sizes.add(group.size());
              return group.stream().map(one -> LeaveOneOut.of(one, rows, set.labels())).toList();
            });
    for (Recipe<?> recipe : recipes) {
      assertArrayEquals(
          LeaveOneOut.of(recipe, set.columns(), set.labels()).values(),
          shared.apply(recipe).values());
    }
    assertEquals(List.of(3, 1), sizes);
    assertEquals(59, SharedRemovals.most(15_000, 150));
    assertEquals(1, SharedRemovals.most(1 << 20, 1 << 20));
  }

  @Test
  void aRowWhoseClassHasNoOthersAndOneThatNoFoldTestsAreLeftOut() {
    double[][] values = Arrays.copyOf(Sets.iris().rows(), 151);
    values[150] = new double[] {9, 9, 9, 9};
    int[] indices = Arrays.copyOf(Sets.iris().labels().toArray(), 151);
    indices[150] = 3;
    Labels labels = Labels.ofIndices(indices, 4);
    int[] foldOfRow = IntStream.range(0, 151).map(row -> row % 5).toArray();
    foldOfRow[7] = -1;
    Recipe<LowRankDiscriminant> recipe = LowRankDiscriminant.recipe();
    LeaveOneOut found =
        LeaveOneOut.ofFolds(
                List.of(recipe),
                NumericColumns.fromRows(values),
                labels,
                Folds.of(foldOfRow),
                Workers.CALLER)
            .apply(recipe);
    assertEquals(2, found.leftOut());
    assertEquals(-1, found.predictions()[150]);
    assertEquals(-1, found.predictions()[7]);
    // In the fold of the new row no model knows its class.
    assertEquals(Double.NEGATIVE_INFINITY, found.logJoint(0, 3));
    LeaveOneOut tempered = found.tempered();
    assertEquals(2, tempered.leftOut());
    assertEquals(
        TemperatureScaling.fit(found.logJoints(), labels).logLoss(), tempered.logLoss(), 1e-12);
    assertEquals(found.errorRate(), tempered.errorRate());
    assertTrue(tempered.logLoss() < found.logLoss());
  }

  @Test
  void withoutAnErrorThereIsNoTemperature() {
    NumericColumns rows =
        NumericColumns.fromRows(new double[][] {{0}, {1}, {0.5}, {9}, {8}, {9.5}});
    Labels labels = Labels.ofIndices(new int[] {0, 0, 0, 1, 1, 1}, 2);
    LeaveOneOut result =
        LeaveOneOut.of(RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT), rows, labels);
    assertEquals(0, result.errorRate());
    assertEquals(result.logLoss(), result.tempered().logLoss());
  }
}
