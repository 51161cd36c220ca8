package org.lanewise.explanation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// Why a row is of one class rather than of another: its log-odds as a sum, in nats.
///
/// ```
/// log p(c | x) − log p(a | x) = prior + baseline + Σ_j contribution_j
/// ```
///
/// to rounding. From [Explainer], which says what the parts are. A contribution above 0 speaks for
/// the class, one below 0 for the other; a nat multiplies the odds by e. Immutable.
///
/// Without smoothing a part may be infinite, where the feature has a value that one of the classes
/// cannot have. [#logOdds()] is the limit of α → 0 then, as the posterior is, also where some parts
/// are +∞ and others −∞.
public final class Explanation {

  private final Features features;
  private final Classes classes;
  private final int label;
  private final int against;
  private final double prior;
  private final double baseline;
  private final double[] contributions;
  private final double logOdds;

  Explanation(
      Features features,
      Classes classes,
      int label,
      int against,
      double prior,
      double baseline,
      double[] contributions,
      double logOdds) {
    this.features = features;
    this.classes = classes;
    this.label = label;
    this.against = against;
    this.prior = prior;
    this.baseline = baseline;
    this.contributions = contributions;
    this.logOdds = logOdds;
  }

  /// The index of the class that is explained.
  public int label() {
    return label;
  }

  /// The index of the class it is compared with.
  public int against() {
    return against;
  }

  /// log π_c − log π_a, the part of the class priors; 0 where the model has none.
  public double prior() {
    return prior;
  }

  /// log p(b | c) − log p(b | a) of the baseline b; 0 where there is none.
  public double baseline() {
    return baseline;
  }

  /// The part of each feature.
  public double[] contributions() {
    return contributions.clone();
  }

  /// The part of one feature.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public double contribution(int feature) {
    return contributions[feature];
  }

  /// The sum of all parts: the log-odds of the class against the other.
  public double logOdds() {
    return logOdds;
  }

  /// The features in the order of the size of their contributions, the largest first; of equals the
  /// lowest first.
  public int[] order() {
    return IntStream.range(0, contributions.length)
        .boxed()
        .sorted(Comparator.comparingDouble(feature -> -Math.abs(contributions[feature])))
        .mapToInt(feature -> feature)
        .toArray();
  }

  /// Like `versicolor against virginica: log-odds 5.31 = prior 0.0 + petal width 4.2 …`, the three
  /// largest contributions.
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
