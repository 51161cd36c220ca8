import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.discrete.CategoricalNaiveBayes;

/// Rows of categories, and how a category that was never seen is scored.
public final class Categories {

  public static void main(String[] arguments) {
    String[][] days = {
      {"sunny", "hot"}, {"sunny", "mild"}, {"rain", "mild"}, {"rain", "cool"}, {"overcast", "hot"}
    };
    String[] play = {"no", "no", "yes", "yes", "yes"};

    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.fit(CategoryColumns.fromRows(days), Labels.of(play));
    int[] known = CategoryColumns.codes(model.dictionaries(), "sunny", "hot");
    int[] unseen = CategoryColumns.codes(model.dictionaries(), "fog", "cool");
    String label = model.scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED)).label(unseen);

    System.out.println(model.label(known) + ", " + label);
  }
}
