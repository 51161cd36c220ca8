package org.lanewise.serving;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// What a [ModelHandle] demands of models, and what it keeps. Immutable.
///
/// @param classes the classes that every model has to have, in this order; empty: those of the
///   first
/// @param features the features that every model has to have; empty: those of the first
/// @param codesMayChange whether categories may have other codes than in the models before
/// @param testRowsRequired whether a file without test rows is refused
/// @param warmUp the longest time for warming up; 0 for none
/// @param kept how many models are kept, the one that is served included: at least 1
public record ServingOptions(
    Optional<Classes> classes,
    Optional<Features> features,
    boolean codesMayChange,
    boolean testRowsRequired,
    Duration warmUp,
    int kept) {

  /// Classes, features and codes of the first model, test rows where a file has them, 10 seconds,
  /// and the model before is kept.
  public static final ServingOptions DEFAULT =
      new ServingOptions(
          Optional.empty(), Optional.empty(), false, false, Duration.ofSeconds(10), 2);

  /// Checks the options.
  ///
  /// @throws IllegalArgumentException if the time is negative, or no model is kept
  public ServingOptions {
    Objects.requireNonNull(classes, "classes");
    Objects.requireNonNull(features, "features");
    if (warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "warming up may take %s; a time of at least 0 is expected".formatted(warmUp));
    }
    if (kept < 1) {
      throw new IllegalArgumentException(
          "%d models are to be kept; at least 1 is expected, the one that is served"
              .formatted(kept));
    }
  }

  /// The same with classes that every model has to have, in this order.
  public ServingOptions withClasses(Classes promised) {
    return new ServingOptions(
        Optional.of(promised), features, codesMayChange, testRowsRequired, warmUp, kept);
  }

  /// The same with features that every model has to have, in this order.
  public ServingOptions withFeatures(Features promised) {
    return new ServingOptions(
        classes, Optional.of(promised), codesMayChange, testRowsRequired, warmUp, kept);
  }

  /// The same, and categories may have other codes in every model: for callers who code each row by
  /// the dictionaries of the model that scores it, [ServedModel#model()]. Without it a model is
  /// refused in which a code stands for another category than in the models before, as a row that
  /// was coded by one of those would be another row; more categories behind those are taken.
  public ServingOptions withCodesThatMayChange() {
    return new ServingOptions(classes, features, true, testRowsRequired, warmUp, kept);
  }

  /// The same, and a file without test rows is refused.
  public ServingOptions withTestRowsRequired() {
    return new ServingOptions(classes, features, codesMayChange, true, warmUp, kept);
  }

  /// The same with another longest time for warming up; 0 for none.
  public ServingOptions withWarmUp(Duration atMost) {
    return new ServingOptions(classes, features, codesMayChange, testRowsRequired, atMost, kept);
  }

  /// The same with another number of models that are kept, the one that is served included.
  public ServingOptions withKept(int models) {
    return new ServingOptions(classes, features, codesMayChange, testRowsRequired, warmUp, models);
  }
}
