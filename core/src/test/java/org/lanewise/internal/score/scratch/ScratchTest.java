package org.lanewise.internal.score.scratch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.Scoring;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.score.Scorer;

/// One scratch for all models of a thread: whose it is, and that no model sees another's.
@Tag("once")
class ScratchTest {

  /// Features, classes and rows on both sides of every edge: of lanes, quarters, panels, words, of
  /// blocks, and of batches that get tables.
  private static final int[][] SHAPES = {
    {1, 2, 1},
    {3, 3, 20},
    {4, 9, 300},
    {9, 2, 1030},
    {33, 3, 17},
    {40, 20, 70},
    {70, 2, 5},
    {12, 70, 40}
  };

  /// They leave arrays that are large enough for all others: of few rows, which are scored one by
  /// one, and of a block.
  private static final List<Scoring<?, ?>> LARGEST =
      Stream.of(5, 20).flatMap(n -> Scoring.of(5, 80, 3, n).stream()).toList();

  /// Quick ones, of another number of features than all others, and of whole vectors: what lies
  /// behind the last feature is cleared only where that number changes. Of few rows and of a block.
  private static final List<List<Scoring<?, ?>>> SPOILERS =
      List.of(Scoring.of(5, 16, 3, 20), Scoring.of(5, 16, 3, 5));

  private static final List<Scoring<?, ?>> MODELS =
      Stream.of(SHAPES)
          .flatMap(shape -> Scoring.of(31, shape[0], shape[1], shape[2]).stream())
          .toList();

  private static final List<double[]> EXPECTED =
      MODELS.stream().map(ScratchTest::expected).toList();

  /// What a scorer says in a thread of its own that no other model was used in: but for the pool.
  private static double[] expected(Scoring<?, ?> model) {
    return inThread(model::ofRows);
  }

  private static <T> T inThread(Callable<T> work) {
    return in(Thread.ofPlatform(), work);
  }

  private static <T> T inVirtualThread(Callable<T> work) {
    return in(Thread.ofVirtual(), work);
  }

  private static <T> T in(Thread.Builder threads, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    threads.start(task);
    try {
      return task.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /// assertArrayEquals compares doubles bit for bit.
  private static void assertSameBits(Scoring<?, ?> model, double[] expected, double[] found) {
    assertArrayEquals(
        expected,
        found,
        () ->
            "%s, %d features, %d classes, %d rows"
                .formatted(
                    model.name(),
                    model.scorer().featureCount(),
                    model.classCount(),
                    model.rows().size()));
  }

  @Test
  void modelsOfAllShapesTakeTurnsInOneThread() throws Exception {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < MODELS.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(7));
    int kinds = SPOILERS.getFirst().size();
    assertEquals(kinds * SHAPES.length, MODELS.size());
    scoreAll(LARGEST);
    for (int i : order) {
      // Each shape has the same kinds of models in the same order.
      int kind = i % kinds;
      spoil(kind);
      assertSameBits(MODELS.get(i), EXPECTED.get(i), MODELS.get(i).ofBatch());
      spoil(kind);
      assertSameBits(MODELS.get(i), EXPECTED.get(i), MODELS.get(i).ofRows());
    }
  }

  private static void scoreAll(List<Scoring<?, ?>> models) {
    for (Scoring<?, ?> model : models) {
      model.ofRows();
      model.ofBatch();
    }
  }

  /// Scores with models of another number of features than all others, the last of them linear, as
  /// a block of a mixed one may have any number, and leaves in all arrays of this thread what would
  /// show: no numbers, places of no model, words of ones, and panels of rows that are not there.
  private static void spoil(int kind) throws ReflectiveOperationException {
    for (int of : new int[] {kind, 0}) {
      for (List<Scoring<?, ?>> spoilers : SPOILERS) {
        scoreAll(List.of(spoilers.get(of)));
      }
    }
    for (Workspace w : List.of(Scratch.ofThread(), Scratch.ofThread().ofBatches)) {
      List<Object> parts =
          List.of(
              w,
              w.numeric,
              w.row,
              w.block,
              w.numeric.read,
              w.discrete,
              w.discrete.bits,
              w.labels,
              w.labels.bits,
              w.copies);
      for (Object part : parts) {
        spoil(part);
      }
      w.numeric.panel.offset = 1 << 20;
    }
  }

  private static void spoil(Object object) throws ReflectiveOperationException {
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        switch (field.get(object)) {
          case double[] values -> Arrays.fill(values, Double.NaN);
          case double[][] columns -> {
            for (double[] column : columns) {
              if (column != null) {
                Arrays.fill(column, Double.NaN);
              }
            }
          }
          case int[] values -> Arrays.fill(values, Integer.MAX_VALUE);
          case long[] values -> Arrays.fill(values, -1);
          case byte[] values -> Arrays.fill(values, Byte.MAX_VALUE);
          case null, default -> {
            // A number, a flag, or another object.
          }
        }
      }
    }
  }

  @Test
  void arraysGrowAndNeverShrink() {
    Workspace w = new Workspace();
    for (int[] size : new int[][] {{16, 8}, {8, 32}, {24, 8}}) {
      w.makeRow(size[0], size[1]);
      assertTrue(w.holdsRow(size[0], size[1]));
      w.numeric.makeColumns(size[1], size[0]);
    }
    assertTrue(w.holdsRow(24, 32));
    assertEquals(32, w.numeric.columns.length);
    assertEquals(24, w.numeric.columns[0].length);
    assertEquals(8L * (3 * 24 + 3 * 32 + 5 + 8 * 24 + 24 * 8) + 4, w.bytes());
  }

  @Test
  void manyThreadsOfEveryKindScoreModelsOfEveryShape() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService platform = Executors.newFixedThreadPool(6);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService shortLived =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (int task = 0; task < 24; task++) {
        ExecutorService executor = List.of(platform, virtual, shortLived).get(task % 3);
        Random random = new Random(task);
        running.add(
            executor.submit(() -> {
              start.await();
              for (int round = 0; round < 10; round++) {
                int i = random.nextInt(MODELS.size());
                Scoring<?, ?> model = MODELS.get(i);
                assertSameBits(
                    model,
                    EXPECTED.get(i),
                    random.nextBoolean() ? model.ofBatch() : model.ofRows());
              }
              return null;
            }));
      }
      start.countDown();
      for (Future<?> task : running) {
        task.get();
      }
    }
  }

  @Test
  void batchesWithinTasksOfTheSamePoolHaveTheSameBits() throws Exception {
    List<Scoring<?, ?>> models = Scoring.of(8, 6, 3, 4096 + 77);
    List<double[]> expected = models.stream().map(ScratchTest::expected).toList();
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      // A thread of the pool that waits for its batch runs tasks of another.
      List<Future<double[]>> running = new ArrayList<>();
      for (Scoring<?, ?> model : models) {
        running.add(pool.submit(() -> model.on(new Workers(pool, 2)).ofBatch()));
      }
      for (int i = 0; i < models.size(); i++) {
        assertSameBits(models.get(i), expected.get(i), running.get(i).get());
      }
    }
    for (int i = 0; i < models.size(); i++) {
      Scoring<?, ?> model = models.get(i).on(new Workers(Runnable::run, 2));
      assertSameBits(model, expected.get(i), model.ofBatch());
    }
  }

  @Test
  void aThreadThatCallsOftenGetsItsOwn() {
    inThread(() -> {
      for (int call = 0; call < Scratch.CALLS; call++) {
        Workspace lent = Scratch.forRow();
        assertNotSame(lent, Scratch.ofThread());
        Scratch.giveBack(lent);
      }
      Workspace own = Scratch.forRow();
      Scratch.giveBack(own);
      assertSame(own, Scratch.ofThread());
      assertSame(own, Scratch.forRow());
      Workspace ofBatches = Scratch.forBatch();
      Scratch.giveBack(ofBatches);
      assertNotSame(own, ofBatches);
      assertSame(ofBatches, Scratch.forBatch());
      return null;
    });
  }

  @Test
  void aVirtualThreadIsAlwaysLentOne() {
    inVirtualThread(() -> {
      for (int call = 0; call < 3 * Scratch.CALLS; call++) {
        Workspace lent = Scratch.forRow();
        assertFalse(Scratch.ofThread().holdsRow(1, 1));
        Scratch.giveBack(lent);
      }
      return null;
    });
  }

  @Test
  void threadsOneAfterTheOtherShareWhatThePoolHolds() {
    Set<Workspace> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 3 * Scratch.SLOTS; i++) {
      seen.add(
          inThread(() -> {
            Workspace lent = Scratch.forRow();
            Scratch.giveBack(lent);
            return lent;
          }));
    }
    assertTrue(seen.size() <= Scratch.SLOTS, seen.size() + " for " + Scratch.SLOTS + " places");
  }

  @Test
  void aBatchInTheMidstOfAnotherGetsOneOfItsOwn() {
    inThread(() -> {
      for (int call = 0; call <= Scratch.CALLS; call++) {
        Scratch.giveBack(Scratch.forRow());
      }
      Workspace outer = Scratch.forBatch();
      Workspace inner = Scratch.forBatch();
      Workspace innermost = Scratch.forBatch();
      assertEquals(3, new HashSet<>(List.of(outer, inner, innermost)).size());
      Scratch.giveBack(innermost);
      Scratch.giveBack(inner);
      Scratch.giveBack(outer);
      assertSame(outer, Scratch.forBatch());
      return null;
    });
  }

  @Test
  void aCallWithinAnotherLeavesItsArraysHoweverLarge() {
    inThread(() -> {
      for (int call = 0; call <= Scratch.CALLS; call++) {
        Scratch.giveBack(Scratch.forRow());
      }
      Workspace outer = Scratch.forRow();
      outer.block.make(64, 64, (int) (Workspace.MAX_BYTES / 64 / Double.BYTES) + 1);
      double[] scores = outer.block.scores;
      Workspace inner = Scratch.forRow();
      Scratch.giveBack(inner);
      assertSame(scores, outer.block.scores);
      Scratch.giveBack(outer);
      assertEquals(0, outer.bytes());
      return null;
    });
  }

  /// How many places of the pool hold a workspace that has been used.
  private static int inPool() {
    return inVirtualThread(() -> {
      List<Workspace> lent = new ArrayList<>();
      for (int i = 0; i < Scratch.SLOTS; i++) {
        lent.add(Scratch.forRow());
      }
      int used = (int) lent.stream().filter(w -> w.bytes() > 0).count();
      for (Workspace w : lent) {
        w.makeRow(8, 8);
        Scratch.giveBack(w);
      }
      return used;
    });
  }

  @Test
  void whatIsRefusedGivesTheScratchBack() {
    inPool();
    assertEquals(Scratch.SLOTS, inPool());
    List<Scoring<?, ?>> models = Scoring.of(4, 5, 2, 30);
    for (Scoring<?, ?> model : models) {
      for (int call = 0; call < 2 * Scratch.SLOTS; call++) {
        inVirtualThread(() -> refused(model));
      }
    }
    assertEquals(Scratch.SLOTS, inPool());
    // A thread's own as well.
    inThread(() -> {
      for (int call = 0; call <= Scratch.CALLS; call++) {
        Scratch.giveBack(Scratch.forRow());
      }
      Workspace own = Scratch.forBatch();
      Scratch.giveBack(own);
      models.forEach(ScratchTest::refused);
      assertSame(own, Scratch.forBatch());
      return null;
    });
  }

  /// Rows, and where it is one of doubles a batch, that are refused after the scoring has begun.
  private static <R> Void refused(Scoring<R, ?> model) {
    R row = model.rows().get(0);
    switch (row) {
      case double[] values -> {
        double[] bad = values.clone();
        bad[4] = Double.POSITIVE_INFINITY;
        @SuppressWarnings("unchecked")
        Scorer<double[], NumericColumns> scorer = (Scorer<double[], NumericColumns>) model.scorer();
        double[] out = new double[40];
        assertThrows(IllegalArgumentException.class, () -> scorer.posterior(bad, out));
        for (int n : new int[] {1, 20}) {
          double[][] rows = new double[n][];
          Arrays.fill(rows, bad);
          NumericColumns batch = NumericColumns.fromRows(rows);
          assertThrows(IllegalArgumentException.class, () -> scorer.posterior(batch, out));
        }
      }
      case int[] codes -> {
        int[] bad = codes.clone();
        bad[4] = 99;
        @SuppressWarnings("unchecked")
        Scorer<int[], ?> scorer = (Scorer<int[], ?>) model.scorer();
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(bad));
      }
      case long[] words -> {
        @SuppressWarnings("unchecked")
        Scorer<long[], ?> scorer = (Scorer<long[], ?>) model.scorer();
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(new long[9]));
      }
      case Object[] blocks -> {
        Object[] bad = blocks.clone();
        for (int b = 0; b < bad.length; b++) {
          if (bad[b] instanceof double[] values) {
            double[] infinite = values.clone();
            infinite[0] = Double.POSITIVE_INFINITY;
            bad[b] = infinite;
          }
        }
        @SuppressWarnings("unchecked")
        Scorer<Object[], ?> scorer = (Scorer<Object[], ?>) model.scorer();
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(bad));
      }
      default -> {
        @SuppressWarnings("unchecked")
        Scorer<SparseRow, ?> scorer = (Scorer<SparseRow, ?>) model.scorer();
        SparseRow bad = SparseRow.of(3, 2);
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(bad));
      }
    }
    return null;
  }

  @Test
  void noMoreIsKeptThanSaidWhateverTheModel() {
    int d = 400_000;
    double[][] means = new double[2][d];
    double[][] variances = new double[2][d];
    Arrays.fill(means[1], 1e-3);
    Arrays.fill(variances[0], 1);
    Arrays.fill(variances[1], 1);
    Scorer<double[], NumericColumns> large =
        GaussianNaiveBayes.of(
                Features.unnamed(d),
                Classes.unnamed(2),
                new double[] {0.5, 0.5},
                new double[d],
                means,
                variances)
            .scorer();
    Scoring<?, ?> small = Scoring.normal(2, 5, 3, 20).get(0);
    double[] expected = expected(small);
    inThread(() -> {
      double[] row = new double[d];
      for (int call = 0; call < 2 * Scratch.CALLS; call++) {
        assertEquals(0, large.predict(row));
        assertTrue(Scratch.ofThread().bytes() <= Workspace.MAX_BYTES);
        assertSameBits(small, expected, small.ofRows());
        assertSameBits(small, expected, small.ofBatch());
      }
      return null;
    });
    assertTrue(3L * Double.BYTES * d > Workspace.MAX_BYTES);
  }
}
