package org.lanewise.cli;

import java.nio.file.Path;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.reading.CategoryName;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Fact;
import org.lanewise.interop.ParameterFile;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.io.UnusableFileException;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise import`: the model of a parameter file.
final class ImportCommand implements Subcommand {

  private Path file;
  private Path out;

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "import",
            "Read a parameter file (safetensors) and write a model file.",
            "The model must give the test rows of the file their scores. A file that export did not"
                + " write is a model of tables without a label; its columns are matched by name.");
    arguments.examples("  lanewise import flowers.safetensors flowers.model");
    arguments.fileAt(
        0,
        "FILE",
        value -> file = value,
        "A parameter file, written by export or by another program.");
    arguments.outputAt(
        1, "MODEL", value -> out = value, "The model file, written whole or not at all.");
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    OutputFile.requireWritable(out);
    FittedModel fitted;
    int testRows;
    try {
      ModelFile read = ParameterFile.read(file, CategoryName::ofCell);
      fitted = StoredModel.of(read, file);
      testRows = read.testRows().map(TestRows::rowCount).orElse(0);
      read.write(out);
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    }
    session.print(
        Fact.clause(
                "%s: %s of %d features, %d classes; %d test rows have the scores in the file\n",
                Visible.text(out.toString()),
                fitted.kind(),
                fitted.classifier().featureCount(),
                fitted.classes().count(),
                testRows)
            .toString());
  }
}
