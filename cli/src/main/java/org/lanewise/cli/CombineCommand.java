package org.lanewise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.lanewise.cli.gathering.Combining;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.report.GatherReport;
import org.lanewise.cli.report.Warnings;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise merge` and `lanewise subtract`: statistics of several files as those of one.
final class CombineCommand implements Subcommand {

  private static final String INPUT =
      "A statistics file written by gather, merge or subtract; - is standard input.";

  private final boolean subtracts;
  private Path from;
  private List<Path> files;
  private OptionalDouble halfLife = OptionalDouble.empty();
  private Path out;
  private boolean json;

  /// @param subtracts whether statistics are subtracted from those of the first file
  CombineCommand(boolean subtracts) {
    this.subtracts = subtracts;
  }

  @Override
  public CommandSpec spec() {
    Arguments arguments = subtracts ? subtraction() : merge();
    arguments.requiredFile(
        "--out",
        "FILE",
        value -> out = value,
        "The statistics file, written whole or not at all; - is standard output.");
    arguments.json(() -> json = true);
    if (subtracts) {
      arguments.dataFileAt(0, "FROM", value -> from = value, INPUT);
      arguments.dataFilesFrom(
          1, "FILE", value -> files = value, "Statistics files of rows to subtract.");
    } else {
      arguments.dataFilesFrom(
          0,
          "FILE",
          value -> files = value,
          INPUT.replace("A statistics file", "Statistics files"));
      arguments.halfLife(
          "files",
          "30",
          value -> halfLife = OptionalDouble.of(value),
          "Forget old rows: the rows of a file count half as much as those of the file that comes"
              + " so many files later, such as 30 for files of days. Rows of the last file count 1."
              + " The result has weights, so that nothing can be subtracted.");
    }
    return arguments.spec();
  }

  private Arguments merge() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "merge",
            "Merge statistics of several parts, in the given order.",
            "Classes, columns, categories and words are matched by name. Whole counts without"
                + " weights do not depend on the order; sums of numbers and weights differ from"
                + " those of one pass by rounding.");
    arguments.examples(
        "  lanewise merge part1.stats part2.stats part3.stats --out all.stats",
        "  lanewise merge monday.stats tuesday.stats --half-life 30 --out recent.stats",
        "  lanewise merge <(ssh a lanewise gather ...) <(ssh b lanewise gather ...) --out"
            + " all.stats",
        "See also lanewise help parts.");
    return arguments;
  }

  private Arguments subtraction() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "subtract",
            "Subtract the statistics of some rows, as if they had never been added.",
            "Classes, categories and words without a remaining row are forgotten, and so are"
                + " features of sparse lines after the last that is not 0. Whole counts are"
                + " exact. Sums of numbers lose digits; the command refuses to leave too few."
                + " Sums do not show whether all of the rows were in them: only negative counts"
                + " and variances are refused.");
    arguments.examples(
        "  lanewise subtract all.stats old.stats --out rest.stats",
        "See also lanewise help parts.");
    return arguments;
  }

  @Override
  public void run(Session session) {
    List<Path> all = new ArrayList<>(files);
    if (subtracts) {
      all.addFirst(from);
    }
    requireDistinct(all);
    OutputFile.requireWritable(out);
    // The weight of a row relative to one of the next file.
    double factor = StrictMath.pow(0.5, 1 / halfLife.orElse(1));
    long start = System.nanoTime();
    Gathered combined = StoredStatistics.read(all.getFirst());
    try (Progress progress = session.progress()) {
      for (Path file : all.subList(1, all.size())) {
        progress.stage("reading " + StandardInput.shortNameOf(file));
        Gathered next = StoredStatistics.read(file);
        combined =
            subtracts
                ? Combining.subtracted(combined, next, progress::note)
                : halfLife.isEmpty()
                    ? Combining.merged(combined, next, progress::note)
                    : Combining.merged(combined.decayed(factor), next.decayed(1), progress::note);
      }
      Warnings.ofAlike(combined.classes().names()).ifPresent(progress::note);
    }
    long nanos = System.nanoTime() - start;
    GatherCommand.write(
        session, combined, out, json, new GatherReport(combined, all.size(), nanos));
  }

  /// Refuses a file that is given twice: its rows would count twice.
  private static void requireDistinct(List<Path> files) {
    for (int i = 0; i < files.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (isSame(files.get(i), files.get(j))) {
          throw new UsageException(
              "%s is given twice; its rows would count twice"
                  .formatted(StandardInput.nameOf(files.get(i))));
        }
      }
    }
  }

  private static boolean isSame(Path file, Path other) {
    try {
      return file.equals(other)
          || (Files.isRegularFile(file)
              && Files.isRegularFile(other)
              && Files.isSameFile(file, other));
    } catch (IOException e) {
      return false;
    }
  }
}
