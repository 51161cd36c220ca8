package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.fit.BlockOptions;
import org.lanewise.model.BadOptionException;
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

/// The recipes of the blocks of a [MixedNaiveBayes]: those of its options or, if there are none,
/// those of the kinds of rows or statistics.
final class BlockRecipes {

  private BlockRecipes() {}

  /// Returns empty statistics for rows with the same blocks and features.
  static MixedStatistics statistics(BlockOptions options, RowBatch like, Classes classes) {
    if (!(like instanceof MixedColumns rows)) {
      throw new IllegalArgumentException(
          "the rows are %s; MixedColumns are expected".formatted(like.getClass().getSimpleName()));
    }
    requireBlocks(options, rows.blockCount());
    List<Statistics> empty = new ArrayList<>();
    for (int b = 0; b < rows.blockCount(); b++) {
      RowBatch block = rows.block(b);
      Recipe<?> recipe = options.blocks().isEmpty() ? recipeOf(block) : options.blocks().get(b);
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
  static List<Recipe<?>> of(BlockOptions options, MixedStatistics statistics) {
    requireBlocks(options, statistics.blockCount());
    if (!options.blocks().isEmpty()) {
      return options.blocks();
    }
    List<Recipe<?>> all = new ArrayList<>();
    for (int b = 0; b < statistics.blockCount(); b++) {
      all.add(recipeOf(statistics.block(b)));
    }
    return all;
  }

  /// Returns options with the recipe of every block, including options chosen by reading the rows
  /// again.
  static BlockOptions chosen(
      MixedStatistics statistics, RowBatch batch, Labels labels, BlockOptions options) {
    MixedColumns rows = (MixedColumns) batch;
    List<Recipe<?>> given = of(options, statistics);
    List<Recipe<?>> chosen = new ArrayList<>();
    for (int b = 0; b < given.size(); b++) {
      chosen.add(given.get(b).chosen(statistics.block(b), rows.block(b), labels));
    }
    return new BlockOptions(options.priors(), chosen);
  }

  private static void requireBlocks(BlockOptions options, int count) {
    if (!options.blocks().isEmpty() && options.blocks().size() != count) {
      throw new BadOptionException(
          "options of %d blocks were given; %d are expected", options.blocks().size(), count);
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
