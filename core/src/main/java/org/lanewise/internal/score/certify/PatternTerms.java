package org.lanewise.internal.score.certify;

/// The score of a class as a sum over groups of features, b_c + Σ_g t_cg(p_g), where p_g, the
/// *pattern* of a row in group g, is a number.
public interface PatternTerms {

  /// The number of classes k.
  int classCount();

  /// The number of groups G.
  int groups();

  /// The number of patterns of a group.
  int patterns();

  /// Whether tile t of a run has the rows t, t + 8, … instead of 64 consecutive ones.
  boolean areDealt();

  /// b_c.
  double intercept(int label);

  /// t_cg(p) of every pattern p into `out[at + p]`, each by at most 4 additions. Patterns that no
  /// row has may be anything finite.
  void terms(int label, int group, double[] out, int at);

  /// A_cg, the largest sum of |w| of the weights that a pattern of the group adds.
  double magnitude(int label, int group);

  /// The most additions that a weight passes in the floating-point scorer.
  int additions();
}
