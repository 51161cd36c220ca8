package org.lanewise.cli.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
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
/// | `label1`, `p1`, `label2`, `p2` … | with the most probable classes | class and p(class \| row) |
/// | `explained`, `against`, `log_odds`, `prior` | with explanations | the most probable class and the one it is compared with, log p(explained \| row) − log p(against \| row), and the part of the priors in it; of a model with a temperature both are those without it |
/// | `baseline` | with explanations about one | its own part in `log_odds` |
/// | `feature1`, `contribution1` … or `contribution(NAME)` of each feature | with explanations | the parts of the features, of those that say most or of all |
public final class PredictedColumns {

  private final FittedModel model;
  private final PredictionRequest asked;
  private final boolean isKept;
  private final boolean answersFirst;
  private final LongAdder rejected = new LongAdder();

  /// @param isKept whether the columns of the rows come before these
  /// @param asked the outputs for each row
  public PredictedColumns(FittedModel model, boolean isKept, PredictionRequest asked) {
    this.model = model;
    this.isKept = isKept;
    this.asked = asked;
    answersFirst = asked.decisions().isPresent() || asked.top() == 0;
  }

  /// The columns, and what makes them of rows.
  public Answers answers() {
    return new Answers(columns(), rows -> of(rows, Workers.CALLER));
  }

  /// Their names, and the texts of those that are no numbers.
  List<Answer> columns() {
    List<String> classes = model.classes().names();
    List<Answer> columns = new ArrayList<>();
    if (answersFirst) {
      Optional<Decisions> decisions = asked.decisions();
      boolean actions = decisions.isPresent() && !decisions.get().sayClasses();
      columns.add(
          new Answer(
              actions ? "action" : isKept ? "predicted" : "label",
              decisions.map(Decisions::actions).orElse(classes)));
    }
    if (asked.posteriors()) {
      columns.addAll(ofClasses("log_p"));
    }
    if (asked.probabilities()) {
      columns.addAll(ofClasses("p"));
    }
    if (asked.densities()) {
      columns.add(Answer.ofNumbers("log_density"));
    }
    if (asked.typicality().isPresent()) {
      columns.addAll(ofClasses("typicality"));
    }
    for (int i = 1; i <= asked.top(); i++) {
      columns.add(new Answer("label" + i, classes));
      columns.add(Answer.ofNumbers("p" + i));
    }
    asked.explaining().ifPresent(why -> addExplaining(columns, why));
    return columns;
  }

  private void addExplaining(List<Answer> columns, PredictionRequest.Explaining why) {
    List<String> classes = model.classes().names();
    List<String> features =
        IntStream.range(0, model.classifier().featureCount())
            .mapToObj(model.inputs().shown(model.classifier().features())::name)
            .toList();
    columns.add(new Answer("explained", classes));
    columns.add(new Answer("against", classes));
    columns.add(Answer.ofNumbers("log_odds"));
    columns.add(Answer.ofNumbers("prior"));
    if (why.hasBaseline()) {
      columns.add(Answer.ofNumbers("baseline"));
    }
    for (int i = 0; i < why.count(); i++) {
      if (why.isSorted()) {
        columns.add(new Answer("feature" + (i + 1), features));
        columns.add(Answer.ofNumbers("contribution" + (i + 1)));
      } else {
        columns.add(Answer.ofNumbers("contribution(" + features.get(i) + ")"));
      }
    }
  }

  private List<Answer> ofClasses(String what) {
    return model.classes().names().stream()
        .map(name -> Answer.ofNumbers(what + "(" + name + ")"))
        .toList();
  }

  /// Their values in some rows.
  ///
  /// @throws org.lanewise.cli.table.DataException if the model refuses a row
  List<Values> of(Table rows, Workers workers) {
    Scores scores = model.score(rows, asked, workers);
    int classCount = model.classes().count();
    List<Values> values = new ArrayList<>();
    if (answersFirst) {
      boolean decided = asked.decisions().isPresent();
      values.add(Values.of(decided ? scores.actions() : scores.labels(), 0, 1));
      countRejected(scores.actions());
    }
    if (asked.posteriors()) {
      addEach(values, scores.logPosteriors(), classCount);
    }
    if (asked.probabilities()) {
      addEach(values, scores.posteriors(), classCount);
    }
    if (asked.densities()) {
      addEach(values, scores.logDensities(), 1);
    }
    if (asked.typicality().isPresent()) {
      addEach(values, scores.pValues(), classCount);
    }
    for (int i = 0; i < asked.top(); i++) {
      values.add(Values.of(scores.top(), i, asked.ranked()));
      values.add(Values.of(scores.topPosteriors(), i, asked.ranked()));
    }
    scores.explained().ifPresent(explained -> addExplained(values, scores.labels(), explained));
    return values;
  }

  private void addExplained(List<Values> values, int[] labels, Explained explained) {
    values.add(Values.of(labels, 0, 1));
    values.add(Values.of(explained.against(), 0, 1));
    addEach(values, explained.logOdds(), 1);
    addEach(values, explained.priors(), 1);
    PredictionRequest.Explaining why = asked.explaining().orElseThrow();
    if (why.hasBaseline()) {
      addEach(values, explained.baselines(), 1);
    }
    for (int i = 0; i < why.count(); i++) {
      if (why.isSorted()) {
        values.add(Values.of(explained.features(), i, why.count()));
      }
      values.add(Values.of(explained.contributions(), i, why.count()));
    }
  }

  private static void addEach(List<Values> values, double[] numbers, int perRow) {
    for (int i = 0; i < perRow; i++) {
      values.add(Values.of(numbers, i, perRow));
    }
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
