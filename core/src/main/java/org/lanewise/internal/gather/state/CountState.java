package org.lanewise.internal.gather.state;

/// The contents of `CountStatistics`, or of `CategoryStatistics` without their dictionaries, for
/// serialization. A state owns its arrays. Rows of counts have a place for each of d features, or
/// for each category of the first feature, of the second, and so on.
///
/// @param rowCount the number of rows added
/// @param classRows the rows without a weight of each class
/// @param counts whole counts of these, k rows
/// @param classWeights the sum of the weights of each class's rows with a weight; of length 0 where
///   no batch had weights
/// @param sums the sums of counts that are fractions or of rows with a weight, k rows; of length 0
///   where there were none
public record CountState(
    long rowCount, long[] classRows, long[][] counts, double[] classWeights, double[][] sums)
    implements StatisticsState {

  /// Returns the state with other classes and counts: the values of a place are those of
  /// `from[place]`, or 0 if that is −1; a class must not be new.
  public CountState arranged(int[] classes, int[] cells) {
    return new CountState(
        rowCount,
        Arranging.values(classRows, classes),
        Arranging.values(counts, classes, cells),
        classWeights.length == 0 ? classWeights : Arranging.values(classWeights, classes),
        sums.length == 0 ? sums : Arranging.values(sums, classes, cells));
  }

  /// Returns the state with whole counts as weights, all of them times a factor.
  @Override
  public CountState scaled(double factor) {
    int k = classRows.length;
    double[] weights = new double[k];
    double[][] scaled = new double[k][];
    for (int c = 0; c < k; c++) {
      weights[c] = factor * (classRows[c] + (classWeights.length == 0 ? 0 : classWeights[c]));
      scaled[c] = new double[counts[c].length];
      for (int i = 0; i < scaled[c].length; i++) {
        scaled[c][i] = factor * (counts[c][i] + (sums.length == 0 ? 0 : sums[c][i]));
      }
    }
    long[][] none = new long[k][k == 0 ? 0 : counts[0].length];
    return new CountState(rowCount, new long[k], none, weights, scaled);
  }

  /// Refuses what no rows can lead to, or numbers of other shapes.
  ///
  /// @param length the counts of a class
  public void check(int classCount, int length) {
    boolean weighted = classWeights.length > 0;
    StateChecks.requireCount("classes of rows", classCount, classRows.length);
    StateChecks.requireCount("classes of counts", classCount, counts.length);
    if (weighted) {
      StateChecks.requireCount("classes of weights", classCount, classWeights.length);
    }
    boolean summed = weighted || sums.length > 0;
    if (summed) {
      StateChecks.requireCount("classes of sums", classCount, sums.length);
    }
    long left = rowCount;
    for (int c = 0; c < classCount; c++) {
      if (classRows[c] < 0 || classRows[c] > left) {
        throw new IllegalArgumentException(
            "class %d has %d of %d rows; 0 to %d are expected"
                .formatted(c, classRows[c], rowCount, left));
      }
      left -= classRows[c];
      StateChecks.requireCount("counts of class " + c, length, counts[c].length);
      for (int i = 0; i < length; i++) {
        if (counts[c][i] < 0) {
          throw refusal("count " + i, c, counts[c][i]);
        }
      }
      if (weighted && !(classWeights[c] >= 0)) {
        throw refusal("the weight", c, classWeights[c]);
      }
      if (summed) {
        StateChecks.requireCount("sums of class " + c, length, sums[c].length);
        for (int i = 0; i < length; i++) {
          if (!(sums[c][i] >= 0)) {
            throw refusal("sum " + i, c, sums[c][i]);
          }
        }
      }
    }
    if (left > 0 && !weighted) {
      throw new IllegalArgumentException(
          "%d of %d rows are of no class; 0 are expected, as there are no weights"
              .formatted(left, rowCount));
    }
  }

  private static IllegalArgumentException refusal(String what, int label, Number value) {
    return new IllegalArgumentException(
        "%s of class %d is %s; a number of at least 0 is expected".formatted(what, label, value));
  }
}
