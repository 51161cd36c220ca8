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
              "Put statistics of parts together, in the order in which they are given.",
              "Classes, columns, categories and words are the same where their names are. Whole"
                  + " counts without weights are the same in any order; sums of numbers and of"
                  + " weights differ by rounding from those of one pass.");
      arguments.examples(
          "  lanewise merge part1.stats part2.stats part3.stats --out all.stats",
          "  lanewise merge <(ssh a lanewise gather ...) <(ssh b lanewise gather ...) --out"
              + " all.stats",
          "lanewise help parts says more.");
      addOutput(arguments);
      arguments.dataFilesFrom(
          0,
          "FILE",
          value -> files = value,
          "Statistics files that gather, merge or subtract have written; - is standard input.");
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
              "Take statistics of rows away from statistics that they are in, as if they had never"
                  + " been there.",
              "Classes, categories and words of which no row is left are forgotten, and features of"
                  + " sparse lines behind the last that is not 0. Whole counts are exact; sums of"
                  + " numbers lose digits, which is refused where too few would be left. Whether"
                  + " all of the rows were in there cannot be told from sums: only what becomes"
                  + " negative is refused.");
      arguments.examples(
          "  lanewise subtract all.stats old.stats --out rest.stats",
          "lanewise help parts says more.");
      addOutput(arguments);
      arguments.dataFileAt(
          0,
          "FROM",
          value -> from = value,
          "A statistics file that gather, merge or subtract has written; - is standard input.");
      arguments.dataFilesFrom(
          1, "FILE", value -> others = value, "Statistics files of rows that are in it.");
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

  /// What it is called, takes and says of itself.
  abstract CommandSpec spec();

  /// What both take, before their files.
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
