package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.comparison.ChangedLabels;
import org.lanewise.cli.comparison.ModelDiff;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UnknownValueOptions;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.data.Workers;
import org.lanewise.serving.ModelDifference;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise diff`: compares two models, and shows the rows on which they disagree.
final class DiffCommand implements Subcommand {

  private Path before;
  private Path after;
  private final DataOptions data = DataOptions.unlabelled();
  private final ColumnOptions columns = new ColumnOptions();
  private final UnknownValueOptions unknownValues = new UnknownValueOptions(columns);
  private int moves = 5;
  private boolean json;
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this, "diff", "Compare two models, and show the rows on which they disagree.");
    arguments.examples(
        "  lanewise diff yesterday.model today.model",
        "  lanewise diff yesterday.model today.model --data flowers.csv");
    arguments.fileAt(0, "BEFORE", value -> before = value, "A model file.");
    arguments.fileAt(1, "AFTER", value -> after = value, "Another model file.");
    arguments.add(data);
    arguments.add(columns);
    arguments.add(unknownValues);
    arguments.number(
        "--moves",
        "N",
        0,
        ModelDifference.MAX_MOVES,
        value -> moves = value,
        "The number of moves shown for each parameter, the largest first, and of rows; 5 by"
            + " default, at most 1000.");
    arguments.json(() -> json = true);
    arguments.add(run);
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    if (data.isGiven()) {
      data.check();
      data.requireAgain("diff reads the data twice");
    }
    UnaryOperator<FittedModel> treatment = unknownValues.read();
    Workers workers = run.start();
    String report;
    try (Progress progress = session.progress()) {
      FittedModel first = StoredModel.read(before);
      FittedModel second = StoredModel.read(after);
      requireSameFirstIndex(first, second);
      progress.stage("comparing");
      ModelDifference difference = ModelDifference.of(first.classifier(), second.classifier());
      Optional<ChangedLabels> rows =
          data.isGiven()
              ? Optional.of(
                  rows(treatment.apply(first), treatment.apply(second), workers, progress))
              : Optional.empty();
      ModelDiff diff = new ModelDiff(first, second, difference, rows, moves);
      report = json ? diff.toJson() : diff.toText(before.toString(), after.toString());
    }
    session.print(report);
  }

  /// Refuses models of sparse lines whose features with one index are not the same.
  private void requireSameFirstIndex(FittedModel first, FittedModel second) {
    int one = first.firstIndex();
    int other = second.firstIndex();
    if (one != other) {
      throw new DataException(
          "%s counts features from %d and %s from %d; expected models that count from the same index"
              .formatted(before, one, after, other));
    }
  }

  private ChangedLabels rows(
      FittedModel first, FittedModel second, Workers workers, Progress progress) {
    return ChangedLabels.between(
        first,
        labels(first, workers, progress),
        second,
        labels(second, workers, progress),
        data.name());
  }

  private int[] labels(FittedModel model, Workers workers, Progress progress) {
    try (DataReader reader = columns.open(data, model, LabelUse.IGNORED, false, progress)) {
      return ChangedLabels.of(model, reader, workers);
    }
  }
}
