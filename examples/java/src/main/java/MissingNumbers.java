import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Rows of numbers with missing values: fitted, and scored on their observed values.
public final class MissingNumbers {

  public static void main(String[] arguments) {
    double nan = Double.NaN;
    NumericColumns rows =
        NumericColumns.fromRows(
            new double[][] {
              {5.1, 3.5}, {4.9, nan}, {4.7, 3.2}, {nan, 3.1}, {5.0, 3.6},
              {7.0, 3.2}, {6.4, nan}, {6.9, 3.1}, {5.5, 2.3}, {nan, 2.8}
            });
    Labels labels = Labels.of("a", "a", "a", "a", "a", "b", "b", "b", "b", "b");

    GaussianNaiveBayes naive =
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withMissing(MissingValues.ALLOW))
            .fit(rows, labels);
    ExpectationMaximization em = ExpectationMaximization.shared(rows, labels);
    LinearDiscriminant linear = LinearDiscriminant.recipe().fit(em.statistics());

    double[] row = {nan, 2.9};
    System.out.println(naive.scorer(RowFormat.NUMBERS_WITH_MISSING).label(row));
    System.out.printf(
        "%s after %d iterations: %.3f%n",
        linear.scorer(RowFormat.NUMBERS_WITH_MISSING).label(row),
        em.iterations(),
        linear.scorer(RowFormat.NUMBERS_WITH_MISSING).posterior(row)[1]);
  }
}
