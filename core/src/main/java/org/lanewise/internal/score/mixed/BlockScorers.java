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
import org.lanewise.internal.score.BatchScorer.Result;
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
    this.numbers = (BatchScorer<double[], NumericColumns>) numbers;
    this.bits = (BatchScorer<long[], BitColumns>) bits;
    this.codes = codes;
    this.sparse = (BatchScorer<SparseRow, SparseRows>) sparse;
  }

  private BatchScorer<int[], CategoryColumns> ofCodes() {
    return codes == null ? null : (BatchScorer<int[], CategoryColumns>) codes.get();
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

  /// The rows in the terms of the model.
  ///
  /// @throws IllegalArgumentException if there is no scorer of such rows
  RowBatch known(RowBatch rows) {
    return switch (rows) {
      case NumericColumns values -> required(numbers, rows).known(values);
      case BitColumns values -> required(bits, rows).known(values);
      case CategoryColumns values -> required(ofCodes(), rows).known(values);
      case SparseRows values -> required(sparse, rows).known(values);
      case MixedColumns _ -> throw new IllegalStateException();
    };
  }

  /// Scores rows as [BatchScorer#range].
  void range(
      RowBatch rows, int from, int to, int outRow, Result result, int[] labels, double[] out) {
    switch (rows) {
      case NumericColumns values -> numbers.range(values, from, to, outRow, result, labels, out);
      case BitColumns values -> bits.range(values, from, to, outRow, result, labels, out);
      case CategoryColumns values -> ofCodes().range(values, from, to, outRow, result, labels, out);
      case SparseRows values -> sparse.range(values, from, to, outRow, result, labels, out);
      case MixedColumns _ -> throw new IllegalStateException();
    }
  }

  /// Scores a row as [BatchScorer#row].
  ///
  /// @throws IllegalArgumentException if there is no scorer of such a row
  void row(Object row, Result result, double[] out) {
    switch (row) {
      case double[] values -> required(numbers, row).row(values, result, out);
      case long[] values -> required(bits, row).row(values, result, out);
      case int[] values -> required(ofCodes(), row).row(values, result, out);
      case SparseRow values -> required(sparse, row).row(values, result, out);
      case null -> throw new IllegalArgumentException(refusal("null"));
      default -> throw new IllegalArgumentException(refusal(row.getClass().getSimpleName()));
    }
  }

  private <T> T required(T scorer, Object rows) {
    if (scorer == null) {
      throw new IllegalArgumentException(refusal(rows.getClass().getSimpleName()));
    }
    return scorer;
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
