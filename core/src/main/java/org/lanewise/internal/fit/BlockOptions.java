package org.lanewise.internal.fit;

import java.util.List;
import java.util.Objects;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;

/// The options of a model of blocks.
///
/// @param priors the class priors of all blocks, which replace those of their recipes
/// @param blocks the recipe of each block; if empty, the kind of rows or statistics determines it
public record BlockOptions(Priors priors, List<Recipe<?>> blocks) {

  /// Copies the recipes.
  public BlockOptions {
    Objects.requireNonNull(priors, "priors");
    blocks = List.copyOf(blocks);
  }

  /// Returns these options with other priors.
  public BlockOptions withPriors(Priors priors) {
    return new BlockOptions(priors, blocks);
  }
}
