package org.lanewise.cli.options;

import java.util.Optional;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.model.Priors;

/// Class priors that take the place of those of a model.
///
/// @param priors the priors; none if they are to be found from the rows
/// @param byIndex whether they are numbers in the order of the classes
public record NewPriors(Optional<Priors> priors, boolean byIndex) {

  /// The value of the option for priors that are estimated from the rows.
  public static final String FROM_DATA = "from-data";

  /// The priors of an option.
  ///
  /// @throws IllegalArgumentException if they are invalid
  public static NewPriors parse(String given) {
    return switch (given) {
      case FROM_DATA -> new NewPriors(Optional.empty(), false);
      case "uniform" -> new NewPriors(Optional.of(Priors.uniform()), false);
      case "empirical", "laplace" ->
          throw new UsageException(
              "--priors %s needs training rows; for a model, use uniform, from-data or numbers separated by commas"
                  .formatted(given));
      default ->
          new NewPriors(
              Optional.of(FitOptions.fixedPriors(given, "uniform, from-data")),
              !given.contains("="));
    };
  }
}
