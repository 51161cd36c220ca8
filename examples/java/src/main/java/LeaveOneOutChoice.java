import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Likelihoods;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.validation.Choice;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// How good a model is on rows it has not seen, and which shrinkage is best there: leave-one-out,
/// without fitting it once for each row.
public final class LeaveOneOutChoice {

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] columns = new double[12][40];
    int[] classes = new int[40];
    for (int row = 0; row < 40; row++) {
      classes[row] = row % 2;
      for (double[] column : columns) {
        column[row] = random.nextGaussian() + 0.5 * classes[row];
      }
    }
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels = Labels.of(classes);

    LeaveOneOut plain = LeaveOneOut.of(LinearDiscriminant.recipe(), rows, labels);
    System.out.printf("log loss %.4f, errors %.3f%n", plain.logLoss(), plain.errorRate());

    double[] intensities = {0, 0.1, 0.3, 0.6, 1};
    List<Recipe<LinearDiscriminant>> candidates = new ArrayList<>();
    for (double intensity : intensities) {
      candidates.add(
          LinearDiscriminant.recipe(
              DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity))));
    }
    Choice<Recipe<LinearDiscriminant>> choice =
        Choice.among(candidates, rows, labels, EssentialRows.REFUSE);
    for (int i = 0; i < intensities.length; i++) {
      System.out.printf(
          "shrinkage %.1f: log loss %.4f, errors %.3f%n",
          intensities[i], choice.path().get(i).logLoss(), choice.path().get(i).errorRate());
    }
    LinearDiscriminant model = choice.best().fit(rows, labels);

    Likelihoods likelihoods = Likelihoods.of(model, rows, labels);
    System.out.printf("log likelihood %.2f, BIC %.2f%n", likelihoods.joint(), likelihoods.bic());
  }
}
