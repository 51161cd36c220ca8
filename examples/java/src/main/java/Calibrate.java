import java.util.SplittableRandom;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// How far posteriors can be taken at their word, and a temperature for those of Naive Bayes, which
/// counts the same evidence twice here.
public final class Calibrate {

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] columns = new double[6][400];
    int[] classes = new int[400];
    for (int row = 0; row < 400; row++) {
      classes[row] = row % 2;
      double seen = random.nextGaussian() + classes[row];
      for (double[] column : columns) {
        column[row] = seen + 0.3 * random.nextGaussian();
      }
    }
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels = Labels.of(classes);

    // Rows that were trained on flatter a model: so each is left out of its own.
    LeaveOneOut unseen =
        LeaveOneOut.of(GaussianNaiveBayes.recipe(), rows, labels, EssentialRows.REFUSE);
    Calibration before = Calibration.of(unseen.logJoints(), labels);
    System.out.printf(
        "log loss %.3f, Brier score %.3f, calibration error %.3f%n",
        before.logLoss(), before.brierScore(), before.expectedCalibrationError());
    for (Reliability.Bin bin : before.reliabilityByCount(3).bins()) {
      System.out.printf("said %.3f, right %.3f%n", bin.predicted(), bin.observed());
    }

    TemperatureScaling scaling = TemperatureScaling.fit(unseen.logJoints(), labels);
    System.out.printf(
        "temperature %.2f, log loss %.3f%n", scaling.temperature().value(), scaling.logLoss());
    GaussianNaiveBayes model = GaussianNaiveBayes.fit(rows, labels);
    CalibratedClassifier<double[], NumericColumns> calibrated =
        CalibratedClassifier.of(model, scaling.temperature());
    double[] row = {1.2, 1.1, 1.3, 1.2, 1.0, 1.2};
    System.out.printf("%.3f, now %.3f%n", model.posterior(row)[1], calibrated.posterior(row)[1]);
  }
}
