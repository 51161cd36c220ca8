package org.lanewise.cli;

import java.nio.file.Path;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Fact;
import org.lanewise.interop.OnnxFile;
import org.lanewise.interop.ParameterFile;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise export`: a model as a parameter file or an ONNX graph, for other programs.
final class ExportCommand implements Subcommand {

  private Path model;
  private Path out;
  private boolean floats;

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "export",
            "Write a model as a parameter file (safetensors) or as an ONNX graph, which other"
                + " programs can read.",
            "A parameter file has the test rows of fit --test-rows, or synthetic rows: it contains"
                + " no row of the training data that the model file does not contain.");
    arguments.examples(
        "  lanewise export flowers.model flowers.safetensors",
        "  lanewise import flowers.safetensors copy.model",
        "  lanewise export flowers.model flowers.onnx");
    arguments.fileAt(0, "MODEL", value -> model = value, "A model file written by fit or import.");
    arguments.outputAt(
        1,
        "FILE",
        value -> out = value,
        "The file, written whole or not at all: an ONNX graph if its name ends in .onnx, else a"
            + " parameter file.");
    arguments.flag(
        "--float",
        () -> floats = true,
        "The numbers of rows and scores of the graph are floats; it computes in doubles.");
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    boolean graph = out.getFileName().toString().endsWith(".onnx");
    if (floats && !graph) {
      throw new UsageException(
          "--float applies to ONNX graphs; a file name that ends in .onnx is expected, and %s was given"
              .formatted(out));
    }
    OutputFile.requireWritable(out);
    ModelFile file = StoredModel.file(model);
    FittedModel fitted = StoredModel.of(file, model);
    try (Progress progress = session.progress()) {
      if (file.ranks().isPresent() || file.reference().isPresent() || file.sets().isPresent()) {
        progress.note(
            "the file has no place for the ranks of --typicality, --unknown and --sets, which are"
                + " left out");
      }
      progress.stage("writing " + out.getFileName());
      if (!graph) {
        ParameterFile.write(file, out);
      } else if (floats) {
        OnnxFile.writeFloats(file, out);
      } else {
        OnnxFile.write(file, out);
      }
    } catch (UnusableFileException | IllegalArgumentException e) {
      throw new DataException(e.getMessage(), e);
    }
    session.print(
        Fact.clause(
                "%s: %s of %d features, %d classes%s\n",
                Visible.text(out.toString()),
                fitted.kind(),
                fitted.classifier().featureCount(),
                fitted.classes().count(),
                graph ? "" : ", with " + testRows(file))
            .toString());
  }

  private static String testRows(ModelFile file) {
    return file.testRows()
        .map(rows -> rows.rowCount() + " test rows")
        .orElse("synthetic test rows");
  }
}
