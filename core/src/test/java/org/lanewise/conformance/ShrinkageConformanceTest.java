package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.statistics.FourthMoments;
import org.lanewise.statistics.GaussianStatistics;

/// Shrinkage as scikit-learn computes it on iris, all 150 rows.
class ShrinkageConformanceTest {

  private final DataSet iris = DataSet.read(Path.of("..", "examples", "data", "iris.csv"));
  private final NumericColumns rows = iris.columns(i -> true);
  private final Labels labels = iris.labels(i -> true);
  private final GaussianStatistics statistics = GaussianStatistics.of(rows, labels);
  private final FourthMoments moments = FourthMoments.secondPass(statistics).add(rows, labels);

  ShrinkageConformanceTest() throws IOException {}

  /// All rows as one class.
  private GaussianStatistics whole() {
    return GaussianStatistics.of(rows, Labels.ofIndices(new int[150], 1));
  }

  @Test
  void intensityOfLedoitAndWolfForAllRows() {
    Labels one = Labels.ofIndices(new int[150], 1);
    Shrinkage shrinkage =
        Shrinkage.ledoitWolfBySecondPass(FourthMoments.secondPass(whole()).add(rows, one));
    assertEquals(
        0.00757880145407865, assertInstanceOf(Shrinkage.Fixed.class, shrinkage).intensity(), 1e-15);
  }

  @Test
  void intensityOfLedoitAndWolfWithinClasses() {
    Shrinkage shrinkage = Shrinkage.ledoitWolfBySecondPass(moments);
    assertEquals(
        0.039858958147811326,
        assertInstanceOf(Shrinkage.Fixed.class, shrinkage).intensity(),
        1e-14);
  }

  @Test
  void intensitiesOfLedoitAndWolfForStandardizedClasses() {
    Shrinkage shrinkage = Shrinkage.ledoitWolfBySecondPassAsScikitLearn(moments);
    assertArrayEquals(
        new double[] {0.2524940158336037, 0.076888850395288, 0.1383392250330046},
        assertInstanceOf(Shrinkage.TowardsVariances.class, shrinkage).intensities(),
        1e-13);
  }

  @Test
  void intensityOfOracleApproximationByPaperAndByScikitLearn() {
    assertEquals(0.015615681436624023, intensity(whole(), Shrinkage.oracleApproximating()), 1e-14);
    assertEquals(
        0.02023664500523854,
        intensity(whole(), Shrinkage.oracleApproximatingAsScikitLearn()),
        1e-14);
    assertEquals(
        0.03307315899028851,
        intensity(statistics, Shrinkage.oracleApproximatingAsScikitLearn()),
        1e-14);
  }

  /// 1 − what is left of a covariance.
  private static double intensity(GaussianStatistics statistics, Shrinkage shrinkage) {
    double[][] plain = LinearDiscriminant.fit(statistics).covariance();
    double[][] shrunk = fit(statistics, shrinkage).covariance();
    return 1 - shrunk[0][2] / plain[0][2];
  }

  private static LinearDiscriminant fit(GaussianStatistics statistics, Shrinkage shrinkage) {
    return LinearDiscriminant.fit(statistics, DiscriminantOptions.DEFAULT.withShrinkage(shrinkage));
  }

  @Test
  void linearDiscriminantWithAutomaticShrinkage() {
    LinearDiscriminant model =
        fit(statistics, Shrinkage.ledoitWolfBySecondPassAsScikitLearn(moments));
    double[][] covariance = {
      {0.259708, 0.07630636863721188, 0.1445152435160526, 0.03316164055696823},
      {0.07630636863721188, 0.11308, 0.04787210208365216, 0.028101793693707314},
      {0.1445152435160526, 0.04787210208365216, 0.18148400000000006, 0.037268864370708026},
      {0.03316164055696822, 0.028101793693707314, 0.03726886437070803, 0.041044}
    };
    for (int j = 0; j < 4; j++) {
      assertArrayEquals(covariance[j], model.covariance()[j], 1e-13);
    }
    assertPosterior(
        model,
        new double[][] {
          {2.7684001030701724e-26, 0.3004880111048074, 0.6995119888951926},
          {4.639890135847232e-30, 0.222996879774922, 0.777003120225078},
          {4.68436340670098e-27, 0.7711841380758803, 0.22881586192411968}
        });
  }

  @Test
  void linearDiscriminantWithFixedShrinkage() {
    LinearDiscriminant model = fit(statistics, Shrinkage.fixed(0.43));
    assertPosterior(
        model,
        new double[][] {
          {4.573598150928204e-20, 0.5122823483505435, 0.48771765164945646},
          {4.932412746542758e-24, 0.22649964978473408, 0.7735003502152659},
          {1.343308109473739e-22, 0.4165533521437433, 0.5834466478562568}
        });
    // scikit-learn's coefficients are about x = 0; ours differ by what all classes share.
    double[][] coefficients = {
      {22.13950715154705, 20.06410937810156, -6.626095365259925, -5.007414317182559},
      {19.83575934279994, 10.021779666971494, 11.799195477070613, 4.991073302525485},
      {19.254441469652736, 9.190987699865847, 19.09118618189262, 11.328770325944419}
    };
    for (int c = 1; c < 3; c++) {
      for (int j = 0; j < 4; j++) {
        assertEquals(
            coefficients[c][j] - coefficients[0][j],
            model.coefficients(c)[j] - model.coefficients(0)[j],
            1e-11);
      }
    }
    assertEquals(
        -102.29267882258864 + 85.44409449003798, model.intercept(1) - model.intercept(0), 1e-11);
  }

  @Test
  void quadraticDiscriminantWithAutomaticShrinkage() {
    assertDecisions(
        QuadraticDiscriminant.fit(
            statistics,
            DiscriminantOptions.DEFAULT.withShrinkage(
                Shrinkage.ledoitWolfBySecondPassAsScikitLearn(moments))),
        new double[][] {
          {-249.16610063989359, 0.02661132003234923, 0.6252294116348553},
          {-268.8668271412722, 0.4950413974488941, 1.6450878723473117},
          {-260.0163865184231, 1.7982798547604466, 0.9717650496890455}
        });
  }

  @Test
  void quadraticDiscriminantWithFixedShrinkage() {
    assertDecisions(
        QuadraticDiscriminant.fit(
            statistics, DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.3))),
        new double[][] {
          {-154.9933940303786, 0.64802080101043, 0.7101498126277284},
          {-179.07113147830992, 0.3231231626737141, 1.418039647606155},
          {-177.51331831260765, 1.2035788069351796, 1.1769270278751442}
        });
  }

  @Test
  void quadraticDiscriminantWithRegularization() {
    assertDecisions(
        QuadraticDiscriminant.fit(statistics, DiscriminantOptions.DEFAULT.withRegularization(0.1)),
        new double[][] {
          {-52.40073298481221, 0.6287659282703784, 0.5351248375912196},
          {-61.28022065127491, 0.44303094114352315, 1.0380039267183456},
          {-61.32157022922783, 0.8885574913190344, 0.8900262181191463}
        });
  }

  /// A constant feature in both classes; and a class of no more rows than features.
  @Test
  void quadraticDiscriminantOfCollinearData() {
    double[][] points = {
      {-3, 0}, {-2, 0}, {-1, 0}, {-1, 0}, {0, 0}, {1, 0}, {1, 0}, {2, 0}, {3, 0}
    };
    int[] classes = {0, 0, 0, 0, 0, 1, 1, 1, 1};
    GaussianStatistics collinear =
        GaussianStatistics.of(DoubleColumns.fromRows(points), Labels.ofIndices(classes, 2));
    SingularCovarianceException refusal =
        assertThrows(SingularCovarianceException.class, () -> QuadraticDiscriminant.fit(collinear));
    assertTrue(refusal.getMessage().startsWith("the covariance of class 0 is singular"));
    QuadraticDiscriminant model =
        QuadraticDiscriminant.fit(collinear, DiscriminantOptions.DEFAULT.withRegularization(0.01));
    for (int i = 0; i < points.length; i++) {
      assertEquals(classes[i], model.scorer().predict(points[i]));
    }
  }

  private void assertPosterior(GaussianClassifier model, double[][] expected) {
    int[] chosen = {70, 83, 133};
    double[] found = new double[3];
    for (int i = 0; i < chosen.length; i++) {
      model.scorer().posterior(iris.rows()[chosen[i]], found);
      for (int c = 0; c < 3; c++) {
        assertEquals(expected[i][c], found[c], 1e-10 * expected[i][c]);
      }
    }
  }

  /// scikit-learn's decision function is the log joint but for what all classes share.
  private void assertDecisions(GaussianClassifier model, double[][] expected) {
    int[] chosen = {70, 83, 133};
    double[] found = new double[3];
    for (int i = 0; i < chosen.length; i++) {
      model.scorer().logJoint(iris.rows()[chosen[i]], found);
      for (int c = 0; c < 3; c++) {
        assertEquals(
            expected[i][c], found[c] + 2 * Math.log(2 * Math.PI), 1e-12 * Math.abs(expected[i][0]));
      }
    }
  }
}
