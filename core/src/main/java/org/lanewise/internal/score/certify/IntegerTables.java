package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.TableKernels;

/// The scores of [PatternTerms] as sums of integers, in two finenesses, each with a margin that
/// certifies an argmax: where a class leads by more than the margin, it is the class that the
/// floating-point scorer finds.
///
/// **Sums.** Let t_cg(p) be the term of class c, group g and pattern p. A sum of tables is S_c =
/// B_c + Σ_g q_cg(p_g), where q_cg(p) = round(σ·(t_cg(p) − m_g(p))) and B_c = round(σ·(b_c − m)).
/// The shifts m_g(p) and m are the smallest over the classes; being the same for all classes, they
/// do not change an argmax, and they make entries unsigned. Two classes need one table: there
/// m_g(p) = t_0g(p) − h_g with h_g = max_p (t_0g(p) − t_1g(p)), so that class 0 has the entry h_g
/// for every pattern, which belongs into B_0.
///
/// **Proof of the margin.** Let s_c be the exact score b_c + Σ_g t_cg(p_g), and ŝ_c that of the
/// floating-point scorer. With the rounding errors e_cg(p) = q_cg(p) − σ·(t_cg(p) − m_g(p)) and any
/// row,
///
/// ```
/// −(Σ_g max_p −e_cg(p)) ≤ (S_c − B_c) − σ·Σ_g (t_cg(p_g) − m_g(p_g)) ≤ Σ_g max_p e_cg(p)
/// ```
///
/// Call the two bounds, with the rounding of B_c added, −r⁻_c and r⁺_c. They are measured at every
/// entry rather than taken as ½. So S_a − S_b > r⁺_a + r⁻_b + 2·σ·ε implies s_a − s_b > 2ε. That
/// each ŝ differs from s by at most ε then gives ŝ_a > ŝ_b, strictly; and where it holds for every
/// b ≠ a, the argmax of ŝ is a, whatever ties are among the others. The margin is max_a r⁺_a +
/// max_b r⁻_b + 2·σ·ε.
///
/// ε holds two errors of floating point; with u = 2⁻⁵³ and γ_n = nu/(1 − nu):
///
/// - *The floating-point scorer.* A weight passes at most N additions, those of a quarter's chain
///   and 4 more (the intercept and the folds), so |ŝ_c − s_c| ≤ γ_N·(|b_c| + Σ_g A_cg), in any
///   order of the row's features; a sum of doubles does not underflow.
/// - *The making of the tables.* t is summed by at most 4 additions, then one subtraction (two
///   where there are two classes) and one product with σ. A computed σ·(t − m) is thus off by at
///   most 12·u·σ·A_g, A_g the largest A_cg of a class, counted twice where a difference of classes
///   is taken. m_g(p) may be any number. B_c is off by at most (G + 8)·u·σ times the sum of what it
///   adds. That e is measured from the computed product, exactly (the difference of a double and
///   its nearest integer is a double), adds nothing.
///
/// Both bounds are computed with 1 % to spare, which covers their own rounding.
///
/// **No overflow.** σ is so small that the coarse entries of each chunk of [TableKernels#CHUNK]
/// groups sum to at most 65535 in a class, and all sums of a class to at most 2³⁰. Coarse tables
/// look up many rows at a time; the fine ones, of 32 bits, have margins of about a millionth of
/// that.
public final class IntegerTables {

  /// The largest G·k that tables are made for; they take about two hundred bytes of each.
  static final int MAX = 1 << 18;

  private static final double MAX_SUM = 0x1p30;
  private static final double MAX_CHUNK = 0xffff;
  private static final double UNIT_ROUNDOFF = 0x1p-53;
  private static final double SPARE = 1.01;
  private static final int PATTERNS = TableKernels.PATTERNS;

  private final int k;
  private final int groups;
  // The first class that has a table: 1 of two classes, else 0.
  private final int first;
  private final short[] coarse;
  private final int[] coarseStart;
  private final int coarseMargin;
  private final int[] fine;
  private final int[] fineStart;
  private final int fineMargin;

  /// The tables of terms for which they [exist][#exist].
  public IntegerTables(PatternTerms terms) {
    k = terms.classCount();
    groups = terms.groups();
    first = k == 2 ? 1 : 0;
    int tables = k - first;
    coarse = new short[groups * tables * PATTERNS];
    fine = new int[groups * tables * PATTERNS + TableKernels.SLACK];
    Shifted shifted = new Shifted(terms);
    double fineScale = shifted.scale(Double.POSITIVE_INFINITY);
    double coarseScale = shifted.scale(MAX_CHUNK);
    Margin coarseErrors = new Margin(k);
    Margin fineErrors = new Margin(k);
    coarseStart = shifted.start(coarseScale, coarseErrors);
    fineStart = shifted.start(fineScale, fineErrors);
    double[] entries = new double[k * PATTERNS];
    for (int g = 0; g < groups; g++) {
      shifted.entries(g, entries);
      for (int c = first; c < k; c++) {
        int from = c * PATTERNS;
        int to = ((c - first) * groups + g) * PATTERNS;
        for (int p = 0; p < PATTERNS; p++) {
          coarse[to + p] = (short) coarseErrors.round(entries[from + p] * coarseScale);
          fine[(g * PATTERNS + p) * tables + c - first] =
              fineErrors.round(entries[from + p] * fineScale);
        }
        coarseErrors.endGroup(c);
        fineErrors.endGroup(c);
      }
    }
    coarseMargin = coarseErrors.margin(coarseScale * shifted.error());
    fineMargin = fineErrors.margin(fineScale * shifted.error());
  }

  /// Whether terms have tables: not where there are more than [#MAX], a single class, or numbers
  /// too large to sum.
  public static boolean exist(PatternTerms terms) {
    int k = terms.classCount();
    return k > 1 && (long) terms.groups() * k <= MAX && magnitude(terms) < 0x1p900;
  }

  int groups() {
    return groups;
  }

  /// The class of the first table.
  int first() {
    return first;
  }

  short[] coarse() {
    return coarse;
  }

  int coarseMargin() {
    return coarseMargin;
  }

  int[] fine() {
    return fine;
  }

  int fineMargin() {
    return fineMargin;
  }

  /// B_c of the coarse sums.
  int coarseStart(int label) {
    return coarseStart[label];
  }

  /// B_c of the fine sums.
  int fineStart(int label) {
    return fineStart[label];
  }

  /// The largest |b_c| + Σ_g A_cg.
  private static double magnitude(PatternTerms terms) {
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

  /// The numbers to round, shifted so that the smallest of the classes is 0.
  private static final class Shifted {
    private final PatternTerms terms;
    private final int k;
    private final int groups;
    private final double[] start;
    // Of every class, the largest sum of each chunk, and of all.
    private double largestChunk;
    private double largestSum;
    private double magnitudes;
    private double startMagnitude;

    private Shifted(PatternTerms terms) {
      this.terms = terms;
      k = terms.classCount();
      groups = terms.groups();
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
      double[] entries = new double[k * PATTERNS];
      double[] sums = start.clone();
      double[] chunks = new double[k];
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
          for (int p = 0; p < PATTERNS; p++) {
            most = Math.max(most, entries[c * PATTERNS + p]);
          }
          // Rounding adds ½ at most, which scale() leaves room for.
          sums[c] += k == 2 && c == 0 ? 0 : most;
          chunks[c] = g % TableKernels.CHUNK == 0 ? most : chunks[c] + most;
          largestChunk = Math.max(largestChunk, chunks[c]);
          double magnitude = terms.magnitude(c, g);
          size = k == 2 ? size + magnitude : Math.max(size, magnitude);
        }
        magnitudes += size;
      }
      for (double sum : sums) {
        largestSum = Math.max(largestSum, sum);
      }
    }

    /// t_cg(p) − m_g(p) into `out[c·32 + p]`. Of two classes, class 0 has 0 instead, and its
    /// constant h_g is returned.
    private double entries(int g, double[] out) {
      for (int c = 0; c < k; c++) {
        terms.terms(c, g, out, c * PATTERNS);
      }
      double highest = 0;
      if (k == 2) {
        for (int p = 0; p < PATTERNS; p++) {
          out[PATTERNS + p] -= out[p];
          out[p] = 0;
          highest = Math.max(highest, -out[PATTERNS + p]);
        }
        for (int p = 0; p < PATTERNS; p++) {
          out[PATTERNS + p] += highest;
        }
        return highest;
      }
      for (int p = 0; p < PATTERNS; p++) {
        double least = out[p];
        for (int c = 1; c < k; c++) {
          least = Math.min(least, out[c * PATTERNS + p]);
        }
        for (int c = 0; c < k; c++) {
          out[c * PATTERNS + p] -= least;
        }
      }
      return 0;
    }

    /// σ: as large as the limits of a chunk and of a sum allow.
    private double scale(double chunkLimit) {
      double byChunk = (chunkLimit - TableKernels.CHUNK) / largestChunk;
      double bySum = (MAX_SUM - groups) / largestSum;
      // Where all classes are the same, any scale will do.
      return Math.min(Math.min(byChunk, bySum), 0x1p60) / SPARE;
    }

    private int[] start(double scale, Margin errors) {
      int[] out = new int[k];
      for (int c = 0; c < k; c++) {
        out[c] = errors.round(start[c] * scale);
        errors.endGroup(c);
      }
      return out;
    }

    /// ε.
    private double error() {
      double scorer = terms.additions() * UNIT_ROUNDOFF * magnitude(terms);
      double tables = UNIT_ROUNDOFF * (12 * magnitudes + (groups + 8) * startMagnitude);
      return SPARE * (scorer + tables);
    }
  }

  /// The largest rounding errors, in both directions.
  private static final class Margin {
    private final double[] above;
    private final double[] below;
    private double groupAbove;
    private double groupBelow;

    private Margin(int k) {
      above = new double[k];
      below = new double[k];
    }

    private int round(double value) {
      double rounded = Math.rint(value);
      groupAbove = Math.max(groupAbove, rounded - value);
      groupBelow = Math.max(groupBelow, value - rounded);
      return (int) rounded;
    }

    private void endGroup(int label) {
      above[label] += groupAbove;
      below[label] += groupBelow;
      groupAbove = 0;
      groupBelow = 0;
    }

    private int margin(double error) {
      double most = 0;
      double least = 0;
      for (int c = 0; c < above.length; c++) {
        most = Math.max(most, above[c]);
        least = Math.max(least, below[c]);
      }
      double margin = Math.ceil(SPARE * (most + least + 2 * error));
      return margin < Integer.MAX_VALUE ? (int) margin : Integer.MAX_VALUE;
    }
  }
}
