package org.lanewise.report.figure;

import java.util.Arrays;

/// Orders features so that correlated ones are adjacent.
public final class FeatureOrder {

  private FeatureOrder() {}

  /// Begins with the pair with the largest |correlation|, and then adds at either end the feature
  /// that is most correlated with the feature there.
  ///
  /// @param correlations the correlations of all pairs
  public static int[] of(double[][] correlations) {
    int d = correlations.length;
    int[] line = new int[2 * d];
    boolean[] placed = new boolean[d];
    int from = d;
    int to = d;
    line[to++] = strongest(correlations);
    placed[line[d]] = true;
    while (to - from < d) {
      int left = nearest(correlations, line[from], placed);
      int right = nearest(correlations, line[to - 1], placed);
      double atLeft = size(correlations[line[from]][left]);
      double atRight = size(correlations[line[to - 1]][right]);
      if (atLeft > atRight) {
        line[--from] = left;
        placed[left] = true;
      } else {
        line[to++] = right;
        placed[right] = true;
      }
    }
    return Arrays.copyOfRange(line, from, to);
  }

  private static int strongest(double[][] correlations) {
    int best = 0;
    double most = -1;
    for (int i = 0; i < correlations.length; i++) {
      for (int j = 0; j < i; j++) {
        if (size(correlations[i][j]) > most) {
          most = size(correlations[i][j]);
          best = j;
        }
      }
    }
    return best;
  }

  private static int nearest(double[][] correlations, int of, boolean[] placed) {
    int best = -1;
    for (int j = 0; j < placed.length; j++) {
      if (!placed[j] && (best < 0 || size(correlations[of][j]) > size(correlations[of][best]))) {
        best = j;
      }
    }
    return best;
  }

  private static double size(double correlation) {
    return Double.isNaN(correlation) ? 0 : Math.abs(correlation);
  }
}
