import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.model.discrete.BernoulliNaiveBayes;

/// Rows of yes and no. One row is scored from booleans, or packed: feature j is bit j.
public final class YesNoFeatures {

  public static void main(String[] arguments) {
    boolean[][] symptoms = {
      {true, true, false}, {true, false, false}, {false, true, true}, {false, false, true}
    };
    String[] diagnoses = {"cold", "cold", "hay fever", "hay fever"};

    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.fit(BitColumns.fromRows(symptoms), Labels.of(diagnoses));
    String fromBooleans = model.label(BitColumns.packRow(true, true, true));
    String fromWords = model.label(new long[] {0b100});

    System.out.println(fromBooleans + ", " + fromWords);
  }
}
