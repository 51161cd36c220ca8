package org.lanewise.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.RefusedModelException;
import org.lanewise.serving.ServedModel;
import org.lanewise.serving.ServingOptions;

class ModelMetricsTest {

  private static final double[][] ROWS = {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.1}};
  private static final double[] FLOWER = {5, 3.3};

  @TempDir Path folder;

  private static LinearDiscriminant model(String... classes) {
    return LinearDiscriminant.fit(NumericColumns.fromRows(ROWS), Labels.of(classes));
  }

  private static ModelHandle<double[], NumericColumns> handle() throws RefusedModelException {
    ModelFile file = new ModelFile(model("a", "a", "b", "b"));
    return ModelHandle.of(LinearDiscriminant.class, file, ServingOptions.DEFAULT);
  }

  private static TreeMap<String, Double> meters(SimpleMeterRegistry registry) {
    TreeMap<String, Double> meters = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      assertEquals("flowers", meter.getId().getTag("model"));
      String name = meter.getId().getName();
      String tag = meter.getId().getTag("class");
      String at = tag == null ? name : name + " " + tag + " " + meter.getId().getTag("outcome");
      meters.put(at, meter.measure().iterator().next().getValue());
    }
    return meters;
  }

  @Test
  void theCountersOfAHandleAreMeters() throws Exception {
    Path file = folder.resolve("flowers.model");
    ModelFile.write(model("a", "a", "b", "b"), file);
    try (ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(LinearDiscriminant.class, file)) {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      new ModelMetrics("flowers", handle).bindTo(registry);
      assertEquals(1, meters(registry).get("lanewise.model.version"));
      assertEquals(0, meters(registry).get("lanewise.kernels.vector"));
      assertEquals(0, meters(registry).get("lanewise.kernels.scalar"));

      handle.replace(file);
      handle.replace(file);
      handle.rollBack();
      Files.write(file, new byte[7]);
      assertThrows(RefusedModelException.class, () -> handle.replace(file));
      TreeMap<String, Double> meters = meters(registry);
      assertEquals(handle.version(), meters.get("lanewise.model.version"));
      assertEquals(handle.swaps(), meters.get("lanewise.model.swaps"));
      assertEquals(1, meters.get("lanewise.model.refusals"));
      assertEquals(1, meters.get("lanewise.model.rollbacks"));
    }
  }

  @Test
  void rowsAreCountedByClassAndOutcome() throws Exception {
    try (ModelHandle<double[], NumericColumns> handle = handle()) {
      ModelMetrics metrics = new ModelMetrics("flowers", handle);
      ServedModel<double[], NumericColumns> served = handle.current();
      metrics.labelled(served, 0);
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      metrics.bindTo(registry);
      metrics.labelled(served, served.scorer().predict(FLOWER));
      metrics.labelled(served, new int[] {1, 0, 1, -1});
      metrics.rejected(served, 1);
      metrics.rejected(served, -1);
      TreeMap<String, Double> meters = meters(registry);
      assertEquals(2, meters.get("lanewise.rows a labelled"));
      assertEquals(2, meters.get("lanewise.rows b labelled"));
      assertEquals(0, meters.get("lanewise.rows a rejected"));
      assertEquals(1, meters.get("lanewise.rows b rejected"));
      assertEquals(2, meters.get("lanewise.rows none rejected"));
      assertThrows(IndexOutOfBoundsException.class, () -> metrics.labelled(served, 2));
      assertThrows(IndexOutOfBoundsException.class, () -> metrics.rejected(served, 2));
    }
  }

  @Test
  void aModelWithEqualClassesCountsOn() throws Exception {
    try (ModelHandle<double[], NumericColumns> handle = handle()) {
      ModelMetrics metrics = new ModelMetrics("flowers", handle);
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      metrics.bindTo(registry);
      metrics.labelled(handle.current(), 0);
      handle.replace(new ModelFile(model("a", "b", "b", "a")), "again");
      metrics.labelled(handle.current(), 0);
      assertEquals(2, meters(registry).get("lanewise.rows a labelled"));
    }
  }

  @Test
  void countingAllocatesNothing() throws Exception {
    try (ModelHandle<double[], NumericColumns> handle = handle()) {
      ModelMetrics metrics = new ModelMetrics("flowers", handle);
      metrics.bindTo(new SimpleMeterRegistry());
      ServedModel<double[], NumericColumns> served = handle.current();
      int[] labels = {0, 1, -1};
      metrics.labelled(served, labels);
      var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      threads.getCurrentThreadAllocatedBytes();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        metrics.labelled(served, labels);
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      assertEquals(0, bytes / 10_000, bytes + " bytes");
    }
  }

  @Test
  void kernelsThatStayedScalarAreCounted() {
    assertEquals(0, ModelMetrics.exceptions("scalar"));
    assertEquals(0, ModelMetrics.exceptions("vector-512"));
    assertEquals(1, ModelMetrics.exceptions("vector-256 except LOG"));
    assertEquals(2, ModelMetrics.exceptions("vector-256 except LOG, DOT"));
  }

  @Test
  void metersThatWouldShowAnotherModelOrCountNothingAreRefused() throws Exception {
    try (ModelHandle<double[], NumericColumns> handle = handle();
        ModelHandle<double[], NumericColumns> other = handle()) {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      ModelMetrics metrics = new ModelMetrics("flowers", handle);
      metrics.bindTo(registry);
      metrics.bindTo(registry);
      assertEquals(
          "the registry has meters of a model 'flowers'; another name is expected, or that these"
              + " are removed first",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new ModelMetrics("flowers", other).bindTo(registry))
              .getMessage());
      new ModelMetrics("fruits", other).bindTo(registry);
      SimpleMeterRegistry second = new SimpleMeterRegistry();
      assertEquals(
          "the meters are bound to another registry; a ModelMetrics for each registry is expected",
          assertThrows(IllegalStateException.class, () -> metrics.bindTo(second)).getMessage());
      new ModelMetrics("flowers", handle).bindTo(second);
    }
  }
}
