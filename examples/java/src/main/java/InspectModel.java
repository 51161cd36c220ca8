import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Prints the parameters of a model, by the names of its classes and features.
public final class InspectModel {

  public static void main(String[] arguments) {
    double[][] rows = {{5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}, {6.4, 3.3}};
    String[] species = {"setosa", "setosa", "setosa", "virginica", "virginica", "virginica"};

    LinearDiscriminant model =
        LinearDiscriminant.fit(
            NumericColumns.fromRows(rows).withFeatures("length", "width"), Labels.of(species));
    Features features = model.features();
    Classes classes = model.classes();
    int length = features.indexOf("length");
    double mean = model.mean(classes.indexOf("virginica"))[length];
    double covariance = model.covariance()[length][features.indexOf("width")];
    double[] theta = model.theta();
    long parameters = model.freeParameters();

    System.out.printf("mean length of virginica %.2f, covariance %.4f%n", mean, covariance);
    System.out.printf("log odds %.3f %+.3f length %+.3f width%n", theta[0], theta[1], theta[2]);
    System.out.println(parameters + " free parameters");
  }
}
