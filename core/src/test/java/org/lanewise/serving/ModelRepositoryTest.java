package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;

@Tag("once")
class ModelRepositoryTest {

  private static final ServingOptions OPTIONS =
      ServingOptions.DEFAULT.withWarmUp(Duration.ZERO).withKept(1);
  private static final Duration OFTEN = Duration.ofMillis(5);
  private static final long MANY = 1 << 20;

  @TempDir Path folder;

  private ModelRepository<double[], NumericColumns> models;

  @AfterEach
  void close() {
    if (models != null) {
      models.close();
    }
  }

  /// One whose log joint of class 0 at its mean tells the number.
  private static ModelFile numbered(int number) {
    return new ModelFile(
        LinearDiscriminant.of(
            Features.of("x"),
            Classes.of("left", "right"),
            new double[] {0.5, 0.5},
            new double[1],
            new double[][] {{number}, {number + 1}},
            new double[][] {{1}}));
  }

  private Path put(String name, String version, int number) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name).resolve(version));
    Path file = own.resolve("model");
    numbered(number).write(file);
    return file;
  }

  private static int number(ModelHandle<double[], NumericColumns> handle) {
    return number(handle.current());
  }

  private static int number(ServedModel<double[], NumericColumns> served) {
    LinearDiscriminant model = (LinearDiscriminant) served.model();
    return (int) model.parameters(List.of("x")).getFirst().value().applyAsDouble(new int[2]);
  }

  private ModelRepository<double[], NumericColumns> open(long bytes) {
    models = ModelRepository.open(LinearDiscriminant.class, folder, OPTIONS, bytes, OFTEN);
    return models;
  }

  private ModelRepository<double[], NumericColumns> open(
      Function<String, ModelCheck<double[], NumericColumns>> checks) {
    models = ModelRepository.open(LinearDiscriminant.class, folder, OPTIONS, MANY, OFTEN, checks);
    return models;
  }

  private static ModelCheck<double[], NumericColumns> below(int limit) {
    return (candidate, _) ->
        number(candidate) < limit ? Optional.empty() : Optional.of(number(candidate) + " is bad");
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "nothing happened");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void someLooks() {
    LockSupport.parkNanos(OFTEN.toNanos() * 40);
  }

  @Test
  void theHighestVersionByNumberIsServedAndOtherNamesAreIgnored() throws IOException {
    put("a", "9", 9);
    put("a", "10", 10);
    put("a", "011", 11);
    put("a", "v12", 12);
    put("a", ".13", 13);
    put("a", "-14", 14);
    put("a", "99999999999999999999", 15);
    Files.createDirectories(folder.resolve("a/20"));
    Files.createDirectories(folder.resolve("a/21/model"));
    ModelHandle<double[], NumericColumns> handle = open(MANY).handle("a");
    assertEquals(10, number(handle));
    assertEquals(10, handle.version());
    assertSame(handle, models.handle("a"));
    put("a", "20", 20);
    await(() -> number(handle) == 20);
    assertEquals(List.of(20L, 1L), List.of(handle.version(), handle.swaps()));
  }

  @Test
  void aVersionThatArrivesLaterIsServedAndListenersAreToldWhose() throws IOException {
    put("a b", "1", 1);
    put("ü", "1", 2);
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    open(_ -> below(50));
    models.onSwap((name, served) -> heard.add(name + " " + served.version()));
    models.onRefusal((name, refused) -> heard.add(name + " " + refused.getMessage().length()));
    ModelHandle<double[], NumericColumns> handle = models.handle("a b");
    models.handle("ü");
    put("a b", "2", 3);
    await(() -> handle.version() == 2);
    Path bad = put("ü", "7", 60);
    await(() -> heard.size() == 4);
    int length = "'%s' is not served: 60 is bad".formatted(bad).length();
    assertEquals(List.of("a b 1", "ü 1", "a b 2", "ü " + length), heard);
    assertEquals(List.of("a b", "ü"), models.names());
  }

  @Test
  void aVersionThatTheGateRefusesIsNotTriedAgainAndTheOneBelowIsServed() throws IOException {
    put("a", "1", 1);
    put("a", "2", 50);
    ModelHandle<double[], NumericColumns> handle = open(_ -> below(50)).handle("a");
    assertEquals(1, number(handle));
    someLooks();
    assertEquals(1, handle.refusals());
    put("a", "3", 51);
    await(() -> handle.refusals() == 2);
    someLooks();
    assertEquals(List.of(2L, 1L), List.of(handle.refusals(), handle.version()));
    put("a", "2", 2);
    await(() -> handle.version() == 2);
    assertEquals(2, number(handle));
  }

  @Test
  void aModelWithOnlyRefusedVersionsIsReadOnce() throws IOException {
    Path file = put("a", "1", 50);
    open(_ -> below(50));
    String reason = "'%s' is not served: 50 is bad".formatted(file);
    assertEquals(
        reason, assertThrows(RefusedModelException.class, () -> models.handle("a")).getMessage());
    List<String> refusals = new ArrayList<>();
    models.onRefusal((name, _) -> refusals.add(name));
    for (int i = 0; i < 5; i++) {
      assertEquals(
          "no version of model 'a' can be served; the last reason: " + reason,
          assertThrows(RefusedModelException.class, () -> models.handle("a")).getMessage());
    }
    assertEquals(List.of(), refusals);
    put("a", "1", 3);
    assertEquals(3, number(models.handle("a")));
  }

  @Test
  void aVersionThatIsCopiedInPiecesIsServedWhenItIsWhole() throws IOException {
    put("a", "1", 1);
    byte[] whole = Files.readAllBytes(put("b", "2", 2));
    ModelHandle<double[], NumericColumns> handle = open(MANY).handle("a");
    Path copy = Files.createDirectories(folder.resolve("a/2")).resolve("model");
    for (int part = 1; part < 4; part++) {
      Files.write(copy, Arrays.copyOf(whole, whole.length * part / 4));
      someLooks();
      assertEquals(1, handle.version());
    }
    Files.write(copy, whole);
    await(() -> handle.version() == 2);
  }

  private static void delete(Path version) throws IOException {
    Files.delete(version.resolve("model"));
    Files.delete(version);
  }

  @Test
  void ifTheServedVersionIsDeletedTheOneBelowIsServedAndTheLastStays() throws IOException {
    put("a", "1", 1);
    put("a", "2", 2);
    ModelHandle<double[], NumericColumns> handle = open(MANY).handle("a");
    assertEquals(2, number(handle));
    delete(folder.resolve("a/2"));
    await(() -> handle.version() == 1);
    delete(folder.resolve("a/1"));
    Files.delete(folder.resolve("a"));
    someLooks();
    assertEquals(1, number(handle));
  }

  @Test
  void theLeastUsedModelsAreClosedAndAHandleOpensItsModelAgain() throws IOException {
    long size = Files.size(put("hot", "1", 1));
    for (int i = 0; i < 20; i++) {
      put("cold" + i, "3", 10 + i);
    }
    open(4 * size);
    ModelHandle<double[], NumericColumns> hot = models.handle("hot");
    ServedModel<double[], NumericColumns> first = hot.current();
    List<ModelHandle<double[], NumericColumns>> cold = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      cold.add(models.handle("cold" + i));
      assertEquals(10 + i, number(cold.get(i)));
      assertSame(first, hot.current(), "a model in use stays");
      assertTrue(models.openBytes() <= 4 * size);
    }
    assertEquals(List.of(4, 21L), List.of(models.openCount(), models.openings()));
    assertEquals(List.of(10, 3L), List.of(number(cold.get(0)), cold.get(0).version()));
    assertEquals(22, models.openings());
    // What is gone meanwhile cannot be opened again.
    for (int i = 1; i < 20; i++) {
      number(cold.get(i));
    }
    delete(folder.resolve("cold0/3"));
    UncheckedIOException gone =
        assertThrows(UncheckedIOException.class, () -> cold.get(0).scorer());
    assertInstanceOf(NoSuchFileException.class, gone.getCause().getCause());
    put("cold0", "4", 77);
    assertEquals(List.of(77, 4L), List.of(number(cold.get(0)), cold.get(0).version()));
  }

  @Test
  void aClosedModelComesBackBeforeANewerOneIsComparedWithIt() throws IOException {
    long size = Files.size(put("a", "1", 1));
    put("b", "1", 2);
    AtomicReference<String> compared = new AtomicReference<>("");
    models =
        ModelRepository.open(
            LinearDiscriminant.class,
            folder,
            OPTIONS,
            size,
            OFTEN,
            _ ->
                (candidate, current) -> {
                  compared.set(compared.get() + current.map(ServedModel::version) + " ");
                  return Optional.empty();
                });
    ModelHandle<double[], NumericColumns> handle = models.handle("a");
    assertEquals(2, number(models.handle("b")));
    assertEquals(1, models.openCount());
    put("a", "2", 3);
    assertEquals(1, handle.version());
    await(() -> handle.version() == 2);
    assertEquals("Optional.empty Optional.empty Optional[1] ", compared.get());
  }

  @Test
  void aModelLargerThanTheLimitIsRefused() throws IOException {
    long size = Files.size(put("a", "1", 1));
    open(size - 1);
    String said = assertThrows(RefusedModelException.class, () -> models.handle("a")).getMessage();
    assertTrue(said.contains("it has " + size + " bytes, and the models"), said);
  }

  @Test
  void concurrentCallsGetTheirModelWhileModelsAreClosedAndReplaced() throws Exception {
    long size = Files.size(put("m0", "1", 0));
    for (int i = 1; i < 30; i++) {
      put("m" + i, "1", 1000 * i);
    }
    open(5 * size);
    AtomicReference<String> wrong = new AtomicReference<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        pool.submit(() -> {
          try {
            for (int call = 0; call < 1000; call++) {
              int i = random.nextInt(30);
              ServedModel<double[], NumericColumns> served = models.handle("m" + i).current();
              if (number(served) / 1000 != i) {
                wrong.set("m" + i + " gave " + number(served));
              }
            }
          } catch (IOException | RuntimeException e) {
            wrong.set(e.toString());
          }
        });
      }
      for (int version = 2; version < 6; version++) {
        for (int i = 0; i < 30; i++) {
          put("m" + i, Integer.toString(version), 1000 * i + version);
        }
      }
    }
    assertEquals(null, wrong.get());
    // A closed model is opened first as it was, so a look brings the last version.
    for (int i = 0; i < 30; i++) {
      ModelHandle<double[], NumericColumns> handle = models.handle("m" + i);
      await(() -> handle.version() == 5);
    }
    assertTrue(models.openBytes() <= 5 * size);
  }

  @Test
  void namesThatAreNoFoldersAreRefused() throws IOException {
    put("a", "1", 1);
    Path secret = put("../outside", "1", 1);
    open(MANY);
    for (String name :
        List.of("", ".", "..", "../outside", "a/1", "a\\b", ".a", "a\nb", "\0", "/a")) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> models.handle(name), name)
              .getMessage();
      assertTrue(said.lines().count() == 1, said);
    }
    RefusedModelException unknown =
        assertThrows(RefusedModelException.class, () -> models.handle("b"));
    assertInstanceOf(NoSuchFileException.class, unknown.getCause());
    Files.createDirectories(folder.resolve("b"));
    assertEquals(
        "'%s' has no version; a folder with a whole number as its name and a file 'model' in it is expected"
            .formatted(folder.resolve("b")),
        assertThrows(RefusedModelException.class, () -> models.handle("b")).getMessage());
    delete(secret.getParent());
    Files.delete(secret.getParent().getParent());
  }

  @Test
  void aHandleOfARepositoryTakesModelsOnlyFromItsFolder() throws IOException {
    Path file = put("a", "1", 1);
    put("a", "2", 2);
    models =
        ModelRepository.open(LinearDiscriminant.class, folder, OPTIONS.withKept(2), MANY, OFTEN);
    ModelHandle<double[], NumericColumns> handle = models.handle("a");
    put("a", "3", 3);
    await(() -> handle.version() == 3);
    assertEquals(2, handle.rollBack().version());
    someLooks();
    assertEquals(2, handle.version(), "a version that was rolled back stays away");
    assertThrows(UnsupportedOperationException.class, () -> handle.replace(file));
    assertThrows(UnsupportedOperationException.class, () -> handle.replace(numbered(4), "m"));
    assertThrows(UnsupportedOperationException.class, () -> handle.watch(file, OFTEN));
    handle.close();
    assertEquals(2, number(models.handle("a")));
  }

  @Test
  void manyHandlesHaveTwoThreadsAndModelsOfAShapeBecomeWarmTogether() throws Exception {
    for (int i = 0; i < 50; i++) {
      put("m" + i, "1", i);
    }
    long before =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("lanewise"))
            .count();
    models =
        ModelRepository.open(LinearDiscriminant.class, folder, ServingOptions.DEFAULT, MANY, OFTEN);
    List<ServedModel<double[], NumericColumns>> served = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      served.add(models.handle("m" + i).current());
    }
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("lanewise"))
            .count();
    assertTrue(threads - before <= 3, threads + " threads");
    await(served.getFirst()::isWarm);
    assertTrue(served.stream().allMatch(ServedModel::isWarm));
  }

  @Test
  void aClosedRepositoryServesWhatIsOpen() throws IOException {
    put("a", "1", 1);
    put("b", "1", 2);
    ModelHandle<double[], NumericColumns> handle = open(MANY).handle("a");
    models.close();
    put("a", "2", 3);
    someLooks();
    assertEquals(1, number(handle));
    assertThrows(IllegalStateException.class, () -> models.handle("b"));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ModelRepository.open(
                LinearDiscriminant.class, folder.resolve("none"), OPTIONS, MANY, OFTEN));
    assertThrows(IllegalArgumentException.class, () -> open(0));
  }
}
