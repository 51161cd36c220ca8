package org.lanewise.serving;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// The requirements of a [ModelHandle] on models, and the number of models it keeps. Immutable.
public final class ServingOptions {

  /// Classes, features and codes of the first model, optional test rows, up to 10 seconds of
  /// warm-up, and two kept models.
  public static final ServingOptions DEFAULT =
      new ServingOptions(null, null, EnumSet.noneOf(Rule.class), Duration.ofSeconds(10), 2);

  /// The rules that are off by default.
  enum Rule {
    CLASSES_MAY_GROW,
    CLASSES_MAY_GO,
    CODES_MAY_CHANGE,
    TEST_ROWS_REQUIRED
  }

  /// The classes of every model, in this order unless they may grow or go; null for those of the
  /// first model.
  final Classes classes;

  /// The features of every model; null for those of the first model.
  final Features features;

  final Duration warmUp;

  /// The number of kept models, including the current one.
  final int kept;

  private final Set<Rule> rules;

  private ServingOptions(
      Classes classes, Features features, Set<Rule> rules, Duration warmUp, int kept) {
    this.classes = classes;
    this.features = features;
    this.rules = rules;
    this.warmUp = warmUp;
    this.kept = kept;
  }

  boolean has(Rule rule) {
    return rules.contains(rule);
  }

  private ServingOptions with(Rule rule) {
    EnumSet<Rule> more = EnumSet.copyOf(rules);
    more.add(rule);
    return new ServingOptions(classes, features, more, warmUp, kept);
  }

  /// Returns these options with required classes, in this order.
  public ServingOptions withClasses(Classes promised) {
    Objects.requireNonNull(promised, "promised");
    return new ServingOptions(promised, features, rules, warmUp, kept);
  }

  /// Returns these options with classes that may grow: each model has all classes of the previous
  /// ones, which are matched by name, and perhaps more.
  ///
  /// A class may then have another index in the next model: in natural order, a new class moves
  /// those after it. So take a label and its name from the same model ([ModelHandle#current()]), or
  /// ask for names. Classes in a given order keep their indices if new ones come after them
  /// ([Classes#opened()]).
  public ServingOptions withClassesThatMayGrow() {
    return with(Rule.CLASSES_MAY_GROW);
  }

  /// Returns these options with classes that may go: a model may lack classes of the previous ones,
  /// such as one of [org.lanewise.model.GrowingModel#without(String)]. Classes are matched by name,
  /// and a class that went may come back.
  ///
  /// Together with [#withClassesThatMayGrow()], a model needs one class of the previous model.
  /// Classes may then have other indices in the next model, as described there.
  public ServingOptions withClassesThatMayGo() {
    return with(Rule.CLASSES_MAY_GO);
  }

  /// Returns these options with required features, in this order.
  public ServingOptions withFeatures(Features promised) {
    Objects.requireNonNull(promised, "promised");
    return new ServingOptions(classes, promised, rules, warmUp, kept);
  }

  /// Returns these options with category codes that may change from model to model, for callers
  /// that code each row with the dictionaries of the model that scores it ([ServedModel#model()]).
  /// Otherwise a model is refused if a code stands for a different category from previous models,
  /// because the codes of existing rows would then stand for other categories; additional
  /// categories are accepted.
  public ServingOptions withCodesThatMayChange() {
    return with(Rule.CODES_MAY_CHANGE);
  }

  /// Returns these options with required test rows.
  public ServingOptions withTestRowsRequired() {
    return with(Rule.TEST_ROWS_REQUIRED);
  }

  /// Returns these options with another time limit for warm-up; 0 for none.
  ///
  /// @throws IllegalArgumentException if it is negative
  public ServingOptions withWarmUp(Duration atMost) {
    if (atMost.isNegative()) {
      throw new IllegalArgumentException(
          "warming up may take %s; a time of at least 0 is expected".formatted(atMost));
    }
    return new ServingOptions(classes, features, rules, atMost, kept);
  }

  /// Returns these options with another number of kept models, including the current one.
  ///
  /// @throws IllegalArgumentException if it is less than 1
  public ServingOptions withKept(int models) {
    if (models < 1) {
      throw new IllegalArgumentException(
          "%d models are to be kept; at least 1 is expected, the one that is served"
              .formatted(models));
    }
    return new ServingOptions(classes, features, rules, warmUp, models);
  }
}
