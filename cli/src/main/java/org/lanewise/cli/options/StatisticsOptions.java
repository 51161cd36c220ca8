package org.lanewise.cli.options;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.TransformText;

/// The option that gives statistics instead of rows.
public final class StatisticsOptions implements Arguments.Group {

  private Path statistics;

  @Override
  public void addTo(Arguments arguments) {
    arguments.dataFile(
        "--statistics",
        "FILE",
        value -> statistics = value,
        "Instead of --data: a statistics file written by gather, merge or subtract; - is standard"
            + " input. Columns and missing values are those given to gather.");
  }

  /// The file, if one was given.
  public Optional<Path> file() {
    return Optional.ofNullable(statistics);
  }

  /// Whether there is either a data file or a statistics file.
  ///
  /// @param isDataGiven whether rows are asked for
  /// @throws UsageException if there are both or none
  public boolean areGivenInPlaceOf(boolean isDataGiven) {
    if (statistics != null && isDataGiven) {
      throw new UsageException("--data and --statistics cannot be used together");
    }
    if (statistics == null && !isDataGiven) {
      throw new UsageException("missing --data or --statistics");
    }
    return statistics != null;
  }

  /// Refuses what needs rows, or was settled when statistics were gathered.
  ///
  /// @param columns whether options of columns or of the format of a file were given
  /// @throws UsageException if something is asked for that statistics cannot tell
  public void check(FitOptions options, boolean columns) {
    for (Map.Entry<Parameter, String> given : options.given().entrySet()) {
      if (given.getKey() == Parameter.CATEGORIES) {
        throw new UsageException("--categories cannot be used with --statistics; use --data");
      }
      if (Gathered.OPTIONS.contains(given.getKey())) {
        throw new UsageException(
            "%s cannot be used with --statistics; it is an option of gather"
                .formatted(given.getKey().option()));
      }
    }
    if (columns) {
      throw new UsageException(
          "--statistics cannot be used with options for columns or file formats; they are options"
              + " of gather");
    }
    if (options.discriminant().shrinkage().readsRowsAgain()) {
      throw new UsageException(
          "--shrinkage %s reads the rows a second time, and statistics contain none; use a number, oas or oas-sklearn"
              .formatted(options.given().get(Parameter.SHRINKAGE)));
    }
  }

  /// Whether an option of a classifier is one of `gather` too.
  public static boolean isOfGathering(String name) {
    return name.equals("--classifier")
        || Gathered.OPTIONS.stream().anyMatch(option -> option.option().equals(name));
  }

  /// The first option that needs all rows at once, so that statistics do not suffice.
  public static Optional<String> firstOfAllRows(ClassifierKind kind, FitOptions options) {
    if (options.hasIndicators()) {
      return Optional.of("--categories indicator");
    }
    if (options.discriminant().shrinkage().readsRowsAgain()) {
      return Optional.of("--shrinkage " + options.given().get(Parameter.SHRINKAGE));
    }
    if (options.transform().filter(TransformText::needsRows).isPresent()) {
      return Optional.of("--transform " + options.given().get(Parameter.TRANSFORM));
    }
    return maximizes(kind, options)
        ? Optional.of("--missing without --incomplete drop")
        : Optional.empty();
  }

  private static boolean maximizes(ClassifierKind kind, FitOptions options) {
    return kind.takes(Parameter.INCOMPLETE)
        && options.missing().isPresent()
        && options.incomplete() == IncompleteRows.Way.EM;
  }

  /// Refuses options that `gather` has no use for.
  ///
  /// @throws UsageException if there is one, or rows are to be gathered that have to stay together
  public static void requireOnlyGathering(ClassifierKind kind, FitOptions options) {
    for (Parameter given : options.given().keySet()) {
      if (given == Parameter.CATEGORIES) {
        throw new UsageException(
            "--categories indicator needs all rows to know the categories; use fit --data");
      }
      if (!Gathered.OPTIONS.contains(given)) {
        throw new UsageException(
            "%s is an option of lanewise fit --statistics; for %s, gather takes %s"
                .formatted(
                    given.option(),
                    kind,
                    Gathered.OPTIONS.stream()
                        .filter(option ->
                            // Types are of no use without --categories, which needs all rows.
                            kind.takes(option)
                                && !(kind.isOfScatters() && option == Parameter.COLUMN))
                        .map(Parameter::option)
                        .collect(
                            Collectors.collectingAndThen(
                                Collectors.joining(", "),
                                list -> list.isEmpty() ? "none" : list))));
      }
    }
    if (options.transform().filter(TransformText::needsRows).isPresent()) {
      throw new UsageException(
          "--transform %s takes means of the rows of this file, which differ from file to file; gather takes no center or standard"
              .formatted(options.given().get(Parameter.TRANSFORM)));
    }
    if (maximizes(kind, options)) {
      throw new UsageException(
          "--missing fits %s by expectation-maximisation, which reads the rows repeatedly; use --incomplete drop to gather complete rows only"
              .formatted(kind));
    }
  }
}
