package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.gaussian.LinearDiscriminant;

@Tag("once")
class ModelCheckTest {

  private static final Classes CLASSES = Classes.of("left", "middle", "right");
  private static final ServingOptions OPTIONS = ServingOptions.DEFAULT.withWarmUp(Duration.ZERO);
  private static final int ROWS = 300;

  private final List<String> names = new ArrayList<>();
  private final NumericColumns rows = rows();

  @TempDir Path folder;

  private NumericColumns rows() {
    RandomGenerator random = new SplittableRandom(3);
    double[][] values = new double[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
      names.add(CLASSES.name(i % 3));
      values[i][0] = 4 * (i % 3) + random.nextGaussian();
      values[i][1] = random.nextGaussian();
    }
    return NumericColumns.fromRows(values).withFeatures("x", "y");
  }

  private ModelFile fitted(List<String> labels) {
    LinearDiscriminant model = LinearDiscriminant.fit(rows, Labels.of(labels));
    return new ModelFile(model).withTestRows(TestRows.of(model, rows));
  }

  private ModelFile good() {
    return fitted(names);
  }

  private ModelFile shuffled(long seed) {
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, java.util.Random.from(new SplittableRandom(seed)));
    return fitted(shuffled);
  }

  private ModelHandle<double[], NumericColumns> handle(ModelCheck<double[], NumericColumns> check)
      throws IOException {
    return ModelHandle.of(LinearDiscriminant.class, good(), OPTIONS, check);
  }

  private static String refusal(ModelHandle<double[], NumericColumns> handle, ModelFile file) {
    ServedModel<?, ?> served = handle.current();
    String said =
        assertThrows(RefusedModelException.class, () -> handle.replace(file, "'m'")).getMessage();
    assertEquals(served, handle.current());
    assertEquals(said, handle.lastRefusal().orElseThrow());
    return said;
  }

  @Test
  void aModelOfShuffledLabelsIsNeverServedToConcurrentCalls() throws Exception {
    Path file = folder.resolve("a.model");
    good().write(file);
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(
            LinearDiscriminant.class,
            file,
            OPTIONS,
            ModelCheck.goldenRows(rows, Labels.of(names), 0.9));
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger wrong = new AtomicInteger();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      for (int thread = 0; thread < 2; thread++) {
        pool.submit(() -> {
          double[] row = new double[2];
          while (!ended.get()) {
            for (int i = 0; i < 3; i++) {
              row[0] = 4 * i;
              wrong.addAndGet(handle.scorer().predict(row) == i ? 0 : 1);
            }
          }
        });
      }
      handle.watch(file, Duration.ofMillis(2));
      for (int i = 0; i < 20; i++) {
        ModelFile next = i % 4 == 0 ? good() : shuffled(i);
        if (i % 4 == 0) {
          handle.replace(next, "good");
        } else {
          assertThrows(RefusedModelException.class, () -> handle.replace(next, "shuffled"));
        }
      }
      long before = handle.refusals();
      shuffled(99).write(file);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (handle.refusals() == before && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      LockSupport.parkNanos(20_000_000);
      assertEquals(before + 1, handle.refusals(), "a refused file is tried once");
      handle.close();
      ended.set(true);
    }
    assertEquals(0, wrong.get());
    assertEquals(6, handle.version());
  }

  @Test
  void theFirstModelIsCheckedToo() {
    ModelCheck<double[], NumericColumns> check = ModelCheck.goldenRows(rows, Labels.of(names), 0.9);
    String said =
        assertThrows(
                RefusedModelException.class,
                () -> ModelHandle.of(LinearDiscriminant.class, shuffled(1), OPTIONS, check))
            .getMessage();
    assertTrue(
        said.matches(
            "the model is not served: the share of golden rows with the right label is 0\\.[0-9]+;"
                + " at least 0\\.9 is expected"),
        said);
  }

  @Test
  void goldenLabelsAreMatchedByNameAndCountByWeight() throws IOException {
    double[] weights = new double[ROWS];
    weights[0] = 1;
    weights[2] = 3;
    List<String> other = new ArrayList<>(names);
    other.set(0, "unknown");
    Labels labels = Labels.of(other).withWeights(weights);
    handle(ModelCheck.goldenRows(rows, labels, 0.75));
    assertEquals(
        "the model is not served: the share of golden rows with the right label is 0.75; at least"
            + " 0.8 is expected",
        assertThrows(
                RefusedModelException.class, () -> handle(ModelCheck.goldenRows(rows, labels, 0.8)))
            .getMessage());
  }

  @Test
  void goldenRowsOfOtherFeaturesRefuseTheModel() {
    ModelCheck<double[], NumericColumns> check =
        ModelCheck.goldenRows(rows.withFeatures("y", "x"), Labels.of(names), 0.5);
    assertThrows(RefusedModelException.class, () -> handle(check));
  }

  @Test
  void aCheckOfTheCallerRefusesWithItsReasonOrItsException() throws IOException {
    ModelCheck<double[], NumericColumns> approved =
        (candidate, current) ->
            current.isEmpty() || candidate.file().notes().containsKey("approved")
                ? Optional.empty()
                : Optional.of("version " + candidate.version() + " has no note 'approved'");
    ModelHandle<double[], NumericColumns> handle = handle(approved);
    assertEquals(
        "'m' is not served: version 2 has no note 'approved'", refusal(handle, shuffled(1)));
    handle.replace(new ModelFile(good().model(), java.util.Map.of("approved", "yes")), "'m'");
    ModelHandle<double[], NumericColumns> failing =
        handle(
            approved.and((candidate, current) -> {
              if (current.isPresent()) {
                throw new IllegalStateException("no rows");
              }
              return Optional.empty();
            }));
    assertTrue(refusal(failing, shuffled(1)).contains("approved"));
    assertEquals(
        "'m' is not served: no rows",
        refusal(failing, new ModelFile(good().model(), java.util.Map.of("approved", "yes"))));
    ModelHandle<double[], NumericColumns> erring =
        handle((_, current) -> {
          if (current.isPresent()) {
            throw new NoClassDefFoundError("rules");
          }
          return Optional.empty();
        });
    assertEquals("'m' is not served: rules", refusal(erring, good()));
    assertThrows(RefusedModelException.class, () -> handle((_, _) -> null));
    assertThrows(NullPointerException.class, () -> handle(null));
  }

  @Test
  void labelsThatChangeAreCountedByName() throws IOException {
    ModelHandle<double[], NumericColumns> handle =
        handle(ModelCheck.changedLabels(() -> rows, 0.1));
    assertTrue(
        refusal(handle, shuffled(1))
            .matches(
                "'m' is not served: [0-9]+ of 300 rows would change their label; a share of at"
                    + " most 0.1 is expected"));
    List<String> others = new ArrayList<>(names);
    Collections.replaceAll(others, "left", "a");
    ModelHandle<double[], NumericColumns> growing =
        ModelHandle.of(
            LinearDiscriminant.class,
            good(),
            OPTIONS.withClassesThatMayGrow().withClassesThatMayGo(),
            ModelCheck.changedLabels(() -> rows, 0.1));
    assertTrue(refusal(growing, fitted(others)).contains("1")); // All of 'left' have another name.
    others.set(0, "b");
    Collections.replaceAll(others, "a", "left");
    assertEquals(4, growing.replace(fitted(others), "'m'").model().classCount());
  }

  @Test
  void aParameterMayDifferByAsMuchAsIsAllowed() throws IOException {
    ModelHandle<double[], NumericColumns> handle = handle(ModelCheck.drift("mean", 0.5));
    String said = refusal(handle, shuffled(1));
    assertTrue(said.startsWith("'m' is not served: mean of "), said);
    assertTrue(said.endsWith("; a difference of at most 0.5 is expected"), said);
    handle.replace(good(), "the same");
    assertEquals(
        "'m' is not served: no parameter 'means' can be compared with the model in service; one of"
            + " prior, mean, covariance is expected",
        refusal(handle(ModelCheck.drift("means", 1)), good()));
  }

  @Test
  void listenersHearOfSwapsAndRefusals() throws IOException {
    ModelHandle<double[], NumericColumns> handle =
        handle(ModelCheck.goldenRows(rows, Labels.of(names), 0.9));
    List<String> heard = new ArrayList<>();
    handle.onSwap(_ -> {
      throw new AssertionError("a listener that fails");
    });
    handle.onSwap(served -> heard.add("swap " + served.version()));
    handle.onRefusal(refused -> {
      heard.add(refused.getMessage().substring(0, 8));
      if (handle.version() > 1) {
        handle.rollBack();
      }
    });
    handle.replace(good(), "'m'");
    assertThrows(RefusedModelException.class, () -> handle.replace(shuffled(1), "'bad'"));
    assertEquals(List.of("swap 2", "'bad' is", "swap 1"), heard);
    assertFalse(handle.lastRefusal().isEmpty());
  }

  @Test
  void sharesOutsideTheirRangeAreRefused() {
    Labels labels = Labels.of(names);
    for (double share : new double[] {0, -1, 1.5, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> ModelCheck.goldenRows(rows, labels, share));
    }
    for (double share : new double[] {-0.1, 1.5, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> ModelCheck.changedLabels(() -> rows, share));
    }
    assertThrows(IllegalArgumentException.class, () -> ModelCheck.drift("mean", -1));
    assertThrows(
        IllegalArgumentException.class,
        () -> ModelCheck.goldenRows(rows, labels.withWeights(new double[ROWS]), 0.5));
    assertThrows(
        IllegalArgumentException.class, () -> ModelCheck.goldenRows(rows, Labels.of("left"), 0.5));
  }
}
