package org.lanewise.model.discrete;

/// Neumaier's sum, in the order of the additions, with a separate sum of rounding errors
/// (*Zeitschrift für Angewandte Mathematik und Mechanik* 54, 1974).
final class CompensatedSum {

  private double sum;
  private double lost;

  void add(double term) {
    double next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }

  void add(CompensatedSum other) {
    add(other.sum);
    lost += other.lost;
  }

  double value() {
    return sum + lost;
  }
}
