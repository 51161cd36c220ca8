package org.lanewise.internal.transform;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.DerivedStore;
import org.lanewise.internal.store.NumericStore;

/// Numbers, followed by indicator columns of categories, computed when they are read.
///
/// @param numbers null if there are none
/// @param codes the categories; a code that is missing or not below its size reads as NaN
/// @param first the first column of each category feature, and at the end the number of columns
/// @param leftOut the code without a column, for each category feature
/// @param missing whether NaN is accepted in numbers
/// @param features those of the rows
public record IndicatorStore(
    NumericStore numbers,
    CodeStore codes,
    int[] first,
    int[] leftOut,
    boolean missing,
    Features features)
    implements DerivedStore {

  @Override
  public int rowCount() {
    return codes.rowCount();
  }

  @Override
  public int columnCount() {
    return first[leftOut.length];
  }

  @Override
  public double value(int row, int column) {
    return column < first[0]
        ? checked(numbers.value(row, column), row, column)
        : indicator(codes.code(row, feature(column)), feature(column), column);
  }

  @Override
  public void fill(int from, int width, int firstRow, int count, double[][] out, int offset) {
    int ofNumbers = Math.clamp(first[0] - from, 0, width);
    if (ofNumbers > 0) {
      numbers.fill(from, ofNumbers, firstRow, count, out, offset);
    }
    for (int l = 0; l < ofNumbers; l++) {
      for (int i = 0; i < count; i++) {
        checked(out[l][offset + i], firstRow + i, from + l);
      }
    }
    for (int l = ofNumbers; l < width; l++) {
      int column = from + l;
      int feature = feature(column);
      for (int i = 0; i < count; i++) {
        out[l][offset + i] = indicator(codes.code(firstRow + i, feature), feature, column);
      }
    }
  }

  private double indicator(int code, int feature, int column) {
    // One category has no column.
    if (code < 0 || code > first[feature + 1] - first[feature]) {
      return Double.NaN;
    }
    int at = column - first[feature];
    return code == (at < leftOut[feature] ? at : at + 1) ? 1 : 0;
  }

  /// The category feature of a column.
  private int feature(int column) {
    int feature = 0;
    while (column >= first[feature + 1]) {
      feature++;
    }
    return feature;
  }

  private double checked(double value, int row, int column) {
    if (!Double.isFinite(value) && !(missing && Double.isNaN(value))) {
      throw new BadDataException(
          "%s, %s is %s; a finite number is expected",
          Fact.row(row), Fact.feature(column, features), Fact.value(value));
    }
    return value;
  }
}
