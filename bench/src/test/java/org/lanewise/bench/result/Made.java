package org.lanewise.bench.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import org.lanewise.bench.machine.Machine;

/// Results with made-up numbers.
final class Made {

  private Made() {}

  /// A measurement of ours: 100 ns that are half of the roof, ± 1 ns, nothing allocated.
  static Measurement measurement() {
    return measurement("row-lda-predict", 100, 1, 0.0);
  }

  /// A measurement of ours; the faster, the nearer to the roof, which is at 50 ns.
  static Measurement measurement(String job, double nanos, double error, Double bytes) {
    return new Measurement(
        job,
        "vector",
        Map.of("shape", "1x32x10"),
        nanos,
        error,
        List.of(nanos),
        1,
        1.5,
        2.5,
        "fma",
        50 / nanos,
        bytes,
        null,
        null,
        null);
  }

  /// A result file.
  static ResultFile results(String command, List<String> flags, Measurement... measurements) {
    return new ResultFile(
        command,
        "1945439",
        "2026-11-22",
        new Machine("CPU", 2, "caches", "25", "Linux", "vector-512", flags),
        Map.of(),
        List.of(measurements),
        List.of(),
        null,
        null,
        JsonNodeFactory.instance.arrayNode());
  }
}
