package org.lanewise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.lanewise.cli.gathering.Combining;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.options.DataFileConverter;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.report.GatherReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lanewise merge` and `lanewise subtract`: statistics of several files to those of one.
abstract class CombineCommand implements Callable<Integer> {

  private final Session session;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The statistics file, written whole or not at all; - is standard output.")
  Path out;

  @Option(names = "--json", description = Lanewise.JSON)
  boolean json;

  CombineCommand(Session session) {
    this.session = session;
  }

  /// `lanewise merge`.
  @Command(
      name = "merge",
      description = {
        "Put statistics of parts together, in the order in which they are given.",
        "Classes, columns, categories and words are the same where their names are. Whole counts"
            + " without weights are the same in any order; sums of numbers and of weights differ"
            + " by rounding from those of one pass."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  lanewise merge part1.stats part2.stats part3.stats --out all.stats",
        "  lanewise merge <(ssh a lanewise gather ...) <(ssh b lanewise gather ...) --out"
            + " all.stats",
        "lanewise help parts says more."
      })
  static final class Merge extends CombineCommand {

    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        converter = DataFileConverter.class,
        description =
            "Statistics files that gather, merge or subtract have written; - is standard input.")
    List<Path> files;

    Merge(Session session) {
      super(session);
    }

    @Override
    List<Path> files() {
      return files;
    }

    @Override
    Gathered combined(Gathered so, Gathered next) {
      return Combining.merged(so, next);
    }
  }

  /// `lanewise subtract`.
  @Command(
      name = "subtract",
      description = {
        "Take statistics of rows away from statistics that they are in, as if they had never been"
            + " there.",
        "Classes, categories and words of which no row is left are forgotten, and features of"
            + " sparse lines behind the last that is not 0. Whole counts are exact; sums of numbers"
            + " lose digits, which is refused where too few would be left. Whether all of the rows"
            + " were in there cannot be told from sums: only what becomes negative is refused."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  lanewise subtract all.stats old.stats --out rest.stats",
        "lanewise help parts says more."
      })
  static final class Subtract extends CombineCommand {

    @Parameters(
        paramLabel = "FROM",
        index = "0",
        converter = DataFileConverter.class,
        description =
            "A statistics file that gather, merge or subtract has written; - is standard input.")
    Path from;

    @Parameters(
        paramLabel = "FILE",
        index = "1..*",
        arity = "1..*",
        converter = DataFileConverter.class,
        description = "Statistics files of rows that are in it.")
    List<Path> others;

    Subtract(Session session) {
      super(session);
    }

    @Override
    List<Path> files() {
      List<Path> files = new ArrayList<>(List.of(from));
      files.addAll(others);
      return files;
    }

    @Override
    Gathered combined(Gathered so, Gathered next) {
      return Combining.subtracted(so, next);
    }
  }

  /// The files in the order of the arguments.
  abstract List<Path> files();

  /// The statistics so far with those of the next file.
  abstract Gathered combined(Gathered so, Gathered next);

  @Override
  public Integer call() {
    List<Path> files = files();
    for (Path file : files) {
      OutputFile.requireOther(out, file);
    }
    requireDistinct(files);
    boolean toOutput = OutputFile.isStandardOutput(out);
    if (!toOutput) {
      OutputFile.requireWritable(out);
    }
    long start = System.nanoTime();
    Gathered all = StoredStatistics.read(files.getFirst());
    try (Progress progress = session.progress()) {
      for (Path file : files.subList(1, files.size())) {
        progress.stage("reading " + StandardInput.shortNameOf(file));
        all = combined(all, StoredStatistics.read(file));
      }
    }
    return GatherCommand.write(
        session, all, out, json, new GatherReport(all, files.size(), System.nanoTime() - start));
  }

  /// Refuses a file that is given twice: its rows would count twice.
  private static void requireDistinct(List<Path> files) {
    for (int i = 0; i < files.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (isSame(files.get(i), files.get(j))) {
          throw new UsageException(
              "%s is given twice, and its rows would count twice; other files were expected"
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
