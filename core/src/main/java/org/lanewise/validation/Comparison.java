package org.lanewise.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;

/// Classifiers ranked by cross-validation with the same folds: the lowest mean log loss first.
///
/// ```java
/// Map<String, Recipe<?>> recipes = new LinkedHashMap<>();
/// recipes.put("linear", LinearDiscriminant.recipe());
/// recipes.put("quadratic", QuadraticDiscriminant.recipe());
/// Comparison comparison =
///     Comparison.of(recipes, rows, labels, Folds.stratified(labels, 10, 1));
/// Recipe<?> best = recipes.get(comparison.best().orElseThrow().name());
/// ```
///
/// The figures of the best entry are slightly too good, because it was chosen by them.
///
/// @param ranked all entries: ascending by mean log loss, or another [loss][Entry#rankedBy], ties
///   by error rate and then in the given order; refused entries last
/// @param classShares the figures of a model that ignores the features
///   ([CrossValidation#ofClassShares])
public record Comparison(List<Entry> ranked, CrossValidation classShares) {

  /// A classifier and its result.
  ///
  /// @param name its name
  /// @param result its figures; empty if it was refused
  /// @param refusal the reason why it has none, or why it is not recommended; empty otherwise
  /// @param loss the figure by which it is ranked, the lowest first; empty if it was refused
  public record Entry(
      String name,
      Optional<CrossValidation> result,
      String refusal,
      Optional<CrossValidation.Spread> loss) {

    /// Checks that nothing is null.
    public Entry {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(result, "result");
      Objects.requireNonNull(refusal, "refusal");
      Objects.requireNonNull(loss, "loss");
    }

    /// An entry with figures.
    public static Entry of(String name, CrossValidation result) {
      return new Entry(name, Optional.of(result), "", Optional.of(result.logLoss()));
    }

    /// An entry that was refused.
    public static Entry refused(String name, String reason) {
      return new Entry(name, Optional.empty(), reason, Optional.empty());
    }

    /// Returns this entry with a reason why it is never the best or the simplest.
    public Entry notRecommended(String reason) {
      return new Entry(name, result, reason, loss);
    }

    /// Returns this entry ranked by another figure than the log loss.
    public Entry rankedBy(CrossValidation.Spread newLoss) {
      return new Entry(name, result, refusal, Optional.of(newLoss));
    }

    private double meanLoss() {
      return loss.map(CrossValidation.Spread::mean).orElse(Double.NaN);
    }

    private double errorRate() {
      return result.map(own -> own.errorRate().mean()).orElse(Double.NaN);
    }
  }

  /// Ranks the entries.
  public Comparison {
    Objects.requireNonNull(classShares, "classShares");
    List<Entry> sorted = new ArrayList<>(ranked);
    // NaN, of refused entries, is above all numbers.
    sorted.sort(Comparator.comparingDouble(Entry::meanLoss).thenComparingDouble(Entry::errorRate));
    ranked = List.copyOf(sorted);
  }

  /// Cross-validates recipes. A recipe that does not accept the rows, or for which no model can be
  /// fitted, is listed with the reason.
  ///
  /// @param recipes the recipes by name, in the order in which they run
  /// @throws IllegalArgumentException if the numbers of rows, labels and rows of the folds differ,
  ///   or if the test rows of a fold have no weight
  public static Comparison of(
      Map<String, ? extends Recipe<?>> recipes,
      RowBatch rows,
      Labels labels,
      Folds folds,
      Workers workers) {
    CrossValidation classShares = CrossValidation.ofClassShares(labels, labels, folds);
    labels.requireOneForEach(rows);
    List<Entry> entries = new ArrayList<>();
    recipes.forEach((name, recipe) -> {
      try {
        entries.add(Entry.of(name, CrossValidation.of(recipe, rows, labels, folds, workers)));
      } catch (IllegalArgumentException e) {
        entries.add(Entry.refused(name, e.getMessage()));
      }
    });
    return new Comparison(entries, classShares);
  }

  /// Returns the recommended entry with the lowest mean loss; empty if no entry is recommended or
  /// all have an infinite loss.
  public Optional<Entry> best() {
    return recommended().findFirst();
  }

  private Stream<Entry> recommended() {
    return ranked.stream()
        .filter(entry -> entry.refusal().isEmpty() && entry.meanLoss() < Double.POSITIVE_INFINITY);
  }

  /// Returns the entry with the fewest free parameters among those whose mean loss exceeds that of
  /// the best by no more than one standard error of the best: the one-standard-error rule (Breiman
  /// et al., Classification and Regression Trees, 1984, section 3.4.3). Ties go to the lower loss.
  public Optional<Entry> simplest() {
    return best()
        .flatMap(best -> {
          CrossValidation.Spread least = best.loss().orElseThrow();
          return recommended()
              .filter(entry ->
                  entry.equals(best) || entry.meanLoss() <= least.mean() + least.standardError())
              .min(
                  Comparator.comparingLong(entry -> entry.result().orElseThrow().freeParameters()));
        });
  }

  /// Whether the best entry is better than the shares of the classes alone by more than one
  /// standard error of its own.
  public boolean isBetterThanClassShares() {
    return best()
        .map(best -> best.result().orElseThrow().logLoss())
        .filter(least -> least.mean() + least.standardError() < classShares.logLoss().mean())
        .isPresent();
  }
}
