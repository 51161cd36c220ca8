package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.TableKernels;

/// The score of a class as a sum over groups of features, b_c + Σ_g t_cg(p_g), where p_g, the
/// *pattern* of a row in group g, is one of [TableKernels#PATTERNS] numbers.
public interface PatternTerms {

  /// The number of classes k.
  int classCount();

  /// The number of groups G.
  int groups();

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
