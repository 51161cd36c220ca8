package org.lanewise.bench.cold;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lanewise.bench.machine.Load;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.pair.Interval;
import org.lanewise.bench.result.TextTable;
import org.lanewise.io.ModelFile;

/// Times fresh processes in the modes of the kernels, in turns, and compares each time with what is
/// asked of the default mode, `auto`.
public final class ColdRun {

  /// A bar: at most so many seconds, or times the time of another mode.
  ///
  /// @param line a regular expression
  /// @param other the other mode; empty if seconds are asked
  record Bar(String line, double most, String other) {}

  private static final List<Bar> BARS =
      List.of(
          new Bar("first 10,000 rows .*", 1.5, "scalar"),
          new Bar("in vectors after .*, idle", 1.2, ""),
          new Bar("in vectors after .*, busy", 3, ""),
          new Bar("warm .*", 1.15, "vector"),
          new Bar("open LDA 32 x 10: returns, .*", 0.4, ""),
          new Bar("open LDA 768 x 100: returns, .*", 0.6, ""),
          new Bar("open LDA 32 x 10: is warm, idle", 2, ""),
          new Bar("open LDA 32 x 10: processor time until then, idle", 2.7, ""),
          new Bar("open LDA 768 x 100: is warm, idle", 3, ""),
          new Bar("open LDA 32 x 10 with half a processor: is warm, idle", 5, ""),
          new Bar("lanewise .*", 1.1, "scalar"));

  /// Of the geometric mean of all lines that are warm.
  private static final double MAX_MEAN = 1.06;

  /// Ends by itself if the process that started it is killed.
  private static final String LOOP =
      "while kill -0 $PPID; do i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; done";

  /// Of the time of the mode `vector`: scalar kernels take longer.
  private static final double IN_VECTORS = 1.3;

  private final String root;
  private final Path made = Path.of("target", "cold").toAbsolutePath();
  private final int processes;

  /// Nanoseconds by line, mode and turn.
  private final Map<String, Map<String, double[]>> nanos = new TreeMap<>();

  private String load = "idle";
  private int turn;

  private ColdRun(String root, int processes) {
    this.root = root;
    this.processes = processes;
  }

  /// Measures, prints the page and writes it.
  ///
  /// @param arguments the root of the checkout, and the options
  /// @throws IOException if a process fails or the page cannot be written
  public static void main(String... arguments) throws IOException, InterruptedException {
    String options = String.join(" ", arguments).substring(arguments[0].length()).strip();
    Matcher asked = Pattern.compile("--cold(?: --processes ([1-9]\\d?))?").matcher(options);
    if (!asked.matches()) {
      System.err.printf(
          "bench/run: the options are '%s'; --cold [--processes N], N from 1 to 99, is expected.%n",
          options);
      System.exit(2);
    }
    new ColdRun(arguments[0], asked.group(1) == null ? 7 : Integer.parseInt(asked.group(1))).run();
  }

  private void run() throws IOException, InterruptedException {
    Load before = Load.now();
    Files.createDirectories(made);
    for (ColdModel model : ColdModel.values()) {
      ModelFile.write(model.fit(), file(model));
    }
    run(command("fit", "--classifier", "lda", "--data", table(200_000), "--out", made + "/model"));
    for (String each : List.of("idle", "busy")) {
      load = each;
      List<Process> loops = new ArrayList<>();
      try {
        while (load.equals("busy") && loops.size() < Runtime.getRuntime().availableProcessors()) {
          loops.add(new ProcessBuilder("sh", "-c", LOOP).start());
        }
        for (turn = 0; turn < processes; turn++) {
          System.out.printf("%s, turn %d of %d%n", load, turn + 1, processes);
          measure();
        }
      } finally {
        loops.forEach(Process::destroyForcibly);
      }
    }
    Machine machine = Machine.here(List.of());
    String page = page(machine, Load.now().othersSince(before));
    Files.writeString(Path.of("results", "COLD-" + machine.fileName() + ".md"), page);
    System.out.print(page);
  }

  private void measure() throws IOException, InterruptedException {
    for (String task : List.of("rows", "batches")) {
      for (ColdModel model : ColdModel.values()) {
        // Two models are scored on an idle machine only: all would take too long.
        if (load.equals("idle") ? model != ColdModel.LARGE_LDA : model.ordinal() < 4) {
          score(task, model);
        }
      }
    }
    open(ColdModel.LDA, "", List.of());
    open(ColdModel.LARGE_LDA, "", List.of());
    if (load.equals("idle")) {
      openWithHalfAProcessor();
    }
    String model = made + "/model";
    time("evaluate", "--classifier", "lda", "--data", table(200_000), "--split", "every:5");
    time("predict", "--model", model, "--data", table(1_000_000), "--out", made + "/labels");
  }

  private void score(String task, ColdModel model) throws IOException, InterruptedException {
    String what = task + " " + model;
    double any = Double.POSITIVE_INFINITY;
    double[] vector = java(List.of(), "vector", task, file(model), model.name(), any, 0.6);
    double reached = IN_VECTORS * vector[2];
    // A batch goes through several kernels, which switch one after the other.
    double end = task.equals("rows") ? 0.8 : 1.6;
    double[] auto = java(List.of(), "auto", task, file(model), model.name(), reached, end);
    if (task.equals("rows") && model.ordinal() < 2) {
      double[] scalar = java(List.of(), "scalar", task, file(model), model.name(), any, 0);
      note("first 10,000 " + what, "scalar", scalar[0]);
      note("first 10,000 " + what, "vector", vector[0]);
      note("first 10,000 " + what, "auto", auto[0]);
    }
    note("in vectors after " + what, "auto", auto[1]);
    note("warm 1,000 " + what, "vector", vector[2]);
    note("warm 1,000 " + what, "auto", auto[2]);
  }

  private void open(ColdModel model, String how, List<String> prefix)
      throws IOException, InterruptedException {
    double[] auto = java(prefix, "auto", "open", file(model));
    String what = "open " + model + how;
    note(what + ": returns", "auto", auto[0]);
    note(what + ": is warm", "auto", auto[1]);
    note(what + ": processor time until then", "auto", auto[2]);
  }

  /// Makes a control group, of version 1 or 2.
  private void openWithHalfAProcessor() throws IOException, InterruptedException {
    Path old = Path.of("/sys/fs/cgroup/cpu");
    boolean isOld = Files.exists(old);
    Path group = (isOld ? old : old.getParent()).resolve("lanewise-cold");
    try {
      Files.createDirectories(group);
      Files.writeString(group.resolve(isOld ? "cpu.cfs_quota_us" : "cpu.max"), "50000");
    } catch (IOException e) {
      System.out.println("  left out: half a processor; no control group can be made: " + e);
      return;
    }
    String enter = "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"";
    open(ColdModel.LDA, " with half a processor", List.of("sh", "-c", enter, group.toString()));
    Files.delete(group);
  }

  /// Times a command, in the mode `auto` as users type it.
  private void time(String... words) throws IOException, InterruptedException {
    List<String> modes = List.of("scalar", "auto", "vector");
    for (String mode : modes.subList(0, load.equals("idle") ? 3 : 2)) {
      List<String> command = command(words);
      if (!mode.equals("auto")) {
        command.add("--kernels=" + mode);
      }
      long begin = System.nanoTime();
      run(command);
      note("lanewise " + words[0], mode, System.nanoTime() - begin);
    }
  }

  private List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of(root + "/lanewise"));
    command.addAll(List.of(words));
    return command;
  }

  /// Runs a [FreshProcess]. How long a command line is moves what the JVM puts on its heap, and
  /// with it a row by 7 %: the modes of a turn have the same length, the next turn another.
  private double[] java(List<String> prefix, String mode, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-modules=jdk.incubator.vector",
            "-Dlanewise.kernels=" + mode,
            "-Dpad=" + "-".repeat(8 * (1 + turn % 8) - mode.length()),
            "-cp",
            System.getProperty("java.class.path"),
            FreshProcess.class.getName()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    return Stream.of(run(command).split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Path errors = made.resolve("errors.txt");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + Files.readString(errors));
    }
    return said.strip();
  }

  private Path file(ColdModel model) {
    return made.resolve(model.name());
  }

  /// A CSV file: 20 numbers with six decimals in each row, and one of three classes.
  private String table(int rows) throws IOException {
    Path file = made.resolve(rows + ".csv");
    if (!Files.exists(file)) {
      Path part = made.resolve("part");
      SplittableRandom random = new SplittableRandom(1);
      try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(part))) {
        for (int i = 0; i < rows; i++) {
          int label = random.nextInt(3);
          for (int j = 0; j < 20; j++) {
            double value = random.nextGaussian() + (j % 3 == label ? 1 : 0);
            out.print(Math.rint(value * 1e6) / 1e6 + ",");
          }
          out.println("c" + label);
        }
      }
      Files.move(part, file);
    }
    return file.toString();
  }

  private void note(String line, String mode, double value) {
    nanos.computeIfAbsent(line + ", " + load, _ -> new TreeMap<>())
            .computeIfAbsent(mode, _ -> new double[processes])[turn] =
        value;
  }

  private String page(Machine machine, double others) {
    TextTable table =
        new TextTable(1, "", "scalar", "vector", "auto", "asked", "measured", "range", "");
    Map<String, List<Double>> warm = new TreeMap<>();
    nanos.forEach((line, modes) -> {
      Bar none = new Bar(line, Double.POSITIVE_INFINITY, "");
      Bar bar = BARS.stream().filter(b -> line.matches(b.line())).findFirst().orElse(none);
      double[] judged = modes.get("auto").clone();
      double[] other = modes.get(bar.other());
      if (other != null) {
        Arrays.setAll(judged, i -> judged[i] / other[i]);
      }
      add(table, line, modes, judged, bar);
      if (bar.other().equals("vector")) {
        warm.computeIfAbsent(line.substring(line.lastIndexOf(' ')), _ -> new ArrayList<>())
            .add(Math.log(Interval.medianOf(judged)));
      }
    });
    warm.forEach((beside, logs) -> {
      double mean = Math.exp(logs.stream().mapToDouble(x -> x).average().orElseThrow());
      Bar bar = new Bar("", MAX_MEAN, "vector");
      add(table, "warm, geometric mean," + beside, Map.of(), new double[] {mean}, bar);
    });
    return """
    # Fresh processes

    `bench/run --cold` on %s at %s: %d processors of an %s, JDK %s. Medians of %d processes of each mode, in turns.
    Other programs took %s of the machine. *Busy* is a loop without end on each processor.

    ```
    %s```

    *First*, *in vectors after*: from the first call, under continuous load; vectors run from the first ten times of
    1,000 rows on whose median is within 12 %% of that in the end. *Warm*: 1,000 rows in the end, `auto` and `vector`
    compared turn by turn. *Open*: `ModelHandle.open` of a model file. *Lanewise*: `./lanewise evaluate` of a CSV file
    of 200,000 × 20 numbers and `predict` of 1,000,000 × 20, whole processes; `auto` is as users type it.
    """
        .formatted(
            LocalDate.now(),
            System.getProperty("lanewise.commit", "an unknown commit"),
            machine.threads(),
            machine.cpu(),
            machine.jdk(),
            processes,
            TextTable.percent(others),
            table);
  }

  /// Adds a line.
  ///
  /// @param modes nanoseconds by mode
  /// @param judged nanoseconds or, if the bar names another mode, ratios
  static void add(
      TextTable table, String line, Map<String, double[]> modes, double[] judged, Bar bar) {
    boolean isTime = bar.other().isEmpty();
    boolean isAsked = Double.isFinite(bar.most());
    DoubleFunction<String> write = isTime ? ColdRun::text : TextTable::number;
    double most = isTime ? 1e9 * bar.most() : bar.most();
    double median = Interval.medianOf(judged);
    double[] sorted = Arrays.stream(judged).sorted().toArray();
    List<String> cells = new ArrayList<>(List.of(line));
    for (String mode : List.of("scalar", "vector", "auto")) {
      cells.add(modes.containsKey(mode) ? text(Interval.medianOf(modes.get(mode))) : "");
    }
    cells.add(isAsked ? "≤ " + write.apply(most) + (isTime ? "" : " × " + bar.other()) : "");
    cells.add(write.apply(median));
    cells.add(write.apply(sorted[0]) + " … " + write.apply(sorted[sorted.length - 1]));
    cells.add(!isAsked ? "" : median <= most ? "met" : "missed");
    table.add(cells.toArray(String[]::new));
  }

  private static String text(double nanos) {
    return Double.isInfinite(nanos) ? "never" : TextTable.time(nanos);
  }
}
