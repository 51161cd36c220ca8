package org.lanewise.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Scores;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Sink;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
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
      "  zcat new.csv.gz | lanewise predict --model flowers.model --data /dev/stdin --posteriors"
    })
final class PredictCommand implements Callable<Integer> {

  private final Session session;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "A model file that fit has written.")
  Path model;

  @Option(names = "--data", required = true, paramLabel = "FILE", description = "The data file.")
  Path data;

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write, whole or not at all; standard output by default.")
  Path out;

  @Option(
      names = "--posteriors",
      description = "Also log p(class | row), in a column for each class.")
  boolean posteriors;

  @Option(
      names = "--missing",
      paramLabel = "TEXT",
      description =
          "Models of bernoulli-nb and categorical-nb: the text of a missing value; by default the"
              + " one given to fit.")
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
      Table rows =
          DataReader.readLike(
              fitted.inputs().schema(),
              fitted.classifier().featureCount(),
              data,
              readOptions(fitted.inputs()),
              LabelUse.IGNORED,
              progress.reading(data)::share);
      progress.stage("scoring");
      if (out == null) {
        Sink sink = session.sink();
        write(fitted, rows, sink, workers, progress);
        sink.flush();
      } else {
        try (OutputFile file = OutputFile.create(out)) {
          Sink sink = file.sink();
          write(fitted, rows, sink, workers, progress);
          sink.flush();
          file.commit();
        }
      }
    }
    return Lanewise.SUCCESS;
  }

  private ReadOptions readOptions(Inputs inputs) {
    ReadOptions options = columns.readOptions().withCategorical(!inputs.categoryNames().isEmpty());
    return inputs.missing().map(options::withMissing).orElse(options);
  }

  private void write(
      FittedModel fitted, Table rows, Sink sink, Workers workers, Progress progress) {
    List<String> names = fitted.classes().names().stream().map(PredictCommand::cell).toList();
    StringBuilder header = new StringBuilder("row,label");
    if (posteriors) {
      for (String name : fitted.classes().names()) {
        header.append(',').append(cell("log_p(" + name + ")"));
      }
    }
    boolean begun = false;
    int done = 0;
    for (Table chunk : rows.chunks(fitted.chunkRows())) {
      Scores scores =
          posteriors
              ? fitted.posteriors(chunk, workers)
              : new Scores(fitted.predict(chunk, workers), new double[0], new double[0]);
      if (!begun) {
        // Not before rows that cannot be scored have been refused.
        sink.print(header.append('\n').toString());
        begun = true;
      }
      write(scores, done, names, sink);
      done += chunk.rowCount();
      progress.share(done, rows.rowCount());
    }
  }

  private void write(Scores scores, int firstRow, List<String> names, Sink sink) {
    int classCount = names.size();
    for (int row = 0; row < scores.labels().length; row++) {
      sink.print(firstRow + row).print(",").print(names.get(scores.labels()[row]));
      for (int label = 0; posteriors && label < classCount; label++) {
        sink.print(",").print(scores.logPosteriors()[row * classCount + label]);
      }
      sink.print("\n");
    }
  }

  /// A cell of CSV (RFC 4180): quoted if it has to be.
  private static String cell(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
