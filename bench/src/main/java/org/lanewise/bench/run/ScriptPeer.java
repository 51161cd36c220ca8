package org.lanewise.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.lanewise.bench.result.TextTable;
import org.lanewise.bench.rival.PeerData;

/// A rival outside of the JVM, in a process of its own: a script of `bench/peers`.
final class ScriptPeer {

  /// What to do where scikit-learn is missing.
  static final String SKLEARN_REMEDY =
      "no python3 here has it: pip install scikit-learn, or apt install python3-sklearn";

  /// What to do where R is missing.
  static final String R_REMEDY =
      "no Rscript here has them: apt install r-base-core r-cran-mass r-cran-e1071";

  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3", "python");
  private static final int MAX_MINUTES = 5;
  private static final JsonMapper JSON = new JsonMapper();

  private final String program;
  private final Path script;

  /// A line of the script.
  ///
  /// @param job the job's name
  /// @param form of the data, such as `CSR`, or nothing
  /// @param version of scikit-learn
  /// @param nanos the time of each call
  /// @param differ how many labels differ from ours
  /// @param labels how many there are
  record Line(String job, String form, String version, List<Double> nanos, int differ, int labels) {

    double mean() {
      return nanos.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /// Student's t is replaced by the normal quantile of 99.9 %.
    double error() {
      if (nanos.size() < 3) {
        return Double.NaN;
      }
      double mean = mean();
      double squares = nanos.stream().mapToDouble(t -> (t - mean) * (t - mean)).sum();
      return 3.29 * Math.sqrt(squares / (nanos.size() - 1) / nanos.size());
    }
  }

  private ScriptPeer(String program, String script) {
    this.program = program;
    this.script = Path.of("peers", script);
  }

  /// scikit-learn by the first Python that has it, or null.
  static ScriptPeer sklearn() throws InterruptedException {
    return find(PYTHONS, "-c", "import sklearn, scipy", "sklearn_peer.py");
  }

  /// MASS and e1071 of R, or null.
  static ScriptPeer r() throws InterruptedException {
    return find(
        List.of("Rscript"), "-e", "for (p in c('MASS', 'e1071')) loadNamespace(p)", "r_peer.R");
  }

  /// @param option runs the trial
  private static ScriptPeer find(List<String> programs, String option, String trial, String script)
      throws InterruptedException {
    for (String program : programs) {
      try {
        Process process =
            new ProcessBuilder(program, option, trial)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() == 0) {
          return new ScriptPeer(program, script);
        }
      } catch (IOException e) {
        // There is no such command; perhaps there is the next.
      }
    }
    return null;
  }

  /// Times tasks of one data set.
  ///
  /// @param coreTypes the kernels OpenBLAS shall take, in turn; `default` leaves the choice to it
  /// @param seconds how long each task is timed at least
  /// @param threads of its linear algebra
  /// @return the lines by core type
  /// @throws IOException if a process fails, with what it said last
  Map<String, List<Line>> time(
      Peers.DataSet data,
      List<Peers.Task> tasks,
      List<String> coreTypes,
      double seconds,
      int threads)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(Path.of("target"), "peer");
    try {
      PeerData.write(
          folder,
          data.kind(),
          data.shape(),
          tasks.stream().map(Peers.Task::model).distinct().toList());
      Map<String, List<Line>> lines = new LinkedHashMap<>();
      for (String coreType : coreTypes) {
        lines.put(coreType, time(folder, tasks, coreType, seconds, threads));
      }
      return lines;
    } finally {
      delete(folder);
    }
  }

  private List<Line> time(
      Path folder, List<Peers.Task> tasks, String coreType, double seconds, int threads)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program, script.toString(), folder.toString(), "" + seconds));
    tasks.forEach(task -> command.add(task.job()));
    Path errors = folder.resolve("errors.txt");
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(errors.toFile()).redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PEER_THREADS", "" + threads);
    environment.put("OPENBLAS_NUM_THREADS", "" + threads);
    environment.put("OMP_NUM_THREADS", "" + threads);
    environment.remove("OPENBLAS_CORETYPE");
    if (!coreType.equals("default")) {
      environment.put("OPENBLAS_CORETYPE", coreType);
    }
    Process process = builder.start();
    if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      throw new IOException("%s: it took longer than %d minutes".formatted(script, MAX_MINUTES));
    }
    if (process.exitValue() != 0) {
      String[] said = Files.readString(errors).strip().split("\n");
      throw new IOException("%s: %s".formatted(script, said[said.length - 1]));
    }
    List<Line> lines = new ArrayList<>();
    for (String line : Files.readAllLines(output)) {
      lines.add(JSON.readValue(line, Line.class));
    }
    return lines;
  }

  /// Takes the faster of the core types for each job and form.
  ///
  /// @param byCoreType the lines in the same order for each
  /// @return the best line, and what a reader has to know about it
  static Map<Line, String> fastest(Map<String, List<Line>> byCoreType) {
    Map<Line, String> best = new LinkedHashMap<>();
    int count = byCoreType.values().iterator().next().size();
    for (int at = 0; at < count; at++) {
      int line = at;
      List<Map.Entry<String, List<Line>>> order =
          byCoreType.entrySet().stream()
              .sorted(Comparator.comparingDouble(entry -> entry.getValue().get(line).mean()))
              .toList();
      Line first = order.getFirst().getValue().get(line);
      StringBuilder note = new StringBuilder();
      if (!(order.size() == 1 && order.getFirst().getKey().equals("default"))) {
        note.append("OpenBLAS ").append(order.getFirst().getKey());
        order.stream()
            .skip(1)
            .forEach(other ->
                note.append(", ")
                    .append(other.getKey())
                    .append(' ')
                    .append(TextTable.time(other.getValue().get(line).mean())));
      }
      if (first.differ == 0) {
        note.append(note.isEmpty() ? "" : "; ").append("same labels");
      } else {
        note.append(note.isEmpty() ? "" : "; ")
            .append("%d of %d labels differ".formatted(first.differ, first.labels));
      }
      best.put(first, note.toString());
    }
    return best;
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
