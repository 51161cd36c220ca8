import java.util.Set;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.transform.Indicators;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// A linear discriminant of numbers and categories.
public final class CategoriesAsIndicators {

  public static void main(String[] arguments) {
    NumericColumns numbers = NumericColumns.of(new double[] {31, 45, 28, 51, 40, 35, 30, 48});
    CategoryColumns categories =
        CategoryColumns.copyOfColumns(
            Set.of(), new String[] {"red", "blue", "red", "green", "blue", "green", "red", "red"});
    Labels labels = Labels.of("yes", "no", "yes", "no", "yes", "yes", "no", "no");

    MixedColumns rows = MixedColumns.of(numbers, categories);
    Indicators indicators = Indicators.of(rows);
    NumericColumns columns = indicators.columns(rows);
    IndicatorClassifier model =
        IndicatorClassifier.of(indicators, LinearDiscriminant.recipe().fit(columns, labels));

    int[] codes = CategoryColumns.codes(indicators.dictionaries(), "blue");
    System.out.println(model.label(new Object[] {new double[] {33}, codes}));

    LeaveOneOut left =
        LeaveOneOut.of(LinearDiscriminant.recipe(), columns, labels, EssentialRows.LEAVE_OUT);
    System.out.println(left.errorRate());
  }
}
