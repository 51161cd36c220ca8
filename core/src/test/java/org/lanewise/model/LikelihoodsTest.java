package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.textbook.RandomData;

class LikelihoodsTest {

  private static final double JOINT = -263.2037432741661;
  private static final double CONDITIONAL = -6.557559019281101;

  /// The numbers of numpy 2.4.6 and scipy 1.17.1 (`multivariate_normal`).
  @Test
  void likelihoodsOfIrisAreThoseOfScipy() throws IOException {
    List<double[]> rows =
        Files.readAllLines(Path.of("..", "examples", "data", "iris.csv")).stream()
            .skip(1)
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    NumericColumns columns =
        NumericColumns.fromRows(
            rows.stream().map(row -> Arrays.copyOf(row, 4)).toArray(double[][]::new));
    Labels labels = Labels.of(rows.stream().mapToInt(row -> (int) row[4]).toArray());
    LinearDiscriminant model = LinearDiscriminant.fit(columns, labels);
    Likelihoods found = Likelihoods.of(model, columns, labels);
    assertEquals(JOINT, found.joint(), 1e-9);
    assertEquals(CONDITIONAL, found.conditional(), 1e-9);
    assertEquals(150, found.weight());
    assertEquals(24, found.parameters());
    assertEquals(48 - 2 * JOINT, found.aic(), 1e-9);
    assertEquals(24 * Math.log(150) - 2 * JOINT, found.bic(), 1e-9);
    // Maximum likelihood: other priors or means make the rows less likely.
    LinearDiscriminant other = model.withPriors(Priors.fixed(0.3, 0.3, 0.4));
    assertTrue(Likelihoods.of(other, columns, labels).joint() < found.joint());
  }

  @Test
  void aRowOfWeightTwoCountsTwiceAndClassesGoByName() {
    RandomData data = RandomData.of(3, 40, 2, 2, 0);
    String[] names = new String[40];
    String[] twice = new String[80];
    double[][] doubled = new double[80][];
    for (int i = 0; i < 40; i++) {
      names[i] = data.labels[i] == 0 ? "b" : "a";
      twice[i] = names[i];
      twice[i + 40] = names[i];
      doubled[i] = data.rows[i];
      doubled[i + 40] = data.rows[i];
    }
    double[] weights = new double[40];
    Arrays.fill(weights, 2);
    LinearDiscriminant model = LinearDiscriminant.fit(data.columns(), Labels.of(names));
    Likelihoods weighted =
        Likelihoods.of(model, data.columns(), Labels.of(names).withWeights(weights));
    Likelihoods repeated =
        Likelihoods.of(model, NumericColumns.fromRows(doubled), Labels.of(twice));
    assertEquals(repeated.joint(), weighted.joint(), 1e-10);
    assertEquals(repeated.conditional(), weighted.conditional(), 1e-10);
    assertEquals(80, weighted.weight());
    // Labels of one class alone.
    NumericColumns first = data.columns(0, 1);
    assertEquals(
        model.scorer().logJoint(data.rows[0])[model.classes().indexOf(names[0])],
        Likelihoods.of(model, first, Labels.of(names[0])).joint());
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Likelihoods.of(model, first, Labels.of("c")))
            .getMessage();
    assertEquals(
        "row 0 is of class 'c'; one of the classes [a, b] is expected, as in the model", message);
    assertThrows(
        IllegalArgumentException.class, () -> Likelihoods.of(model, first, Labels.of("a", "b")));
  }

  @Test
  void aModelWithoutADensityHasNoLikelihood() {
    NumericColumns counts = NumericColumns.of(new double[] {1, 2}, new double[] {2, 0});
    Labels labels = Labels.of(0, 1);
    ComplementNaiveBayes model = ComplementNaiveBayes.fit(counts, labels);
    assertThrows(UnsupportedOperationException.class, () -> Likelihoods.of(model, counts, labels));
  }

  @Test
  void theFullJointOfCategoriesHasAParameterForEveryCellButOne() {
    CategoryColumns rows =
        CategoryColumns.of(new byte[] {0, 1, 2}, new byte[] {0, 1, 1}, new byte[] {3, 0, 1});
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(rows, Labels.of(0, 1, 1));
    // 3, 2 and 4 categories, 2 classes.
    assertEquals(BigInteger.valueOf(2 * (24 - 1) + 1), model.fullJointParameters());
  }
}
