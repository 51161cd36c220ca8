package org.lanewise.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.transform.Transforms;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.TransformedOptions;

/// Rows left out of several recipes. Recipes that share decompositions are computed together, when
/// the first of them is asked for; their results are kept until the next ones are computed.
///
/// @param <T> the recipes
final class SharedRemovals<T extends Recipe<?>> implements Function<T, LeaveOneOut> {

  /// Leaves rows out of recipes that share decompositions, without transforms.
  interface Together {

    /// Returns a result for each recipe that gives a model; null for others, unless there is only
    /// one recipe.
    List<LeaveOneOut> of(List<Recipe<?>> recipes, RowBatch rows);
  }

  /// Values of results that are kept at once, 1 GB.
  private static final int MAX_VALUES = 1 << 27;

  private final int most;
  private final Map<Object, List<T>> groups;
  private final RowBatch rows;
  private final Together together;
  private final Map<T, LeaveOneOut> latest = new HashMap<>();

  /// @param most the results that are kept at once
  SharedRemovals(List<T> recipes, RowBatch rows, int most, Together together) {
    this.most = most;
    groups = recipes.stream().distinct().collect(Collectors.groupingBy(SharedRemovals::shared));
    this.rows = rows;
    this.together = together;
  }

  /// Returns the number of results that are kept at once.
  static int most(int rowCount, int classCount) {
    return Math.clamp(MAX_VALUES / Math.max(1, (long) rowCount * classCount), 1, MAX_VALUES);
  }

  /// Returns a key that is equal for recipes that share decompositions.
  private static Object shared(Recipe<?> recipe) {
    return switch (recipe.options()) {
      case TransformedOptions of -> List.of(of.transform(), shared(of.recipe()));
      case RegularizedOptions of -> of.withGamma(0);
      case LowRankOptions of -> of.withKappa(0).withRank(0).withSubspace(0);
      default -> recipe;
    };
  }

  @Override
  public LeaveOneOut apply(T recipe) {
    List<T> group = groups.get(shared(recipe));
    LeaveOneOut found = group.size() > 1 ? ofGroup(group, recipe) : null;
    // A recipe that gives no model is refused on its own.
    return found == null ? of(List.of(recipe), rows).getFirst() : found;
  }

  private synchronized LeaveOneOut ofGroup(List<T> all, T recipe) {
    if (!latest.containsKey(recipe)) {
      latest.clear();
      int index = all.indexOf(recipe);
      int from = index - index % most;
      List<T> group = all.subList(from, Math.min(all.size() - from, most) + from);
      List<LeaveOneOut> results = of(List.copyOf(group), rows);
      for (int i = 0; i < group.size(); i++) {
        latest.put(group.get(i), results.get(i));
      }
    }
    return latest.get(recipe);
  }

  /// Transforms stay fixed: rows are transformed before they are left out.
  private List<LeaveOneOut> of(List<Recipe<?>> recipes, RowBatch of) {
    if (!(recipes.getFirst().options() instanceof TransformedOptions options)) {
      return together.of(recipes, of);
    }
    NumericColumns transformed =
        NumericColumns.copyOf(
            options.transform().of(LeaveOneOutTask.cast(of, NumericColumns.class)));
    List<Recipe<?>> inner =
        recipes.stream()
            .<Recipe<?>>map(recipe -> ((TransformedOptions) recipe.options()).recipe())
            .toList();
    return Transforms.worded(options.transform(), () -> of(inner, transformed));
  }
}
