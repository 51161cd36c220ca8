package org.lanewise.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.lanewise.data.MissingValues;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;

/// Any bytes are a model file or refused. A model that was read scores a row and is written again
/// as the bytes it was read from.
public final class ModelFileFuzz {

  private ModelFileFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    read(bytes);
    if (Untrusted.canBeSealed(bytes)) {
      byte[] sealed = Untrusted.sealed(bytes);
      ModelFile file = read(sealed);
      if (file != null) {
        score(file.model());
        requireSame(sealed, file);
      }
    }
  }

  private static ModelFile read(byte[] bytes) throws IOException {
    return Untrusted.read(bytes.length, () -> ModelFile.read(new ByteArrayInputStream(bytes)));
  }

  private static void requireSame(byte[] bytes, ModelFile file) throws IOException {
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    file.write(again);
    if (!Arrays.equals(bytes, again.toByteArray())) {
      throw new AssertionError("a model was read and written as other bytes");
    }
  }

  private static void score(Classifier<?, ?> model) {
    int d = model.featureCount();
    switch (model) {
      case GaussianClassifier gaussian -> score(gaussian.scorer(), gaussian.origin(0));
      case TransformedClassifier transformed -> {
        double[] row = new double[d];
        row[0] = 1;
        score(transformed.scorer(), row);
      }
      case IndicatorClassifier indicators -> {
        int numbers = indicators.indicators().numberCount();
        double[] values =
            indicators.model() instanceof GaussianClassifier gaussian
                ? Arrays.copyOf(gaussian.origin(0), numbers)
                : new double[numbers];
        int[] codes = indicators.indicators().leftOut();
        score(
            indicators.scorer(),
            numbers == 0 ? new Object[] {codes} : new Object[] {values, codes});
      }
      case LinearClassifier linear -> score(linear.scorer(), new double[d]);
      case MultinomialNaiveBayes multinomial -> score(multinomial.scorer(), new double[d]);
      case ComplementNaiveBayes complement -> score(complement.scorer(), new double[d]);
      case PoissonNaiveBayes poisson -> score(poisson.scorer(), new double[d]);
      case BernoulliNaiveBayes bernoulli ->
          score(bernoulli.scorer(), new long[(d + Long.SIZE - 1) / Long.SIZE]);
      case CategoricalNaiveBayes categorical ->
          score(categorical.scorer(RowFormat.CODES.withUnseen(UnseenCategory.IGNORE)), new int[d]);
      case MixedNaiveBayes mixed -> {
        Object[] row = mixed.blocks().stream().map(ModelFileFuzz::row).toArray();
        score(
            mixed.scorer(
                RowFormat.BLOCKS
                    .withMissing(MissingValues.REFUSE)
                    .withUnseen(UnseenCategory.IGNORE)),
            row);
      }
      default -> throw new AssertionError("no row is known for " + model.getClass());
    }
  }

  private static Object row(Classifier<?, ?> block) {
    int d = block.featureCount();
    return switch (block) {
      case GaussianClassifier gaussian -> gaussian.origin(0);
      case BernoulliNaiveBayes _ -> new long[(d + Long.SIZE - 1) / Long.SIZE];
      case CategoricalNaiveBayes _ -> new int[d];
      default -> new double[d];
    };
  }

  private static <R> void score(Scorer<R, ?> scorer, R row) {
    int k = scorer.classCount();
    double[] posterior = new double[k];
    int label;
    try {
      label = scorer.predict(row);
      scorer.posterior(row, posterior);
    } catch (IllegalArgumentException e) {
      // So far from all classes that the scores overflow.
      Untrusted.requireSentence(e.getMessage());
      return;
    }
    double sum = Arrays.stream(posterior).sum();
    if (label < 0 || label >= k || !(Math.abs(sum - 1) <= 1e-12 * k)) {
      throw new AssertionError(
          "class %d of %d, posteriors that sum to %s".formatted(label, k, sum));
    }
  }
}
