import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

void main() {
  double[][] rows = {{5.1, 3.5}, {4.9, 3.0}, {4.7, 3.2}, {6.2, 2.8}, {5.8, 3.1}, {6.0, 2.2}};
  String[] species = {"setosa", "setosa", "setosa", "virginica", "virginica", "virginica"};

  LinearDiscriminant model =
      LinearDiscriminant.fit(NumericColumns.fromRows(rows), Labels.of(species));

  double[] flower = {5.0, 3.3};
  IO.println(model.label(flower));
  IO.println(Arrays.toString(model.posterior(flower)));
}
