package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.textbook.Allocation;
import org.lanewise.textbook.Trials;

/// What scoring allocates, by models of every kind in one process. It runs without profiles of the
/// types that calls meet, too: a kernel that needs one makes objects where it has none.
@Tag("allocation")
class ScorerAllocationTest {

  static final int[][] SHAPES = {{4, 3}, {40, 10}};

  static String name(Scoring<?, ?> model, int result) {
    return "%s, result %d, %d features, %d classes"
        .formatted(model.name(), result, model.scorer().featureCount(), model.classCount());
  }

  @Test
  void noBatchAllocates() {
    for (int n : Trials.some(2, 2100, 10, 300)) {
      for (int[] shape : SHAPES) {
        int[] labels = new int[n * shape[1]];
        double[] out = new double[n * shape[1]];
        for (Scoring<?, ?> model : Scoring.of(3, shape[0], shape[1], n)) {
          for (int result = 0; result < Scoring.RESULTS; result++) {
            int asked = result;
            assertEquals(
                0,
                Allocation.least(() -> model.ofBatch(asked, labels, out)),
                name(model, result) + ", rows: " + n);
          }
        }
      }
    }
  }

  @Test
  void noBatchAllocatesWhateverItsValuesAreStoredAs() {
    int n = 2100;
    int d = 40;
    float[] floats = new float[n * d];
    short[] halves = new short[n * d];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = i * 7919L % 1009;
      halves[i] = (short) (i * 7919L % 0x7000);
    }
    MemorySegment segment = MemorySegment.ofArray(floats);
    MemorySegment ofHalves = MemorySegment.ofArray(halves);
    int[] labels = new int[n];
    for (NumericColumns rows :
        List.of(
            NumericColumns.ofRowMajor(floats, d),
            NumericColumns.ofRowMajorFloat16(halves, d),
            NumericColumns.ofRowMajor(ValueLayout.JAVA_FLOAT, segment, n, d),
            NumericColumns.ofColumnMajor(ValueLayout.JAVA_FLOAT, segment, n, d),
            NumericColumns.ofColumnMajor(ValueLayout.JAVA_INT, segment, n, d),
            NumericColumns.ofRowMajor(NumericColumns.FLOAT16, ofHalves, n, d),
            NumericColumns.ofColumnMajor(NumericColumns.FLOAT16, ofHalves, n, d))) {
      Scorer<double[], NumericColumns> scorer =
          GaussianNaiveBayes.recipe()
              .fit(VarianceStatistics.of(rows, Labels.ofIndices(someLabels(n), 3)))
              .scorer();
      assertEquals(0, Allocation.least(() -> scorer.predict(rows, labels)));
    }
  }

  private static int[] someLabels(int n) {
    return IntStream.range(0, n).map(row -> row % 3).toArray();
  }

  @Test
  void noRowAllocates() {
    for (int[] shape : SHAPES) {
      int[] labels = new int[shape[1]];
      double[] out = new double[shape[1]];
      List<Scoring<?, ?>> models = new ArrayList<>(Scoring.of(3, shape[0], shape[1], 64));
      models.addAll(Scoring.derived(3, shape[0], shape[1], 64));
      for (Scoring<?, ?> model : models) {
        for (int result = 0; result < Scoring.RESULTS; result++) {
          int asked = result;
          long bytes =
              Allocation.least(() -> {
                for (int call = 0; call < 256; call++) {
                  model.ofRow(asked, call % 64, labels, out);
                }
              });
          assertEquals(0, bytes, name(model, result));
        }
      }
    }
  }

  /// Rows alone are labelled by floats only where there are many classes.
  @Test
  void labelsOfLowRankModelsOfManyClassesAllocateNothing() {
    int d = 24;
    int k = 70;
    double[][] rows = new double[4 * k][d];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = (i % k * 31L + j * 7L) % 17 + i * 7919L * (j + 1) % 101 / 101.0;
      }
    }
    NumericColumns batch = NumericColumns.fromRows(rows);
    int[] labels = IntStream.range(0, rows.length).map(row -> row % k).toArray();
    Scorer<double[], NumericColumns> scorer =
        LowRankDiscriminant.recipe().fit(batch, Labels.ofIndices(labels, k)).scorer();
    int[] out = new int[rows.length];
    assertEquals(0, Allocation.least(() -> scorer.predict(batch, out)));
    long bytes =
        Allocation.least(() -> {
          for (int row = 0; row < rows.length; row++) {
            out[row] = scorer.predict(rows[row]);
          }
        });
    assertEquals(0, bytes);
  }

  /// A workspace grows for the largest of the models, and then serves one that was made just now.
  @Test
  void aNewModelAllocatesNothingInAThreadThatHasScored() {
    double[] out = new double[20 * 10];
    int[] labels = new int[20 * 10];
    int[] top = new int[10];
    AtomicLong made = new AtomicLong();
    long bytes =
        Allocation.least(
            () -> Scoring.of(made.incrementAndGet(), 12, 10, 20),
            models -> {
              // By index: an iterator would count.
              for (int i = 0; i < models.size(); i++) {
                for (int result = 0; result < Scoring.RESULTS; result++) {
                  models.get(i).ofRow(result, 0, top, out);
                  models.get(i).ofBatch(result, labels, out);
                }
              }
            });
    assertEquals(0, bytes);
  }

  private static final int THREADS = 1000;

  /// What a thread may allocate: a map for its first thread-local, and places of the pool that were
  /// not yet as large. A workspace for batches of these models is above 40 kB.
  private static final long FEW_BYTES = 1000;

  @Test
  void aThousandShortLivedThreadsShareScratch() {
    assertShared(Thread.ofPlatform().factory(), Allocation::ofThread);
  }

  @Test
  void aThousandVirtualThreadsShareScratch() {
    // Of a virtual thread alone it is not counted.
    assertShared(Thread.ofVirtual().factory(), Allocation::ofAllThreads);
  }

  private static void assertShared(ThreadFactory threads, LongSupplier allocated) {
    List<Scoring<?, ?>> models = Scoring.of(3, 12, 3, 40);
    double[] out = new double[40 * 3];
    int[] labels = new int[40 * 3];
    int[] top = new int[3];
    AtomicLong bytes = new AtomicLong();
    long least =
        Allocation.least(
            FEW_BYTES,
            () -> {
              bytes.set(0);
              for (int i = 0; i < THREADS; i++) {
                Scoring<?, ?> model = models.get(i % models.size());
                int result = i % Scoring.RESULTS;
                join(
                    threads.newThread(() -> {
                      long before = allocated.getAsLong();
                      model.ofRow(result, 0, top, out);
                      model.ofBatch(result, labels, out);
                      bytes.addAndGet(allocated.getAsLong() - before);
                    }));
              }
              return bytes.get() / THREADS;
            });
    assertTrue(least <= FEW_BYTES, least + " bytes a thread");
  }

  private static void join(Thread thread) {
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
