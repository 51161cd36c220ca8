package org.lanewise.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Work;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class CatalogueTest {

  private static List<BenchmarkListEntry> benchmarks() {
    return List.copyOf(
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                List.of()));
  }

  @Test
  void everyBenchmarkIsAJobOrTheRoofOrARival() {
    Set<String> methods = new HashSet<>();
    for (BenchmarkListEntry entry : benchmarks()) {
      String name = entry.getUsername();
      if (!name.contains("RoofBenchmark")
          && !name.contains("RivalBenchmark")
          && !name.contains("OpenBlas")) {
        methods.add(name);
      }
    }
    Set<String> jobs = new HashSet<>();
    Catalogue.JOBS.forEach(job -> jobs.add(job.method()));
    assertEquals(methods, jobs);
  }

  @Test
  void everyShapeHasWork() {
    for (BenchmarkListEntry entry : benchmarks()) {
      for (Job job : Catalogue.JOBS) {
        if (job.method().equals(entry.getUsername())) {
          List<String> shapes = new ArrayList<>(job.quickShapes());
          shapes.addAll(List.of(entry.getParams().get().get("shape")));
          for (String shape : shapes) {
            Work work = job.work().apply(Shape.parse(shape));
            assertEquals(Shape.parse(shape).rowCount(), work.rows(), job.id());
            assertTrue(work.bytes() > 0, job.id());
          }
        }
      }
    }
  }

  @Test
  void everyJobIsInTheTableOfTheReadme() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    for (Job job : Catalogue.JOBS) {
      assertTrue(readme.contains("| `" + job.id() + "` |"), job.id());
    }
  }
}
