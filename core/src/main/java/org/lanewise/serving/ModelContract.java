package org.lanewise.serving;

import java.io.Serial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.serving.ServingOptions.Rule;

/// The requirements of a handle on every model: those of its options, and that rows stay what they
/// were for the models that it served. Guarded by the lock of the handle.
final class ModelContract<R, B extends RowBatch> {

  final ServingOptions options;
  private final Class<? extends Classifier<R, B>> kind;
  private final ModelCheck<R, B> check;

  /// The classes of the first model, or of the previous one if classes may grow; null before.
  private Classes known;

  /// The features of the first model with feature names, or of the first model; null before.
  private Features named;

  /// The form of rows of the previous models, null before the first.
  private RowForm form;

  /// @param kind the class of the model without its temperature
  /// @param check what the caller checks
  ModelContract(
      Class<? extends Classifier<R, B>> kind, ServingOptions options, ModelCheck<R, B> check) {
    this.kind = kind;
    this.options = options;
    this.check = Objects.requireNonNull(check, "check");
  }

  /// The exception for a model that breaks the contract; the message names its source.
  static final class BrokenException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1L;

    BrokenException(String message) {
      super(message);
    }
  }

  /// Returns the model of a file if it fulfils the contract.
  ///
  /// @param source the source of the file
  /// @throws IllegalArgumentException if it does not
  Classifier<R, B> kept(ModelFile file, String source) {
    Classifier<?, ?> bare = file.model().bare();
    if (!kind.isInstance(bare)) {
      throw new BrokenException(
          "%s holds a %s; a %s is expected"
              .formatted(source, bare.getClass().getSimpleName(), kind.getSimpleName()));
    }
    // A model with a temperature takes the same rows.
    @SuppressWarnings("unchecked")
    Classifier<R, B> model = (Classifier<R, B>) file.model();
    boolean mayGrow = options.has(Rule.CLASSES_MAY_GROW);
    Classes first = known == null ? model.classes() : known;
    Classes classes = options.classes == null || mayGrow && known != null ? first : options.classes;
    if ((mayGrow || options.has(Rule.CLASSES_MAY_GO)) && classes.areNamed()) {
      requireByName(source, model.classes(), classes);
    } else {
      requireSame(source, "class", "classes", model.classes().names(), classes.names());
    }
    Features before = named == null ? model.features() : named;
    Features features = options.features == null ? before : options.features;
    if (features.areNamed() && model.features().areNamed()) {
      requireSame(source, "feature", "features", model.features().names(), features.names());
    } else if (features.count() != model.featureCount()) {
      throw otherCount(source, model.featureCount(), features.count(), "features");
    } else if (options.features != null && features.areNamed()) {
      throw new BrokenException(
          "%s has no names of features; '%s' and the others in the order that was promised are expected"
              .formatted(source, features.names().getFirst()));
    }
    if (form != null) {
      requireSame(source, RowForm.of(model), features);
    }
    if (file.testRows().isPresent()) {
      file.testRows().get().require(model);
    } else if (options.has(Rule.TEST_ROWS_REQUIRED)) {
      throw new BrokenException(
          "%s has no test rows; a model file with some is expected".formatted(source));
    }
    return model;
  }

  /// Takes in a model that is served from now on.
  void serve(Classifier<R, B> model) {
    known = known == null || options.has(Rule.CLASSES_MAY_GROW) ? model.classes() : known;
    named = named == null || !named.areNamed() ? model.features() : named;
    RowForm rows = RowForm.of(model);
    form = form == null || options.has(Rule.CODES_MAY_CHANGE) ? rows : form.with(rows);
  }

  static <R, B extends RowBatch> ModelCheck<R, B> unchecked() {
    return (_, _) -> Optional.empty();
  }

  /// Makes the caller's check.
  ///
  /// @param current the model in service, or null
  /// @throws IllegalArgumentException if it refuses the model
  void requireGood(ServedModel<R, B> candidate, ServedModel<R, B> current) {
    Optional<String> reason = check.refusal(candidate, Optional.ofNullable(current));
    if (reason.isPresent()) {
      throw new IllegalArgumentException(reason.get());
    }
  }

  private void requireByName(String source, Classes found, Classes expected) {
    Set<String> gone = new LinkedHashSet<>(expected.names());
    gone.removeAll(found.names());
    Set<String> come = new LinkedHashSet<>(found.names());
    come.removeAll(expected.names());
    if (!gone.isEmpty() && !options.has(Rule.CLASSES_MAY_GO)) {
      throw new BrokenException(
          "%s has no class '%s'; all of %s are expected, and perhaps more"
              .formatted(source, gone.iterator().next(), expected));
    }
    if (!come.isEmpty() && !options.has(Rule.CLASSES_MAY_GROW)) {
      throw new BrokenException(
          "%s has a class '%s'; only classes among %s are expected"
              .formatted(source, come.iterator().next(), expected));
    }
    if (come.size() == found.count()) {
      throw new BrokenException(
          "%s has none of the classes %s; at least one of them is expected"
              .formatted(source, expected));
    }
  }

  private static void requireSame(
      String source, String one, String many, List<String> found, List<String> expected) {
    if (found.size() != expected.size()) {
      throw otherCount(source, found.size(), expected.size(), many);
    }
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).equals(expected.get(i))) {
        throw new BrokenException(
            "%s %d of %s is '%s'; '%s' is expected, as was promised"
                .formatted(one, i, source, found.get(i), expected.get(i)));
      }
    }
  }

  private void requireSame(String source, RowForm found, Features features) {
    if (!found.blocks().equals(form.blocks())) {
      throw new BrokenException(
          "a row of %s is %s; %s is expected, as before"
              .formatted(
                  source, String.join(", ", found.blocks()), String.join(", ", form.blocks())));
    }
    for (int j = 0; j < features.count() && !options.has(Rule.CODES_MAY_CHANGE); j++) {
      int code = found.changedCode(form, j);
      if (code >= 0) {
        throw new BrokenException(
            "code %d of feature '%s' of %s is '%s'; '%s' is expected, as before"
                .formatted(
                    code,
                    features.name(j),
                    source,
                    found.codes().get(j).name(code),
                    form.codes().get(j).name(code)));
      }
    }
  }

  private static BrokenException otherCount(String source, int found, int expected, String many) {
    return new BrokenException(
        "%s has %d %s; %d are expected, as was promised".formatted(source, found, many, expected));
  }
}
