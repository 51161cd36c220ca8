package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Samples;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.Reference.Split;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;

/// Models of counts on real data against exact results; see [Reference].
final class CountReferenceTest {

  @Test
  void digits() throws IOException {
    check("digits", Reference.table("digits/digits.csv.gz", 64), true);
  }

  @Test
  void mnist() throws IOException {
    check("mnist_t10k", Reference.mnist(), true);
  }

  @Test
  void spambase() throws IOException {
    check("spambase", Reference.table("spambase/spambase.data", 54), false);
  }

  @Test
  void smsSpam() throws IOException {
    checkSparse("sms_spam", Reference.sparse("sms_spam/derived/counts.svm.gz", 7740));
  }

  @Test
  void newsgroups() throws IOException {
    Split<SparseRows> data = Reference.sparse("newsgroups20/derived/counts.svm.gz", 149_501);
    checkSparse("newsgroups20", data);
    JsonNode models = Reference.models("newsgroups20", "bern");
    BernoulliNaiveBayes bernoulli =
        BernoulliNaiveBayes.fit(
            BernoulliStatistics.of(data.train().rows().binarize(0), data.train().labels()));
    Reference.check(
        models.path("exact_BernoulliNB_priormle"),
        bernoulli.sparseScorer(),
        new Reference.Part<>(data.test().rows().binarize(0), data.test().labels()));
  }

  @Test
  void case19DigitsInTenFolds() throws IOException {
    Split<NumericColumns> data = Reference.table("digits/digits.csv.gz", 64);
    double[][] x = new double[1797][64];
    int[] y = new int[x.length];
    int train = 0;
    int test = 0;
    for (int i = 0; i < x.length; i++) {
      Reference.Part<NumericColumns> part = Reference.isTest(i) ? data.test() : data.train();
      int at = Reference.isTest(i) ? test++ : train++;
      part.rows().row(at, x[i]);
      y[i] = part.labels().label(at);
    }
    int counts = 0;
    int bits = 0;
    for (int fold = 0; fold < 10; fold++) {
      int from = x.length * fold / 10;
      int to = x.length * (fold + 1) / 10;
      NumericColumns all = DoubleColumns.fromRows(x);
      NumericColumns held = DoubleColumns.fromRows(Arrays.copyOfRange(x, from, to));
      Labels labels = Labels.ofIndices(y, 10);
      Labels heldLabels = Labels.ofIndices(Arrays.copyOfRange(y, from, to), 10);
      CountStatistics countsOfOthers =
          CountStatistics.of(all, labels).subtract(CountStatistics.of(held, heldLabels));
      BernoulliStatistics bitsOfOthers =
          BernoulliStatistics.of(BitColumns.of(all, 4), labels)
              .subtract(BernoulliStatistics.of(BitColumns.of(held, 4), heldLabels));
      counts +=
          correct(
              MultinomialNaiveBayes.fit(countsOfOthers, Smoothing.of(10), Priors.empirical())
                  .scorer(),
              held,
              heldLabels);
      bits +=
          correct(
              BernoulliNaiveBayes.fit(bitsOfOthers, Smoothing.of(10), Priors.empirical()).scorer(),
              BitColumns.of(held, 4),
              heldLabels);
    }
    assertTrue(counts > .86 * x.length, "multinomial " + counts);
    assertTrue(bits > .83 * x.length, "Bernoulli " + bits);
    NumericColumns all = DoubleColumns.fromRows(x);
    Labels labels = Labels.ofIndices(y, 10);
    assertEquals(
        .9065,
        correct(
                MultinomialNaiveBayes.fit(
                        CountStatistics.of(all, labels), Smoothing.of(10), Priors.empirical())
                    .scorer(),
                all,
                labels)
            / 1797.,
        5e-5);
    BitColumns binary = BitColumns.of(all, 4);
    assertEquals(
        .8870,
        correct(
                BernoulliNaiveBayes.fit(BernoulliStatistics.of(binary, labels)).scorer(),
                binary,
                labels)
            / 1797.,
        5e-5);
  }

  private static <B extends Samples> int correct(Scorer<?, B> scorer, B rows, Labels labels) {
    int[] predicted = new int[rows.rowCount()];
    scorer.predictAll(rows, predicted);
    int correct = 0;
    for (int i = 0; i < predicted.length; i++) {
      correct += predicted[i] == labels.label(i) ? 1 : 0;
    }
    return correct;
  }

  private static void check(String name, Split<NumericColumns> data, boolean poisson)
      throws IOException {
    JsonNode models = Reference.models(name, "count");
    CountStatistics statistics = CountStatistics.of(data.train().rows(), data.train().labels());
    SparseRows sparseTrain = SparseRows.of(data.train().rows());
    assertSame(statistics, CountStatistics.of(sparseTrain, data.train().labels()));
    for (Priors priors : List.of(Priors.empirical(), Priors.laplace())) {
      Reference.check(
          models.path(multinomial(priors)),
          MultinomialNaiveBayes.fit(statistics, Smoothing.laplace(), priors).scorer(),
          data.test());
    }
    if (poisson) {
      Reference.check(
          models.path("exact_PoissonNB_a1"),
          PoissonNaiveBayes.fit(statistics).scorer(),
          data.test());
    }
    ComplementNaiveBayes complement = ComplementNaiveBayes.fit(statistics);
    Reference.check(models.path("exact_ComplementNB_a1"), complement.scorer(), data.test());
    Reference.check(
        models.path("sk_ComplementNB_a1_norm"),
        ComplementNaiveBayes.fit(statistics, Smoothing.laplace(), true).scorer(),
        data.test(),
        1e-9);
    int n = data.test().rows().rowCount();
    double[] dense = new double[n * complement.classCount()];
    double[] sparse = dense.clone();
    complement.scorer().logJointAll(data.test().rows(), dense);
    complement.sparseScorer().logJointAll(SparseRows.of(data.test().rows()), sparse);
    assertArrayEquals(dense, sparse);
  }

  private static void checkSparse(String name, Split<SparseRows> data) throws IOException {
    JsonNode models = Reference.models(name, "count");
    CountStatistics statistics = CountStatistics.of(data.train().rows(), data.train().labels());
    for (Priors priors : List.of(Priors.empirical(), Priors.laplace())) {
      Reference.check(
          models.path(multinomial(priors)),
          MultinomialNaiveBayes.fit(statistics, Smoothing.laplace(), priors).sparseScorer(),
          data.test());
    }
    Reference.check(
        models.path("exact_PoissonNB_a1"),
        PoissonNaiveBayes.fit(statistics).sparseScorer(),
        data.test());
    Reference.check(
        models.path("exact_ComplementNB_a1"),
        ComplementNaiveBayes.fit(statistics).sparseScorer(),
        data.test());
    Reference.check(
        models.path("sk_ComplementNB_a1_norm"),
        ComplementNaiveBayes.fit(statistics, Smoothing.laplace(), true).sparseScorer(),
        data.test(),
        1e-9);
  }

  private static String multinomial(Priors priors) {
    return "exact_MultinomialNB_a1_"
        + (priors.equals(Priors.laplace()) ? "priorlaplace" : "priormle");
  }

  private static void assertSame(CountStatistics expected, CountStatistics actual) {
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeight(c), actual.classWeight(c));
      for (int j = 0; j < expected.featureCount(); j++) {
        assertEquals(expected.count(c, j), actual.count(c, j));
      }
    }
  }
}
