package org.lanewise.cli.options;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.data.UnseenCategory;

/// Options of rows for a stored model: missing values and unseen categories.
public final class UnknownValueOptions implements Arguments.Group {

  private final Map<Parameter, String> given = new EnumMap<>(Parameter.class);
  private final ColumnOptions columns;

  /// @param columns the options of the columns of the same file
  public UnknownValueOptions(ColumnOptions columns) {
    this.columns = columns;
  }

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--missing",
        "TEXT",
        value -> given.put(Parameter.MISSING, value),
        "Models of "
            + ClassifierKind.namesTaking(Parameter.MISSING)
            + ": the text of missing values, in addition to empty cells; by default the one given"
            + " to fit.");
    arguments.text(
        "--unseen",
        "error|ignore|smoothed",
        value -> given.put(Parameter.UNSEEN, value),
        "Models of categories: refuse unseen categories, leave them out, or use the smoothed"
            + " probability of a category without rows. By default as given to fit.");
  }

  /// Reads what was given, before any work, and returns what makes a model of the stored one.
  ///
  /// @throws IllegalArgumentException if a value is invalid
  public UnaryOperator<FittedModel> read() {
    return of(given, columns);
  }

  static UnaryOperator<FittedModel> of(Map<Parameter, String> given, ColumnOptions columns) {
    UnseenCategory unseen = new FitOptions(given).unseen();
    Optional<String> missing = columns.marker(given.get(Parameter.MISSING));
    return stored -> {
      FittedModel known = given.containsKey(Parameter.UNSEEN) ? stored.withUnseen(unseen) : stored;
      return missing.map(known::withMissing).orElse(known);
    };
  }
}
