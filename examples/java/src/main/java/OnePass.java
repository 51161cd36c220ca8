import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Results;

/// Several results of a batch, whose rows are read and scored once.
public final class OnePass {

  public static void main(String[] arguments) {
    double[][] training = {
      {1.0, 2.1}, {1.4, 1.7}, {0.8, 2.4}, {1.2, 1.6}, {3.1, 0.2}, {2.8, 0.9}, {3.5, 0.4}, {3.0, 0.7}
    };
    String[] classes = {"a", "a", "a", "a", "b", "b", "b", "b"};
    QuadraticDiscriminant model =
        QuadraticDiscriminant.fit(NumericColumns.fromRows(training), Labels.of(classes));

    NumericColumns rows = NumericColumns.fromRows(new double[][] {{1.1, 2.0}, {2.1, 1.3}, {9, 9}});
    int[] labels = new int[3];
    double[] margins = new double[3];
    double[] logDensities = new double[3];
    model
        .scorer()
        .score(
            rows,
            Results.none().withLabels(labels).withMargins(margins).withLogDensities(logDensities));
    double[] squaredDistances = new double[3 * 2];
    model.squaredMahalanobis(rows, squaredDistances);
    for (int row = 0; row < 3; row++) {
      System.out.printf(
          "%s, margin %.1f, log p(x) %.1f, distances %.1f and %.1f%n",
          model.classes().name(labels[row]),
          margins[row],
          logDensities[row],
          Math.sqrt(squaredDistances[2 * row]),
          Math.sqrt(squaredDistances[2 * row + 1]));
    }
  }
}
