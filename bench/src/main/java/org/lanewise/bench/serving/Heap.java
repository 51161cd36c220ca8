package org.lanewise.bench.serving;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;

/// Models that are loaded, used by threads that live on, and dropped: what is left of them. And
/// what a model and a thread hold.
final class Heap {

  private static final int THREADS = 4;
  private static final int AT_ONCE = 50;

  private Heap() {}

  static void run(int models) throws IOException {
    NormalRows made = NormalRows.of(Shape.parse("1x32x10").training());
    LinearDiscriminant first = LinearDiscriminant.fit(made.columns(), made.labels());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(first).write(bytes);
    byte[] file = bytes.toByteArray();
    double[] row = made.rowArrays()[0];
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      use(pool, file, row, 200);
      long before = used();
      LinearDiscriminant[] held = new LinearDiscriminant[100];
      for (int i = 0; i < held.length; i++) {
        held[i] = ModelFile.read(new ByteArrayInputStream(file)).model(LinearDiscriminant.class);
      }
      long with = used();
      System.out.printf(
          "a model of 32 features and 10 classes: a file of %d bytes, %d on the heap%n",
          file.length, (with - before) / held.length);
      held[0] = null;
      held = null;
      threads(file, row);
      // The vector kernels are loaded and compiled in the first part.
      for (int part = 1; part <= 3; part++) {
        use(pool, file, row, models);
        System.out.printf("heap after %d models more: %d bytes%n", models, used());
      }
    }
  }

  /// What threads keep that have scored, in the heap.
  private static void threads(byte[] file, double[] row) throws IOException {
    Scorer<double[], ?> scorer =
        ModelFile.read(new ByteArrayInputStream(file)).model(LinearDiscriminant.class).scorer();
    long without = heapOf(200, () -> {});
    long with =
        heapOf(
            200,
            () -> {
              for (int call = 0; call < 100; call++) {
                scorer.predict(row);
                scorer.posterior(row, new double[10]);
              }
            });
    System.out.printf("a thread that scored its rows keeps %d bytes%n", (with - without) / 200);
  }

  /// The heap while so many threads are alive that have done some work.
  private static long heapOf(int count, Runnable work) throws IOException {
    CountDownLatch done = new CountDownLatch(count);
    CountDownLatch end = new CountDownLatch(1);
    Thread[] threads = new Thread[count];
    try {
      for (int i = 0; i < count; i++) {
        threads[i] =
            Thread.ofPlatform()
                .start(() -> {
                  work.run();
                  done.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
      }
      done.await();
      long used = used();
      end.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      return used;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void use(ExecutorService pool, byte[] file, double[] row, int models)
      throws IOException {
    for (int done = 0; done < models; done += AT_ONCE) {
      for (int i = 0; i < AT_ONCE; i++) {
        Scorer<double[], ?> scorer =
            ModelFile.read(new ByteArrayInputStream(file)).model(LinearDiscriminant.class).scorer();
        try {
          pool.submit(
                  () -> {
                    double sum = 0;
                    for (int call = 0; call < 30; call++) {
                      sum += scorer.predict(row) + scorer.posterior(row)[0];
                    }
                    return sum;
                  })
              .get();
        } catch (InterruptedException | ExecutionException e) {
          throw new IOException(e);
        }
      }
    }
  }

  /// Bytes in use after collections.
  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
