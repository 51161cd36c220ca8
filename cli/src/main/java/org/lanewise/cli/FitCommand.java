package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
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
      "lanewise --help lists what data files may be."
    })
final class FitCommand implements Callable<Integer> {

  private final Session session;

  @Mixin ClassifierOptions classifier = new ClassifierOptions();

  @Option(names = "--data", required = true, paramLabel = "FILE", description = "The data file.")
  Path data;

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Mixin FeatureOptions features = new FeatureOptions();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The model file; it is written whole or not at all.")
  Path out;

  @Mixin RunOptions run = new RunOptions();

  FitCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    FitOptions options = classifier.fitOptions();
    ReadOptions readOptions = classifier.readOptions(features.readOptions(columns));
    OutputFile.requireWritable(out);
    OutputFile.requireOther(out, data);
    Workers workers = run.start();
    String summary;
    try (Progress progress = session.progress()) {
      Table rows =
          DataReader.read(data, readOptions, progress.reading(data)::share).withSortedCategories();
      Doubts.of(rows).forEach(progress::note);
      progress.stage("fitting");
      long start = System.nanoTime();
      FittedModel model = FittedModel.fit(classifier.kind, options, rows, workers);
      double millis = (System.nanoTime() - start) / 1e6;
      progress.stage("writing " + out.getFileName());
      StoredModel.write(model, out);
      summary =
          String.format(
              Locale.ROOT,
              "%s: %s of %d rows, %d features, %d classes, fitted in %.1f ms%n",
              Visible.text(out.toString()),
              classifier.kind,
              rows.rowCount(),
              model.classifier().featureCount(),
              model.classes().count(),
              millis);
    }
    // The model may have gone to standard output.
    if (!OutputFile.isSpecial(out)) {
      session.sink().print(summary).flush();
    }
    return Lanewise.SUCCESS;
  }
}
