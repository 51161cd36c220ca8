package org.lanewise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.lanewise.cli.gathering.Combining;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.report.GatherReport;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise merge` and `lanewise subtract`: statistics of several files to those of one.
abstract class CombineCommand implements Runnable {

  private final Session session;
  private Path out;
  private boolean json;

  CombineCommand(Session session) {
    this.session = session;
  }

  /// `lanewise merge`.
  static final class Merge extends CombineCommand {

    List<Path> files;

    Merge(Session session) {
      super(session);
    }

    @Override
    CommandSpec spec() {
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
          "  lanewise merge <(ssh a lanewise gather ...) <(ssh b lanewise gather ...) --out"
              + " all.stats",
          "See also lanewise help parts.");
      addOutput(arguments);
      arguments.dataFilesFrom(
          0,
          "FILE",
          value -> files = value,
          "Statistics files written by gather, merge or subtract; - is standard input.");
      return arguments.spec();
    }

    @Override
    List<Path> files() {
      return files;
    }

    @Override
    Gathered combined(Gathered so, Gathered next, Consumer<String> notes) {
      return Combining.merged(so, next, notes);
    }
  }

  /// `lanewise subtract`.
  static final class Subtract extends CombineCommand {

    Path from;

    List<Path> others;

    Subtract(Session session) {
      super(session);
    }

    @Override
    CommandSpec spec() {
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
      addOutput(arguments);
      arguments.dataFileAt(
          0,
          "FROM",
          value -> from = value,
          "A statistics file written by gather, merge or subtract; - is standard input.");
      arguments.dataFilesFrom(
          1, "FILE", value -> others = value, "Statistics files of rows to subtract.");
      return arguments.spec();
    }

    @Override
    List<Path> files() {
      List<Path> files = new ArrayList<>(List.of(from));
      files.addAll(others);
      return files;
    }

    @Override
    Gathered combined(Gathered so, Gathered next, Consumer<String> notes) {
      return Combining.subtracted(so, next, notes);
    }
  }

  /// Returns the name, arguments and help of the command.
  abstract CommandSpec spec();

  /// Adds the option that both take, before their files.
  final void addOutput(Arguments arguments) {
    arguments.requiredFile(
        "--out",
        "FILE",
        value -> out = value,
        "The statistics file, written whole or not at all; - is standard output.");
    arguments.json(() -> json = true);
  }

  /// The files in the order of the arguments.
  abstract List<Path> files();

  /// The statistics so far with those of the next file.
  abstract Gathered combined(Gathered so, Gathered next, Consumer<String> notes);

  @Override
  public void run() {
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
        all = combined(all, StoredStatistics.read(file), progress::note);
      }
    }
    GatherCommand.write(
        session, all, out, json, new GatherReport(all, files.size(), System.nanoTime() - start));
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
