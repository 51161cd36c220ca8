package org.lanewise.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.report.Inspection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lanewise inspect`: what a model file holds.
@Command(name = "inspect", description = "Say what a model file holds.")
final class InspectCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(paramLabel = "MODEL", arity = "1", description = "A model file that fit has written.")
  Path model;

  @Option(names = "--json", description = Lanewise.JSON)
  boolean json;

  InspectCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    FittedModel fitted = StoredModel.read(model);
    Inspection inspection = new Inspection(fitted);
    session.sink().print(json ? inspection.toJson() : inspection.toText()).flush();
    return Lanewise.SUCCESS;
  }
}
