package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.textbook.Allocation;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// Classes that lie far from one another. Values are multiples of 2⁻¹², so moving them by a power
/// of 2 up to 2³⁶ rounds nothing: whatever the distance, the densities of a class are those of the
/// same class unmoved.
class FarClassesTest {

  private static final int ROWS = 12;
  private static final int D = 3;
  private static final int K = 3;

  private static final double ROUNDING = 1e-13;

  private static final GaussianBayesOptions EXACT =
      GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0);

  private static final List<BiFunction<NumericColumns, Labels, GaussianClassifier>> FITS =
      List.of(
          (rows, labels) -> GaussianNaiveBayes.recipe(EXACT).fit(rows, labels),
          QuadraticDiscriminant::fit,
          (rows, labels) ->
              QuadraticDiscriminant.recipe(
                      DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf()))
                  .fit(rows, labels),
          (rows, labels) ->
              RegularizedDiscriminant.recipe(
                      RegularizedOptions.DEFAULT.withLambda(0.25).withGamma(0.125))
                  .fit(rows, labels));

  /// Rows class by class, each class moved by its own distance.
  private static double[][] rows(long seed, double[] moved) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[K * ROWS][D];
    for (int i = 0; i < rows.length; i++) {
      double shared = random.nextDouble();
      for (int j = 0; j < D; j++) {
        double value = Math.rint((shared + random.nextDouble()) * 0x1p12) * 0x1p-12;
        rows[i][j] = value + (j % 2 == 0 ? moved[i / ROWS] : -moved[i / ROWS]);
      }
    }
    return rows;
  }

  private static Labels labels() {
    int[] labels = new int[K * ROWS];
    Arrays.setAll(labels, i -> i / ROWS);
    return Labels.ofIndices(labels, K);
  }

  private static double[] distances(int exponent, int other) {
    return new double[] {0, Math.scalb(1, exponent), -Math.scalb(1, other)};
  }

  private static void assertClose(double expected, double found, Object what) {
    assertEquals(
        expected, found, ROUNDING * Math.max(1, Math.abs(expected)), () -> what.toString());
  }

  @Property(seed = "50", tries = 60)
  void densitiesOfAClassDoNotDependOnHowFarTheOthersAre(
      @ForAll int seed,
      @ForAll @IntRange(max = 36) int exponent,
      @ForAll @IntRange(max = 36) int other) {
    double[] moved = distances(exponent, other);
    double[][] near = rows(seed, new double[K]);
    double[][] far = rows(seed, moved);
    for (var fit : FITS) {
      GaussianClassifier one = fit.apply(NumericColumns.fromRows(near), labels());
      GaussianClassifier two = fit.apply(NumericColumns.fromRows(far), labels());
      double[] batch = new double[far.length * K];
      two.logClassDensity(NumericColumns.fromRows(far), batch);
      for (int i = 0; i < near.length; i++) {
        int c = i / ROWS;
        double[] expected = new double[K];
        double[] found = new double[K];
        one.logClassDensity(near[i], expected);
        two.logClassDensity(far[i], found);
        assertClose(expected[c], found[c], two);
        assertArrayEquals(found, Arrays.copyOfRange(batch, i * K, i * K + K), "row and batch");
        // Of rows without one of their values, too.
        double[] hole = far[i].clone();
        double[] nearHole = near[i].clone();
        hole[i % D] = Double.NaN;
        nearHole[i % D] = Double.NaN;
        assertClose(
            one.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(nearHole)[c],
            two.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(hole)[c],
            two);
      }
    }
  }

  @Property(seed = "51", tries = 20)
  void aRowThatIsLeftOutHasTheDensityThatItHasNearTheOthers(
      @ForAll int seed,
      @ForAll @IntRange(max = 36) int exponent,
      @ForAll @IntRange(max = 36) int other) {
    NumericColumns near = NumericColumns.fromRows(rows(seed, new double[K]));
    NumericColumns far = NumericColumns.fromRows(rows(seed, distances(exponent, other)));
    DiscriminantOptions shrunk = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1));
    List<BiFunction<NumericColumns, Labels, LeaveOneOut>> left =
        List.of(
            (rows, labels) ->
                LeaveOneOut.of(
                    GaussianNaiveBayes.recipe(EXACT), rows, labels, EssentialRows.REFUSE),
            (rows, labels) ->
                LeaveOneOut.of(QuadraticDiscriminant.recipe(), rows, labels, EssentialRows.REFUSE),
            (rows, labels) ->
                LeaveOneOut.of(
                    QuadraticDiscriminant.recipe(shrunk), rows, labels, EssentialRows.REFUSE));
    for (var leave : left) {
      LeaveOneOut one = leave.apply(near, labels());
      LeaveOneOut two = leave.apply(far, labels());
      for (int i = 0; i < near.rowCount(); i++) {
        double expected = one.logJoint(i, i / ROWS);
        double size = Math.max(1, Math.abs(expected));
        assertEquals(expected, two.logJoint(i, i / ROWS), 1e-12 * size);
      }
    }
  }

  /// Values that are filled in are doubles, so they are rounded: 2⁻³² here.
  @Test
  void expectationAndMaximisationFindsTheCovariancesOfClassesUnmoved() {
    double[][] near = rows(7, new double[K]);
    double[][] far = rows(7, distances(20, 19));
    for (int i = 0; i < near.length; i += 3) {
      near[i][i % D] = Double.NaN;
      far[i][i % D] = Double.NaN;
    }
    QuadraticDiscriminant one = expected(near);
    QuadraticDiscriminant two = expected(far);
    for (int c = 0; c < K; c++) {
      for (int j = 0; j < D; j++) {
        assertArrayEquals(one.covariance(c)[j], two.covariance(c)[j], 1e-9);
      }
    }
  }

  private static QuadraticDiscriminant expected(double[][] rows) {
    return QuadraticDiscriminant.recipe()
        .fit(ExpectationMaximization.byClass(NumericColumns.fromRows(rows), labels()).statistics());
  }

  @Test
  void aBlockOfAMixedModelKeepsTheDigitsOfFarClasses() {
    double[][] rows = rows(3, distances(27, 36));
    NumericColumns columns = NumericColumns.fromRows(rows);
    MixedNaiveBayes mixed =
        MixedNaiveBayes.recipe(GaussianNaiveBayes.recipe(EXACT))
            .fit(MixedColumns.of(columns), labels());
    double[][] expected =
        GaussianNaiveBayes.recipe(EXACT).fit(columns, labels()).scorer().logJoint(columns);
    double[][] found = mixed.scorer().logJoint(MixedColumns.of(columns));
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < K; c++) {
        assertClose(expected[i][c], found[i][c], mixed);
      }
    }
  }

  /// One mean of a far class does not cost a near one its own.
  @Test
  void aFillValueLeavesTheMeansOfOtherClasses() {
    double[][] rows = {{20}, {21}, {22}, {60}, {61}, {9.96921e36}};
    Labels labels = Labels.of("ok", "ok", "ok", "fault", "fault", "fault");
    GaussianClassifier model =
        GaussianNaiveBayes.recipe(EXACT).fit(NumericColumns.fromRows(rows), labels);
    assertTrue(model.sharesOrigin(), "the wide class is near any origin");
    assertEquals(21, model.mean(model.classes().indexOf("ok"))[0]);
    assertEquals("ok", model.label(new double[] {23}));
    assertEquals("fault", model.label(new double[] {40}));
  }

  @Test
  void aMeanThatIsNotFiniteIsThatOfItsOwnClass() {
    double[][] rows = {{1}, {2}, {3}, {-1e308}, {5}, {7}};
    Labels labels = Labels.of("a", "a", "a", "b", "b", "b");
    List<BiFunction<NumericColumns, Labels, GaussianClassifier>> fits = new ArrayList<>(FITS);
    fits.add(LinearDiscriminant::fit);
    for (BiFunction<NumericColumns, Labels, GaussianClassifier> fit : fits) {
      assertEquals(
          "the mean of feature 0 in class 'b' is not finite: the values are too large for a sum",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> fit.apply(NumericColumns.fromRows(rows), labels))
              .getMessage());
    }
  }

  /// Linear models keep one origin: that of most classes.
  @Test
  void aFarClassOfALinearModelLeavesTheOthersApart() {
    double[][] rows = {{20}, {21}, {22}, {60}, {61}, {62}, {9.96921e36}, {9.96921e36}};
    Labels labels = Labels.of("cold", "cold", "cold", "hot", "hot", "hot", "none", "none");
    NumericColumns columns = NumericColumns.fromRows(rows);
    for (GaussianClassifier model :
        List.of(
            LinearDiscriminant.fit(columns, labels),
            GaussianNaiveBayes.recipe(EXACT.withPooledVariances(true)).fit(columns, labels))) {
      assertEquals(21, model.mean(model.classes().indexOf("cold"))[0]);
      assertEquals("cold", model.label(new double[] {39}));
      assertEquals("hot", model.label(new double[] {42}));
      assertEquals("none", model.label(new double[] {9.96921e36}));
    }
  }

  @Test
  void aFillValueLeavesTheMeansOfLinearModels() {
    double[][] rows = {{20}, {21}, {22}, {60}, {61}, {9.96921e36}};
    Labels labels = Labels.of("ok", "ok", "ok", "fault", "fault", "fault");
    LinearDiscriminant model = LinearDiscriminant.fit(NumericColumns.fromRows(rows), labels);
    assertEquals(21, model.mean(model.classes().indexOf("ok"))[0]);
  }

  /// The smoothing is of all classes, so what it cannot be taken of is no fault of the first one.
  @Test
  void aVarianceThatOverflowsIsNotSaidOfAnotherClass() {
    NumericColumns rows =
        NumericColumns.fromRows(new double[][] {{1}, {2}, {3}, {1.7e308}, {1.6e308}, {1.5e308}});
    Labels labels = Labels.of("a", "a", "a", "b", "b", "b");
    String message =
        assertThrows(IllegalArgumentException.class, () -> GaussianNaiveBayes.fit(rows, labels))
            .getMessage();
    assertTrue(message.contains("in all classes is"), message);
  }

  @Test
  void classesOfOneOriginShareItAndFarOnesHaveTheirOwn() {
    GaussianClassifier near =
        QuadraticDiscriminant.fit(NumericColumns.fromRows(rows(1, distances(3, 3))), labels());
    GaussianClassifier far =
        QuadraticDiscriminant.fit(NumericColumns.fromRows(rows(1, distances(30, 2))), labels());
    assertTrue(near.sharesOrigin());
    assertFalse(far.sharesOrigin());
    assertArrayEquals(far.origin(0), far.origin(2), "classes about the median share it");
    assertEquals(far.mean(1)[0], far.origin(1)[0]);
  }

  @Test
  void parametersAboutZeroKeepTheDigitsOfFarClasses() {
    double[][] means = {{0.1, 0.2}, {1e9 + 0.3, -1e9}};
    double[][] residuals = {{0.1, 0.2}, {1e9 + 0.3, -1e9}};
    GaussianNaiveBayes model =
        GaussianNaiveBayes.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[2],
            residuals,
            new double[][] {{1, 4}, {1, 4}});
    double[] out = new double[2];
    model.squaredMahalanobis(new double[] {means[1][0] + 0.5, -1e9 + 1}, out);
    double first = (means[1][0] + 0.5) - means[1][0];
    assertEquals(first * first + 0.25, out[1], 1e-15);
  }

  @Test
  void rowsOfFarClassesAllocateNothing() {
    NumericColumns columns = NumericColumns.fromRows(rows(1, distances(30, 33)));
    double[] row = {0.5, 0.5, 0.5};
    for (var fit : FITS) {
      Scorer<double[], NumericColumns> scorer = fit.apply(columns, labels()).scorer();
      double[] out = new double[K];
      assertEquals(
          0,
          Allocation.least(() -> {
            for (int i = 0; i < 100; i++) {
              scorer.posterior(row, out);
            }
          }));
    }
  }

  @Test
  void aCovarianceMayBeSymmetricWithinRounding() {
    double[][] covariance = {{2, 0.3}, {Math.nextUp(0.3), 5}};
    double[][] means = {{0, 0}};
    assertEquals(
        0.3,
        QuadraticDiscriminant.of(
                Features.unnamed(2),
                Classes.unnamed(1),
                new double[] {1},
                new double[2],
                means,
                new double[][][] {covariance})
            .covariance(0)[0][1],
        1e-16);
    covariance[1][0] = 0.3 + 1e-12;
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    LinearDiscriminant.of(
                        Features.unnamed(2),
                        Classes.unnamed(1),
                        new double[] {1},
                        new double[2],
                        means,
                        covariance))
            .getMessage()
            .contains("a symmetric matrix is expected"));
  }

  @Test
  void featuresWhoseSquaresUnderflowAreNotCalledConstant() {
    NumericColumns rows =
        NumericColumns.fromRows(
            new double[][] {
              {1e-200, 1}, {2e-200, 2}, {4e-200, 4}, {3e-200, 3}, {7e-200, 5}, {1e-200, 9}
            });
    Labels labels = Labels.of("a", "a", "a", "b", "b", "b");
    List<Runnable> fits =
        List.of(
            () -> GaussianNaiveBayes.recipe(EXACT).fit(rows, labels),
            () -> QuadraticDiscriminant.fit(rows, labels),
            () -> LinearDiscriminant.fit(rows, labels));
    for (Runnable fit : fits) {
      String message = assertThrows(SingularCovarianceException.class, fit::run).getMessage();
      assertTrue(message.contains("underflow"), message);
      assertTrue(message.contains("between 1e-150 and 1e150"), message);
      assertFalse(message.contains("constant"), message);
    }
  }
}
