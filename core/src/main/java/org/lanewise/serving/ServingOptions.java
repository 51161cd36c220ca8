package org.lanewise.serving;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// The requirements of a [ModelHandle] on models, and the number of models it keeps. Immutable.
///
/// @param classes the classes of every model, in this order unless they may grow or go; if empty,
///   those of the first model
/// @param classesMayGrow whether models may have more classes than previous ones
/// @param classesMayGo whether models may have fewer classes than previous ones
/// @param features the features of every model; if empty, those of the first model
/// @param codesMayChange whether categories may have different codes from previous models
/// @param testRowsRequired whether files without test rows are refused
/// @param warmUp the time limit for warm-up; 0 for none
/// @param kept the number of kept models, including the current one: at least 1
public record ServingOptions(
    Optional<Classes> classes,
    boolean classesMayGrow,
    boolean classesMayGo,
    Optional<Features> features,
    boolean codesMayChange,
    boolean testRowsRequired,
    Duration warmUp,
    int kept) {

  /// Classes, features and codes of the first model, optional test rows, up to 10 seconds of
  /// warm-up, and two kept models.
  public static final ServingOptions DEFAULT =
      new ServingOptions(
          Optional.empty(),
          false,
          false,
          Optional.empty(),
          false,
          false,
          Duration.ofSeconds(10),
          2);

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

  /// Returns these options with required classes, in this order.
  public ServingOptions withClasses(Classes promised) {
    return new ServingOptions(
        Optional.of(promised),
        classesMayGrow,
        classesMayGo,
        features,
        codesMayChange,
        testRowsRequired,
        warmUp,
        kept);
  }

  /// Returns these options with classes that may grow: each model has all classes of the previous
  /// ones, which are matched by name, and perhaps more.
  ///
  /// A class may then have another index in the next model: in natural order, a new class moves
  /// those after it. So take a label and its name from the same model ([ModelHandle#current()]), or
  /// ask for names. Classes in a given order keep their indices if new ones come after them
  /// ([Classes#opened()]).
  public ServingOptions withClassesThatMayGrow() {
    return new ServingOptions(
        classes, true, classesMayGo, features, codesMayChange, testRowsRequired, warmUp, kept);
  }

  /// Returns these options with classes that may go: a model may lack classes of the previous ones,
  /// such as one of [org.lanewise.model.GrowingModel#without(String)]. Classes are matched by name,
  /// and a class that went may come back.
  ///
  /// Together with [#withClassesThatMayGrow()], a model needs one class of the previous model.
  /// Classes may then have other indices in the next model, as described there.
  public ServingOptions withClassesThatMayGo() {
    return new ServingOptions(
        classes, classesMayGrow, true, features, codesMayChange, testRowsRequired, warmUp, kept);
  }

  /// Returns these options with required features, in this order.
  public ServingOptions withFeatures(Features promised) {
    return new ServingOptions(
        classes,
        classesMayGrow,
        classesMayGo,
        Optional.of(promised),
        codesMayChange,
        testRowsRequired,
        warmUp,
        kept);
  }

  /// Returns these options with category codes that may change from model to model, for callers
  /// that code each row with the dictionaries of the model that scores it ([ServedModel#model()]).
  /// Otherwise a model is refused if a code stands for a different category from previous models,
  /// because the codes of existing rows would then stand for other categories; additional
  /// categories are accepted.
  public ServingOptions withCodesThatMayChange() {
    return new ServingOptions(
        classes, classesMayGrow, classesMayGo, features, true, testRowsRequired, warmUp, kept);
  }

  /// Returns these options with required test rows.
  public ServingOptions withTestRowsRequired() {
    return new ServingOptions(
        classes, classesMayGrow, classesMayGo, features, codesMayChange, true, warmUp, kept);
  }

  /// Returns these options with another time limit for warm-up; 0 for none.
  public ServingOptions withWarmUp(Duration atMost) {
    return new ServingOptions(
        classes,
        classesMayGrow,
        classesMayGo,
        features,
        codesMayChange,
        testRowsRequired,
        atMost,
        kept);
  }

  /// Returns these options with another number of kept models, including the current one.
  public ServingOptions withKept(int models) {
    return new ServingOptions(
        classes,
        classesMayGrow,
        classesMayGo,
        features,
        codesMayChange,
        testRowsRequired,
        warmUp,
        models);
  }
}
