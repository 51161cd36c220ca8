package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;
import org.lanewise.serving.ModelDifference.Move;
import org.lanewise.serving.ModelDifference.Parameter;

@Tag("once")
class ModelDifferenceTest {

  private static final double[][] ROWS = {{1, 2}, {2, 1}, {3, 3}, {5, 6}, {6, 5}, {7, 9}};

  private static NumericColumns rows(String... features) {
    return NumericColumns.fromRows(ROWS).withFeatures(features);
  }

  @Test
  void parametersAreMatchedByTheNamesOfClassesAndFeatures() {
    QuadraticDiscriminant before =
        QuadraticDiscriminant.fit(rows("a", "b"), Labels.of("x", "x", "x", "y", "y", "y"));
    // The same rows with classes in another order, and one feature of another name.
    QuadraticDiscriminant after =
        QuadraticDiscriminant.fit(rows("a", "c"), Labels.of("y", "y", "y", "x", "x", "x"));
    ModelDifference difference = ModelDifference.of(before, after);
    assertEquals(List.of("b"), difference.featuresBefore());
    assertEquals(List.of("c"), difference.featuresAfter());
    assertEquals(List.of(), difference.classesBefore());
    Parameter mean = difference.parameters().get(1);
    assertEquals("mean", mean.name());
    assertEquals(2, mean.compared());
    assertEquals(
        List.of(new Move(List.of("x", "a"), 2, 6), new Move(List.of("y", "a"), 6, 2)),
        mean.largest());
    assertEquals(4, mean.largest().getFirst().by());
    assertEquals("covariance", difference.parameters().get(2).name());
    assertEquals(2, difference.parameters().get(2).compared());
    assertTrue(ModelDifference.of(before, before).isEmpty());
    assertFalse(difference.isEmpty());
  }

  @Test
  void categoriesAreMatchedByName() {
    CategoryColumns colours = CategoryColumns.fromRows(new String[][] {{"red"}, {"blue"}, {"red"}});
    CategoryColumns others = CategoryColumns.fromRows(new String[][] {{"red"}, {"green"}, {"red"}});
    Labels labels = Labels.of("x", "y", "y");
    ModelDifference difference =
        ModelDifference.of(
            CategoricalNaiveBayes.fit(colours, labels), CategoricalNaiveBayes.fit(others, labels));
    Parameter probability = difference.parameters().get(1);
    assertEquals(2, probability.compared());
    assertEquals(0, probability.moved());
    assertEquals(List.of("probability of 0=blue"), difference.parametersBefore());
    assertEquals(List.of("probability of 0=green"), difference.parametersAfter());
    assertFalse(difference.isEmpty());
  }

  @Test
  void whatOnlyOneModelHasIsADifference() {
    Labels labels = Labels.of("x", "x", "x", "y", "y", "y");
    LinearDiscriminant plain = LinearDiscriminant.fit(rows("a", "b"), labels);
    ModelDifference tempered =
        ModelDifference.of(plain, CalibratedClassifier.of(plain, Temperature.of(2)));
    assertEquals(List.of("temperature"), tempered.parametersAfter());
    assertFalse(tempered.isEmpty());
    GaussianNaiveBayes byClass = GaussianNaiveBayes.fit(rows("a", "b"), labels);
    GaussianNaiveBayes pooled =
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(rows("a", "b"), labels);
    ModelDifference variances = ModelDifference.of(byClass, pooled);
    assertEquals(List.of("variance by class"), variances.parametersBefore());
    assertEquals(List.of("variance of all classes"), variances.parametersAfter());
    assertFalse(variances.isEmpty());
  }

  @Test
  void anotherOrderIsADifference() {
    Labels labels = Labels.of("x", "x", "x", "y", "y", "y");
    double[][] turned = new double[ROWS.length][];
    for (int i = 0; i < ROWS.length; i++) {
      turned[i] = new double[] {ROWS[i][1], ROWS[i][0]};
    }
    ModelDifference difference =
        ModelDifference.of(
            LinearDiscriminant.fit(rows("a", "b"), labels),
            LinearDiscriminant.fit(NumericColumns.fromRows(turned).withFeatures("b", "a"), labels));
    assertTrue(difference.reordered());
    assertFalse(difference.isEmpty());
  }

  @Test
  void aModelOfBlocksWithoutNamesDoesNotDifferFromItself() {
    MixedNaiveBayes model =
        MixedNaiveBayes.fit(
            MixedColumns.of(
                NumericColumns.fromRows(ROWS),
                NumericColumns.fromRows(new double[][] {{9}, {8}, {3}, {1}, {2}, {5}})),
            Labels.of("x", "x", "x", "y", "y", "y"));
    ModelDifference difference = ModelDifference.of(model, model);
    assertTrue(difference.isEmpty(), difference::toString);
    assertEquals(
        List.of(2L, 4L, 4L, 2L, 2L),
        difference.parameters().stream().map(Parameter::compared).toList());
  }
}
