package org.lanewise.model.discrete;

/// Logarithms of shares and odds of counts.
final class Shares {

  private Shares() {}

  /// log(part / (part + rest)), accurate also near 0; log ½ if both are 0.
  static double log(double part, double rest) {
    if (part == 0 && rest == 0) {
      return StrictMath.log(0.5);
    }
    double total = part + rest;
    if (part > rest) {
      return StrictMath.log1p(-rest / total);
    }
    double share = part / total;
    return share >= Double.MIN_NORMAL || part == 0
        ? StrictMath.log(share)
        : StrictMath.log(part) - StrictMath.log(total);
  }

  /// log(part / total), accurate also near 0.
  static double ofTotal(double part, double total) {
    return log(part, Math.max(0, total - part));
  }

  /// log(one / zero), accurate also near 0; 0 if both are 0.
  static double logOdds(double one, double zero) {
    if (one == zero) {
      return 0;
    }
    double odds = one / zero;
    if (odds > 0.5 && odds < 2) {
      return StrictMath.log1p((one - zero) / zero);
    }
    return (odds >= Double.MIN_NORMAL && odds <= Double.MAX_VALUE) || one == 0 || zero == 0
        ? StrictMath.log(odds)
        : StrictMath.log(one) - StrictMath.log(zero);
  }
}
