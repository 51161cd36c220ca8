package org.lanewise.cli.options;

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

  private String missing;
  private String unseen;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--missing",
        "TEXT",
        value -> missing = value,
        "Models of "
            + ClassifierKind.namesTaking(Parameter.MISSING)
            + ": the text of missing values, in addition to empty cells; by default the one given"
            + " to fit.");
    arguments.text(
        "--unseen",
        "error|ignore|smoothed",
        value -> unseen = value,
        "Models of categories: refuse unseen categories, leave them out, or use the smoothed"
            + " probability of a category without rows. By default as given to fit.");
  }

  /// Reads what was given, before any work, and returns what makes a model of the stored one.
  ///
  /// @throws IllegalArgumentException if a value is invalid
  public UnaryOperator<FittedModel> read() {
    Optional<UnseenCategory> treatment =
        Optional.ofNullable(unseen)
            .map(text -> new FitOptions(Map.of(Parameter.UNSEEN, text)).unseen());
    return stored -> {
      FittedModel known = treatment.map(stored::withUnseen).orElse(stored);
      return Optional.ofNullable(missing).map(known::withMissing).orElse(known);
    };
  }
}
