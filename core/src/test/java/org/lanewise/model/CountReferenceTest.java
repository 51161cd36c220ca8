package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Reference.Split;
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
