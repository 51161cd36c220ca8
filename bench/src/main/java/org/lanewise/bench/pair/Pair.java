package org.lanewise.bench.pair;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.job.TimeLeft;
import org.lanewise.bench.result.TextTable;

/// `bench/compare --pair OLD`: the same jobs in two trees, measured in turns.
///
/// What the clock, the neighbours and the other work of a machine do to one they do to the other,
/// so that the ratio holds still where times do not. How a process was compiled is luck, so there
/// are many: the rounds go over all jobs, and again, and each is a fresh process of either tree.
public final class Pair {

  private static final Path FOLDER = Path.of("target", "pair");

  private final PairOptions options;
  private final Turns.Tree before;
  private final Turns.Tree after;
  private final List<PairRow> rows;

  private Pair(PairOptions options, Turns.Tree before, Turns.Tree after)
      throws Arguments.UsageException {
    this.options = options;
    this.before = before;
    this.after = after;
    rows = options.rows();
  }

  /// Measures and prints; ends with 1 where a job is slower by its bar, else with 2 where one could
  /// not be measured.
  ///
  /// @param arguments name and build of the old tree, of the new one, and what was typed after that
  /// @throws InterruptedException if it is interrupted while it measures
  public static void main(String... arguments) throws InterruptedException {
    List<String> given = List.of(arguments);
    try {
      Pair pair =
          new Pair(
              PairOptions.parse(given.subList(4, given.size())),
              new Turns.Tree(given.get(0), Path.of(given.get(1))),
              new Turns.Tree(given.get(2), Path.of(given.get(3))));
      pair.measure();
      PairTable table =
          new PairTable(pair.before.name(), pair.after.name(), pair.options, pair.rows);
      System.out.print("\n" + table);
      System.exit(table.status());
    } catch (Arguments.UsageException e) {
      System.err.println("bench/compare: " + e.getMessage() + ".");
      System.exit(2);
    } catch (IOException e) {
      System.err.println("bench/compare: " + e.getMessage());
      System.exit(2);
    }
  }

  private void measure() throws IOException, InterruptedException {
    Turns turns = new Turns(before, after, profiler(), Files.createDirectories(FOLDER));
    long start = System.nanoTime();
    double each = rows.stream().mapToDouble(row -> seconds(step(row))).sum();
    double done = 0;
    for (int round = 1; round <= options.rounds(); round++) {
      for (PairRow row : rows) {
        if (row.failure() == null) {
          System.err.printf(
              Locale.ROOT,
              "[round %d/%d, %s left] %s %s: ",
              round,
              options.rounds(),
              TimeLeft.text((System.nanoTime() - start) / 1e9, done, each * options.rounds()),
              row.job().id(),
              row.parameterText());
          measure(turns, row, round);
        }
        done += seconds(step(row));
      }
    }
  }

  /// A tree that cannot measure a job is not asked again.
  private void measure(Turns turns, PairRow row, int round)
      throws IOException, InterruptedException {
    String name = "%s-%s-%02d".formatted(row.job().id(), row.parameterText(), round);
    try {
      Round measured = turns.measure(step(row), name.replace(' ', '-'), row.alone());
      row.add(measured);
      System.err.printf(
          Locale.ROOT,
          "%.3f, other work %s%n",
          measured.ratio(),
          TextTable.percent(measured.others()));
    } catch (Turns.FailedException e) {
      row.fail(e.getMessage());
      System.err.println("failed: " + e.getMessage());
    }
  }

  private Step step(PairRow row) {
    return row.step(options.tier(), options.flags());
  }

  /// Both processes start and warm up at once, and are measured one after the other.
  private static double seconds(Step step) {
    Step.Pace pace = step.pace();
    return 3.5
        + pace.warmups() * JmhProcess.WARMUP_MILLIS / 1e3
        + 2 * pace.iterations() * pace.millis() / 1e3;
  }

  /// The class that both trees are given, alone in a folder: the old one does not have it.
  private static Path profiler() throws IOException {
    String file = TurnProfiler.class.getName().replace('.', '/') + ".class";
    Path folder = FOLDER.resolve("profiler");
    Files.createDirectories(folder.resolve(file).getParent());
    try (InputStream bytes = TurnProfiler.class.getResourceAsStream("/" + file)) {
      Files.copy(bytes, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    return folder;
  }
}
