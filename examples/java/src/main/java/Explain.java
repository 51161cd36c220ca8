import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Why a row is of one class rather than of another: its log-odds, shared out among the features.
public final class Explain {

  public static void main(String[] arguments) {
    double[][] patients = {
      {36.4, 62, 11}, {36.8, 71, 14}, {36.6, 58, 12}, {37.0, 75, 15}, {36.9, 66, 13},
      {38.1, 84, 16}, {37.8, 97, 19}, {38.9, 92, 22}, {38.4, 101, 17}, {37.5, 88, 20}
    };
    String[] found = {"well", "well", "well", "well", "well", "ill", "ill", "ill", "ill", "ill"};
    NumericColumns rows =
        NumericColumns.fromRows(patients).withFeatures("temperature", "pulse", "breaths");
    LinearDiscriminant model = LinearDiscriminant.fit(rows, Labels.of(found));

    double[] patient = {37.2, 90, 15};
    Explainer<double[]> explainer = Explainer.of(model);
    print(explainer.explain(patient));

    // What is it that makes this one more ill than the average of those who are well?
    print(explainer.about(model.mean(1)).explain(patient, 0, 1));
  }

  private static void print(Explanation why) {
    System.out.printf(
        "log-odds %.2f = prior %.2f + baseline %.2f", why.logOdds(), why.prior(), why.baseline());
    for (int feature : why.order()) {
      System.out.printf(
          " + %s %.2f",
          new String[] {"temperature", "pulse", "breaths"}[feature], why.contribution(feature));
    }
    System.out.println();
  }
}
