package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;

@Tag("once")
class ModelWatchTest {

  private static final Features FEATURES = Features.of("x");
  private static final ServingOptions OPTIONS = ServingOptions.DEFAULT.withWarmUp(Duration.ZERO);
  private static final Duration OFTEN = Duration.ofMillis(5);

  @TempDir Path folder;

  private static LinearDiscriminant model(Features features) {
    return model(features, 1);
  }

  private static LinearDiscriminant model(Features features, double mean) {
    return LinearDiscriminant.of(
        features,
        Classes.of("left", "right"),
        new double[] {0.5, 0.5},
        new double[1],
        new double[][] {{-1}, {mean}},
        new double[][] {{1}});
  }

  /// A file that was written some seconds after others.
  private Path written(String name, int seconds) throws IOException {
    Path file = folder.resolve(name);
    Path hidden = folder.resolve("." + name);
    ModelFile.write(model(FEATURES), hidden);
    Files.setLastModifiedTime(hidden, FileTime.fromMillis(1_000_000 + 1000L * seconds));
    // In one step, or a watch might see the file before and after its time was set.
    return Files.move(
        hidden, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static ModelHandle<double[], NumericColumns> open(Path path) throws IOException {
    return ModelHandle.open(LinearDiscriminant.class, path, OPTIONS);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "nothing happened");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void someLooks() {
    LockSupport.parkNanos(OFTEN.toNanos() * 12);
  }

  @Test
  void theFileBeforeOneThatWasDeletedIsNoChange() throws IOException {
    written("0.model", 0);
    ModelHandle<double[], NumericColumns> handle = open(folder);
    handle.watch(folder, OFTEN);
    try (handle) {
      written("1.model", 1);
      await(() -> handle.version() == 2);
      handle.rollBack();
      Path damaged = Files.writeString(folder.resolve("2.model"), "no model");
      await(() -> handle.refusals() == 1);
      Files.delete(damaged);
      someLooks();
      assertEquals(1, handle.version());
      written("1.model", 2);
      await(() -> handle.version() == 3);
    }
  }

  @Test
  void aModelThatWasRolledBackStaysAwayWhateverFileItIsIn() throws IOException {
    Path watched = written("a.model", 0);
    ModelHandle<double[], NumericColumns> handle = open(watched);
    LinearDiscriminant bad = model(Features.of("x"), 3);
    handle.watch(watched, OFTEN);
    handle.watch(folder, OFTEN);
    try (handle) {
      ModelFile.write(bad, watched);
      await(() -> handle.version() == 2);
      assertEquals(1, handle.rollBack().version());
      Files.setLastModifiedTime(watched, FileTime.fromMillis(5_000_000));
      someLooks();
      ModelFile.write(bad, watched);
      someLooks();
      ModelFile.write(bad, folder.resolve("b.model"));
      someLooks();
      assertEquals(1, handle.version());
      assertEquals(0, handle.refusals());
      ModelFile.write(model(Features.of("x"), 4), watched);
      await(() -> handle.version() == 3);
      ModelFile.write(bad, watched);
      someLooks();
      assertEquals(3, handle.version());
      // A caller may want it.
      assertEquals(4, handle.replace(watched).version());
      ModelFile.write(model(Features.of("x"), 4), watched);
      await(() -> handle.version() == 5);
      ModelFile.write(bad, watched);
      await(() -> handle.version() == 6);
    }
  }

  @Test
  void aModelInMemoryThatWasRolledBackStaysAway() throws IOException {
    Path watched = written("a.model", 0);
    ModelHandle<double[], NumericColumns> handle = open(watched);
    LinearDiscriminant bad = model(Features.of("x"), 3);
    handle.replace(new ModelFile(bad), "memory");
    handle.rollBack();
    handle.watch(watched, OFTEN);
    try (handle) {
      ModelFile.write(bad, watched);
      someLooks();
      assertEquals(1, handle.version());
    }
  }

  @Test
  void whatACallerReplacesStaysUntilTheFileChanges() throws IOException {
    Path watched = written("a.model", 0);
    Path other = written("b.model", 0);
    ModelHandle<double[], NumericColumns> handle = open(watched);
    handle.watch(watched, OFTEN);
    handle.watch(other, OFTEN);
    try (handle) {
      handle.replace(other);
      someLooks();
      assertEquals("'" + other + "'", handle.current().source());
      assertEquals(2, handle.version());
      written("a.model", 1);
      await(() -> handle.version() == 3);
      someLooks();
      assertEquals(3, handle.version());
    }
  }

  @Test
  void aFileThatWasMovedAwayAndBackIsAChange() throws IOException {
    Path watched = written("a.model", 0);
    ModelHandle<double[], NumericColumns> handle = open(watched);
    handle.watch(watched, OFTEN);
    try (handle) {
      someLooks();
      Files.move(watched, folder.resolve("kept"));
      written("a.model", 1);
      await(() -> handle.version() == 2);
      Files.delete(watched);
      Files.move(folder.resolve("kept"), watched);
      await(() -> handle.version() == 3);
    }
  }

  @Test
  void theNamesThatWerePromisedOutliveAModelWithoutNames() throws IOException {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(LinearDiscriminant.class, new ModelFile(model(FEATURES)), OPTIONS);
    handle.replace(new ModelFile(model(Features.unnamed(1))), "unnamed");
    RefusedModelException refused =
        assertThrows(
            RefusedModelException.class,
            () -> handle.replace(new ModelFile(model(Features.of("y"))), "other"));
    assertEquals(
        "feature 0 of other is 'y'; 'x' is expected, as was promised", refused.getMessage());
    ModelHandle<double[], NumericColumns> strict =
        ModelHandle.of(
            LinearDiscriminant.class,
            new ModelFile(model(FEATURES)),
            OPTIONS.withFeatures(FEATURES));
    assertEquals(
        "unnamed has no names of features; 'x' and the others in the order that was promised are"
            + " expected",
        assertThrows(
                RefusedModelException.class,
                () -> strict.replace(new ModelFile(model(Features.unnamed(1))), "unnamed"))
            .getMessage());
  }
}
