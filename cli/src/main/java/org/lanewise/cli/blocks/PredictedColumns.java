package org.lanewise.cli.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Explained;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.Answers.Answer;
import org.lanewise.cli.engine.Answers.Values;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// The columns of answers that `predict` writes, in this order:
///
/// | column | where | is |
/// | --- | --- | --- |
/// | `label`, `predicted` after kept rows | unless `label1` … replace it | the class, or the reject label |
/// | `action` instead | if decisions are not classes | the action |
/// | `log_p(NAME)` of each class | with posteriors | log p(class \| row) |
/// | `p(NAME)` of each class | with probabilities | p(class \| row) |
/// | `log_density` | with densities | log p(row) |
/// | `typicality(NAME)` of each class | with typicality | the p-value of the row in the class |
/// | `set(NAME)` of each class | with sets of classes | 1 if the class is in the set of the row, else 0 |
/// | `label1`, `p1`, `label2`, `p2` … | with the most probable classes | class and p(class \| row) |
/// | `explained`, `against`, `log_odds`, `prior` | with explanations | the most probable class and the one it is compared with, log p(explained \| row) − log p(against \| row), and the part of the priors in it; of a model with a temperature both are those without it |
/// | `baseline` | with explanations about one | its own part in `log_odds` |
/// | `feature1`, `contribution1` … or `contribution(NAME)` of each feature | with explanations | the parts of the features, of those that say most or of all |
public final class PredictedColumns {

  /// A column, and its values in rows that were scored.
  private record Column(Answer answer, Function<Scores, Values> values) {}

  private final FittedModel model;
  private final PredictionRequest asked;
  private final List<Column> columns = new ArrayList<>();
  private final LongAdder rejected = new LongAdder();

  /// @param isKept whether the columns of the rows come before these
  /// @param asked the outputs for each row
  public PredictedColumns(FittedModel model, boolean isKept, PredictionRequest asked) {
    this.model = model;
    this.asked = asked;
    List<String> classes = model.classes().names();
    Optional<Decisions> decisions = asked.decisions();
    if (decisions.isPresent()) {
      addIndices(
          !decisions.get().sayClasses() ? "action" : isKept ? "predicted" : "label",
          decisions.get().actions(),
          Scores::actions,
          0,
          1);
    } else if (asked.top() == 0) {
      addIndices(isKept ? "predicted" : "label", classes, Scores::labels, 0, 1);
    }
    if (asked.posteriors()) {
      addOfClasses("log_p", false, Scores::logPosteriors);
    }
    if (asked.probabilities()) {
      addOfClasses("p", false, Scores::posteriors);
    }
    if (asked.densities()) {
      addNumbers("log_density", Scores::logDensities, 0, 1);
    }
    if (asked.typicality().isPresent()) {
      addOfClasses("typicality", false, Scores::pValues);
    }
    if (asked.sets().isPresent()) {
      addOfClasses("set", true, Scores::sets);
    }
    for (int i = 0; i < asked.top(); i++) {
      addIndices("label" + (i + 1), classes, Scores::top, i, asked.ranked());
      addNumbers("p" + (i + 1), Scores::topPosteriors, i, asked.ranked());
    }
    asked.explaining().ifPresent(this::addExplaining);
  }

  private void addExplaining(PredictionRequest.Explaining why) {
    List<String> classes = model.classes().names();
    List<String> features =
        IntStream.range(0, model.classifier().featureCount())
            .mapToObj(model.inputs().shown(model.classifier().features())::name)
            .toList();
    addIndices("explained", classes, Scores::labels, 0, 1);
    addIndices("against", classes, scores -> explained(scores).against(), 0, 1);
    addNumbers("log_odds", scores -> explained(scores).logOdds(), 0, 1);
    addNumbers("prior", scores -> explained(scores).priors(), 0, 1);
    if (why.hasBaseline()) {
      addNumbers("baseline", scores -> explained(scores).baselines(), 0, 1);
    }
    for (int i = 0; i < why.count(); i++) {
      String name = "contribution(" + features.get(i) + ")";
      if (why.isSorted()) {
        name = "contribution" + (i + 1);
        addIndices(
            "feature" + (i + 1), features, scores -> explained(scores).features(), i, why.count());
      }
      addNumbers(name, scores -> explained(scores).contributions(), i, why.count());
    }
  }

  private static Explained explained(Scores scores) {
    return scores.explained().orElseThrow();
  }

  private void addOfClasses(String what, boolean areWhole, Function<Scores, double[]> numbers) {
    int count = model.classes().count();
    for (int c = 0; c < count; c++) {
      String name = what + "(" + model.classes().name(c) + ")";
      add(new Answer(name, List.of(), areWhole), numbers, c, count);
    }
  }

  private void addNumbers(String name, Function<Scores, double[]> numbers, int start, int step) {
    add(Answer.ofNumbers(name), numbers, start, step);
  }

  private void add(Answer answer, Function<Scores, double[]> numbers, int start, int step) {
    columns.add(new Column(answer, scores -> Values.of(numbers.apply(scores), start, step)));
  }

  private void addIndices(
      String name, List<String> texts, Function<Scores, int[]> indices, int start, int step) {
    columns.add(
        new Column(
            new Answer(name, texts, false),
            scores -> Values.of(indices.apply(scores), start, step)));
  }

  /// The columns, and what makes them of rows.
  public Answers answers() {
    return new Answers(columns(), rows -> of(rows, Workers.CALLER));
  }

  /// Their names, and the texts of those that are no numbers.
  List<Answer> columns() {
    return columns.stream().map(Column::answer).toList();
  }

  /// Their values in some rows.
  ///
  /// @throws org.lanewise.cli.table.DataException if the model refuses a row
  List<Values> of(Table rows, Workers workers) {
    Scores scores = model.score(rows, asked, workers);
    countRejected(scores.actions());
    return columns.stream().map(column -> column.values().apply(scores)).toList();
  }

  private void countRejected(int[] actions) {
    if (asked.decisions().isPresent() && asked.decisions().get().rejects()) {
      int last = asked.decisions().get().actions().size() - 1;
      rejected.add(IntStream.of(actions).filter(action -> action == last).count());
    }
  }

  /// Of how many rows it was decided to say nothing.
  public long rejected() {
    return rejected.sum();
  }
}
