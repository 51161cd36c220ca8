package org.lanewise.score;

/// What a scorer says of one row: its class, how sure that is, and how likely the row. Set again
/// with every call, so a thread that keeps one of its own is answered without allocating:
///
/// ```java
/// Answer answer = new Answer();
/// scorer.answer(row, answer);
/// ```
///
/// Not safe for use by several threads at once.
public final class Answer {

  private int label;
  private double logPosterior;
  private double posterior;
  private double logDensity;

  /// One of class 0, and of NaN until it is set.
  public Answer() {
    set(0, Double.NaN, Double.NaN, Double.NaN);
  }

  /// Sets all of it.
  public void set(int label, double logPosterior, double posterior, double logDensity) {
    this.label = label;
    this.logPosterior = logPosterior;
    this.posterior = posterior;
    this.logDensity = logDensity;
  }

  /// The index of the most probable class.
  public int label() {
    return label;
  }

  /// log p(label | x).
  public double logPosterior() {
    return logPosterior;
  }

  /// p(label | x).
  public double posterior() {
    return posterior;
  }

  /// log p(x); NaN where the model has no density.
  public double logDensity() {
    return logDensity;
  }

  @Override
  public String toString() {
    return "Answer[class %d, posterior %s, log density %s]".formatted(label, posterior, logDensity);
  }
}
