package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lanewise.cli.comparison.ChangedLabels;
import org.lanewise.cli.comparison.ModelDiff;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.data.Workers;
import org.lanewise.serving.ModelDifference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lanewise diff`: what differs between two models, and which rows they disagree on.
@Command(
    name = "diff",
    description = "Say what differs between two models, and on which rows they disagree.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lanewise diff yesterday.model today.model",
      "  lanewise diff yesterday.model today.model --data flowers.csv"
    })
final class DiffCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A model file.")
  Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "Another model file.")
  Path after;

  @Mixin DataOptions data = new DataOptions();

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Option(
      names = "--moves",
      paramLabel = "N",
      description =
          "How many moves of each parameter are shown, the largest first, and how many rows; 5 by"
              + " default, at most 1000.")
  String moves = "5";

  @Option(names = "--json", description = Lanewise.JSON)
  boolean json;

  @Mixin RunOptions run = new RunOptions();

  DiffCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    int shown = moves.matches("[0-9]{1,4}") ? Integer.parseInt(moves) : -1;
    if (shown < 0 || shown > ModelDifference.MOST_MOVES) {
      throw new UsageException(
          "--moves is '%s'; a number from 0 to %d was expected"
              .formatted(moves, ModelDifference.MOST_MOVES));
    }
    if (data.isGiven()) {
      data.check();
      if (data.comeOnce()) {
        throw new UsageException(
            "diff reads the data twice, and %s comes once; a file was expected"
                .formatted(data.name()));
      }
    }
    Workers workers = run.start();
    String report;
    try (Progress progress = session.progress()) {
      FittedModel first = StoredModel.read(before);
      FittedModel second = StoredModel.read(after);
      progress.stage("comparing");
      ModelDifference difference = ModelDifference.of(first.classifier(), second.classifier());
      Optional<ChangedLabels> rows =
          data.isGiven() ? Optional.of(rows(first, second, workers, progress)) : Optional.empty();
      ModelDiff diff = new ModelDiff(first, second, difference, rows, shown);
      report = json ? diff.toJson() : diff.toText(before.toString(), after.toString());
    }
    session.sink().print(report).flush();
    return Lanewise.SUCCESS;
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
