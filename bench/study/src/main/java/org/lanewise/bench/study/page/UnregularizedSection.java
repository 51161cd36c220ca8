package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.percent;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.page.CurvesSection.Duel;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 3, without regularisation.
final class UnregularizedSection {

  private static final String TABLE = "unregularized";

  private UnregularizedSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    page.line(
        """
        **Without regularisation**, as in the theory, on the sets with few features: the same splits, logistic regression by
        maximum likelihood (C = 10⁶), and its Naive Bayes counterpart, with α = 1 for discrete features.
        """);
    page.table(
        "set",
        "method",
        "n",
        "error, fewest rows",
        "logistic",
        "at n",
        "error",
        "logistic",
        "logistic is better from");
    for (Duel duel : duels(figures.table(TABLE))) {
      Line few = duel.lines().getFirst();
      Line middle = duel.lines().get(duel.lines().size() / 2);
      page.row(
          duel.set() + ", " + duel.kind(),
          duel.method(),
          few.text("n") + " … " + duel.lines().getLast().text("n"),
          CurvesSection.bold(percent(few, "error"), duel.first() < 0),
          CurvesSection.bold(percent(few, "lr_error"), duel.first() > 0),
          middle.text("n"),
          CurvesSection.bold(percent(middle, "error"), duel.winner(duel.lines().size() / 2) < 0),
          CurvesSection.bold(percent(middle, "lr_error"), duel.winner(duel.lines().size() / 2) > 0),
          duel.verdict());
    }
    page.line("");
  }

  /// Naive Bayes against logistic regression, by set.
  static List<Duel> duels(DataTable table) {
    List<Duel> duels = new ArrayList<>();
    for (List<Line> lines : CurvesSection.bySet(table)) {
      duels.add(
          new Duel(
              lines.getFirst().text("set"),
              lines.getFirst().text("kind"),
              lines.getFirst().text("method"),
              lines,
              lines));
    }
    return duels;
  }
}
