import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;

/// More features than rows: the covariance is shrunk as Ledoit and Wolf do, and the model tells the
/// intensity that was chosen.
public final class ChooseShrinkage {

  public static void main(String[] arguments) {
    double[][] rows = {
      {1.0, 2.1, 0.3, 4.0}, {1.2, 1.9, 0.1, 4.4}, {3.1, 0.2, 2.2, 1.0}, {2.9, 0.4, 2.5, 1.3}
    };
    String[] kinds = {"a", "a", "b", "b"};

    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf());
    LinearDiscriminant model =
        LinearDiscriminant.recipe(options).fit(NumericColumns.fromRows(rows), Labels.of(kinds));
    double intensity = model.shrinkageIntensities()[0];

    System.out.printf("intensity %.4f%n", intensity);
  }
}
