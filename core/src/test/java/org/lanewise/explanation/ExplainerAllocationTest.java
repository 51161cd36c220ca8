package org.lanewise.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.textbook.Allocation;
import org.lanewise.textbook.RandomData;

/// Contributions that fill an array allocate nothing.
class ExplainerAllocationTest {

  private static <R> void assertAllocatesNothing(Explainer<R> explainer, R row, R baseline) {
    double[] out = new double[explainer.explain(row).features().count()];
    Explainer<R> about = explainer.about(baseline);
    long bytes =
        Allocation.least(() -> {
          for (int call = 0; call < 256; call++) {
            explainer.contributions(row, 0, 1, out);
            about.contributions(row, 1, 2, out);
          }
        });
    assertEquals(0, bytes);
  }

  @Test
  void contributionsAllocateNothing() {
    RandomData data = RandomData.of(5, 200, 6, 3, 0);
    double[] row = data.rows[0];
    double[] other = data.rows[1];
    assertAllocatesNothing(
        Explainer.of(LinearDiscriminant.fit(data.columns(), data.labels())), row, other);
    assertAllocatesNothing(
        Explainer.of(QuadraticDiscriminant.fit(data.columns(), data.labels())), row, other);
    assertAllocatesNothing(
        Explainer.of(GaussianNaiveBayes.fit(data.columns(), data.labels())), row, other);
    BernoulliNaiveBayes bits =
        BernoulliNaiveBayes.fit(BitColumns.copyOf(data.columns(), 0), data.labels());
    assertAllocatesNothing(Explainer.of(bits), new long[] {5}, new long[] {35});
  }
}
