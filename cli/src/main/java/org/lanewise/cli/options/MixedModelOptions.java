package org.lanewise.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.Parameter;

/// Options of the classifier of several kinds of columns.
public final class MixedModelOptions implements Arguments.Group {

  private List<String> columns = new ArrayList<>();
  private String numbers;
  private String counts;

  @Override
  public void addTo(Arguments arguments) {
    arguments.texts(
        "--column",
        "COLUMN=TYPE",
        value -> columns = value,
        ClassifierKind.namesTaking(Parameter.COLUMN)
            + ": the type of a column, by name or 0-based index: number, bit, category or count."
            + " Repeat for more columns. By default, a column of 0 and 1 is bit, of other numbers"
            + " number, and else category; count is never inferred. lda, qda and rda need"
            + " --categories indicator, and read bit and count as number.");
    arguments.text(
        "--numbers",
        "diagonal|pooled|by-class",
        value -> numbers = value,
        "mixed-nb: number columns are independent within a class (default), or share a covariance"
            + " over all classes, or have one for each class.");
    arguments.text(
        "--counts",
        "poisson|multinomial",
        value -> counts = value,
        "mixed-nb: count columns are Poisson and independent within a class (default), or"
            + " multinomial shares of their sum.");
  }

  /// Adds what was given.
  ///
  /// @throws UsageException if a value makes no sense
  void addTo(Map<Parameter, String> given) {
    if (numbers != null && !List.of("diagonal", "pooled", "by-class").contains(numbers)) {
      throw new UsageException(
          "invalid value '%s' for --numbers; expected diagonal, pooled or by-class"
              .formatted(numbers));
    }
    if (counts != null && counts.equals("complement")) {
      throw new UsageException(
          "--counts cannot be complement, whose scores are not a density; expected poisson or"
              + " multinomial");
    }
    if (counts != null && !List.of("poisson", "multinomial").contains(counts)) {
      throw new UsageException(
          "invalid value '%s' for --counts; expected poisson or multinomial".formatted(counts));
    }
    given.put(Parameter.COLUMN, columns.isEmpty() ? null : String.join(",", columns));
    given.put(Parameter.NUMBERS, numbers);
    given.put(Parameter.COUNTS, counts);
  }
}
