package org.lanewise.bench.cold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.pair.Interval;

/// Times fresh processes in the modes `scalar`, `auto` and `vector`, in turns, and says how `auto`
/// compares with `scalar`, or once it is warm with `vector`.
final class ColdRun {

  /// A loop that looks now and then whether the process that started it is still there: one that is
  /// killed cannot end it.
  private static final String LOOP =
      "while kill -0 $PPID; do i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; done";

  private static final List<String> MODES = List.of("scalar", "auto", "vector");

  private final ColdOptions options;

  private ColdRun(ColdOptions options) {
    this.options = options;
  }

  /// Measures, prints a line for each job and writes the page.
  ///
  /// @param arguments the root of the checkout, and the options
  /// @throws IOException if a process fails or the page cannot be written
  public static void main(String... arguments) throws IOException, InterruptedException {
    List<String> words = Arrays.asList(arguments).subList(1, arguments.length);
    if (words.contains("--help")) {
      System.out.print(ColdOptions.HELP);
      return;
    }
    try {
      new ColdRun(ColdOptions.parse(words)).run(Path.of(arguments[0]));
    } catch (Arguments.UsageException e) {
      System.err.println("bench/run --cold: " + e.getMessage() + ".");
      System.exit(2);
    }
  }

  private void run(Path root) throws IOException, InterruptedException, Arguments.UsageException {
    Path made = Path.of("target", "cold").toAbsolutePath();
    Files.createDirectories(made);
    ColdJobs jobs = new ColdJobs(root, options.data(), made);
    List<ColdJob> chosen = jobs.all().stream().filter(options::takes).toList();
    if (chosen.isEmpty()) {
      throw new Arguments.UsageException(
          "no job fits %s; --list names all".formatted(options.patterns()));
    }
    if (options.list()) {
      chosen.forEach(job -> System.out.println(job.name()));
      return;
    }
    jobs.make(chosen);
    ColdPage page = new ColdPage(Path.of("results"));
    // Lines of data sets that this run was not given stay where they are.
    List<ColdJob> order = new ColdJobs(root, Path.of("data"), made).all();
    String tree = System.getProperty("lanewise.commit", "");
    for (ColdJob job : chosen) {
      for (boolean busy : options.loads()) {
        Map<String, double[]> millis = measure(job, busy);
        double[] ratio = new double[options.pairs()];
        for (int i = 0; i < ratio.length; i++) {
          ratio[i] = millis.get("auto")[i] / millis.get(job.rival())[i];
        }
        System.out.println(
            page.add(job, busy, LocalDate.now() + "", tree, millis, Interval.of(ratio), order));
      }
    }
  }

  /// Times of each mode, in milliseconds.
  private Map<String, double[]> measure(ColdJob job, boolean busy)
      throws IOException, InterruptedException {
    List<String> modes = options.alsoVector() ? MODES : List.of(job.rival(), "auto");
    Map<String, double[]> millis = new HashMap<>();
    modes.forEach(mode -> millis.put(mode, new double[options.pairs()]));
    List<Process> loops = busy ? loops() : List.of();
    try {
      for (int turn = 0; turn < options.pairs(); turn++) {
        for (int i = 0; i < modes.size(); i++) {
          String mode = modes.get((turn + i) % modes.size());
          millis.get(mode)[turn] = job.run(mode, turn);
        }
      }
    } finally {
      loops.forEach(Process::destroyForcibly);
    }
    return millis;
  }

  /// A loop for each processor but one.
  private static List<Process> loops() throws IOException {
    List<Process> loops = new ArrayList<>();
    for (int i = 1; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new ProcessBuilder("sh", "-c", LOOP).start());
    }
    return loops;
  }
}
