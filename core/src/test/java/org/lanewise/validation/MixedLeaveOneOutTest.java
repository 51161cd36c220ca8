package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.inference.Typicality;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.BlockOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;
import org.lanewise.score.Scorer;
import org.lanewise.score.UnseenCategory;

/// Rows in blocks, left out one by one: what models that were fitted without each row say.
class MixedLeaveOneOutTest {

  private static final NaiveBayesOptions SMOOTH = NaiveBayesOptions.DEFAULT;

  /// Iris as numbers, bits, categories of which some are missing, and counts.
  private static MixedColumns rows(boolean sparse, boolean missing) {
    Sets.Numbers iris = Sets.iris();
    DoubleColumns numbers = iris.columns();
    double[][] tenths = new double[2][iris.rows().length];
    boolean[][] bits = new boolean[2][iris.rows().length];
    for (int i = 0; i < iris.rows().length; i++) {
      for (int j = 0; j < 2; j++) {
        tenths[j][i] = Math.rint(3 * iris.rows()[i][j + 1]);
        bits[j][i] = iris.rows()[i][j] > 3.1 + 2.7 * (1 - j);
      }
    }
    DoubleColumns counts = DoubleColumns.of(tenths);
    BitColumns packed = BitColumns.copyOfColumns(bits);
    return MixedColumns.of(
        numbers, packed, iris.categories(missing), sparse ? SparseRows.copyOf(counts) : counts);
  }

  private static MixedOptions options(Priors priors, BlockOptions numbers, BlockOptions counts) {
    return MixedOptions.of(
            numbers, BlockOptions.bernoulli(SMOOTH), BlockOptions.categorical(SMOOTH), counts)
        .withPriors(priors);
  }

  private static List<MixedOptions> all() {
    DiscriminantOptions shrunk =
        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(0.2));
    BlockOptions poisson = BlockOptions.poisson(SMOOTH);
    BlockOptions multinomial =
        BlockOptions.multinomial(SMOOTH.withSmoothing(Smoothing.pseudoData()));
    Priors fixed = Priors.fixed(0.2, 0.5, 0.3);
    return List.of(
        MixedOptions.DEFAULT.withBlocks(
            BlockOptions.diagonal(GaussianBayesOptions.DEFAULT),
            BlockOptions.bernoulli(SMOOTH),
            BlockOptions.categorical(SMOOTH),
            poisson),
        options(Priors.empirical(), BlockOptions.linear(DiscriminantOptions.DEFAULT), multinomial),
        options(
            fixed,
            BlockOptions.linear(shrunk.withPooling(DiscriminantOptions.Pooling.BY_PRIORS)),
            poisson),
        options(Priors.laplace(), BlockOptions.quadratic(shrunk), poisson),
        options(
            Priors.uniform(),
            BlockOptions.regularized(RegularizedOptions.DEFAULT.withLambda(0.3)),
            BlockOptions.multinomial(SMOOTH)),
        options(
            Priors.fixed(0.4, 0.6, 0),
            BlockOptions.quadratic(DiscriminantOptions.DEFAULT),
            poisson),
        MixedOptions.of(
            BlockOptions.diagonal(GaussianBayesOptions.DEFAULT),
            BlockOptions.bernoulli(SMOOTH.withSmoothing(Smoothing.none())),
            BlockOptions.categorical(SMOOTH.withSmoothing(Smoothing.none())),
            poisson));
  }

  @Test
  void everyNumberIsThatOfAFitWithoutTheRow() {
    for (boolean weighted : new boolean[] {false, true}) {
      MixedColumns rows = rows(weighted, true);
      Labels labels = weighted ? Sets.iris().weighted() : Sets.iris().labels();
      for (MixedOptions options : all()) {
        assertRefits(rows, labels, options);
      }
    }
  }

  private static void assertRefits(MixedColumns rows, Labels labels, MixedOptions options) {
    LeaveOneOut found = LeaveOneOut.mixed(rows, labels, options, EssentialRows.REFUSE);
    for (int i = 0; i < labels.rowCount(); i += 11) {
      double[] weights = new double[labels.rowCount()];
      for (int other = 0; other < weights.length; other++) {
        weights[other] = other == i ? 0 : labels.weight(other);
      }
      Scorer<Object[], MixedColumns> without =
          MixedNaiveBayes.fit(rows, labels.withWeights(weights), options)
              .scorer(MissingValues.REFUSE, UnseenCategory.ERROR);
      double[] expected = without.logJoint(rows.row(i));
      for (int c = 0; c < expected.length; c++) {
        assertClose(expected[c], found.logJoint(i, c));
      }
      assertEquals(without.predict(rows.row(i)), found.predictions()[i]);
      double[] posterior = without.logPosterior(rows.row(i));
      assertClose(-posterior[labels.index(i)], found.logLosses()[i]);
      for (int c = 0; c < posterior.length; c++) {
        assertClose(Math.exp(posterior[c]), Math.exp(found.logPosterior(i)[c]));
      }
      assertClose(without.logDensity(rows.row(i)), found.logDensity(i));
    }
  }

  private static void assertClose(double expected, double found) {
    if (expected != found) {
      assertEquals(expected, found, 1e-9 * Math.max(1, Math.abs(expected)));
    }
  }

  @Test
  void whatCannotBeLeftOutIsRefusedOrCounted() {
    MixedColumns rows =
        MixedColumns.of(
            DoubleColumns.of(new double[] {1, 2, 4, 3}),
            CategoryColumns.of(new byte[] {0, 1, 0, 1}));
    Labels labels = Labels.of("a", "a", "a", "b");
    GaussianBayesOptions pooled =
        GaussianBayesOptions.DEFAULT.withVariances(GaussianBayesOptions.Variances.POOLED);
    MixedOptions options =
        MixedOptions.of(BlockOptions.diagonal(pooled), BlockOptions.categorical(SMOOTH));
    assertEquals(1, LeaveOneOut.mixed(rows, labels, options, EssentialRows.LEAVE_OUT).leftOut());
    LanewiseException refused =
        assertThrows(
            LanewiseException.class,
            () -> LeaveOneOut.mixed(rows, labels, options, EssentialRows.REFUSE));
    assertTrue(refused.getMessage().startsWith("row 3 is the only one of class "));
    MixedColumns holes =
        MixedColumns.of(
            CategoryColumns.of(new byte[] {0, 1, 0, 1}),
            DoubleColumns.of(new double[] {1, 2, Double.NaN, 3}));
    refused =
        assertThrows(
            LanewiseException.class,
            () ->
                LeaveOneOut.mixed(
                    holes,
                    Labels.of("a", "a", "b", "b"),
                    MixedOptions.of(
                        BlockOptions.categorical(SMOOTH),
                        BlockOptions.diagonal(pooled, MissingValues.ALLOW)),
                    EssentialRows.LEAVE_OUT));
    assertTrue(refused.getMessage().startsWith("row 2, feature 1 is NaN"), refused.getMessage());
  }

  /// A rank r of m rows gives (r + 1)/(m + 1); a row far from all is like none.
  @Test
  void rowsAreRankedAmongThoseOfTheirClass() {
    MixedColumns rows = rows(false, false);
    Labels labels = Sets.iris().labels();
    MixedOptions options = all().get(1);
    Typicality<Object[], MixedColumns> typicality = Typicality.mixed(rows, labels, options);
    LeaveOneOut leftOut =
        LeaveOneOut.mixed(
            rows,
            labels,
            options.withPriors(Priors.fixed(1.0 / 3, 1.0 / 3, 1.0 / 3)),
            EssentialRows.REFUSE);
    double[] joint = MixedNaiveBayes.fit(rows, labels, options).scorer().logJoint(rows.row(60));
    double[] found = typicality.pValues(rows.row(60));
    for (int c = 0; c < 3; c++) {
      int notAbove = 0;
      for (int i = 0; i < labels.rowCount(); i++) {
        notAbove += labels.index(i) == c && leftOut.logJoint(i, c) <= joint[c] ? 1 : 0;
      }
      assertEquals((notAbove + 1) / 51.0, found[c], 1e-12);
    }
    Object[] far = rows.row(60);
    far[0] = new double[] {50, 50, 50, 50};
    assertTrue(Arrays.stream(typicality.pValues(far)).allMatch(p -> p < 0.02));
    assertTrue(typicality.ranks().isPresent());
  }
}
