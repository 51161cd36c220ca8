package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// What a refused covariance says of itself, and that the remedy it names is one.
class SingularityDiagnosisTest {

  private static GaussianStatistics statistics(RandomData data) {
    return new GaussianStatistics(
            Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
        .add(data.columns(), data.labels())
        .as(GaussianStatistics.class);
  }

  private static DiscriminantOptions ridge(double variance) {
    return DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ridge(variance));
  }

  private static SingularCovarianceException linear(
      GaussianStatistics statistics, DiscriminantOptions options) {
    return assertThrows(
        SingularCovarianceException.class,
        () -> LinearDiscriminant.recipe(options).fit(statistics));
  }

  private static SingularCovarianceException quadratic(
      GaussianStatistics statistics, DiscriminantOptions options) {
    return assertThrows(
        SingularCovarianceException.class,
        () -> QuadraticDiscriminant.recipe(options).fit(statistics));
  }

  /// Fewer rows than features, a doubled feature, a constant one, at any scale.
  @Property(seed = "721", tries = 60)
  void theSmallestRidgeIsEnoughAndAHundredthOfItIsNot(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 40) int d,
      @ForAll @IntRange(max = 2) int reason,
      @ForAll @IntRange(min = -400, max = 400) int exponent) {
    RandomData data = RandomData.of(seed, reason == 0 ? d + 1 : 4 * d + 20, d, 2, 0);
    for (double[] row : data.rows) {
      for (int j = 0; j < d; j++) {
        row[j] = Math.scalb(row[j], exponent);
      }
      row[d - 1] = reason == 1 ? 0.5 * row[0] : reason == 2 ? 3 : row[d - 1];
    }
    GaussianStatistics statistics = statistics(data);
    double pooled = linear(statistics, DiscriminantOptions.DEFAULT).smallestRidge();
    LinearDiscriminant.recipe(ridge(pooled)).fit(statistics);
    SingularCovarianceException tooSmall = linear(statistics, ridge(pooled / 100));
    assertEquals(pooled, tooSmall.smallestRidge());
    double own = quadratic(statistics, DiscriminantOptions.DEFAULT).smallestRidge();
    assertThrows(
        IllegalArgumentException.class,
        () -> QuadraticDiscriminant.recipe(ridge(own / 100)).fit(statistics));
    SingularCovarianceException first = quadratic(statistics, DiscriminantOptions.DEFAULT);
    assertEquals(0, first.label());
    fitsClassZero(statistics, own);
  }

  /// The other class may need a larger ridge.
  private static void fitsClassZero(GaussianStatistics statistics, double ridge) {
    try {
      QuadraticDiscriminant.recipe(ridge(ridge)).fit(statistics);
    } catch (SingularCovarianceException e) {
      assertEquals(1, e.label());
      QuadraticDiscriminant.recipe(ridge(Math.max(ridge, e.smallestRidge()))).fit(statistics);
    }
  }

  @Test
  void fewRowsAreSaid() {
    RandomData data = RandomData.of(11, 40, 12, 3, 0);
    RandomData one = RandomData.of(11, 7, 12, 1, 0);
    SingularCovarianceException refusal = quadratic(statistics(one), DiscriminantOptions.DEFAULT);
    assertTrue(
        refusal
            .getMessage()
            .startsWith(
                "class 0 has 7 rows for 12 features, so the covariance of class 0 is singular:"
                    + " features "),
        refusal.getMessage());
    assertTrue(
        refusal.getMessage().endsWith("or regularise, such as by shrinkage"), refusal.getMessage());
    GaussianStatistics few =
        new GaussianStatistics(Features.unnamed(12), Classes.unnamed(3))
            .add(data.columns(0, 14), data.labels(0, 14))
            .as(GaussianStatistics.class);
    assertTrue(
        linear(few, DiscriminantOptions.DEFAULT)
            .getMessage()
            .startsWith(
                "there are 14 rows in 3 classes for 12 features, so the pooled covariance is"
                    + " singular"));
  }

  /// Weights hide how many rows there are.
  @Test
  void fewRowsAreNotClaimedOfWeights() {
    RandomData data = RandomData.of(12, 9, 12, 1, 0);
    GaussianStatistics statistics =
        new GaussianStatistics(Features.unnamed(12), Classes.unnamed(1))
            .add(data.columns(), data.labels().withWeights(data.weights(0, 9)))
            .as(GaussianStatistics.class);
    assertTrue(
        quadratic(statistics, DiscriminantOptions.DEFAULT)
            .getMessage()
            .startsWith("the covariance of class 0 is singular"));
  }

  @Test
  void constantFeaturesAreNamedTogether() {
    RandomData data = RandomData.of(13, 60, 5, 2, 0);
    for (double[] row : data.rows) {
      row[1] = 4;
      row[3] = -1;
    }
    SingularCovarianceException refusal = linear(statistics(data), DiscriminantOptions.DEFAULT);
    assertArrayEquals(new int[] {1, 3}, refusal.features());
    assertTrue(
        refusal
            .getMessage()
            .contains("features 1, 3 are constant (condition number infinite); leave"),
        refusal.getMessage());
  }

  /// What differs between classes is the best of features, and is not to be left out.
  @Test
  void aFeatureThatTellsClassesApartIsNotLeftOut() {
    RandomData data = RandomData.of(16, 60, 4, 2, 0);
    for (int i = 0; i < data.rows.length; i++) {
      data.rows[i][1] = data.labels[i] == 0 ? 0.1 : 0.3;
    }
    String finding =
        "feature 1 is constant within each class and differs between them (condition number"
            + " infinite); tell the classes apart by a rule on it, or regularise, such as by ";
    SingularCovarianceException pooled = linear(statistics(data), DiscriminantOptions.DEFAULT);
    assertTrue(
        pooled.getMessage().startsWith("the pooled covariance is singular: " + finding),
        pooled.getMessage());
    String own = quadratic(statistics(data), DiscriminantOptions.DEFAULT).getMessage();
    assertTrue(own.startsWith("the covariance of class 0 is singular: " + finding), own);
    String naive =
        assertThrows(
                SingularCovarianceException.class,
                () ->
                    GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0))
                        .fit(statistics(data)))
            .getMessage();
    assertEquals(
        "feature 1 has variance 0 in class 0, so it has no density there; it differs between the"
            + " classes, so tell them apart by a rule on it, or give a larger variance smoothing",
        naive);
  }

  @Test
  void pooledVariancesNeedAFeatureThatVariesInSomeClass() {
    RandomData data = RandomData.of(17, 60, 3, 2, 0);
    for (int i = 0; i < data.rows.length; i++) {
      data.rows[i][0] = data.labels[i] == 0 ? 0.1 : data.rows[i][0];
    }
    GaussianBayesOptions options =
        GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0).withPooledVariances(true);
    GaussianNaiveBayes.recipe(options).fit(statistics(data));
    for (int i = 0; i < data.rows.length; i++) {
      data.rows[i][1] = data.labels[i];
    }
    assertEquals(
        "feature 1 has variance 0 in every class, so it has no density there; it differs between"
            + " the classes, so tell them apart by a rule on it, or give a larger variance"
            + " smoothing",
        assertThrows(
                SingularCovarianceException.class,
                () -> GaussianNaiveBayes.recipe(options).fit(statistics(data)))
            .getMessage());
  }

  @Test
  void aFeatureThatIsConstantInOneClassOnlyIsNotCalledConstant() {
    RandomData data = RandomData.of(17, 60, 4, 2, 0);
    for (int i = 0; i < data.rows.length; i++) {
      data.rows[i][3] = 2;
      data.rows[i][1] = data.labels[i] == 0 ? 0.1 : data.rows[i][1];
    }
    SingularCovarianceException refusal = quadratic(statistics(data), DiscriminantOptions.DEFAULT);
    assertArrayEquals(new int[] {1, 3}, refusal.features());
    assertTrue(
        refusal
            .getMessage()
            .startsWith(
                "the covariance of class 0 is singular: feature 3 is constant, feature 1 is"
                    + " constant in this class and varies in others (condition number infinite);"
                    + " leave feature 3 out, or regularise, such as by shrinkage"),
        refusal.getMessage());
  }

  /// λ = 1 ± r of two of a hundred features: a number, whatever the others are.
  @Test
  void aLargeConditionNumberIsNotInfinite() {
    int d = 100;
    double[] packed = Covariances.unit(d);
    double r = 1 - 0x1p-46;
    packed[PackedTriangle.index(0, 1)] = r;
    Condition told = Condition.of(packed, d);
    assertEquals((1 + r) / (1 - r), told.number(), 0.01 * told.number());
    assertEquals("1.4e+14", told.toString());
    packed[PackedTriangle.index(0, 1)] = 1;
    Condition hidden = Condition.of(packed, d);
    assertEquals(Double.POSITIVE_INFINITY, hidden.number());
    assertEquals("above 2.8e+14", hidden.toString());
  }

  /// Where nothing varies there is no scale: any ridge will do.
  @Test
  void whereNothingVariesAnyRidgeWillDo() {
    RandomData data = RandomData.of(14, 20, 3, 2, 0);
    for (double[] row : data.rows) {
      row[0] = 1;
      row[1] = 2;
      row[2] = 3;
    }
    GaussianStatistics statistics = statistics(data);
    double least = linear(statistics, DiscriminantOptions.DEFAULT).smallestRidge();
    assertTrue(least > 0 && least < 1e-300);
    LinearDiscriminant.recipe(ridge(least)).fit(statistics);
    LinearDiscriminant.recipe(ridge(1)).fit(statistics);
    assertThrows(
        IllegalArgumentException.class,
        () -> LinearDiscriminant.recipe(ridge(least / 100)).fit(statistics));
  }

  /// λ = 1 + r and 1 − r of two features of correlation r.
  @Test
  void theConditionNumberIsThatOfTheCorrelations() {
    double[] packed = Covariances.correlations(new double[64], 2);
    double r = 1 - 0x1p-40;
    packed[0] = 4e10;
    packed[1] = r * 2e5 * 3e-5;
    packed[9] = 9e-10;
    assertEquals((1 + r) / (1 - r), Condition.of(packed, 2).number(), 1e-3 * (1 + r) / (1 - r));
    packed[1] = 2e5 * 3e-5;
    assertEquals(Double.POSITIVE_INFINITY, Condition.of(packed, 2).number());
  }

  /// A matrix that is no covariance is refused too, with the ridge that would make it one.
  @Test
  void anIndefiniteMatrixIsRefused() {
    double[][] indefinite = {{1, 5}, {5, 1}};
    double[] priors = {1};
    double[] origin = new double[2];
    double[][] means = new double[1][2];
    SingularCovarianceException refusal =
        assertThrows(
            SingularCovarianceException.class,
            () ->
                LinearDiscriminant.of(
                    Features.unnamed(origin.length),
                    Classes.unnamed(priors.length),
                    priors,
                    origin,
                    means,
                    indefinite));
    assertEquals(-1, refusal.label());
    double enough = refusal.smallestRidge();
    assertTrue(enough >= 4 && enough <= 32, "" + enough);
    double[][] ridged = {{1 + enough, 5}, {5, 1 + enough}};
    assertEquals(
        2,
        LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                ridged)
            .featureCount());
  }

  @Test
  void naiveBayesNamesTheFeatureAndTheClass() {
    RandomData data = RandomData.of(15, 30, 3, 2, 0);
    for (int i = 0; i < 30; i++) {
      data.rows[i][2] = data.labels[i] == 1 ? 5 : data.rows[i][2];
    }
    SingularCovarianceException refusal =
        assertThrows(
            SingularCovarianceException.class,
            () ->
                GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0))
                    .fit(statistics(data)));
    assertEquals(1, refusal.label());
    assertArrayEquals(new int[] {2}, refusal.features());
  }

  /// The ridge for many features is a bound, which takes no factor to find.
  @Test
  void theRidgeForManyFeaturesOfFewRowsIsEnoughAndAThousandthIsNot() {
    GaussianStatistics statistics = statistics(RandomData.of(5, 12, 1001, 2, 0));
    SingularCovarianceException refusal = linear(statistics, DiscriminantOptions.DEFAULT);
    assertTrue(refusal.getMessage().contains("(condition number infinite)"), refusal.getMessage());
    LinearDiscriminant.recipe(ridge(refusal.smallestRidge())).fit(statistics);
    assertThrows(
        SingularCovarianceException.class,
        () -> LinearDiscriminant.recipe(ridge(refusal.smallestRidge() / 1000)).fit(statistics));
  }
}
