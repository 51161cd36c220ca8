import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Likelihoods;
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
    NumericColumns rows = DoubleColumns.of(columns);
    Labels labels = Labels.of(classes);

    LeaveOneOut plain =
        LeaveOneOut.linear(rows, labels, DiscriminantOptions.DEFAULT, EssentialRows.REFUSE);
    System.out.printf("log loss %.4f, errors %.3f%n", plain.logLoss(), plain.errorRate());

    List<DiscriminantOptions> candidates = new ArrayList<>();
    for (double intensity : new double[] {0, 0.1, 0.3, 0.6, 1}) {
      candidates.add(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity)));
    }
    Choice<DiscriminantOptions> choice =
        Choice.among(
            candidates, each -> LeaveOneOut.linear(rows, labels, each, EssentialRows.REFUSE));
    for (Choice.Candidate<DiscriminantOptions> candidate : choice.path()) {
      System.out.printf(
          "%s: log loss %.4f, errors %.3f%n",
          candidate.options().shrinkage(), candidate.logLoss(), candidate.errorRate());
    }
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels, choice.best());

    Likelihoods likelihoods = Likelihoods.of(model, rows, labels);
    System.out.printf("log likelihood %.2f, BIC %.2f%n", likelihoods.joint(), likelihoods.bic());
  }
}
