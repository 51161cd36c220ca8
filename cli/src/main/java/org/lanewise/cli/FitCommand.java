package org.lanewise.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lanewise.cli.model.BlockFit;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.ClassifierOptions;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataFileConverter;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.output.LineBuffer;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.report.Doubts;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lanewise fit`: learns from a file and writes a model.
@Command(
    name = "fit",
    description = "Learn from a data file and write a model file.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lanewise fit --classifier lda --data flowers.csv --out flowers.model",
      "  lanewise fit --classifier bernoulli-nb --data mail.tsv --label 0 --text 1 --out"
          + " mail.model",
      "  lanewise fit --classifier categorical-nb --data fungi.csv --label 0 --missing ? --out"
          + " f.model",
      "  lanewise fit --classifier lda --data patients.csv --missing NA --out patients.model",
      "lanewise --help lists what data files may be."
    })
final class FitCommand implements Callable<Integer> {

  private final Session session;

  @Mixin ClassifierOptions classifier = new ClassifierOptions();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      converter = DataFileConverter.class,
      description = "The data file; - is standard input.")
  Path data;

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Mixin FeatureOptions features = new FeatureOptions();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The model file, written whole or not at all; - is standard output.")
  Path out;

  @Mixin RunOptions run = new RunOptions();

  FitCommand(Session session) {
    this.session = session;
  }

  /// A model, of how many rows, and how long that took without the reading.
  private record Fit(FittedModel model, long rowCount, long nanos) {}

  private Fit fit(FitOptions options, ReadOptions readOptions, Workers workers, Progress progress) {
    try (DataReader reader = DataReader.open(data, readOptions, progress::share)) {
      reader.remark().ifPresent(progress::note);
      Optional<BlockFit> blocks = BlockFit.of(classifier.kind(), options, reader.schema(), workers);
      if (blocks.isPresent()) {
        BlockFit fit = blocks.get();
        reader.forEach(workers, RowBlock::rows, fit::add);
        progress.stage("fitting");
        List<String> classes = fit.classes().names();
        Doubts.of(reader.schema(), classes, List.of(), fit.rowCount()).forEach(progress::note);
        return new Fit(fit.model(), fit.rowCount(), fit.nanos());
      }
      Table rows = reader.all(workers).withSortedCategories();
      Doubts.of(rows).forEach(progress::note);
      progress.stage("fitting");
      long start = System.nanoTime();
      FittedModel model = FittedModel.fit(classifier.kind(), options, rows, workers);
      return new Fit(model, rows.rowCount(), System.nanoTime() - start);
    }
  }

  @Override
  public Integer call() {
    FitOptions options = classifier.fitOptions();
    ReadOptions readOptions = classifier.readOptions(features.readOptions(columns));
    boolean toOutput = out.toString().equals(StandardInput.ARGUMENT);
    if (!toOutput) {
      OutputFile.requireWritable(out);
      OutputFile.requireOther(out, data);
    }
    Workers workers = run.start();
    String summary;
    try (Progress progress = session.progress()) {
      progress.reading(data);
      Fit fit = fit(options, readOptions, workers, progress);
      fit.model
          .incomplete()
          .filter(IncompleteRows::stoppedEarly)
          .ifPresent(rows -> progress.note(rows.sentence()));
      progress.stage("writing " + out.getFileName());
      if (toOutput) {
        byte[] bytes = StoredModel.bytes(fit.model);
        session.sink().print(new LineBuffer().append(bytes)).flush();
        return Lanewise.SUCCESS;
      }
      StoredModel.write(fit.model, out);
      summary =
          String.format(
              Locale.ROOT,
              "%s: %s of %d rows, %d features, %d classes, fitted in %.1f ms%n",
              Visible.text(out.toString()),
              classifier.kind(),
              fit.rowCount,
              fit.model.classifier().featureCount(),
              fit.model.classes().count(),
              fit.nanos / 1e6);
      summary += fit.model.incomplete().map(rows -> rows.sentence() + "\n").orElse("");
    }
    // The model may have gone to standard output.
    if (!OutputFile.isSpecial(out)) {
      session.sink().print(summary).flush();
    }
    return Lanewise.SUCCESS;
  }
}
