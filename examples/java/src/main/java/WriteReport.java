import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.report.Report;

/// A page of figures about a model and how well it does on rows that it has not seen.
public final class WriteReport {

  public static void main(String[] arguments) throws IOException {
    QuadraticDiscriminant model = QuadraticDiscriminant.fit(flowers(1), species());
    Path page = Files.createTempDirectory("report").resolve("report.html");

    Report.of(model, flowers(2), species()).withTitle("Flowers").write(page);

    System.out.printf("%s, %b%n", page.getFileName(), Files.size(page) > 10_000);
    Files.delete(page);
    Files.delete(page.getParent());
  }

  private static NumericColumns flowers(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[90][2];
    for (int row = 0; row < rows.length; row++) {
      rows[row][0] = 5 + row % 3 + 0.4 * random.nextGaussian();
      rows[row][1] = 3 + row % 2 + 0.3 * random.nextGaussian();
    }
    return NumericColumns.fromRows(rows).withFeatures("length", "width");
  }

  private static Labels species() {
    String[] names = new String[90];
    for (int row = 0; row < names.length; row++) {
      names[row] = new String[] {"setosa", "versicolor", "virginica"}[row % 3];
    }
    return Labels.of(names);
  }
}
