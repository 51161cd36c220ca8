package org.lanewise.internal.tier;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServingOptions;

/// A program that uses the library in threads that outlive it; [Redeployed] loads it several times.
public final class Deployed implements Runnable {

  private static final int ROWS = 9_000;
  private static final int D = 4;

  /// Fits, scores rows and batches in several layouts, serves.
  @Override
  public void run() {
    double[][] rows = new double[ROWS][D];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 3;
      Arrays.fill(rows[i], i % 3);
      rows[i][i % D] += i % 7;
    }
    Labels known = Labels.ofIndices(labels, 3);
    NumericColumns columns = NumericColumns.fromRows(rows);
    Workers workers = new Workers(ForkJoinPool.commonPool(), 3);
    LinearDiscriminant model = LinearDiscriminant.recipe().fit(columns, known, workers);
    Scorer<double[], NumericColumns> scorer = model.scorer();
    scorer.on(workers).posterior(columns);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(ValueLayout.JAVA_FLOAT, (long) ROWS * D);
      scorer.predict(NumericColumns.ofRowMajor(ValueLayout.JAVA_FLOAT, memory, ROWS, D));
    }
    BernoulliNaiveBayes.fit(BitColumns.copyOf(columns, 1), known)
        .scorer()
        .predict(BitColumns.copyOf(columns, 1));
    try {
      Path file = Files.createTempFile("deployed", ".model");
      ModelFile.write(model, file);
      ModelHandle<double[], NumericColumns> handle =
          ModelHandle.open(
              LinearDiscriminant.class,
              file,
              ServingOptions.DEFAULT.withWarmUp(Duration.ofMillis(100)));
      handle.watch(file, Duration.ofMillis(10));
      try (handle) {
        for (double[] row : rows) {
          handle.scorer().predict(row);
          handle.scorer().posterior(row);
        }
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
