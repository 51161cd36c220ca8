package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.mixed.BlockScorers;
import org.lanewise.internal.score.mixed.MixedScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.score.UnseenCategory;
import org.lanewise.statistics.MixedStatistics;

/// Naive Bayes over blocks of columns of several kinds: given the class, the blocks are
/// independent, each with a density of its own kind.
///
/// ```
/// log p(x, c) = log π_c + Σ_b log p_b(x_b | c)
/// ```
///
/// p_b is what the model of the block says: normal with independent features, or with a full
/// covariance, by class or one for all; Bernoulli; categorical; multinomial or Poisson
/// ([BlockOptions]). With one feature a block it is Naive Bayes; a block of several numbers with a
/// covariance makes it a *semi-naive* one, which does not take dependent features for independent
/// evidence (Kononenko, Semi-Naive Bayesian Classifier, EWSL 1991).
///
/// - **Priors count once**, whatever the number of blocks. Empirical ones are of the rows; those
///   that a smoothing by pseudo-data adds count in its block alone.
/// - **The order of the sum is that of the blocks**: log π_c and block 0 as the model of block 0
///   rounds them, then + block 1, and so on, in every tier; log joints end with a constant that
///   takes out the priors by which the other blocks were scored. A log joint so differs from the
///   exact sum of those of the blocks by at most 2B + 2 roundings of the largest partial sum. Of
///   one block every number has the bits of its own model.
/// - **Impossible factors** (probability 0 without smoothing) add up across blocks: log joints and
///   densities are −∞ where there is one; labels and posteriors are the limit of smoothing that
///   goes to 0 in all blocks alike: the classes with the fewest impossible factors share a row by
///   their finite parts.
/// - **Missing values** are left out, in each block as its model does: categories always, bits as
///   codes of 0 and 1, numbers by [#scorer(MissingValues, UnseenCategory)], where a block with a
///   covariance has the exact marginal.
///
/// A model is also made of models that were fitted apart, [#of(double\[\], List)]: of normal
/// classes fitted by expectation and maximisation to rows with missing values, say.
/// [ComplementNaiveBayes] cannot be a block: its scores are no density p(x | c). Immutable.
public final class MixedNaiveBayes implements Classifier<Object[], MixedColumns> {

  private final List<Classifier<?, ?>> blocks;
  private final Naming naming;
  private final double[] priors;

  /// What the classes of the other blocks have for a prior.
  private final double equalPrior;

  private final Map<List<Enum<?>>, MixedScorer> scorers = new HashMap<>();

  private MixedNaiveBayes(double[] priors, List<? extends Classifier<?, ?>> models) {
    if (models.isEmpty()) {
      throw new IllegalArgumentException("no blocks were given; at least one is expected");
    }
    Classes classes = models.getFirst().classes();
    for (int b = 0; b < models.size(); b++) {
      requireBlock(models.get(b), b, classes);
    }
    naming =
        new Naming(
            MixedColumns.features(models.stream().<Features>map(Classifier::features).toList()),
            classes);
    this.priors = Priors.fixed(priors).priors(classes, new double[classes.count()]);
    int supported = (int) Arrays.stream(priors).filter(prior -> prior > 0).count();
    equalPrior = 1.0 / supported;
    double[] equal = new double[priors.length];
    Arrays.setAll(equal, c -> priors[c] > 0 ? equalPrior : 0);
    blocks = new ArrayList<>();
    int first = 0;
    for (Classifier<?, ?> model : models) {
      try {
        blocks.add(model.withPriors(Priors.fixed(blocks.isEmpty() ? priors : equal)));
      } catch (LanewiseException e) {
        throw e.among(features(), first);
      }
      first += model.featureCount();
    }
  }

  private static void requireBlock(Classifier<?, ?> model, int block, Classes classes) {
    if (model instanceof ComplementNaiveBayes) {
      throw new IllegalArgumentException(
          "block %d is complement Naive Bayes, whose scores are no density p(x | c) that others"
                  .formatted(block)
              + " could be multiplied with; multinomial or Poisson Naive Bayes is expected for"
              + " counts");
    }
    if (model instanceof MixedNaiveBayes) {
      throw new IllegalArgumentException(
          "block %d is itself of blocks; a model of one kind is expected".formatted(block));
    }
    if (!model.classes().equals(classes)) {
      throw new IllegalArgumentException(
          "block %d has the classes %s; %s are expected, as in block 0"
              .formatted(block, model.classes(), classes));
    }
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(MixedColumns, Labels, MixedOptions)]
  public static MixedNaiveBayes fit(MixedColumns rows, Labels labels) {
    return fit(rows, labels, MixedOptions.DEFAULT);
  }

  /// Fits rows.
  ///
  /// @throws IllegalArgumentException as [MixedStatistics#add(MixedColumns, Labels)] and
  ///   [#fit(MixedStatistics, MixedOptions)]
  public static MixedNaiveBayes fit(MixedColumns rows, Labels labels, MixedOptions options) {
    MixedStatistics statistics = options.statistics(rows, labels.classes()).add(rows, labels);
    return fit(statistics, options.chosen(statistics, rows, labels));
  }

  /// A model with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(MixedStatistics, MixedOptions)]
  public static MixedNaiveBayes fit(MixedStatistics statistics) {
    return fit(statistics, MixedOptions.DEFAULT);
  }

  /// A model of the given statistics. Without options of blocks each is fitted as its statistics
  /// say: Gaussian ones by a covariance for each class, or one for all where they are pooled,
  /// variances independently, counts as Poisson.
  ///
  /// @throws org.lanewise.model.gaussian.SingularCovarianceException if a covariance of a block is
  ///   singular
  /// @throws IllegalArgumentException if a prior does not exist, there are options of another
  ///   number of blocks or for other statistics, or a block cannot be fitted
  public static MixedNaiveBayes fit(MixedStatistics statistics, MixedOptions options) {
    List<BlockOptions> ofBlocks = options.ofBlocks(statistics);
    double[] weights = new double[statistics.classCount()];
    Arrays.setAll(weights, statistics::classWeight);
    double[] priors = options.priors().priors(statistics.classes(), weights);
    List<Classifier<?, ?>> models = new ArrayList<>();
    int first = 0;
    for (int b = 0; b < statistics.blockCount(); b++) {
      try {
        models.add(BlockFits.fit(ofBlocks.get(b), statistics.block(b), Priors.fixed(priors)));
      } catch (LanewiseException e) {
        throw e.among(statistics.features(), first);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("block %d: %s".formatted(b, e.getMessage()), e);
      }
      first += models.getLast().featureCount();
    }
    return new MixedNaiveBayes(priors, models);
  }

  /// A model of blocks that are known.
  ///
  /// @param priors the k class priors; those of the models are not looked at, but that a class of
  ///   prior 0 in one of them has prior 0 here
  /// @param blocks a model of the same classes for each block: of normal classes, Bernoulli,
  ///   categorical, multinomial or Poisson Naive Bayes
  /// @throws IllegalArgumentException if there is none, one cannot be a block or has other classes,
  ///   features cannot stand side by side, or the priors are invalid
  public static MixedNaiveBayes of(double[] priors, List<? extends Classifier<?, ?>> blocks) {
    return new MixedNaiveBayes(priors, blocks);
  }

  /// The models of the blocks. That of block 0 has the class priors of this model, the others have
  /// equal ones.
  public List<Classifier<?, ?>> blocks() {
    return List.copyOf(blocks);
  }

  @Override
  public Features features() {
    return naming.features();
  }

  @Override
  public Classes classes() {
    return naming.classes();
  }

  @Override
  public double[] priors() {
    return priors.clone();
  }

  /// The sum of those of the blocks, the k − 1 of the class priors counted once.
  @Override
  public long freeParameters() {
    long ofPriors = classCount() - 1L;
    return blocks.stream().mapToLong(block -> block.freeParameters() - ofPriors).sum() + ofPriors;
  }

  @Override
  public MixedNaiveBayes withPriors(Priors others) {
    return new MixedNaiveBayes(others.inPlaceOf(classes(), priors), blocks);
  }

  @Override
  public Scorer<Object[], MixedColumns> scorer() {
    return scorer(MissingValues.REFUSE, UnseenCategory.ERROR);
  }

  /// A scorer that takes NaN in blocks of numbers, and categories that the model does not know, as
  /// said. Made when first asked for, then the same on every call.
  ///
  /// @param missing of normal blocks, as
  ///   [org.lanewise.model.gaussian.GaussianClassifier#scorer(MissingValues)]
  /// @param unseen of categorical blocks, as [CategoricalNaiveBayes#scorer(UnseenCategory)]
  public synchronized Scorer<Object[], MixedColumns> scorer(
      MissingValues missing, UnseenCategory unseen) {
    return scorers.computeIfAbsent(
        List.of(missing, unseen),
        key ->
            new MixedScorer(
                naming,
                blocks.stream().map(block -> scorers(block, missing, unseen)).toList(),
                blocks.stream().mapToInt(Classifier::featureCount).toArray(),
                priors,
                equalPrior));
  }

  private static BlockScorers scorers(
      Classifier<?, ?> block, MissingValues missing, UnseenCategory unseen) {
    return switch (block) {
      case GaussianClassifier normal -> new BlockScorers(normal.scorer(missing), null, null, null);
      case BernoulliNaiveBayes bits ->
          new BlockScorers(null, bits.scorer(), bits::missingScorer, bits.sparseScorer());
      case CategoricalNaiveBayes categories ->
          new BlockScorers(null, null, () -> categories.scorer(unseen), null);
      case MultinomialNaiveBayes counts ->
          new BlockScorers(counts.scorer(), null, null, counts.sparseScorer());
      case PoissonNaiveBayes counts ->
          new BlockScorers(counts.scorer(), null, null, counts.sparseScorer());
      default -> throw new IllegalStateException(block.getClass().getName());
    };
  }
}
