package org.lanewise.cli.options;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lanewise.model.BadOptionException;
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
  /// @throws UsageException if they make no sense
  public static NewPriors parse(String given) {
    return switch (given) {
      case FROM_DATA -> new NewPriors(Optional.empty(), false);
      case "uniform" -> new NewPriors(Optional.of(Priors.uniform()), false);
      case "empirical", "laplace" ->
          throw new UsageException(
              "--priors %s needs training rows; for a model, use uniform, from-data or numbers separated by commas"
                  .formatted(given));
      default ->
          new NewPriors(Optional.of(fixed(given, "uniform, from-data")), !given.contains("="));
    };
  }

  /// Priors as numbers, in the order of the classes or each behind the name of its class.
  ///
  /// @param words what else the option may be, for messages
  /// @throws UsageException if they make no sense
  static Priors fixed(String given, String words) {
    List<String> parts = Arrays.asList(given.split(",", -1));
    try {
      if (parts.stream().noneMatch(part -> part.contains("="))) {
        return Priors.fixed(
            parts.stream().mapToDouble(part -> Double.parseDouble(part.strip())).toArray());
      }
      Map<String, Double> ofClasses = new LinkedHashMap<>();
      for (String part : parts) {
        // A name may hold the character, a number does not.
        int at = part.lastIndexOf('=');
        double prior = at < 0 ? Double.NaN : Double.parseDouble(part.substring(at + 1).strip());
        if (at < 0 || ofClasses.put(part.substring(0, at).strip(), prior) != null) {
          throw new UsageException(
              "invalid value '%s' for --priors; expected one CLASS=P for each class, separated by commas"
                  .formatted(given));
        }
      }
      return Priors.fixed(ofClasses);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "invalid value '%s' for --priors; expected %s, or numbers separated by commas"
              .formatted(given, words));
    } catch (BadOptionException e) {
      throw new UsageException(
          "invalid value '%s' for --priors: %s"
              .formatted(
                  given,
                  e.label() < 0
                      ? e.getMessage()
                      : "prior %d is %s; expected a number from 0 to 1"
                          .formatted(e.label(), e.value())));
    }
  }
}
