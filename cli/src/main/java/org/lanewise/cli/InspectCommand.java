package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.page.PageOfRun;
import org.lanewise.cli.page.PageOptions;
import org.lanewise.cli.report.GatherReport;
import org.lanewise.cli.report.Inspection;
import org.lanewise.interop.ParameterTree;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise inspect`: shows the contents of a model file or a statistics file.
final class InspectCommand implements Subcommand {

  private Path model;
  private final PageOptions pages = new PageOptions();
  private CommandSpec spec;
  private boolean json;

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this, "inspect", "Show the contents of a model file or a statistics file.");
    arguments.fileAt(
        0, "FILE", value -> model = value, "A model file written by fit, or a statistics file.");
    arguments.add(pages);
    arguments.json(() -> json = true);
    spec = arguments.spec();
    return spec;
  }

  @Override
  public void run(Session session) {
    Optional<PageOfRun> page = pages.page();
    if (StatisticsFile.isOne(model)) {
      if (page.isPresent()) {
        throw new UsageException(
            "--report needs a model file, and %s is a statistics file".formatted(model));
      }
      GatherReport report = new GatherReport(StoredStatistics.read(model), 1, 0);
      session.print(json ? report.inspectionJson() : report.inspectionText());
      return;
    }
    ModelFile file = StoredModel.file(model);
    FittedModel fitted = StoredModel.of(file, model);
    Inspection inspection = new Inspection(fitted);
    page.ifPresent(figures -> {
      figures.begin(fitted);
      figures.write(
          spec,
          "%s: %s".formatted(fitted.kind(), model.getFileName()),
          model.toString(),
          inspection.members());
    });
    if (json) {
      inspection.json().putAll(ParameterTree.of(file)).writeTo(session.sink());
    } else {
      session.print(inspection.toText());
    }
  }
}
