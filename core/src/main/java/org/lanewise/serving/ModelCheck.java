package org.lanewise.serving;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;

/// A check that a [ModelHandle] makes before it serves a model, next to those of [ServingOptions]:
/// not whether the file is whole, but whether the model is good.
///
/// ```java
/// ModelCheck<double[], NumericColumns> check =
///     ModelCheck.goldenRows(rows, labels, 0.95);
/// ModelHandle.open(LinearDiscriminant.class, file, ServingOptions.DEFAULT, check);
/// ```
///
/// The test rows of a file prove that the file arrived as it was written; a model that was fitted
/// to shuffled labels passes them. Golden rows have labels that the caller knows to be right, and
/// such a model fails them.
///
/// The handle makes the check in the thread that replaces the model, while the current model
/// serves. A check may be made by several handles at once.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
@FunctionalInterface
public interface ModelCheck<R, B extends RowBatch> {

  /// Returns the reason for refusing a model, or empty to serve it. An exception also refuses it.
  ///
  /// @param candidate the model, with the contents of its file; its version is the one it gets if
  ///   it is served
  /// @param current the model in service; empty for the first model of a handle
  Optional<String> refusal(ServedModel<R, B> candidate, Optional<ServedModel<R, B>> current);

  /// Returns a check that makes this one, and then another if this one does not refuse.
  default ModelCheck<R, B> and(ModelCheck<R, B> other) {
    Objects.requireNonNull(other, "other");
    return (candidate, current) ->
        refusal(candidate, current).or(() -> other.refusal(candidate, current));
  }

  /// Returns a check that a model gives rows their right labels. Labels are compared by name; one
  /// that the model does not have counts as wrong. Weighted rows count by their weights.
  ///
  /// @param rows rows to which no model is fitted; they must not change
  /// @param labels their right labels
  /// @param leastRight the smallest share of rows with the right label that is accepted, above 0
  ///   and at most 1
  /// @throws IllegalArgumentException if there is not one label for each row, if no row has a
  ///   weight above 0, or if the share is out of its range
  static <R, B extends RowBatch> ModelCheck<R, B> goldenRows(
      B rows, Labels labels, double leastRight) {
    labels.requireOneForEach(rows);
    double all = 0;
    for (int row = 0; row < labels.rowCount(); row++) {
      all += labels.weight(row);
    }
    if (!(all > 0)) {
      throw new IllegalArgumentException(
          "the golden rows have no weight; at least one row with a weight above 0 is expected");
    }
    if (!(leastRight > 0 && leastRight <= 1)) {
      throw new IllegalArgumentException(
          "the least share of right labels is %s; a number above 0 and at most 1 is expected"
              .formatted(leastRight));
    }
    double total = all;
    return (candidate, _) -> {
      int[] found = candidate.scorer().predict(rows);
      int[] meant = labels.classes().indicesIn(candidate.scorer().classes());
      double right = 0;
      for (int row = 0; row < found.length; row++) {
        right += found[row] == meant[labels.index(row)] ? labels.weight(row) : 0;
      }
      return right / total >= leastRight
          ? Optional.empty()
          : Optional.of(
              "the share of golden rows with the right label is %s; at least %s is expected"
                  .formatted(right / total, leastRight));
    };
  }

  /// Returns a check that a model gives most rows the same label as the model in service. The first
  /// model of a handle passes, and so does a model for which there are no rows.
  ///
  /// @param rows gives the rows when a model is checked, such as the last rows of a service
  /// @param mostChanged the largest share of rows whose label may change, from 0 to 1
  /// @throws IllegalArgumentException if the share is out of its range
  static <R, B extends RowBatch> ModelCheck<R, B> changedLabels(
      Supplier<B> rows, double mostChanged) {
    if (!(mostChanged >= 0 && mostChanged <= 1)) {
      throw new IllegalArgumentException(
          "the largest share of changed labels is %s; a number from 0 to 1 is expected"
              .formatted(mostChanged));
    }
    Objects.requireNonNull(rows, "rows");
    return (candidate, current) -> {
      if (current.isEmpty()) {
        return Optional.empty();
      }
      B given = rows.get();
      Classes classes = candidate.scorer().classes();
      int[] after = candidate.scorer().predict(given);
      int[] before = current.get().scorer().predict(given);
      int[] same = current.get().scorer().classes().indicesIn(classes);
      int changed = 0;
      for (int row = 0; row < after.length; row++) {
        changed += after[row] == same[before[row]] ? 0 : 1;
      }
      return changed <= mostChanged * after.length
          ? Optional.empty()
          : Optional.of(
              "%d of %d rows would change their label; a share of at most %s is expected"
                  .formatted(changed, after.length, mostChanged));
    };
  }

  /// Returns a check that no parameter of a kind differs much from the model in service, for the
  /// classes, features and categories that both have. The first model of a handle passes.
  ///
  /// @param parameter the kind of parameter by its name in [ModelDifference], such as `mean`; a
  ///   model that does not have it is refused
  /// @param most the largest |after − before|, at least 0
  /// @throws IllegalArgumentException if the number is below 0
  static <R, B extends RowBatch> ModelCheck<R, B> drift(String parameter, double most) {
    Objects.requireNonNull(parameter, "parameter");
    if (!(most >= 0)) {
      throw new IllegalArgumentException(
          "%s may differ by %s; a number of at least 0 is expected".formatted(parameter, most));
    }
    return (candidate, current) -> {
      if (current.isEmpty()) {
        return Optional.empty();
      }
      ModelDifference difference = ModelDifference.of(current.get().model(), candidate.model());
      List<ModelDifference.Parameter> found =
          difference.parameters().stream().filter(of -> of.name().equals(parameter)).toList();
      if (found.isEmpty()) {
        return Optional.of(
            "no parameter '%s' can be compared with the model in service; one of %s is expected"
                .formatted(
                    parameter,
                    difference.parameters().stream()
                        .map(ModelDifference.Parameter::name)
                        .collect(Collectors.joining(", "))));
      }
      return found.stream()
          .flatMap(of -> of.largest().stream())
          .filter(move -> !(Math.abs(move.by()) <= most))
          .findFirst()
          .map(move ->
              "%s of %s is %s and was %s; a difference of at most %s is expected"
                  .formatted(
                      parameter, String.join(", ", move.of()), move.after(), move.before(), most));
    };
  }
}
