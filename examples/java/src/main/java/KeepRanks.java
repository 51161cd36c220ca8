import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.Typicality;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;

/// Where there is no law of how usual a row is, its ranks are kept with the model.
public final class KeepRanks {

  public static void main(String[] arguments) throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    double[][] columns = new double[2][40];
    String[] classes = new String[40];
    for (int row = 0; row < 40; row++) {
      classes[row] = row % 2 == 0 ? "near" : "far";
      columns[0][row] = random.nextGaussian(row % 2 == 0 ? 0 : 5, 1);
      columns[1][row] = random.nextGaussian(0, 2);
    }
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels = Labels.of(classes);
    RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0.1);
    Path file = Files.createTempFile("ranks", ".model");

    Typicality<double[], NumericColumns> typicality =
        Typicality.of(RegularizedDiscriminant.recipe(options), rows, labels);
    new ModelFile(RegularizedDiscriminant.recipe(options).fit(rows, labels))
        .withRanks(typicality.ranks().orElseThrow())
        .write(file);

    ModelFile read = ModelFile.read(file);
    RegularizedDiscriminant model = read.model(RegularizedDiscriminant.class);
    Typicality<double[], NumericColumns> kept =
        read.ranks().orElseThrow().typicality(model.scorer(), model.priors());

    for (double[] row : new double[][] {{0, 0}, {40, 40}}) {
      System.out.printf("%s, p-values %s%n", model.label(row), Arrays.toString(kept.pValues(row)));
    }
    Files.delete(file);
  }
}
