import java.nio.file.Files;
import java.nio.file.Path;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.serving.ModelCheck;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.RefusedModelException;
import org.lanewise.serving.ServingOptions;

/// A service refuses a model that was fitted to wrong labels.
public final class GateModels {

  private static final NumericColumns ROWS =
      NumericColumns.fromRows(
          new double[][] {{5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}});

  public static void main(String[] arguments) throws Exception {
    Path file = Files.createTempDirectory("lanewise").resolve("flowers.model");
    Labels labels = Labels.of("setosa", "setosa", "setosa", "virginica", "virginica");
    Labels shuffled = Labels.of("virginica", "setosa", "virginica", "setosa", "setosa");
    ModelFile.write(LinearDiscriminant.fit(ROWS, labels), file);

    NumericColumns rows = NumericColumns.fromRows(new double[][] {{5.0, 3.3}, {6.0, 2.9}});
    Labels right = Labels.of("setosa", "virginica");
    ModelCheck<double[], NumericColumns> check = ModelCheck.goldenRows(rows, right, 0.95);
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(LinearDiscriminant.class, file, ServingOptions.DEFAULT, check);

    ModelFile.write(LinearDiscriminant.fit(ROWS, shuffled), file);
    try {
      handle.replace(file);
    } catch (RefusedModelException e) {
      System.out.println(e.getMessage().replace(file.toString(), "flowers.model"));
    }
    System.out.println("serves version " + handle.version());
    Files.delete(file);
    Files.delete(file.getParent());
  }
}
