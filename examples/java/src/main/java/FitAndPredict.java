import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// From rows and their classes to the class and the posterior of another row. Classes are names, or
/// integers such as −1 and +1, and come back as they were given.
public final class FitAndPredict {

  public static void main(String[] arguments) {
    double[][] rows = {{5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}, {6.0, 2.2}};
    String[] species = {"setosa", "setosa", "setosa", "virginica", "virginica", "virginica"};
    int[] signs = {-1, -1, -1, +1, +1, +1};
    double[] flower = {5.0, 3.3};

    LinearDiscriminant model =
        LinearDiscriminant.fit(NumericColumns.fromRows(rows), Labels.of(species));
    String label = model.label(flower);
    double[] posterior = model.posterior(flower);
    int sign =
        LinearDiscriminant.fit(NumericColumns.fromRows(rows), Labels.of(signs)).intLabel(flower);

    System.out.println(label + " or " + sign);
    System.out.println(Arrays.stream(posterior).mapToObj("%.4f"::formatted).toList());
  }
}
