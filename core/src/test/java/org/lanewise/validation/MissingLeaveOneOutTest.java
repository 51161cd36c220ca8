package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Leave-one-out of rows with missing numbers is what fits without each row give.
class MissingLeaveOneOutTest {

  private static final int ROWS = 40;
  private static final GaussianBayesOptions ALLOWED =
      GaussianBayesOptions.DEFAULT.withMissing(MissingValues.ALLOW);

  private final SplittableRandom random = new SplittableRandom(57);
  private final double[][] columns = columns();
  private final int[] classes = IntStream.range(0, ROWS).map(i -> i % 5 % 3).toArray();

  /// Four columns with holes, one far from 0, one on another scale; one row has no value at all.
  private double[][] columns() {
    double[][] made = new double[4][ROWS];
    for (int j = 0; j < made.length; j++) {
      for (int i = 0; i < ROWS; i++) {
        double value = random.nextGaussian() + i % 5 % 3;
        double scaled = j == 1 ? 1e6 + value : j == 2 ? 50 * value : value;
        made[j][i] = i == 7 || random.nextInt(4) == 0 ? Double.NaN : scaled;
      }
    }
    return made;
  }

  private double[] weights() {
    return IntStream.range(0, ROWS).mapToDouble(i -> i % 7 == 3 ? 0 : 1 + i % 4).toArray();
  }

  private static double[][] without(double[][] all, int row) {
    double[][] left = new double[all.length][];
    for (int j = 0; j < left.length; j++) {
      double[] column = all[j];
      left[j] =
          IntStream.range(0, ROWS).filter(i -> i != row).mapToDouble(i -> column[i]).toArray();
    }
    return left;
  }

  private static Labels without(Labels all, int row) {
    return all.select(IntStream.range(0, ROWS).filter(i -> i != row).toArray());
  }

  private double[] row(int index) {
    double[] row = new double[columns.length];
    for (int j = 0; j < row.length; j++) {
      row[j] = columns[j][index];
    }
    return row;
  }

  private void check(GaussianBayesOptions options, Labels labels) {
    NumericColumns rows = NumericColumns.of(columns);
    LeaveOneOut found = LeaveOneOut.of(GaussianNaiveBayes.recipe(options), rows, labels);
    for (int i = 0; i < ROWS; i++) {
      GaussianNaiveBayes model =
          GaussianNaiveBayes.recipe(options)
              .fit(NumericColumns.of(without(columns, i)), without(labels, i));
      double[] expected = model.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(row(i));
      for (int c = 0; c < expected.length; c++) {
        assertEquals(
            expected[c],
            found.logJoint(i, c),
            1e-10 * Math.max(1, Math.abs(expected[c])),
            options + ", row " + i);
      }
    }
  }

  @Test
  void rowsAreRemovedAsByRefits() {
    List<GaussianBayesOptions> all = new ArrayList<>();
    for (boolean pooled : new boolean[] {false, true}) {
      for (CovarianceDivisor divisor : CovarianceDivisor.values()) {
        for (double smoothing : new double[] {0, 1e-9, 0.1}) {
          all.add(
              ALLOWED
                  .withPooledVariances(pooled)
                  .withDivisor(divisor)
                  .withVarianceSmoothing(smoothing));
        }
      }
    }
    for (GaussianBayesOptions options : all) {
      check(options, Labels.of(classes));
      check(options.withPriors(Priors.uniform()), Labels.of(classes));
      check(options, Labels.of(classes).withWeights(weights()));
    }
  }

  @Test
  void aRowThatHoldsNearlyAllOfAVarianceIsRemovedExactly() {
    columns[0][10] = 1e5;
    columns[2][11] = -1e7;
    check(ALLOWED, Labels.of(classes));
    check(ALLOWED.withPooledVariances(true), Labels.of(classes));
  }

  @Test
  void theOnlyRowOfAClassThatHasAFeatureIsEssential() {
    for (int i = 0; i < ROWS; i++) {
      if (classes[i] == 1) {
        columns[3][i] = i == 1 ? 2 : i == 6 ? 3 : Double.NaN;
      }
    }
    columns[3][6] = Double.NaN;
    GaussianBayesOptions options = ALLOWED.withVarianceSmoothing(0.1);
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels = Labels.of(classes);
    String refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> LeaveOneOut.of(GaussianNaiveBayes.recipe(options), rows, labels))
            .getMessage();
    assertTrue(refusal.contains("without row 1 the model cannot be fitted"), refusal);
    LeaveOneOut found =
        LeaveOneOut.of(GaussianNaiveBayes.recipe(options), rows, labels, EssentialRows.LEAVE_OUT);
    assertEquals(1, found.leftOut());
    assertEquals(-1, found.predictions()[1]);
  }

  @Test
  void rowsOfBlocksAreRemovedAsByRefits() {
    boolean[] bits = new boolean[ROWS];
    for (int i = 0; i < ROWS; i++) {
      bits[i] = random.nextInt(3) < 1 + classes[i] % 2;
    }
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(GaussianNaiveBayes.recipe(ALLOWED), BernoulliNaiveBayes.recipe());
    MixedColumns rows = MixedColumns.of(NumericColumns.of(columns), BitColumns.copyOfColumns(bits));
    Labels labels = Labels.of(classes);
    LeaveOneOut found = LeaveOneOut.of(options, rows, labels);
    for (int i = 0; i < ROWS; i++) {
      boolean[] rest = new boolean[ROWS - 1];
      System.arraycopy(bits, 0, rest, 0, i);
      System.arraycopy(bits, i + 1, rest, i, ROWS - 1 - i);
      MixedNaiveBayes model =
          options.fit(
              MixedColumns.of(
                  NumericColumns.of(without(columns, i)), BitColumns.copyOfColumns(rest)),
              without(labels, i));
      double[] expected =
          model
              .scorer(RowFormat.BLOCKS.withMissing(MissingValues.ALLOW))
              .logJoint(new Object[] {row(i), new long[] {bits[i] ? 1 : 0}});
      for (int c = 0; c < expected.length; c++) {
        assertEquals(expected[c], found.logJoint(i, c), 1e-10 * Math.max(1, Math.abs(expected[c])));
      }
    }
  }
}
