import java.util.List;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// Rows that come in batches, with weights, shared out among workers. The second batch has a class
/// that the first one had not.
public final class StreamedBatches {

  private record Batch(double[][] rows, String[] species, double[] weights) {}

  public static void main(String[] arguments) {
    List<Batch> batches =
        List.of(
            new Batch(
                new double[][] {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.1}},
                new String[] {"setosa", "setosa", "virginica", "virginica"},
                new double[] {1, 2, 1, 0.5}),
            new Batch(
                new double[][] {{7.0, 3.2}, {6.4, 3.2}, {4.7, 3.2}},
                new String[] {"versicolor", "versicolor", "setosa"},
                new double[] {1, 1, 3}));

    Statistics statistics = new GaussianStatistics(2).on(Workers.common());
    for (Batch batch : batches) {
      Labels labels = Labels.of(batch.species()).withWeights(batch.weights());
      statistics.add(NumericColumns.fromRows(batch.rows()), labels);
    }
    LinearDiscriminant model = LinearDiscriminant.recipe().fit(statistics);
    System.out.println(model.classes() + ", " + model.label(new double[] {6.8, 3.1}));
  }
}
