package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// Options of a [MixedNaiveBayes].
///
/// @param priors the class priors of all blocks, which replace those of their recipes; empirical by
///   default
/// @param blocks the recipe of each block. If empty, the kind of rows determines the model: numbers
///   are normal and independent, bits Bernoulli, categories categorical, and sparse rows Poisson
///   counts, each with the default options of its model
public record MixedOptions(Priors priors, List<Recipe<?>> blocks) {

  /// Empirical priors, and models of blocks determined by the kind of rows.
  public static final MixedOptions DEFAULT = new MixedOptions(Priors.empirical(), List.of());

  /// Copies the recipes and checks that each is suitable for a block.
  ///
  /// @throws IllegalArgumentException if a recipe is complement Naive Bayes, whose scores are not a
  ///   density, or is itself a mixed model
  public MixedOptions {
    Objects.requireNonNull(priors, "priors");
    blocks = List.copyOf(blocks);
    for (int b = 0; b < blocks.size(); b++) {
      MixedNaiveBayes.requireBlock(blocks.get(b).model(), b);
    }
  }

  /// Creates options with empirical priors and the recipe of each block.
  public static MixedOptions of(Recipe<?>... blocks) {
    return DEFAULT.withBlocks(blocks);
  }

  /// Returns these options with other priors.
  public MixedOptions withPriors(Priors priors) {
    return new MixedOptions(priors, blocks);
  }

  /// Returns these options with other recipes of the blocks, one for each.
  public MixedOptions withBlocks(Recipe<?>... blocks) {
    return new MixedOptions(priors, List.of(blocks));
  }

  /// Returns empty statistics for rows with the same blocks and features.
  MixedStatistics statistics(RowBatch like, Classes classes) {
    if (!(like instanceof MixedColumns rows)) {
      throw new IllegalArgumentException(
          "the rows are %s; MixedColumns are expected".formatted(like.getClass().getSimpleName()));
    }
    requireBlocks(rows.blockCount());
    List<Statistics> empty = new ArrayList<>();
    for (int b = 0; b < rows.blockCount(); b++) {
      RowBatch block = rows.block(b);
      Recipe<?> recipe = blocks.isEmpty() ? recipeOf(block) : blocks.get(b);
      empty.add(
          sharesScatter(recipe)
              ? GaussianStatistics.pooled(block.features(), classes)
              : recipe.statistics(block, classes));
    }
    return new MixedStatistics(empty);
  }

  /// Whether the block needs only one scatter; no other discriminant will be fitted to it.
  private static boolean sharesScatter(Recipe<?> recipe) {
    return recipe.model() == LinearDiscriminant.class
        && !((DiscriminantOptions) recipe.options()).usesClassScatters();
  }

  /// The recipe of each block of statistics.
  List<Recipe<?>> ofBlocks(MixedStatistics statistics) {
    requireBlocks(statistics.blockCount());
    if (!blocks.isEmpty()) {
      return blocks;
    }
    List<Recipe<?>> all = new ArrayList<>();
    for (int b = 0; b < statistics.blockCount(); b++) {
      all.add(recipeOf(statistics.block(b)));
    }
    return all;
  }

  /// Returns these options with the recipe of every block, including options chosen by reading the
  /// rows again.
  MixedOptions chosen(MixedStatistics statistics, MixedColumns rows, Labels labels) {
    List<Recipe<?>> given = ofBlocks(statistics);
    List<Recipe<?>> chosen = new ArrayList<>();
    for (int b = 0; b < given.size(); b++) {
      chosen.add(given.get(b).chosen(statistics.block(b), rows.block(b), labels));
    }
    return new MixedOptions(priors, chosen);
  }

  private void requireBlocks(int count) {
    if (!blocks.isEmpty() && blocks.size() != count) {
      throw new BadOptionException(
          "options of %d blocks were given; %d are expected", blocks.size(), count);
    }
  }

  /// The recipe for a kind of rows.
  private static Recipe<?> recipeOf(RowBatch block) {
    return switch (block) {
      case NumericColumns _ -> GaussianNaiveBayes.recipe();
      case BitColumns _ -> BernoulliNaiveBayes.recipe();
      case CategoryColumns _ -> CategoricalNaiveBayes.recipe();
      case SparseRows _ -> PoissonNaiveBayes.recipe();
      case MixedColumns _ -> throw new IllegalStateException();
    };
  }

  /// The recipe for a kind of statistics.
  private static Recipe<?> recipeOf(Statistics statistics) {
    return switch (statistics) {
      case GaussianStatistics gaussian ->
          gaussian.pooled() ? LinearDiscriminant.recipe() : QuadraticDiscriminant.recipe();
      case VarianceStatistics _ -> GaussianNaiveBayes.recipe();
      case BernoulliStatistics _ -> BernoulliNaiveBayes.recipe();
      case CategoryStatistics _ -> CategoricalNaiveBayes.recipe();
      case CountStatistics _ -> PoissonNaiveBayes.recipe();
      default -> throw new IllegalStateException();
    };
  }
}
