import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.statistics.VarianceStatistics;

/// A customer asks for his rows to be forgotten: they are subtracted, and the model is fitted
/// again.
public final class Unlearn {

  public static void main(String[] arguments) {
    double[][] rows = {{1, 20}, {2, 31}, {1.5, 24}, {7, 80}, {8, 95}, {6, 99}, {9, 70}};
    String[] groups = {"basic", "basic", "basic", "premium", "premium", "premium", "premium"};
    double[][] customer = {{9, 70}};

    VarianceStatistics statistics =
        VarianceStatistics.of(NumericColumns.fromRows(rows), Labels.of(groups));
    statistics.subtract(
        VarianceStatistics.of(NumericColumns.fromRows(customer), Labels.of("premium")));
    GaussianNaiveBayes model = GaussianNaiveBayes.recipe().fit(statistics);
    double mean = model.mean(model.classes().indexOf("premium"))[0];

    System.out.printf("mean of premium: %.3f%n", mean);
  }
}
