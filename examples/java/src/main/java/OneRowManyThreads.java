import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;

/// A model file, read without a cast, and one scorer that all threads share. A row allocates
/// nothing.
public final class OneRowManyThreads {

  private static final double[][] ROWS = {
    {5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}
  };

  public static void main(String[] arguments) throws Exception {
    Path file = Files.createTempDirectory("lanewise").resolve("iris.model");
    Labels labels = Labels.of("setosa", "setosa", "setosa", "virginica", "virginica");
    ModelFile.write(LinearDiscriminant.fit(NumericColumns.fromRows(ROWS), labels), file);

    Scorer<double[], NumericColumns> scorer =
        ModelFile.read(file, LinearDiscriminant.class).scorer();

    AtomicLong setosas = new AtomicLong();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      threads[t] =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 10_000; i++) {
                  String label = scorer.label(ROWS[i % ROWS.length]);
                  setosas.addAndGet(label.equals("setosa") ? 1 : 0);
                }
              });
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(setosas + " of 40000 rows are setosa");
    Files.delete(file);
    Files.delete(file.getParent());
  }
}
