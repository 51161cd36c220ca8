package org.lanewise.cli.model;

import java.util.Locale;
import java.util.Optional;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;

/// Whether an option that is chosen acts on standardised columns, if that was not given. Columns
/// without names, such as embeddings, and columns of similar variances stay as they are.
public final class ColumnScales {

  /// The smallest ratio of variances for which columns are standardised.
  private static final double MANY_TIMES = 100;

  private ColumnScales() {}

  /// The reason why columns are standardised; empty if they are not.
  ///
  /// @param rows what is learned from
  public static Optional<String> reason(ClassifierKind kind, FitOptions options, Table rows) {
    if (!kind.takes(Parameter.SCALES)
        || options.given().containsKey(Parameter.SCALES)
        || options.given().containsKey(Parameter.TRANSFORM)) {
      return Optional.empty();
    }
    if (options.hasIndicators()) {
      return Optional.of("some are indicators of categories");
    }
    if (!rows.schema().named() || !(rows.features() instanceof NumberFeatures numbers)) {
      return Optional.empty();
    }
    double[] variances = numbers.variances();
    int least = -1;
    int most = -1;
    for (int j = 0; j < variances.length; j++) {
      if (variances[j] > 0) {
        least = least < 0 || variances[j] < variances[least] ? j : least;
        most = most < 0 || variances[j] > variances[most] ? j : most;
      }
    }
    return most < 0 || !(variances[most] > MANY_TIMES * variances[least])
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the variance of %s is %.3g times that of %s",
                rows.schema().describe(most),
                variances[most] / variances[least],
                rows.schema().describe(least)));
  }

  /// The options with standardised columns, if there is a reason for them.
  public static FitOptions with(ClassifierKind kind, FitOptions options, Table rows) {
    return reason(kind, options, rows).isPresent()
        ? options.with(Parameter.SCALES, "standard")
        : options;
  }

  /// A note that says so.
  ///
  /// @param reason why
  /// @param command the command that takes the option to change it
  public static String note(String reason, String command) {
    return "shrinkage and ridges act on standardised columns, because %s; to leave columns as they are, use %s--scales none"
        .formatted(reason, command);
  }
}
