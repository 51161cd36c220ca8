package org.lanewise.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.bench.machine.CacheSizes;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.machine.Roof;
import org.lanewise.bench.machine.Work;
import org.lanewise.bench.program.Clock;
import org.lanewise.bench.program.ColdStart;
import org.lanewise.bench.program.LatencyResults;
import org.lanewise.bench.program.Percentiles;
import org.lanewise.bench.program.ScalingSeries;

class ResultFileTest {

  @TempDir private Path folder;

  private static Measurement measurement(double nanos, double fraction) {
    return new Measurement(
        "predict-lda",
        "vector",
        Map.of("shape", "1000x64x10", "workers", "2"),
        nanos,
        Double.NaN,
        List.of(nanos),
        1000,
        1.5,
        2.5,
        "fma",
        fraction,
        null,
        null,
        null,
        null);
  }

  private static ResultFile results() {
    return results("bench/run");
  }

  private static ResultFile results(String command) {
    return new ResultFile(
        command,
        null,
        "2026-11-21",
        new Machine("CPU", 2, "caches", "25", "Linux", "vector-512", List.of("-Xmx3g")),
        Map.of("1 thread", Map.of("double GFLOP/s", 130.0)),
        List.of(measurement(100, 0.5)),
        List.of(new ResultFile.Skipped("smile", "it is missing")),
        new LatencyResults(
            new Clock(25, 10, 10, 30),
            List.of(
                new Percentiles(
                    "row-lda-predict", "1x4x3", "vector", 0, 640, 64, 20, 21, 30, 40, 50)),
            List.of(
                new ColdStart(
                    "row-lda-predict",
                    "1x4x3",
                    "scalar",
                    3,
                    90,
                    1e6,
                    1e5,
                    1e4,
                    1e3,
                    1e2,
                    1e7,
                    90,
                    20_000))),
        List.of(
            new ScalingSeries(
                "fit-lda",
                "n",
                "d=64, k=10",
                "vector",
                1,
                List.of(
                    new ScalingSeries.Point(1000, 1e5, 9),
                    new ScalingSeries.Point(10_000, 1e6, 9)))),
        JsonNodeFactory.instance.arrayNode());
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Path file = folder.resolve("new").resolve("results.json");
    results().write(file);
    assertEquals(results(), ResultFile.read(file));
    try (var files = Files.list(file.getParent())) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Path file = folder.resolve("other.json");
    Files.writeString(file, "{}");
    assertThrows(IOException.class, () -> ResultFile.read(file));
    Files.writeString(file, "no JSON");
    assertThrows(IOException.class, () -> ResultFile.read(file));
  }

  @Test
  void theKeyTellsParametersApart() {
    assertEquals("predict-lda 1000x64x10 workers=2 vector", measurement(1, 1).key());
  }

  @Test
  void aCommandWithTheOptionIsAQuickRun() {
    assertFalse(results("bench/run 'predict-.*--quick.*'").isQuick());
    assertFalse(results("bench/run").isQuick());
    assertTrue(results("bench/run --quick predict-").isQuick());
  }

  @Test
  void aRivalIsComparedWithOursOfTheSameJobAndShape() {
    Measurement ours = measurement(100, 0.5);
    Measurement rival =
        new Measurement(
            "predict-lda",
            "scikit-learn",
            Map.of("shape", "1000x64x10", "workers", "2"),
            250,
            Double.NaN,
            List.of(250.0),
            1000,
            1,
            1,
            "fma",
            0.1,
            null,
            null,
            null,
            null);
    assertEquals(2.5, rival.against(List.of(rival, ours)).ratio());
    assertNull(rival.against(List.of(rival)).ratio());
    assertNull(ours.against(List.of(rival, ours)).ratio());
  }

  @Test
  void aMeasurementRelatesItsTimeToTheRoof() {
    Roof roof = new Roof(CacheSizes.ofThisMachine());
    roof.setDouble(100);
    Measurement measured =
        Measurement.of(
            "job",
            "vector",
            Map.of("shape", "10x1x1"),
            40,
            1,
            List.of(30.0, 50.0),
            Work.flops(10, 2000, 1e12),
            roof,
            0.0,
            null);
    assertEquals(50, measured.gigaflops());
    assertEquals(4, measured.nanosPerRow());
    assertTrue(measured.unsteady());
    assertNull(measured.withOthers(Double.NaN).others());
    assertEquals(0.25, measured.withOthers(0.25).others());
  }
}
