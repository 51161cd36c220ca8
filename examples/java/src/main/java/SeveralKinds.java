import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Numbers and categories in one model. The numbers are independent in a class, or have a
/// covariance.
public final class SeveralKinds {

  public static void main(String[] arguments) {
    double[][] ageAndFare = {{22, 7.5}, {38, 71}, {26, 8}, {35, 53}, {40, 8.5}, {54, 60}};
    String[][] classAndPort = {
      {"third", "S"}, {"first", "C"}, {"third", "S"}, {"first", "S"}, {"third", "Q"}, {"first", "C"}
    };
    Labels saved = Labels.of("no", "yes", "no", "yes", "no", "yes");

    CategoryColumns categories = CategoryColumns.fromRows(classAndPort);
    MixedColumns rows = MixedColumns.of(NumericColumns.fromRows(ageAndFare), categories);
    MixedNaiveBayes model = MixedNaiveBayes.fit(rows, saved);
    MixedNaiveBayes dependent =
        MixedNaiveBayes.recipe(LinearDiscriminant.recipe(), CategoricalNaiveBayes.recipe())
            .fit(rows, saved);

    int[] codes = CategoryColumns.codes(categories.dictionaries(), "first", null);
    Object[] row = {new double[] {30, 65}, codes};
    System.out.println(model.label(row) + ", " + dependent.label(row));
  }
}
