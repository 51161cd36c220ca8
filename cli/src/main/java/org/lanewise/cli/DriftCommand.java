package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UnknownValueOptions;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.page.PageFile;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.report.DriftReport;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.RowDrift;
import org.lanewise.data.Workers;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise drift`: whether rows still come from where those of a model came from.
final class DriftCommand implements Subcommand {

  private Path model;
  private Path heldOut;
  private final DataOptions data = DataOptions.unlabelled();
  private final ColumnOptions columns = new ColumnOptions();
  private final UnknownValueOptions unknownValues = new UnknownValueOptions(columns);
  private double alpha = 0.01;
  private Path page;
  private boolean json;
  private CommandSpec spec;
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "drift",
            "Test whether rows, in their order, come from where held-out rows came from.",
            "Bets on the log density and on each number of the rows; without drift, the evidence"
                + " ever reaches 1/ALPHA with a probability of at most ALPHA.");
    arguments.examples(
        "  lanewise drift --model flowers.model --held-out test.csv --data new.csv",
        "  lanewise drift --model flowers.model --held-out test.csv --data new.csv --report"
            + " drift.html");
    arguments.requiredFile("--model", "FILE", value -> model = value, "A model file.");
    arguments.requiredFile(
        "--held-out",
        "FILE",
        value -> heldOut = value,
        "At least 64 rows to which the model was not fitted, in any order but that of time.");
    arguments.add(data);
    arguments.add(columns);
    arguments.add(unknownValues);
    arguments.probability(
        "--alpha",
        "ALPHA",
        "0.01",
        value -> alpha = value,
        "The largest probability of a false alarm, 0.01 by default.");
    arguments.file(
        "--report",
        "FILE",
        value -> page = value,
        "Also write a page of figures as one HTML file: the evidence row by row, and class shares,"
            + " log density and rows of no class by window.");
    arguments.json(() -> json = true);
    arguments.add(run);
    spec = arguments.spec();
    return spec;
  }

  @Override
  public void run(Session session) {
    data.check();
    Optional.ofNullable(page).ifPresent(PageFile::require);
    UnaryOperator<FittedModel> treatment = unknownValues.read();
    Workers workers = run.start();
    String report;
    try (Progress progress = session.progress()) {
      FittedModel read = treatment.apply(StoredModel.read(model));
      read.requireDensity("drift");
      Table known;
      try (DataReader reader = columns.open(heldOut, read, progress)) {
        known = reader.all(workers);
      }
      try (DataReader reader = columns.open(data, read, LabelUse.IGNORED, false, progress)) {
        Table rows = reader.all(workers);
        progress.stage("measuring");
        DriftReport found =
            new DriftReport(RowDrift.of(read, known, rows, 1 / alpha), read.classes(), 1 / alpha);
        if (page != null) {
          PageFile.write(page, spec, data.shortName(), found);
        }
        report = json ? found.toJson() : found.toText();
      }
    }
    session.print(report);
  }
}
