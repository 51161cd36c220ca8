package org.lanewise.explanation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// The reason why a row is of one class rather than another: its log-odds as a sum, in nats.
///
/// ```
/// log p(c | x) − log p(a | x) = prior + baseline + Σ_j contribution_j
/// ```
///
/// up to rounding. [Explainer] defines the terms. A positive contribution favours the class, a
/// negative one the other class; one nat multiplies the odds by e. Immutable.
///
/// Without smoothing, a term is infinite if the feature has a value that one of the classes cannot
/// have. [#logOdds()] is then the limit of α → 0, like the posterior, even if some terms are +∞ and
/// others −∞.
///
/// @param features the features
/// @param classes the classes
/// @param label the index of the explained class
/// @param against the index of the class with which it is compared
/// @param prior log π_c − log π_a, the term of the class priors; the difference of the intercepts
///   for a [org.lanewise.model.linear.LinearClassifier]; 0 for complement Naive Bayes
/// @param baseline log p(b | c) − log p(b | a) of the baseline b; 0 without a baseline
/// @param contributions the contribution of each feature
/// @param logOdds the sum of all terms: the log-odds of the explained class against the other
public record Explanation(
    Features features,
    Classes classes,
    int label,
    int against,
    double prior,
    double baseline,
    double[] contributions,
    double logOdds) {

  @Override
  public double[] contributions() {
    return contributions.clone();
  }

  /// The contribution of one feature.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public double contribution(int feature) {
    return contributions[feature];
  }

  /// The features ordered by the absolute value of their contributions, the largest first; ties go
  /// to the lowest index.
  public int[] order() {
    return IntStream.range(0, contributions.length)
        .boxed()
        .sorted(Comparator.comparingDouble(feature -> -Math.abs(contributions[feature])))
        .mapToInt(feature -> feature)
        .toArray();
  }

  /// A summary with the three largest contributions: `versicolor against virginica: log-odds 5.31 =
  /// prior 0.0 + petal width 4.2 …`.
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "%s against %s: log-odds %s = prior %s"
                .formatted(classes.name(label), classes.name(against), logOdds, prior));
    if (baseline != 0) {
      text.append(" + baseline ").append(baseline);
    }
    int[] order = order();
    Arrays.stream(order)
        .limit(3)
        .forEach(feature ->
            text.append(" + %s %s".formatted(features.name(feature), contributions[feature])));
    return order.length > 3 ? text.append(" + …").toString() : text.toString();
  }
}
