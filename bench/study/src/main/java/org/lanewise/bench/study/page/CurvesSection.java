package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.percent;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 3: learning curves.
final class CurvesSection {

  private static final String TABLE = "curves";
  private static final String LOGISTIC = "logistic regression";
  private static final double SURE = 2;

  private CurvesSection() {}

  /// Who errs less.
  enum Outcome {
    /// The generative method with all rows.
    GENERATIVE,
    /// None surely with all rows.
    EVEN,
    /// The generative method with some rows, logistic regression with all.
    CROSSING,
    /// Logistic regression with all rows, the generative method surely nowhere.
    LOGISTIC
  }

  /// A generative method against logistic regression on one set.
  ///
  /// @param lines its lines, by the number of training rows
  /// @param rivals those of logistic regression
  record Duel(String set, String kind, String method, List<Line> lines, List<Line> rivals) {

    /// −1 where the generative method is surely better, 1 where logistic regression is, else 0.
    int winner(int at) {
      double difference = lines.get(at).number("difference");
      double error = lines.get(at).number("difference_se");
      return Math.abs(difference) > SURE * error ? (int) Math.signum(difference) : 0;
    }

    int first() {
      return winner(0);
    }

    int last() {
      return winner(lines.size() - 1);
    }

    /// Whether the generative method is surely better with some number of rows.
    boolean everAhead() {
      for (int at = 0; at < lines.size(); at++) {
        if (winner(at) < 0) {
          return true;
        }
      }
      return false;
    }

    /// The number of rows from which on logistic regression errs less, by a straight line between
    /// sizes over log n; NaN where it does so from the fewest on, or with all rows still does not.
    double crossing() {
      int at = lines.size();
      while (at > 0 && lines.get(at - 1).number("difference") > 0) {
        at--;
      }
      if (at == 0 || at == lines.size()) {
        return Double.NaN;
      }
      double before = lines.get(at - 1).number("difference");
      double after = lines.get(at).number("difference");
      double share = before / (before - after);
      return Math.exp(
          (1 - share) * Math.log(lines.get(at - 1).number("n"))
              + share * Math.log(lines.get(at).number("n")));
    }

    /// Who errs less, where, as far as it is sure.
    Outcome outcome() {
      if (last() < 0) {
        return Outcome.GENERATIVE;
      }
      if (last() == 0) {
        return Outcome.EVEN;
      }
      return everAhead() ? Outcome.CROSSING : Outcome.LOGISTIC;
    }

    String verdict() {
      return switch (outcome()) {
        case GENERATIVE -> "not within these rows";
        case EVEN -> "equal with all rows";
        case CROSSING -> rounded(crossing()) + " rows";
        case LOGISTIC -> "the fewest rows";
      };
    }

    /// The fewest rows of the curve from which on an error is at most a fifth above its last value.
    static double settled(List<Line> lines) {
      int at = lines.size() - 1;
      double bound = 1.2 * lines.get(at).number("error");
      while (at > 0 && lines.get(at - 1).number("error") <= bound) {
        at--;
      }
      return lines.get(at).number("n");
    }

    /// The same as text, with two digits.
    static String rounded(double rows) {
      double power = Math.pow(10, Math.floor(Math.log10(rows)) - 1);
      return Figures.text("%,.0f", Math.round(rows / power) * power);
    }
  }

  /// All pairs of a generative method and logistic regression on the same rows.
  static List<Duel> duels(DataTable table) {
    List<Duel> duels = new ArrayList<>();
    for (List<Line> lines : bySet(table)) {
      List<Line> rivals = lines.stream().filter(line -> line.has("method", LOGISTIC)).toList();
      for (String method : lines.stream().map(line -> line.text("method")).distinct().toList()) {
        if (!method.equals(LOGISTIC)) {
          duels.add(
              new Duel(
                  lines.getFirst().text("set"),
                  lines.getFirst().text("kind"),
                  method,
                  lines.stream().filter(line -> line.has("method", method)).toList(),
                  rivals));
        }
      }
    }
    return duels;
  }

  static List<List<Line>> bySet(DataTable table) {
    return table.lines().stream()
        .map(line -> line.text("set") + "\t" + line.text("kind"))
        .distinct()
        .map(
            name -> table.where(line -> (line.text("set") + "\t" + line.text("kind")).equals(name)))
        .toList();
  }

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.section("3. Naive Bayes against logistic regression, as the rows grow");
    page.line(
        """
        The claim of Ng and Jordan (NIPS 2001): with enough rows, logistic regression has a lower error than Naive Bayes, but
        Naive Bayes reaches its own, higher error with fewer rows; so there are two regimes, and the curves cross.

        **Experiment.** Each set is used in every representation that suits it, with training sets of sizes on a log scale up to
        four fifths of all rows; the last fifth is for tests. All methods use the same splits. Marks are means over 200 splits
        for sets with fewer than 2,000 rows and over 30 splits for the others; bars extend two standard errors to both sides.
        Gaussian NB has separate variances for each class, or variances shared by all classes; the latter is the counterpart of
        logistic regression in the paper. LDA uses Ledoit and Wolf's shrinkage, so it can be fitted with fewer rows than
        features.
        """);
    page.line("%s", figures.chart(TABLE, chart(table), "Learning curves of all sets"));
    page.line("");
    page.table(
        "set",
        "method",
        "n",
        "error, fewest rows",
        "logistic",
        "error, all rows",
        "logistic",
        "logistic is better from");
    for (Duel duel : duels(table)) {
      Line few = duel.lines.getFirst();
      Line all = duel.lines.getLast();
      page.row(
          duel.set + ", " + duel.kind,
          duel.method,
          few.text("n") + " … " + all.text("n"),
          bold(percent(few, "error"), duel.first() < 0),
          bold(percent(duel.rivals.getFirst(), "error"), duel.first() > 0),
          bold(percent(all, "error"), duel.last() < 0),
          bold(percent(duel.rivals.getLast(), "error"), duel.last() > 0),
          duel.verdict());
    }
    page.line("");
    page.line(
        """
        Errors in percent, ± one standard error. Bold: better by more than two standard errors of the *difference* on the same
        splits; these are smaller than the standard errors of the errors (`difference_se` in `curves.tsv`).
        """);
    UnregularizedSection.write(page, figures);
    DimensionsSection.write(page, figures);
    Answers.curves(page, figures);
  }

  static String bold(String text, boolean bold) {
    return bold ? "**" + text + "**" : text;
  }

  /// The colours of methods: those that are no pair of Gaussian ones share that of Naive Bayes.
  private static int colour(String method) {
    return switch (method) {
      case LOGISTIC -> 1;
      case "Bernoulli NB, α chosen", "multinomial NB, α chosen", "categorical NB, α chosen" -> 4;
      case "Gaussian NB, shared variances" -> 2;
      case "LDA" -> 3;
      default -> 0;
    };
  }

  private static Chart chart(DataTable table) {
    Chart chart =
        new Chart(
            "Error against training rows",
            "A plot for each set and representation, both axes logarithmic: the error of Naive"
                + " Bayes, of LDA where features are numbers, and of logistic regression.",
            3);
    chart.key("Naive Bayes (Gaussian: variances by class)", 0);
    chart.key("logistic regression", 1);
    chart.key("Gaussian NB, shared variances", 2);
    chart.key("LDA", 3);
    chart.key("Naive Bayes, α chosen", 4);
    for (List<Line> lines : bySet(table)) {
      Plot plot =
          chart
              .plot(
                  lines.getFirst().text("set") + ", " + lines.getFirst().text("kind"),
                  "training rows",
                  "error, %")
              .logX()
              .logY();
      for (String method : lines.stream().map(line -> line.text("method")).distinct().toList()) {
        List<Line> own = lines.stream().filter(line -> line.has("method", method)).toList();
        plot.line(
            method,
            colour(method),
            column(own, "n"),
            // A set without a mistake has no place on a logarithmic axis.
            own.stream()
                .mapToDouble(
                    line -> line.number("error") > 0 ? 100 * line.number("error") : Double.NaN)
                .toArray(),
            column(own, "error_se", 100));
      }
    }
    return chart;
  }
}
