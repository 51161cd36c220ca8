package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.FINITE;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// A value in a batch is NaN or infinite.
public final class NonFiniteException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int row;
  private final int feature;
  private final double value;

  private NonFiniteException(int row, int feature, double value) {
    super(null, null, false, false);
    this.row = row;
    this.feature = feature;
    this.value = value;
  }

  /// Refuses rows that hold such a value.
  ///
  /// @throws BadDataException that names the first such value
  public static void refuseIn(NumericColumns rows) {
    NumericBlock.forEach(
        Stores.of(rows),
        (block, column, width, row, count) -> {
          for (int l = 0; l < width; l++) {
            if (!Kernels.score(FINITE).finite(block.column(l), block.offset(), count)) {
              throw find(block.column(l), block.offset(), count, row, column + l)
                  .refusal(rows.features());
            }
          }
        });
  }

  /// Returns the exception for the caller.
  ///
  /// @param features the features of the batch
  public BadDataException refusal(Features features) {
    return new BadDataException(
        this,
        "%s, %s is %s; a finite number is expected",
        Fact.row(row),
        Fact.feature(feature, features),
        Fact.value(value));
  }

  /// Names the first such value of a column's block.
  public static NonFiniteException find(
      double[] values, int offset, int count, int firstRow, int feature) {
    int r = 0;
    while (r < count && Double.isFinite(values[offset + r])) {
      r++;
    }
    return new NonFiniteException(firstRow + r, feature, values[offset + r]);
  }
}
