package org.lanewise.bench.pair;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// How long the threads of a process were on a processor, as Linux tells it.
///
/// Time on a processor stands still while other work has the processor, so it tells how long code
/// takes where the clock tells how busy the machine is.
final class ThreadTimes {

  private final Path threads;
  private final Map<String, Boolean> isCompiler = new HashMap<>();

  /// What the threads of a process have run up to a moment, in nanoseconds; empty where that is not
  /// known.
  ///
  /// @param workers all threads but compilers, by their number
  /// @param compilers those that compile
  record Reading(Map<String, Double> workers, Map<String, Double> compilers) {

    /// What the process did since another moment.
    ///
    /// @param nanos the time that has passed
    Turns.Turn since(Reading before, double nanos) {
      return new Turns.Turn(
          workers.isEmpty() ? Double.NaN : ran(before.workers, workers) / nanos,
          workers.isEmpty() ? Double.NaN : ran(before.compilers, compilers) / nanos);
    }

    /// A thread that began in between counts whole, one that ended not at all.
    private static double ran(Map<String, Double> before, Map<String, Double> after) {
      return after.entrySet().stream()
          .mapToDouble(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0.0))
          .sum();
    }
  }

  ThreadTimes(long pid) {
    threads = Path.of("/proc/" + pid + "/task");
  }

  Reading read() {
    Map<String, Double> workers = new HashMap<>();
    Map<String, Double> compilers = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        String number = thread.getFileName().toString();
        try {
          // Time on a processor, time waiting for one, number of turns.
          String text = Files.readString(thread.resolve("schedstat"));
          double nanos = Double.parseDouble(text.substring(0, text.indexOf(' ')));
          (isCompiler(thread, number) ? compilers : workers).put(number, nanos);
        } catch (IOException e) {
          // It ended just now.
          continue;
        }
      }
      return new Reading(workers, compilers);
    } catch (IOException e) {
      return new Reading(Map.of(), Map.of());
    }
  }

  /// Names end after 15 characters: "C2 CompilerThre".
  private boolean isCompiler(Path thread, String number) throws IOException {
    Boolean known = isCompiler.get(number);
    if (known == null) {
      known = Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\s*");
      isCompiler.put(number, known);
    }
    return known;
  }
}
