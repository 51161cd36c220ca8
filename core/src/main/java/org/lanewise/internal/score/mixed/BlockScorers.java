package org.lanewise.internal.score.mixed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.score.Scorer;

/// The scorers of the model of one block, by what its rows are; at least one.
public final class BlockScorers {

  private final BatchScorer<double[], NumericColumns> numbers;
  private final BatchScorer<long[], BitColumns> bits;
  private final Supplier<Scorer<int[], CategoryColumns>> codes;
  private final BatchScorer<SparseRow, SparseRows> sparse;

  /// @param numbers of numbers or counts, or null
  /// @param bits or null
  /// @param codes of categories, made when first asked for, or null
  /// @param sparse of sparse rows, or null
  public BlockScorers(
      Scorer<double[], NumericColumns> numbers,
      Scorer<long[], BitColumns> bits,
      Supplier<Scorer<int[], CategoryColumns>> codes,
      Scorer<SparseRow, SparseRows> sparse) {
    this.numbers = numbers == null ? null : BatchScorer.of(numbers);
    this.bits = bits == null ? null : BatchScorer.of(bits);
    this.codes = codes;
    this.sparse = sparse == null ? null : BatchScorer.of(sparse);
  }

  private BatchScorer<int[], CategoryColumns> ofCodes() {
    return codes == null ? null : BatchScorer.of(codes.get());
  }

  /// The first of the scorers.
  BatchScorer<?, ?> any() {
    if (numbers != null) {
      return numbers;
    }
    if (bits != null) {
      return bits;
    }
    return sparse != null ? sparse : ofCodes();
  }

  /// Whether rows of some kind may have impossible factors in this block.
  boolean mayBeImpossible() {
    return any().hasImpossible();
  }

  /// The scorer of such rows.
  ///
  /// @throws IllegalArgumentException if there is none
  BatchScorer<Object, RowBatch> of(RowBatch rows) {
    return required(
        switch (rows) {
          case NumericColumns _ -> numbers;
          case BitColumns _ -> bits;
          case CategoryColumns _ -> ofCodes();
          case SparseRows _ -> sparse;
          case MixedColumns _ -> null;
        },
        rows);
  }

  /// The scorer of such a row.
  ///
  /// @throws IllegalArgumentException if there is none
  BatchScorer<Object, RowBatch> ofRow(Object row) {
    return required(
        switch (row) {
          case double[] _ -> numbers;
          case long[] _ -> bits;
          case int[] _ -> ofCodes();
          case SparseRow _ -> sparse;
          case null, default -> null;
        },
        row);
  }

  @SuppressWarnings("unchecked") // It scores the rows that it was found for.
  private BatchScorer<Object, RowBatch> required(BatchScorer<?, ?> scorer, Object rows) {
    if (scorer == null) {
      String given = rows == null ? "null" : rows.getClass().getSimpleName();
      throw new IllegalArgumentException(refusal(given));
    }
    return (BatchScorer<Object, RowBatch>) scorer;
  }

  private String refusal(String given) {
    List<String> expected = new ArrayList<>();
    if (numbers != null) {
      expected.add("double[] (NumericColumns)");
    }
    if (bits != null) {
      expected.add("long[] (BitColumns)");
    }
    if (codes != null) {
      expected.add("int[] (CategoryColumns)");
    }
    if (sparse != null) {
      expected.add("SparseRow (SparseRows)");
    }
    return "%s was given; %s is expected, as the model of this block takes"
        .formatted(given, String.join(" or ", expected));
  }
}
