package org.lanewise.model.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

/// The examples of other libraries that mix kinds of features.
class MixedCasesTest {

  /// fastNaiveBayes (R), the test of `fnb.train` with mixed columns: a multinomial column, which
  /// alone says nothing, a Bernoulli and a Gaussian one, no smoothing. Like R's naivebayes and klaR
  /// it divides squares by n − 1 and adds nothing to variances; both have to be asked for here.
  @Test
  void mixedColumnsOfFastNaiveBayes() {
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(new double[] {2, 3, 2, 4, 3}),
            BitColumns.copyOfColumns(new boolean[] {true, false, true, false, true}),
            NumericColumns.of(new double[] {2.8, 2.7, 3.0, 2.9, 3.0}));
    NaiveBayesOptions rough = NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.none());
    MixedNaiveBayes model =
        MixedNaiveBayes.recipe(
                MultinomialNaiveBayes.recipe(rough),
                BernoulliNaiveBayes.recipe(rough),
                GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT
                        .withVarianceSmoothing(0)
                        .withDivisor(CovarianceDivisor.UNBIASED)))
            .fit(rows, Labels.of("Ham", "Ham", "Spam", "Spam", "Spam"));
    double[] ham = {.9535044256, .9999633454, .0009301696, .1435557348, .0009301696};
    double[][] posteriors = model.scorer().posterior(rows);
    for (int i = 0; i < ham.length; i++) {
      assertEquals(ham[i], posteriors[i][0], 5e-11);
    }
  }

  /// The insurance model of the Data Mining Group's PMML specification, a row of JPMML's
  /// TargetValueCountsTest: age 24, male, 2 claims, domicile missing, a car one year old. JPMML
  /// puts 0.001 in the place of each probability 0 and each smaller density, and so finds
  /// .04043222, .35772248, .26372180, .02670019 and .31142330. Here nothing is put in the place of
  /// what the model says: a class in which the row is impossible has posterior 0.
  @Test
  void insuranceOfPmmlWithoutAThreshold() {
    Classes classes = Classes.of("100", "500", "1000", "5000", "10000");
    double[] rows = {8723, 2557, 1530, 709, 100};
    double[] priors = Arrays.stream(rows).map(n -> n / 13619).toArray();
    GaussianNaiveBayes age =
        GaussianNaiveBayes.of(
            Features.unnamed(1),
            classes,
            priors,
            new double[1],
            new double[][] {{32.006}, {24.936}, {24.588}, {24.428}, {24.770}},
            new double[][] {{.352}, {.516}, {.635}, {.379}, {.314}});
    // Gender, number of claims, domicile and age of the car.
    double[][] counts = {
      {4273, 4325, 4698, 3526, 225, 112, 2536, 1679, 2512, 927, 830, 6251},
      {1321, 1212, 623, 1798, 10, 5, 165, 792, 1013, 183, 182, 1901},
      {780, 742, 1259, 227, 9, 1, 516, 511, 442, 221, 51, 919},
      {405, 292, 550, 152, 0, 1, 290, 259, 137, 50, 26, 623},
      {42, 48, 40, 40, 10, 8, 42, 30, 21, 10, 6, 71}
    };
    CategoricalNaiveBayes rest =
        CategoricalNaiveBayes.of(
            Features.unnamed(4),
            classes,
            priors,
            List.of(
                CategoryDictionary.of(List.of("male", "female")),
                CategoryDictionary.of(List.of("0", "1", "2", ">2")),
                CategoryDictionary.of(List.of("suburban", "urban", "rural")),
                CategoryDictionary.ofSize(3)),
            counts,
            new double[4]);
    MixedNaiveBayes model = MixedNaiveBayes.of(priors, List.of(age, rest));
    Object[] row = {new double[] {24}, new int[] {0, 2, CategoryColumns.MISSING, 1}};
    double[] posterior = model.posterior(row);
    assertArrayEquals(
        new double[] {0, 0.38346544008787437, 0.2827001467394398, 0, 0.33383441317268575},
        posterior,
        1e-13);
    assertEquals(8.394320816457767e-39, posterior[0], 1e-50);
    assertEquals(0, posterior[3]);
    assertEquals(Double.NEGATIVE_INFINITY, model.scorer().logJoint(row)[3]);
    assertEquals(
        Collections.max(List.of(posterior[1], posterior[4])), posterior[model.predict(row)]);
  }
}
