package org.lanewise.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.report.GatherReport;
import org.lanewise.cli.report.Inspection;
import org.lanewise.io.StatisticsFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lanewise inspect`: what a model file or a statistics file holds.
@Command(name = "inspect", description = "Say what a model file or a statistics file holds.")
final class InspectCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1",
      description = "A model file that fit has written, or a statistics file.")
  Path model;

  @Option(names = "--json", description = Lanewise.JSON)
  boolean json;

  InspectCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (StatisticsFile.isOne(model)) {
      GatherReport report = new GatherReport(StoredStatistics.read(model), 1, 0);
      session.sink().print(json ? report.inspectionJson() : report.inspectionText()).flush();
      return Lanewise.SUCCESS;
    }
    FittedModel fitted = StoredModel.read(model);
    Inspection inspection = new Inspection(fitted);
    session.sink().print(json ? inspection.toJson() : inspection.toText()).flush();
    return Lanewise.SUCCESS;
  }
}
