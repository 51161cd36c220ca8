package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.lanewise.cli.gathering.BlockGathering;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.StatisticsOptions;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.GatherReport;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.TimeOptions;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise gather`: the statistics of a file, from which models are fitted.
final class GatherCommand implements Subcommand {

  private final TrainingOptions training = new TrainingOptions();
  private final TimeOptions time = new TimeOptions();
  private Path out;
  private boolean json;
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "gather",
            "Write the statistics of a data file that a classifier needs, such as class means and"
                + " scatters or counts of words.",
            "lanewise merge combines statistics of several parts; lanewise fit --statistics fits a"
                + " model to them.");
    // Of the options that say what is fitted there are only some.
    arguments.spec().usageMessage().abbreviateSynopsis(true);
    arguments.examples(
        "  lanewise gather --classifier lda --data part1.csv --label species --out part1.stats",
        "  ssh host lanewise gather --classifier lda --data part2.csv --label species --out - >"
            + " part2.stats",
        "  lanewise merge part1.stats part2.stats --out all.stats",
        "  lanewise fit --statistics all.stats --classifier lda --out species.model",
        "See also lanewise help parts, and lanewise --help for the formats of data files.");
    arguments.add(training);
    arguments.add(time);
    arguments.requiredFile(
        "--out",
        "FILE",
        value -> out = value,
        "The statistics file, written whole or not at all; - is standard output.");
    arguments.json(() -> json = true);
    arguments.add(run);
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    training.data.check();
    FitOptions options = training.fitOptions();
    StatisticsOptions.requireOnlyGathering(training.kind(), options);
    time.check(training.data);
    ReadOptions readOptions = time.readOptions(training.readOptions());
    OutputFile.requireWritable(out);
    Workers workers = run.start();
    Gathered gathered;
    long nanos;
    try (Progress progress = session.progress()) {
      try (DataReader reader = training.open(readOptions, progress)) {
        Optional<BlockGathering> blocks =
            time.areGiven()
                ? Optional.empty()
                : BlockGathering.of(training.kind(), options, reader.schema(), workers);
        if (blocks.isPresent()) {
          blocks.get().readAll(reader, workers);
          gathered = blocks.get().gathered();
          Warnings.of(gathered).forEach(progress::note);
          nanos = blocks.get().nanos();
        } else {
          Table rows = training.all(reader, options, _ -> false, workers, progress);
          TimeOptions.Weighed weighed =
              time.weighed(rows, training.data, readOptions, workers, progress);
          long start = System.nanoTime();
          Gathered all = Gathered.of(training.kind(), options, weighed.rows(), workers);
          gathered = weighed.decay().map(all::with).orElse(all);
          nanos = System.nanoTime() - start;
        }
      }
    }
    write(session, gathered, out, json, new GatherReport(gathered, 1, nanos));
  }

  /// Writes statistics, and says what they are where they do not go to standard output.
  static void write(
      Session session, Gathered gathered, Path out, boolean json, GatherReport report) {
    if (OutputFile.isStandardOutput(out)) {
      session.print(StoredStatistics.file(gathered)::write);
      return;
    }
    StoredStatistics.write(gathered, out);
    if (!OutputFile.isSpecial(out)) {
      session.print(json ? report.toJson() : report.toText(out.toString()));
    }
  }
}
