import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.PoissonNaiveBayes;

/// Counts in CSR arrays: row i holds entries `rowStarts[i]` to `rowStarts[i+1] − 1`.
public final class Counts {

  public static void main(String[] arguments) {
    int[] rowStarts = {0, 2, 4, 5, 7};
    int[] indices = {0, 3, 0, 1, 2, 2, 3};
    double[] values = {2, 1, 3, 1, 4, 5, 2};
    int[] shelves = {1, 1, 2, 2};

    PoissonNaiveBayes model =
        PoissonNaiveBayes.fit(SparseRows.of(rowStarts, indices, values, 4), Labels.of(shelves));
    int shelf =
        model
            .scorer(RowFormat.SPARSE)
            .intLabel(SparseRow.of(new int[] {0, 1}, new double[] {4, 1}));

    System.out.println(shelf);
  }
}
