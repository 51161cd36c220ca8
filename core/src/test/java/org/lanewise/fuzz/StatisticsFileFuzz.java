package org.lanewise.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Any bytes are a statistics file or refused. Statistics that were read can be fitted or say why
/// not, and go through a file again without change.
public final class StatisticsFileFuzz {

  private StatisticsFileFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    read(bytes);
    if (Untrusted.canBeSealed(bytes)) {
      StatisticsFile file = read(Untrusted.sealed(bytes));
      if (file != null) {
        fit(file.statistics());
        requireStable(file);
      }
    }
  }

  private static StatisticsFile read(byte[] bytes) throws IOException {
    return Untrusted.read(bytes.length, () -> StatisticsFile.read(new ByteArrayInputStream(bytes)));
  }

  /// Once written, statistics keep every bit.
  private static void requireStable(StatisticsFile file) throws IOException {
    byte[] once = written(file);
    byte[] twice = written(read(once));
    if (!Arrays.equals(once, twice)) {
      throw new AssertionError("statistics were read and written as other bytes");
    }
  }

  private static byte[] written(StatisticsFile file) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    file.write(stream);
    return stream.toByteArray();
  }

  private static void fit(Statistics statistics) {
    Smoothing smoothing = Smoothing.laplace();
    Priors priors = Priors.laplace();
    try {
      switch (statistics) {
        case GaussianStatistics gaussian -> LinearDiscriminant.recipe().fit(gaussian);
        case VarianceStatistics diagonal -> GaussianNaiveBayes.recipe().fit(diagonal);
        case BernoulliStatistics bernoulli ->
            BernoulliNaiveBayes.recipe(new NaiveBayesOptions(priors, smoothing))
                .fit(bernoulli)
                .scorer();
        case CountStatistics counts ->
            MultinomialNaiveBayes.recipe(new NaiveBayesOptions(priors, smoothing))
                .fit(counts)
                .scorer();
        case CategoryStatistics categories ->
            CategoricalNaiveBayes.recipe(new NaiveBayesOptions(priors, smoothing))
                .fit(categories)
                .scorer();
        case MixedStatistics mixed ->
            MixedNaiveBayes.recipe().withPriors(priors).fit(mixed).scorer();
        case TransformedStatistics transformed -> fit(transformed.transformed());
      }
    } catch (IllegalArgumentException e) {
      Untrusted.requireSentence(e.getMessage());
    }
  }
}
