package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.BlockOptions;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.fit.ModelText;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.mixed.BlockScorers;
import org.lanewise.internal.score.mixed.MixedScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.MixedStatistics;

/// Naive Bayes over blocks of columns of several kinds: given the class, blocks are independent,
/// and each has its own kind of density.
///
/// ```
/// log p(x, c) = log π_c + Σ_b log p_b(x_b | c)
/// ```
///
/// p_b is the density of the block's model: normal, with independent features or with a covariance,
/// shared or by class; Bernoulli; categorical; multinomial or Poisson. A block of several numbers
/// with a covariance makes the model *semi-naive*: it does not count dependent features as
/// independent evidence (Kononenko, Semi-Naive Bayesian Classifier, EWSL 1991).
///
/// - **Priors count once**, however many blocks there are. Empirical priors come from the rows;
///   rows that pseudo-data adds count only in their block.
/// - **The sum follows the order of the blocks** in every tier: log π_c and block 0 as the model of
///   block 0 rounds them, then + block 1, and so on; finally a constant removes the priors with
///   which the other blocks were scored. A log joint therefore differs from the exact sum over the
///   blocks by at most 2B + 2 roundings of the largest partial sum. With one block, all results are
///   bit-identical to those of its model.
/// - **Impossible factors** (probability 0 without smoothing) add up across blocks: log joints and
///   densities are −∞ if there is at least one. Labels and posteriors are the limit as smoothing
///   goes to 0 equally in all blocks: only the classes with the fewest impossible factors count,
///   with their finite parts.
/// - **Missing values** are left out as in the block's model: in categories always, in bits if they
///   are given as codes of 0 and 1, and in numbers with [RowFormat#withMissing], where a block with
///   a covariance uses the exact marginal.
///
/// [#of(double\[\], List)] combines models that were fitted separately, for example by
/// expectation–maximisation to rows with missing values. [ComplementNaiveBayes] cannot be a block,
/// because its scores are not a density p(x | c). Immutable.
public final class MixedNaiveBayes implements Classifier<Object[], MixedColumns> {

  private static final String KIND =
      KnownKinds.add(
          "mixed-naive-bayes", "mixed Naive Bayes", in -> of(in.priors(), in.models("blocks")));

  private static final Fitting.Kind<MixedNaiveBayes, MixedStatistics, BlockOptions> FITTING =
      new Fitting.Kind<>(
          MixedNaiveBayes.class,
          MixedStatistics.class,
          BlockOptions::withPriors,
          BlockRecipes::statistics,
          BlockRecipes::chosen,
          MixedNaiveBayes::fit);

  private static final List<RowFormat<?, ?>> FORMATS =
      List.of(RowFormat.BLOCKS, RowFormat.BLOCKS.withMissing(MissingValues.ALLOW));

  private final List<Classifier<?, ?>> blocks;
  private final Naming naming;
  private final double[] priors;

  /// The prior of each class in the other blocks.
  private final double equalPrior;

  private final Map<RowFormat<?, ?>, Scorer<Object[], MixedColumns>> scorers = new HashMap<>();

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
    List<Classifier<?, ?>> copies = new ArrayList<>();
    int first = 0;
    for (Classifier<?, ?> model : models) {
      try {
        copies.add(model.withPriors(Priors.fixed(copies.isEmpty() ? priors : equal)));
      } catch (LanewiseException e) {
        throw e.among(features(), first);
      }
      first += model.featureCount();
    }
    blocks = List.copyOf(copies);
  }

  /// Rejects a kind of model that cannot be a block.
  static void requireBlock(Class<?> model, int block) {
    if (model == ComplementNaiveBayes.class) {
      throw new IllegalArgumentException(
          "block %d is complement Naive Bayes, whose scores are no density p(x | c) that others"
                  .formatted(block)
              + " could be multiplied with; multinomial or Poisson Naive Bayes is expected for"
              + " counts");
    }
    if (model == MixedNaiveBayes.class) {
      throw new IllegalArgumentException(
          "block %d is itself of blocks; a model of one kind is expected".formatted(block));
    }
  }

  private static void requireBlock(Classifier<?, ?> model, int block, Classes classes) {
    requireBlock(model.bare().getClass(), block);
    if (!model.hasDensity()) {
      throw new IllegalArgumentException(
          "block %d is a %s, whose scores are no density p(x | c); a generative model is expected"
              .formatted(block, model.getClass().getSimpleName()));
    }
    if (!model.classes().equals(classes)) {
      throw new IllegalArgumentException(
          "block %d has the classes %s; %s are expected, as in block 0"
              .formatted(block, model.classes(), classes));
    }
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [MixedStatistics#add(RowBatch, Labels)] and [#recipe]
  public static MixedNaiveBayes fit(MixedColumns rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with a recipe for each block, which fits rows in blocks or
  /// [MixedStatistics]. The priors are empirical; [Recipe#withPriors] sets others, which replace
  /// those of the blocks.
  ///
  /// Without recipes for the blocks, the kind of rows determines the model of each, with its
  /// default options: numbers are normal and independent, bits Bernoulli, categories categorical,
  /// and sparse rows Poisson counts. So does the kind of statistics; Gaussian statistics give a
  /// covariance for each class, or one for all classes if they are pooled.
  ///
  /// A fit throws a [org.lanewise.model.gaussian.SingularCovarianceException] if the covariance of
  /// a block is singular. It throws an [IllegalArgumentException] if a class has no prior, if the
  /// recipes do not match the number of blocks or their statistics, or if a block cannot be fitted.
  ///
  /// @param blocks the recipe of each block, or none
  /// @throws IllegalArgumentException if a recipe is complement Naive Bayes, whose scores are not a
  ///   density, or is itself a mixed model
  public static Recipe<MixedNaiveBayes> recipe(Recipe<?>... blocks) {
    for (int b = 0; b < blocks.length; b++) {
      requireBlock(blocks[b].model(), b);
    }
    return new Fitting<>(FITTING, new BlockOptions(Priors.empirical(), List.of(blocks)));
  }

  private static MixedNaiveBayes fit(MixedStatistics statistics, BlockOptions options) {
    List<Recipe<?>> ofBlocks = BlockRecipes.of(options, statistics);
    double[] weights = new double[statistics.classCount()];
    Arrays.setAll(weights, statistics::classWeight);
    double[] priors = options.priors().priors(statistics.classes(), weights);
    List<Classifier<?, ?>> models = new ArrayList<>();
    int first = 0;
    for (int b = 0; b < statistics.blockCount(); b++) {
      try {
        models.add(ofBlocks.get(b).withPriors(Priors.fixed(priors)).fit(statistics.block(b)));
      } catch (LanewiseException e) {
        throw e.among(statistics.features(), first);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("block %d: %s".formatted(b, e.getMessage()), e);
      }
      first += models.getLast().featureCount();
    }
    return new MixedNaiveBayes(priors, models);
  }

  /// Creates a model from the models of its blocks.
  ///
  /// @param priors the k class priors, which replace those of the models; a class with prior 0 in
  ///   one of them must have prior 0
  /// @param blocks for each block a model with the same classes: a Gaussian model, or Bernoulli,
  ///   categorical, multinomial or Poisson Naive Bayes
  /// @throws IllegalArgumentException if there is no block, if a model cannot be a block or has
  ///   other classes, if feature names clash, or if the priors are invalid
  public static MixedNaiveBayes of(double[] priors, List<? extends Classifier<?, ?>> blocks) {
    return new MixedNaiveBayes(priors, blocks);
  }

  /// The models of the blocks. Block 0 has the class priors of this model; all other blocks have
  /// equal priors.
  @Override
  public List<Classifier<?, ?>> blocks() {
    return blocks;
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

  /// The sum over the blocks, with the k − 1 parameters of the class priors counted once.
  @Override
  public long freeParameters() {
    long ofPriors = classCount() - 1L;
    return blocks.stream().mapToLong(block -> block.freeParameters() - ofPriors).sum() + ofPriors;
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .with(Tensor.priors(priors))
        .withParts("blocks", blocks.stream().map(Classifier::describe).toList());
  }

  @Override
  public double[] example(int label, RandomGenerator random) {
    return blocks.stream()
        .flatMapToDouble(block -> DoubleStream.of(block.example(label, random)))
        .toArray();
  }

  /// The parameters of each block.
  @Override
  public List<ParameterTable> parameters(List<String> features) {
    List<ParameterTable> all = new ArrayList<>();
    int from = 0;
    for (Classifier<?, ?> block : blocks) {
      int to = from + block.featureCount();
      all.addAll(block.parameters(features.subList(from, to)));
      from = to;
    }
    return all;
  }

  @Override
  public Classifier<Object[], MixedColumns> withPriors(Priors others) {
    return new MixedNaiveBayes(others.inPlaceOf(classes(), priors), blocks);
  }

  @Override
  public Scorer<Object[], MixedColumns> scorer() {
    return made(RowFormat.BLOCKS);
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  /// Returns the scorer of rows in blocks, with missing values and unseen categories treated as the
  /// format specifies.
  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    return Formats.scorer(
        format.batches() == MixedColumns.class ? made(format) : null, format, this, FORMATS);
  }

  private synchronized Scorer<Object[], MixedColumns> made(RowFormat<?, ?> format) {
    return scorers.computeIfAbsent(
        format,
        _ ->
            new MixedScorer(
                    naming,
                    blocks.stream().map(block -> scorers(block, format)).toList(),
                    blocks.stream().mapToInt(Classifier::featureCount).toArray(),
                    priors,
                    equalPrior)
                .results());
  }

  /// The scorers of a block, by the type of its rows.
  private static BlockScorers scorers(Classifier<?, ?> block, RowFormat<?, ?> format) {
    RowFormat<double[], NumericColumns> numbers = RowFormat.NUMBERS.withMissing(format.missing());
    RowFormat<int[], CategoryColumns> codes = RowFormat.CODES.withUnseen(format.unseen());
    return new BlockScorers(
        scorer(block, block.takes(numbers) ? numbers : RowFormat.NUMBERS),
        scorer(block, RowFormat.BITS),
        block.takes(codes) ? () -> block.scorer(codes) : null,
        scorer(block, RowFormat.SPARSE));
  }

  private static <S, C extends RowBatch> Scorer<S, C> scorer(
      Classifier<?, ?> block, RowFormat<S, C> format) {
    return block.takes(format) ? block.scorer(format) : null;
  }

  @Override
  @SuppressWarnings("unchecked") // Of rows in blocks, as the format.
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return (Evidence<S>) new MixedEvidence(blocks, format.unseen());
  }

  /// The class, the size, the classes and the models of the blocks, as in `MixedNaiveBayes[5
  /// features, 2 classes: [no, yes], 17 free parameters, blocks of GaussianNaiveBayes,
  /// CategoricalNaiveBayes]`.
  @Override
  public String toString() {
    return ModelText.of(
        this,
        blocks.stream()
            .map(block -> block.getClass().getSimpleName())
            .collect(Collectors.joining(", ", ", blocks of ", "")));
  }
}
