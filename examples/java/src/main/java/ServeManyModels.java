import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ModelRepository;
import org.lanewise.serving.ServingOptions;

/// A service has a model for each customer, and opens those that are used.
public final class ServeManyModels {

  private static final NumericColumns ROWS =
      NumericColumns.fromRows(
          new double[][] {{5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}});

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("lanewise");
    for (String version : List.of("north/9", "north/10", "south/1")) {
      Path own = Files.createDirectories(folder.resolve(version));
      Labels labels = Labels.of("small", "small", "small", "large", "large");
      ModelFile.write(LinearDiscriminant.fit(ROWS, labels), own.resolve("model"));
    }

    try (ModelRepository<double[], NumericColumns> models =
        ModelRepository.open(
            LinearDiscriminant.class,
            folder,
            ServingOptions.DEFAULT,
            64_000_000,
            Duration.ofSeconds(1))) {
      ModelHandle<double[], NumericColumns> north = models.handle("north");
      System.out.println(north.scorer().label(new double[] {6.1, 2.9}));
      System.out.println("version " + north.version() + " of " + models.names());
    }

    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
