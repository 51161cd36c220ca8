package org.lanewise.internal.score.certify;

/// [PatternTerms] as numbers to round, t_cg(p) − m_g(p) and b_c − m: shifted so that the smallest
/// of the classes is 0, and measured. [Rounding] says why.
final class ShiftedTerms {

  private static final double MAX_SUM = 0x1p30;
  private static final double UNIT_ROUNDOFF = 0x1p-53;
  static final double SPARE = 1.01;

  private final PatternTerms terms;
  private final int k;
  private final int groups;
  private final int patterns;
  private final int span;
  private final double[] start;
  // Of every class, the largest sum of each span, and of all.
  private double largestSpan;
  private double largestSum;
  private double magnitudes;
  private double startMagnitude;

  /// @param span as many groups as are summed in fewer bits
  ShiftedTerms(PatternTerms terms, int span) {
    this.terms = terms;
    this.span = span;
    k = terms.classCount();
    groups = terms.groups();
    patterns = terms.patterns();
    start = new double[k];
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      least = Math.min(least, terms.intercept(c));
    }
    for (int c = 0; c < k; c++) {
      start[c] = terms.intercept(c) - least;
      startMagnitude = Math.max(startMagnitude, 2 * Math.abs(terms.intercept(c)));
    }
    measure();
  }

  private void measure() {
    double[] entries = new double[k * patterns];
    double[] sums = start.clone();
    double[] spans = new double[k];
    for (int g = 0; g < groups; g++) {
      double highest = entries(g, entries);
      if (k == 2) {
        start[0] += highest;
        sums[0] += highest;
        startMagnitude += highest;
      }
      double size = 0;
      for (int c = 0; c < k; c++) {
        double most = 0;
        for (int p = 0; p < patterns; p++) {
          most = Math.max(most, entries[c * patterns + p]);
        }
        // Rounding adds ½ at most, which scale() leaves room for.
        sums[c] += k == 2 && c == 0 ? 0 : most;
        spans[c] = g % span == 0 ? most : spans[c] + most;
        largestSpan = Math.max(largestSpan, spans[c]);
        double magnitude = terms.magnitude(c, g);
        size = k == 2 ? size + magnitude : Math.max(size, magnitude);
      }
      magnitudes += size;
    }
    for (double sum : sums) {
      largestSum = Math.max(largestSum, sum);
    }
  }

  /// t_cg(p) − m_g(p) into `out[c·P + p]`, P the number of patterns. Of two classes, class 0 has 0
  /// instead, and its constant h_g is returned.
  double entries(int g, double[] out) {
    for (int c = 0; c < k; c++) {
      terms.terms(c, g, out, c * patterns);
    }
    double highest = 0;
    if (k == 2) {
      for (int p = 0; p < patterns; p++) {
        out[patterns + p] -= out[p];
        out[p] = 0;
        highest = Math.max(highest, -out[patterns + p]);
      }
      for (int p = 0; p < patterns; p++) {
        out[patterns + p] += highest;
      }
      return highest;
    }
    for (int p = 0; p < patterns; p++) {
      double least = out[p];
      for (int c = 1; c < k; c++) {
        least = Math.min(least, out[c * patterns + p]);
      }
      for (int c = 0; c < k; c++) {
        out[c * patterns + p] -= least;
      }
    }
    return 0;
  }

  /// σ: as large as the limits of a span and of a sum allow.
  double scale(double spanLimit) {
    double bySpan = (spanLimit - span) / largestSpan;
    double bySum = (MAX_SUM - groups) / largestSum;
    // Where all classes are the same, any scale will do.
    return Math.min(Math.min(bySpan, bySum), 0x1p60) / SPARE;
  }

  int classCount() {
    return k;
  }

  /// b_c − m, and of two classes the constants h_g besides.
  double start(int label) {
    return start[label];
  }

  /// ε.
  double error() {
    double scorer = terms.additions() * UNIT_ROUNDOFF * magnitude(terms);
    double tables = UNIT_ROUNDOFF * (12 * magnitudes + (groups + 8) * startMagnitude);
    return SPARE * (scorer + tables);
  }

  /// The largest |b_c| + Σ_g A_cg.
  static double magnitude(PatternTerms terms) {
    double largest = 0;
    for (int c = 0; c < terms.classCount(); c++) {
      double sum = Math.abs(terms.intercept(c));
      for (int g = 0; g < terms.groups(); g++) {
        sum += terms.magnitude(c, g);
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }
}
