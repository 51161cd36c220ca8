package org.lanewise.cli.options;

import java.util.Map;
import java.util.Optional;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.reading.ReadOptions;

/// Options that say which values are missing, and what is fitted to rows that lack some.
public final class MissingOptions implements Arguments.Group {

  private String missing;
  private String incomplete;
  private String tolerance;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--missing",
        "TEXT",
        value -> missing = value,
        ClassifierKind.namesTaking(Parameter.MISSING)
            + ": cells with this text, such as ? or NA, and empty cells are missing values; in"
            + " number columns, any spelling of the same number matches. Rows are scored on the"
            + " values they have. --missing '' means only empty cells. Rows without a label are"
            + " left out.");
    arguments.text(
        "--incomplete",
        "em|drop",
        value -> incomplete = value,
        ClassifierKind.namesTaking(Parameter.INCOMPLETE)
            + ", with --missing: how to fit covariances to rows with missing values: by"
            + " expectation-maximisation (em, default), or without these rows (drop).");
    arguments.text(
        "--em-tolerance",
        "T",
        value -> tolerance = value,
        ClassifierKind.namesTaking(Parameter.EM_TOLERANCE)
            + ", with --missing: expectation-maximisation stops once an iteration raises the mean"
            + " log-likelihood of a row by no more than T; 1e-10 by default, after which the sixth"
            + " digit of a log loss may still change. At most 1000 iterations run, with this option"
            + " 100000. 0 continues until rounding hides the rise.");
  }

  /// The text of a missing value, if one was given.
  public Optional<String> missing() {
    return Optional.ofNullable(missing);
  }

  /// Adds the options that were given, and their texts.
  void addTo(Map<Parameter, String> given) {
    given.put(Parameter.MISSING, missing);
    given.put(Parameter.INCOMPLETE, incomplete);
    given.put(Parameter.EM_TOLERANCE, tolerance);
  }

  /// Checks what was given.
  ///
  /// @throws UsageException if there is no such way to fit, or no value can be missing
  void check() {
    if (missing == null && (incomplete != null || tolerance != null)) {
      throw new UsageException(
          "--%s needs --missing, which says how missing values are written"
              .formatted(incomplete == null ? "em-tolerance" : "incomplete"));
    }
    if (incomplete != null
        && !incomplete.equals(IncompleteRows.Way.EM.id())
        && !incomplete.equals(IncompleteRows.Way.DROP.id())) {
      throw new UsageException(
          "invalid value '%s' for --incomplete; expected em or drop".formatted(incomplete));
    }
    if (tolerance != null && IncompleteRows.Way.DROP.id().equals(incomplete)) {
      throw new UsageException(
          "--em-tolerance cannot be used with --incomplete drop, which does not iterate");
    }
  }

  /// How to read rows of a classifier.
  ///
  /// @param missing the text of a missing value, if there is one
  static ReadOptions readOptions(
      ReadOptions options, ClassifierKind kind, Optional<String> missing) {
    return missing
        .map(options::withMissing)
        .orElseGet(() -> kind.takes(Parameter.MISSING) ? options.withMissingNotGiven() : options);
  }
}
