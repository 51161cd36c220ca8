import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.NumericRow;

/// A service opens a model file, watches it for replacements, and scores rows of any form.
public final class ServeModel {

  private static final double[][] ROWS = {
    {5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}
  };

  public static void main(String[] arguments) throws Exception {
    Path file = Files.createTempDirectory("lanewise").resolve("flowers.model");
    Labels labels = Labels.of("setosa", "setosa", "setosa", "virginica", "virginica");
    ModelFile.write(LinearDiscriminant.fit(NumericColumns.fromRows(ROWS), labels), file);

    ModelHandle<double[], NumericColumns> handle = ModelHandle.open(LinearDiscriminant.class, file);
    handle.watch(file, Duration.ofSeconds(1));

    Scorer<double[], NumericColumns> scorer = handle.scorer();
    float[] floats = {5.0f, 3.4f};
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 6.1, 2.9);

      NumericRow row = new NumericRow(scorer.featureCount());
      int ofFloats = scorer.predict(row.set(floats));
      int ofSegment = scorer.predict(row.setDoubles(segment, 0));

      System.out.println(scorer.classes().name(ofFloats));
      System.out.println(scorer.classes().name(ofSegment));
    }

    int[] label = new int[1];
    double[] logPosterior = new double[1];
    double[] logDensity = new double[1];
    scorer.score(
        ROWS[0],
        Results.none()
            .withLabels(label)
            .withBestLogPosteriors(logPosterior)
            .withLogDensities(logDensity));
    System.out.printf(
        "class %d, posterior %.4f, log density %.4f%n",
        label[0], Math.exp(logPosterior[0]), logDensity[0]);

    handle.close();
    Files.delete(file);
    Files.delete(file.getParent());
  }
}
