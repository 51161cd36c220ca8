package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lanewise.cli.blocks.PredictedLines;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.ClassifierOptions;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataFileConverter;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Sink;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.data.Workers;
import org.lanewise.score.UnseenCategory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lanewise predict`: the classes of the rows of a file, as CSV.
@Command(
    name = "predict",
    description = {
      "Predict the class of every row of a data file, as CSV: row (from 0), label.",
      "Features are matched by name where both files have names, else by position; the label's"
          + " column may be absent."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  lanewise predict --model flowers.model --data new.csv --out labels.csv",
      "  zcat new.csv.gz | lanewise predict --model flowers.model --data - --posteriors"
    })
final class PredictCommand implements Callable<Integer> {

  private final Session session;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "A model file that fit has written.")
  Path model;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      converter = DataFileConverter.class,
      description = "The data file; - is standard input.")
  Path data;

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where to write, whole or not at all. By default, and with -, standard output, where a"
              + " refusal may come after the rows before it.")
  Path out;

  @Option(
      names = "--posteriors",
      description = "Also log p(class | row), in a column for each class.")
  boolean posteriors;

  @Option(
      names = "--keep",
      description =
          "Write the rows as the file has them, with the class behind, in a column 'predicted' if"
              + " the file has a header.")
  boolean keep;

  @Option(names = "--no-row", description = "Leave out the column with the row's index.")
  boolean withoutRow;

  @Option(
      names = "--missing",
      paramLabel = "TEXT",
      description =
          "Models of lda, qda, rda, gaussian-nb, bernoulli-nb, categorical-nb: the text of a"
              + " missing value, as is an empty cell; by default the one given to fit.")
  String missing;

  @Option(
      names = "--unseen",
      paramLabel = "error|ignore|smoothed",
      description =
          "Models of categories: refuse categories that were not learned, leave them out, or give"
              + " them the smoothed probability of one that no row has. By default as given to"
              + " fit.")
  String unseen;

  @Mixin RunOptions run = new RunOptions();

  PredictCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Optional<UnseenCategory> treatment =
        Optional.ofNullable(unseen).map(ClassifierOptions::parseUnseen);
    if (out != null && out.toString().equals(StandardInput.ARGUMENT)) {
      out = null;
    }
    if (out != null) {
      OutputFile.requireWritable(out);
      OutputFile.requireOther(out, data);
      OutputFile.requireOther(out, model);
    }
    Workers workers = run.start();
    try (Progress progress = session.progress()) {
      progress.stage("reading " + model.getFileName());
      FittedModel stored = StoredModel.read(model);
      FittedModel known = treatment.map(stored::withUnseen).orElse(stored);
      FittedModel fitted = Optional.ofNullable(missing).map(known::withMissing).orElse(known);
      try (DataReader reader = columns.open(data, fitted, LabelUse.IGNORED, progress)) {
        PredictedLines lines =
            new PredictedLines(
                fitted,
                keep ? Optional.of(reader.rowText()) : Optional.empty(),
                !withoutRow,
                posteriors);
        if (out == null) {
          write(reader, lines, session.sink(), workers);
        } else {
          try (OutputFile file = OutputFile.create(out)) {
            write(reader, lines, file.sink(), workers);
            file.commit();
          }
        }
      }
    }
    return Lanewise.SUCCESS;
  }

  private static void write(DataReader reader, PredictedLines lines, Sink sink, Workers workers) {
    boolean[] begun = new boolean[1];
    reader.forEach(
        workers,
        lines::of,
        block -> {
          if (!begun[0]) {
            // Not before rows that cannot be scored have been refused.
            sink.print(lines.header());
            begun[0] = true;
          }
          sink.print(block);
        });
    sink.flush();
  }
}
