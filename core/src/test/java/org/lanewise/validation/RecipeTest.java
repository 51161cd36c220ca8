package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.explanation.Explainer;
import org.lanewise.inference.Typicality;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.Statistics;

/// Models to be fitted, and the formats in which models are asked about rows.
@Tag("once")
class RecipeTest {

  private static final NumericColumns ROWS = Sets.iris().columns();
  private static final Labels LABELS = Sets.iris().labels();

  /// A model that the library does not know, such as a user may write.
  private record Unknown(Recipe<LinearDiscriminant> known)
      implements Recipe<Classifier<double[], NumericColumns>> {

    @Override
    @SuppressWarnings("unchecked")
    public Class<Classifier<double[], NumericColumns>> model() {
      return (Class<Classifier<double[], NumericColumns>>) (Class<?>) Classifier.class;
    }

    @Override
    public Record options() {
      return known.options();
    }

    @Override
    public Unknown withPriors(Priors priors) {
      return new Unknown(known.withPriors(priors));
    }

    @Override
    public Statistics statistics(RowBatch like, Classes classes) {
      return known.statistics(like, classes);
    }

    @Override
    public Classifier<double[], NumericColumns> fit(Statistics statistics) {
      return known.fit(statistics);
    }
  }

  @Test
  void aModelWithoutAClosedFormIsFittedWithoutEachRow() {
    LeaveOneOut closed = LeaveOneOut.of(LinearDiscriminant.recipe(), ROWS, LABELS);
    LeaveOneOut fitted = LeaveOneOut.of(new Unknown(LinearDiscriminant.recipe()), ROWS, LABELS);
    assertArrayEquals(closed.predictions(), fitted.predictions());
    assertArrayEquals(closed.logLosses(), fitted.logLosses(), 1e-9);
  }

  @Test
  void recipesOfTheSameOptionsAreEqual() {
    assertEquals(QuadraticDiscriminant.recipe(), QuadraticDiscriminant.recipe());
    assertTrue(!QuadraticDiscriminant.recipe().equals(LinearDiscriminant.recipe()));
    assertTrue(
        !QuadraticDiscriminant.recipe()
            .equals(QuadraticDiscriminant.recipe().withPriors(Priors.uniform())));
  }

  @Test
  void aClassOfPriorZeroHasARankWhereDensitiesDoWithoutPriors() {
    Recipe<QuadraticDiscriminant> recipe =
        QuadraticDiscriminant.recipe(
            DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)));
    double[] row = new double[ROWS.featureCount()];
    ROWS.row(3, row);
    assertArrayEquals(
        Typicality.of(recipe, ROWS, LABELS).pValues(row),
        Typicality.of(recipe.withPriors(Priors.fixed(0.5, 0.5, 0)), ROWS, LABELS).pValues(row));
  }

  @Test
  void rowsOfAnotherFormatAreRefused() {
    LinearDiscriminant model = LinearDiscriminant.fit(ROWS, LABELS);
    String sentence =
        "rows in the format SPARSE were given to a LinearDiscriminant; NUMBERS or NUMBERS with"
            + " missing values is expected";
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> model.scorer(RowFormat.SPARSE))
            .getMessage());
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> model.evidence(RowFormat.SPARSE))
            .getMessage());
    assertSame(model, model.in(RowFormat.NUMBERS));
  }

  @Test
  void aModelInAnotherFormatIsTheSameModel() {
    Labels two = Labels.of("a", "b");
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.fit(SparseRows.fromRows(new int[][] {{0, 1}, {1, 2}}, 3), two);
    var sparse = model.in(RowFormat.SPARSE);
    assertSame(model, sparse.bare());
    assertArrayEquals(model.theta(), sparse.theta());
    assertArrayEquals(
        Explainer.of(model).explain(new double[] {2, 0, 1}).contributions(),
        Explainer.of(sparse)
            .explain(SparseRow.of(new int[] {0, 2}, new double[] {2, 1}))
            .contributions());
    double[] priors = sparse.withPriors(Priors.fixed(0.25, 0.75)).priors();
    assertArrayEquals(new double[] {0.25, 0.75}, priors);
  }

  @Test
  void scoresThatAreNoDensityAreNoBlock() {
    assertEquals(
        "block 0 is complement Naive Bayes, whose scores are no density p(x | c) that others could"
            + " be multiplied with; multinomial or Poisson Naive Bayes is expected for counts",
        assertThrows(
                IllegalArgumentException.class,
                () -> MixedNaiveBayes.recipe(ComplementNaiveBayes.recipe()))
            .getMessage());
  }

  @Test
  void theCovarianceOfAClassIsAskedInOneWayOfAllGaussianModels() {
    for (GaussianClassifier model :
        List.of(
            LinearDiscriminant.fit(ROWS, LABELS),
            QuadraticDiscriminant.fit(ROWS, LABELS),
            GaussianNaiveBayes.fit(ROWS, LABELS))) {
      ParameterTable last = model.parameters(model.features().names()).getLast();
      for (int c = 0; c < model.classCount(); c++) {
        double[][] covariance = model.covariance(c);
        for (int i = 0; i < covariance.length; i++) {
          assertEquals(covariance[i][i], model.variances(c)[i]);
          int[] place = model.isDiagonal() ? new int[] {c, i} : new int[] {c, 0, i};
          if (model.sharesCovariance()) {
            place = new int[] {0, i};
          }
          assertEquals(
              model.isDiagonal() ? covariance[i][i] : covariance[0][i],
              last.value().applyAsDouble(place));
        }
      }
    }
  }
}
