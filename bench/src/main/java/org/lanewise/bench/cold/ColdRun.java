package org.lanewise.bench.cold;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.pair.Interval;
import org.lanewise.bench.result.TextTable;

/// Times fresh processes in the modes `scalar`, `auto` and `vector`, in turns, and says how `auto`
/// compares with `scalar`, or once it is warm with `vector`.
final class ColdRun {

  private static final List<String> MODES = List.of("scalar", "auto", "vector");

  /// The bar: the median, and all of its interval.
  private static final double MEDIAN_BAR = 1.05;

  private static final double INTERVAL_BAR = 1.10;

  private final Path root;
  private Path data;
  private int pairs = 15;
  private boolean alsoVector;
  private List<Boolean> loads = List.of(false, true);
  private final List<Pattern> patterns = new ArrayList<>();

  private ColdRun(Path root, String... arguments) {
    this.root = root;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--cold" -> {}
        case "--pairs" -> pairs = Integer.parseInt(arguments[++i]);
        case "--data" -> data = Path.of(arguments[++i]);
        case "--vector" -> alsoVector = true;
        case "--idle" -> loads = List.of(false);
        case "--busy" -> loads = List.of(true);
        default -> patterns.add(Pattern.compile(arguments[i]));
      }
    }
  }

  /// Measures, prints a table and writes it to a page.
  ///
  /// @param arguments the root of the checkout, and the options
  /// @throws IOException if a process fails or the page cannot be written
  public static void main(String... arguments) throws IOException, InterruptedException {
    new ColdRun(Path.of(arguments[0]), Arrays.copyOfRange(arguments, 1, arguments.length)).run();
  }

  private void run() throws IOException, InterruptedException {
    TextTable table =
        new TextTable(
            2, "job", "other processors", "scalar", "auto", "vector", "auto/other", "interval", "");
    Path rows = Files.createTempFile("lanewise-cold", ".csv");
    try {
      for (ColdJob job : jobs(rows)) {
        for (boolean busy : loads) {
          measure(job, busy, table);
        }
      }
    } finally {
      Files.delete(rows);
    }
    System.out.print(table);
    Machine machine = Machine.here(List.of());
    String page =
        """
        # Fresh processes

        What `bench/run --cold` measured on %s: %d threads of an %s, JDK %s, %d turns. Milliseconds, medians; of \
        `open` the 99.9th percentile. "Busy" is a loop without end for each processor but one. The interval holds \
        the median of auto/other with 95 %%; the other is `vector` for `steady` and `final`, else `scalar`. The bar: the median at most 1.05, all of the interval at most 1.10.

        ```
        %s```
        """
            .formatted(
                LocalDate.now(),
                machine.threads(),
                machine.cpu(),
                machine.jdk(),
                pairs,
                table.toString());
    Files.writeString(Path.of("results", "COLD-" + machine.fileName() + ".md"), page);
  }

  private void measure(ColdJob job, boolean busy, TextTable table)
      throws IOException, InterruptedException {
    List<String> modes = alsoVector ? MODES : List.of(job.rival(), "auto");
    Map<String, double[]> millis = new HashMap<>();
    modes.forEach(mode -> millis.put(mode, new double[pairs]));
    double[] ratio = new double[pairs];
    List<Process> loops = busy ? loops() : List.of();
    try {
      for (int turn = 0; turn < pairs; turn++) {
        for (int i = 0; i < modes.size(); i++) {
          String mode = modes.get((turn + i) % modes.size());
          millis.get(mode)[turn] = job.run(mode);
        }
        ratio[turn] = millis.get("auto")[turn] / millis.get(job.rival())[turn];
      }
    } finally {
      loops.forEach(Process::destroyForcibly);
    }
    Interval interval = Interval.of(ratio);
    boolean met = interval.median() <= MEDIAN_BAR && interval.high() <= INTERVAL_BAR;
    String[] row = {
      job.name(),
      busy ? "busy" : "idle",
      median(millis.get("scalar")),
      median(millis.get("auto")),
      median(millis.get("vector")),
      String.format(Locale.ROOT, "%.3f", interval.median()),
      String.format(Locale.ROOT, "%.3f … %.3f", interval.low(), interval.high()),
      met ? "" : interval.median() > MEDIAN_BAR ? "over the bar" : "too wide to say"
    };
    table.add(row);
    System.err.println(String.join("  ", row));
  }

  private static String median(double[] millis) {
    return millis == null ? "" : TextTable.number(Interval.medianOf(millis));
  }

  /// A loop for each processor but one.
  private static List<Process> loops() throws IOException {
    List<Process> loops = new ArrayList<>();
    for (int i = 1; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
    return loops;
  }

  private List<ColdJob> jobs(Path rows) throws IOException {
    Path lanewise = root.resolve("lanewise");
    String examples = root.resolve("examples/data").toString();
    List<ColdJob> all = new ArrayList<>();
    all.add(evaluate("evaluate lda iris", lanewise, "lda", examples + "/iris.csv"));
    all.add(
        evaluate("evaluate qda breast_cancer", lanewise, "qda", examples + "/breast_cancer.csv"));
    all.add(
        ColdJob.ofCommand(
            "evaluate bernoulli-nb sms_spam",
            lanewise,
            "evaluate",
            "--classifier",
            "bernoulli-nb",
            "--data",
            examples + "/sms_spam.tsv",
            "--label",
            "0",
            "--text",
            "1",
            "--split",
            "every:5"));
    if (data != null) {
      all.add(
          evaluate(
              "evaluate qda magic04", lanewise, "qda", data.resolve("magic04/magic04.data") + ""));
      all.add(
          evaluate(
              "evaluate gaussian-nb spambase",
              lanewise,
              "gaussian-nb",
              data.resolve("spambase/spambase.data") + ""));
    }
    all.add(evaluate("evaluate lda 200,000 x 20", lanewise, "lda", rows.toString()));
    all.add(evaluate("evaluate qda 200,000 x 20", lanewise, "qda", rows.toString()));
    for (String task : List.of("fit", "rows", "batches", "open", "steady", "final")) {
      all.add(ColdJob.ofProcess(task, "lda", 4, 3));
      all.add(ColdJob.ofProcess(task, "lda", 32, 10));
      all.add(ColdJob.ofProcess(task, "qda", 32, 10));
      all.add(ColdJob.ofProcess(task, "gaussian-nb", 32, 10));
      all.add(ColdJob.ofProcess(task, "bernoulli-nb", 784, 10));
    }
    List<ColdJob> chosen =
        all.stream()
            .filter(job ->
                patterns.isEmpty() || patterns.stream().anyMatch(p -> p.matcher(job.name()).find()))
            .toList();
    if (chosen.stream().anyMatch(job -> job.command().contains(rows.toString()))) {
      write(rows);
    }
    return chosen;
  }

  private static ColdJob evaluate(String name, Path lanewise, String classifier, String file) {
    return ColdJob.ofCommand(
        name,
        lanewise,
        "evaluate",
        "--classifier",
        classifier,
        "--data",
        file,
        "--split",
        "every:5");
  }

  /// Rows of three classes, 20 features with six decimals each.
  private static void write(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < 200_000; i++) {
        int label = random.nextInt(3);
        for (int j = 0; j < 20; j++) {
          double value = random.nextGaussian() + (j % 3 == label ? 1 : 0);
          out.write(Double.toString(Math.rint(value * 1e6) / 1e6));
          out.write(',');
        }
        out.write("c" + label);
        out.write('\n');
      }
    }
  }
}
