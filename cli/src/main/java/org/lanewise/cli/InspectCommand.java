package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.page.PageOfRun;
import org.lanewise.cli.page.PageOptions;
import org.lanewise.cli.report.GatherReport;
import org.lanewise.cli.report.Inspection;
import org.lanewise.io.StatisticsFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lanewise inspect`: what a model file or a statistics file holds.
@Command(name = "inspect", description = "Say what a model file or a statistics file holds.")
final class InspectCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1",
      description = "A model file that fit has written, or a statistics file.")
  Path model;

  @Mixin PageOptions pages = new PageOptions();

  @Spec CommandSpec spec;

  @Option(names = "--json", description = Lanewise.JSON)
  boolean json;

  InspectCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Optional<PageOfRun> page = pages.page(file -> OutputFile.requireOther(file, model));
    if (StatisticsFile.isOne(model)) {
      if (page.isPresent()) {
        throw new UsageException(
            "--report was given and %s is a statistics file; a model file was expected"
                .formatted(model));
      }
      GatherReport report = new GatherReport(StoredStatistics.read(model), 1, 0);
      session.sink().print(json ? report.inspectionJson() : report.inspectionText()).flush();
      return Lanewise.SUCCESS;
    }
    FittedModel fitted = StoredModel.read(model);
    Inspection inspection = new Inspection(fitted);
    page.ifPresent(figures -> {
      figures.begin(fitted);
      figures.write(
          spec,
          "%s: %s".formatted(fitted.kind(), model.getFileName()),
          model.toString(),
          inspection.members());
    });
    session.sink().print(json ? inspection.toJson() : inspection.toText()).flush();
    return Lanewise.SUCCESS;
  }
}
