package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.bench.job.JmhLog;

class JmhSampleTest {

  @TempDir private Path folder;

  private Path file(String unit, String raw, String metrics) throws IOException {
    return Files.writeString(
        folder.resolve("result.json"),
        """
        [{"benchmark": "org.lanewise.bench.FitBenchmark.linear", "mode": "avgt",
          "primaryMetric": {"score": 2.5, "scoreError": "NaN", "scoreUnit": "%s", "rawData": %s},
          "secondaryMetrics": %s}]
        """
            .formatted(unit, raw, metrics));
  }

  @Test
  void iterationsAndAllocationAreRead() throws IOException {
    assertEquals(
        new JmhSample(List.of(2.0, 3.0), 16.5),
        JmhSample.read(
            file(
                "ns/op",
                "[[2.0, 3.0]]",
                "{\"gc.alloc.rate\": {\"score\": 1}, \"·gc.alloc.rate.norm\": {\"score\":"
                    + " 16.5}}")));
  }

  @Test
  void allocationThatIsMissingIsNotANumber() throws IOException {
    assertTrue(Double.isNaN(JmhSample.read(file("ns/op", "[[2.0]]", "{}")).bytesPerCall()));
  }

  @Test
  void resultsOfMoreProcessesOrAnotherUnitAreRefused() throws IOException {
    Path two = file("ns/op", "[[2.0], [3.0]]", "{}");
    String message = assertThrows(IOException.class, () -> JmhSample.read(two)).getMessage();
    assertTrue(message.contains("1 results of 2 processes in 'ns/op'"), message);
    Path micros = file("us/op", "[[2.0]]", "{}");
    assertThrows(IOException.class, () -> JmhSample.read(micros));
    Path empty = Files.writeString(folder.resolve("empty.json"), "[]");
    assertThrows(IOException.class, () -> JmhSample.read(empty));
  }

  @Test
  void theMessageOfAFailedProcessIsFound() {
    assertEquals(
        "the benchmark names the tier 'vector', but 'scalar' runs",
        JmhLog.failure(
            "# Warmup\n<failure>\n\njava.lang.IllegalStateException: the benchmark names the tier"
                + " 'vector', but 'scalar' runs\n\tat org.lanewise.bench.machine.Tier.require\n"));
    assertEquals("JMH gave no result", JmhLog.failure("Killed"));
  }
}
