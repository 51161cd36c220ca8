package org.lanewise.cli.options;

import java.util.Map;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.Parameter;

/// Options of a fit to rows with missing values.
///
/// @param given gets the text of each option
public record MissingOptions(Map<Parameter, String> given) implements Arguments.Group {

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--missing",
        "TEXT",
        value -> given.put(Parameter.MISSING, value),
        ClassifierKind.namesTaking(Parameter.MISSING)
            + ": cells with this text, such as ? or NA, and empty cells are missing values; in"
            + " number columns, any spelling of the same number matches. Rows are scored on the"
            + " values they have. --missing '' means only empty cells. Rows without a label are"
            + " left out.");
    arguments.text(
        "--incomplete",
        "em|drop",
        value -> given.put(Parameter.INCOMPLETE, value),
        ClassifierKind.namesTaking(Parameter.INCOMPLETE)
            + ", with --missing: how to fit covariances to rows with missing values: by"
            + " expectation-maximisation (em, default), or without these rows (drop).");
    arguments.text(
        "--em-tolerance",
        "T",
        value -> given.put(Parameter.EM_TOLERANCE, value),
        ClassifierKind.namesTaking(Parameter.EM_TOLERANCE)
            + ", with --missing: expectation-maximisation stops once an iteration raises the mean"
            + " log-likelihood of a row by no more than T; 1e-10 by default, after which the sixth"
            + " digit of a log loss may still change. At most 1000 iterations run, with this option"
            + " 100000. 0 continues until rounding hides the rise.");
  }
}
