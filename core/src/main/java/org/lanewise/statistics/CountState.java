package org.lanewise.statistics;

import java.util.List;
import org.lanewise.data.CategoryDictionary;

/// All that [CountStatistics] or [CategoryStatistics] hold, as arrays of its own, to be kept
/// somewhere; the dictionaries of categories are kept beside it. Rows of counts have a place for
/// each of d features, or for each category, one feature behind the other.
///
/// @param rowCount the number of rows added
/// @param classRows the rows without a weight of each class
/// @param counts whole counts of these, k rows
/// @param classWeights the sum of the weights of each class's rows with a weight; of length 0 where
///   no batch had weights
/// @param sums the sums of counts that are fractions or of rows with a weight, k rows; of length 0
///   where there were none
public record CountState(
    long rowCount, long[] classRows, long[][] counts, double[] classWeights, double[][] sums) {

  /// Statistics of counts that go on from here.
  ///
  /// @throws IllegalArgumentException if shapes do not match, a number is negative or NaN, the
  ///   classes have other numbers of rows, or all whole counts sum to more than 2^63 − 1
  public CountStatistics restore() {
    return CountStatistics.of(this);
  }

  /// Statistics of categories that go on from here.
  ///
  /// @param dictionaries the categories of each feature
  /// @throws IllegalArgumentException if shapes do not match, a number is negative or NaN, or the
  ///   classes have other numbers of rows
  public CategoryStatistics restore(List<CategoryDictionary> dictionaries) {
    return CategoryStatistics.of(this, dictionaries);
  }

  static CountState of(long rowCount, Tally rows, Tally cells) {
    int k = rows.exact.length;
    return new CountState(
        rowCount,
        rows.exact.clone(),
        cells.exactRows(k),
        rows.sums == null ? new double[0] : rows.sums.clone(),
        cells.sums == null ? new double[0][] : cells.sumRows(k));
  }

  /// Checks the numbers, and puts them into empty tallies.
  void restore(Tally rows, Tally cells) {
    int k = rows.exact.length;
    int length = cells.exact.length / k;
    boolean weighted = classWeights.length > 0;
    requireCount("classes of rows", k, classRows.length);
    requireCount("classes of counts", k, counts.length);
    if (weighted) {
      requireCount("classes of weights", k, classWeights.length);
      rows.startSums();
    }
    if (weighted || sums.length > 0) {
      requireCount("classes of sums", k, sums.length);
      cells.startSums();
    }
    long left = rowCount;
    for (int c = 0; c < k; c++) {
      if (classRows[c] < 0 || classRows[c] > left) {
        throw new IllegalArgumentException(
            "class %d has %d of %d rows; 0 to %d are expected"
                .formatted(c, classRows[c], rowCount, left));
      }
      left -= classRows[c];
      rows.exact[c] = classRows[c];
      requireCount("counts of class " + c, length, counts[c].length);
      for (int i = 0; i < length; i++) {
        if (counts[c][i] < 0) {
          throw refusal("count " + i, c, counts[c][i]);
        }
        cells.exact[c * length + i] = counts[c][i];
      }
      if (weighted) {
        if (!(classWeights[c] >= 0)) {
          throw refusal("the weight", c, classWeights[c]);
        }
        rows.sums[c] = classWeights[c];
      }
      if (cells.sums != null) {
        requireCount("sums of class " + c, length, sums[c].length);
        for (int i = 0; i < length; i++) {
          if (!(sums[c][i] >= 0)) {
            throw refusal("sum " + i, c, sums[c][i]);
          }
          cells.sums[c * length + i] = sums[c][i];
        }
      }
    }
    if (left > 0 && !weighted) {
      throw new IllegalArgumentException(
          "%d of %d rows are of no class; 0 are expected, as there are no weights"
              .formatted(left, rowCount));
    }
  }

  private static void requireCount(String what, int expected, int found) {
    if (found != expected) {
      throw new IllegalArgumentException(
          "there are %d %s; %d are expected".formatted(found, what, expected));
    }
  }

  private static IllegalArgumentException refusal(String what, int label, Number value) {
    return new IllegalArgumentException(
        "%s of class %d is %s; a number of at least 0 is expected".formatted(what, label, value));
  }
}
