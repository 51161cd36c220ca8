import java.util.Map;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.model.ShiftedPriors;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;

/// From a posterior to a decision: other priors than those of the training rows, costs, and the
/// right to say nothing.
public final class Decide {

  public static void main(String[] arguments) {
    double[] temperature = {36.4, 36.8, 36.6, 36.9, 37.0, 37.2, 38.1, 37.8, 38.9, 38.4, 37.5, 39.0};
    String[] found = {
      "well", "well", "well", "well", "well", "well", "ill", "ill", "ill", "ill", "ill", "ill"
    };
    LinearDiscriminant model =
        LinearDiscriminant.fit(NumericColumns.of(temperature), Labels.of(found));

    // One in a hundred is ill, not one in two; nothing is fitted again.
    LinearDiscriminant there = model.withPriors(Priors.fixed(Map.of("ill", 0.01, "well", 0.99)));

    // Sending an ill patient home costs 50, a needless treatment 1, asking a doctor 0.3.
    Costs costs =
        Costs.of(Classes.of("ill", "well"), new double[][] {{0, 1}, {50, 0}, {0.3, 0.3}})
            .withActions("treat", "send home", "ask");
    Decider<double[], NumericColumns> decider = there.scorer().withCosts(costs);
    for (double x : new double[] {36.7, 37.6, 38.8}) {
      double ill = there.posterior(new double[] {x})[0];
      System.out.printf("%.1f: ill with %.4f, %s%n", x, ill, decider.action(new double[] {x}));
    }

    // How many are ill in a place without labelled patients?
    double[] others = {36.5, 36.6, 36.9, 36.4, 36.8, 37.0, 36.7, 38.6, 36.9, 36.6};
    ShiftedPriors shifted = ShiftedPriors.estimate(model, NumericColumns.of(others));
    System.out.printf("ill there: %.3f%n", shifted.priors()[0]);
  }
}
