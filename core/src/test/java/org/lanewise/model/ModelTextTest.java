package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;

@Tag("once")
class ModelTextTest {

  private static final NumericColumns ROWS =
      NumericColumns.of(new double[] {1, 2, 4, 7, 9, 8}, new double[] {3, 1, 2, 5, 2, 6});
  private static final Labels LABELS = Labels.of("a", "a", "a", "b", "b", "b");

  @Test
  void aModelPrintsItsKindSizeAndClasses() {
    assertEquals(
        "LinearDiscriminant[2 features, 2 classes: [a, b], 8 free parameters]",
        LinearDiscriminant.recipe().fit(ROWS, LABELS).toString());
    assertEquals(
        "QuadraticDiscriminant[2 features, 2 classes: [0, 1], 11 free parameters]",
        QuadraticDiscriminant.recipe().fit(ROWS, Labels.of(0, 0, 0, 1, 1, 1)).toString());
  }

  @Test
  void aModelPrintsItsShrinkage() {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.25));
    assertEquals(
        "LinearDiscriminant[2 features, 2 classes: [a, b], 8 free parameters, shrinkage [0.25]]",
        LinearDiscriminant.recipe(options).fit(ROWS, LABELS).toString());
  }

  @Test
  void aModelPrintsTheModelsThatItIsMadeOf() {
    BitColumns bits =
        BitColumns.copyOfColumns(new boolean[] {true, false, true, false, true, false});
    MixedNaiveBayes mixed = MixedNaiveBayes.fit(MixedColumns.of(ROWS, bits), LABELS);
    assertEquals(
        "MixedNaiveBayes[3 features, 2 classes: [a, b], 11 free parameters, blocks of"
            + " GaussianNaiveBayes, BernoulliNaiveBayes]",
        mixed.toString());
    LinearDiscriminant lda = LinearDiscriminant.recipe().fit(ROWS, LABELS);
    assertEquals(
        "CalibratedClassifier[" + lda + ", Temperature[2.0]]",
        CalibratedClassifier.of(lda, Temperature.of(2)).toString());
    assertEquals(
        lda + " in " + RowFormat.NUMBERS_WITH_MISSING,
        lda.in(RowFormat.NUMBERS_WITH_MISSING).toString());
  }
}
