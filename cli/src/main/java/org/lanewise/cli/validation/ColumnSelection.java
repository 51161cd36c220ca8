package org.lanewise.cli.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Workers;
import org.lanewise.validation.Choice;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// Feature columns that were selected forwards: each is the one that, added to those before it,
/// gives the lowest log loss of rows that are left out of their fits.
///
/// @param columnCount how many columns there are
/// @param copied the identical rows
/// @param steps the selected columns, in the order in which they were added
public record ColumnSelection(int columnCount, RowCopies copied, List<Step> steps) {

  /// The most columns that are tried after the first step.
  private static final int MOST = 200;

  /// By how much a further column must lower the sum of the log losses if their number is not
  /// given: the penalty of a parameter in AIC.
  private static final double LEAST = 1;

  /// A selected column.
  ///
  /// @param feature its index
  /// @param column its name, or its 0-based index in the file
  /// @param logLoss the log loss with it and the columns before it
  /// @param errorRate the share of errors, likewise
  public record Step(int feature, String column, double logLoss, double errorRate) {}

  /// A wanted selection.
  ///
  /// @param count how many columns; 0 for as long as that pays
  /// @param together whether rows that are identical in all columns are left out together
  public record Wanted(int count, boolean together) {}

  /// Selects columns of rows; those with missing values are left out if the fit has covariances.
  ///
  /// @param notes takes sentences on the rows
  /// @param begun takes the number of each step, from 1, as it begins
  /// @throws DataException if the rows are no table, or too few columns give a model
  public static ColumnSelection of(
      ClassifierKind kind,
      FitOptions given,
      Table rows,
      Wanted wanted,
      Workers workers,
      Consumer<String> notes,
      IntConsumer begun) {
    int count = wanted.count;
    Schema schema = rows.schema();
    int d = schema.featureNames().size();
    if (d == 0 || count > d) {
      throw new DataException(
          d == 0
              ? "%s has no feature columns; --select needs a table".formatted(rows.file())
              : "%s has %d feature columns; --select %d needs as many"
                  .formatted(rows.file(), d, count));
    }
    FitOptions options =
        given.missing().isPresent() && kind.takes(Parameter.INCOMPLETE)
            ? given.with(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id())
            : given;
    RowRemoval all = RowRemoval.of(kind, options, rows, wanted.together);
    RowCopies copied = all.copied();
    Table complete = rows.select(all.places());
    if (complete.rowCount() < rows.rowCount()) {
      notes.accept("columns are selected by the rows without missing values");
    }
    List<Step> steps = new ArrayList<>();
    List<Integer> left = new ArrayList<>(IntStream.range(0, d).boxed().toList());
    while (!left.isEmpty() && (count == 0 || steps.size() < count)) {
      begun.accept(steps.size() + 1);
      int[] before = features(steps);
      Choice<Integer> choice;
      try {
        choice =
            Choice.among(
                left,
                feature ->
                    leaveOneOut(
                        kind,
                        options,
                        complete.withFeatures(
                            IntStream.concat(IntStream.of(before), IntStream.of(feature))
                                .sorted()
                                .toArray()),
                        copied),
                workers);
      } catch (IllegalArgumentException e) {
        if (count == 0 && !steps.isEmpty()) {
          break;
        }
        throw new DataException(
            "%s: --select %s: after %d selected columns, %s"
                .formatted(rows.file(), count == 0 ? "best" : count, before.length, e.getMessage()),
            e);
      }
      Choice.Candidate<Integer> best =
          choice.path().stream()
              .filter(each -> each.value().equals(choice.best()))
              .findFirst()
              .orElseThrow();
      if (count == 0
          && !steps.isEmpty()
          && !(best.logLoss() < steps.getLast().logLoss() - LEAST / complete.rowCount())) {
        break;
      }
      if (steps.isEmpty() && d > MOST) {
        left =
            new ArrayList<>(
                choice.path().stream()
                    .sorted(Comparator.comparingDouble(Choice.Candidate::logLoss))
                    .limit(Math.max(MOST, count))
                    .map(Choice.Candidate::value)
                    .sorted()
                    .toList());
      }
      left.remove(best.value());
      steps.add(
          new Step(best.value(), schema.choice(best.value()), best.logLoss(), best.errorRate()));
    }
    return new ColumnSelection(d, copied, List.copyOf(steps));
  }

  private static LeaveOneOut leaveOneOut(
      ClassifierKind kind, FitOptions options, Table rows, RowCopies copied) {
    try {
      return RowRemoval.of(kind, options, rows, _ -> copied)
          .leaveOneOut(options, EssentialRows.LEAVE_OUT);
    } catch (DataException e) {
      throw new BadDataException(e, "%s", e.getMessage());
    }
  }

  private static int[] features(List<Step> steps) {
    return steps.stream().mapToInt(Step::feature).sorted().toArray();
  }

  /// The indices of the selected features, ascending.
  public int[] features() {
    return features(steps);
  }
}
