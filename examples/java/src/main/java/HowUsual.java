import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.EqualCovariances;
import org.lanewise.inference.Typicality;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// Whether a row looks like anything that was learned, and whether the classes share a covariance.
public final class HowUsual {

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(2);
    double[][] columns = new double[2][30];
    String[] classes = new String[30];
    for (int row = 0; row < 30; row++) {
      boolean wide = row % 2 == 0;
      classes[row] = wide ? "wide" : "narrow";
      columns[0][row] = random.nextGaussian(0, wide ? 3 : 1);
      columns[1][row] = random.nextGaussian(wide ? 4 : 0, 1);
    }
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels = Labels.of(classes);

    QuadraticDiscriminant model = QuadraticDiscriminant.fit(rows, labels);
    Typicality<double[], NumericColumns> typicality =
        Typicality.of(QuadraticDiscriminant.recipe(), rows, labels);
    for (double[] row : new double[][] {{0.5, 0.3}, {40, 40}}) {
      double[] p = typicality.pValues(row);
      System.out.printf(
          "%s: sure with %.4f, p-values %.2g and %.2g%n",
          model.label(row), model.posterior(row)[model.predict(row)], p[0], p[1]);
    }

    EqualCovariances test = EqualCovariances.of(GaussianStatistics.of(rows, labels));
    System.out.printf("equal covariances: p = %.4f%n", test.pValue());
  }
}
