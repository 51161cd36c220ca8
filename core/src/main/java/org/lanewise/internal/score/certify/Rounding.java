package org.lanewise.internal.score.certify;

/// Rounds the entries of tables, in one fineness, and proves a margin that certifies an argmax.
///
/// Groups are rounded one after the other, classes within them.
///
/// Where a class leads by more than the margin, it is the class that the floating-point scorer
/// finds.
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
/// **No overflow.** σ is so small that the entries of each span of groups sum to at most a limit in
/// a class, and all sums of a class to at most 2³⁰. The coarse entries of [TableKernels#SPAN]
/// groups sum to at most 65535. The digits of an entry q are q mod 64 and ⌊q/64⌋: of
/// [TableKernels#DIGIT_SPAN] = 4 groups the lower ones sum to at most 4·63 = 252, and the upper
/// ones to at most 1/64 of the limit 64·255, which is 255. Both look up many rows at a time; the
/// fine tables, of 32 bits, have margins of about a millionth of that.
final class Rounding {

  private final double[] above;
  private final double[] below;
  private double groupAbove;
  private double groupBelow;

  private final double scale;
  private final int[] start;
  private final double error;

  /// @param limit what the entries of a span may sum to in a class
  Rounding(ShiftedTerms terms, double limit) {
    int k = terms.classCount();
    above = new double[k];
    below = new double[k];
    scale = terms.scale(limit);
    error = scale * terms.error();
    start = new int[k];
    for (int c = 0; c < k; c++) {
      start[c] = round(terms.start(c));
      endGroup(c);
    }
  }

  /// B_c.
  int start(int label) {
    return start[label];
  }

  /// q of a shifted term.
  int round(double term) {
    double value = term * scale;
    double rounded = Math.rint(value);
    groupAbove = Math.max(groupAbove, rounded - value);
    groupBelow = Math.max(groupBelow, value - rounded);
    return (int) rounded;
  }

  /// Ends the entries of a group and class.
  void endGroup(int label) {
    above[label] += groupAbove;
    below[label] += groupBelow;
    groupAbove = 0;
    groupBelow = 0;
  }

  /// The margin of all that was rounded.
  int margin() {
    double most = 0;
    double least = 0;
    for (int c = 0; c < above.length; c++) {
      most = Math.max(most, above[c]);
      least = Math.max(least, below[c]);
    }
    double margin = Math.ceil(ShiftedTerms.SPARE * (most + least + 2 * error));
    return margin < Integer.MAX_VALUE ? (int) margin : Integer.MAX_VALUE;
  }
}
