package org.lanewise.cli;

import java.nio.file.Path;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.table.DataException;
import org.lanewise.interop.ParameterFile;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise export`: a model as a parameter file, for other programs.
final class ExportCommand implements Runnable {

  private final Session session;
  private Path model;
  private Path out;

  ExportCommand(Session session) {
    this.session = session;
  }

  /// Returns the name, arguments and help of the command.
  CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "export",
            "Write a model as a parameter file (safetensors), which other programs can read.",
            "The file has the test rows of fit --test-rows, or synthetic rows: it contains no row"
                + " of the training data that the model file does not contain.");
    arguments.examples(
        "  lanewise export flowers.model flowers.safetensors",
        "  lanewise import flowers.safetensors copy.model");
    arguments.fileAt(0, "MODEL", value -> model = value, "A model file written by fit or import.");
    arguments.fileAt(
        1, "FILE", value -> out = value, "The parameter file, written whole or not at all.");
    return arguments.spec();
  }

  @Override
  public void run() {
    OutputFile.requireOther(out, model);
    OutputFile.requireWritable(out);
    ModelFile file = StoredModel.file(model);
    FittedModel fitted = StoredModel.of(file, model);
    try (Progress progress = session.progress()) {
      if (file.ranks().isPresent() || file.reference().isPresent()) {
        progress.note(
            "parameter files have no place for the ranks of --typicality and --unknown, which are"
                + " left out");
      }
      progress.stage("writing " + out.getFileName());
      ParameterFile.write(file, out);
    } catch (UnusableFileException | IllegalArgumentException e) {
      throw new DataException(e.getMessage(), e);
    }
    session
        .sink()
        .print(
            "%s: %s of %d features, %d classes, with %s\n"
                .formatted(
                    Visible.text(out.toString()),
                    fitted.kind(),
                    fitted.classifier().featureCount(),
                    fitted.classes().count(),
                    file.testRows()
                        .map(rows -> rows.rowCount() + " test rows")
                        .orElse("synthetic test rows")))
        .flush();
  }
}
