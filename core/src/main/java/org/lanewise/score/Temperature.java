package org.lanewise.score;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// A temperature for posteriors (temperature scaling: Guo, Pleiss, Sun and Weinberger, On
/// Calibration of Modern Neural Networks, ICML 2017):
///
/// ```
/// p_T(c | x) = p(x, c)^(1/T) / Σ_c' p(x, c')^(1/T)
/// ```
///
/// T > 1 makes posteriors less confident, as Naive Bayes with dependent features needs; T < 1 makes
/// them more confident. The order of the classes does not change, nor do log p(x, c) and log p(x),
/// which remain those of the model. Immutable.
///
/// **With priors** π' other than the π with which T was found, the tempered posterior is taken as
/// calibrated, and its odds change by the ratio of the priors ([#underPriors]):
///
/// ```
/// p(c | x) ∝ p_T(c | x) · π'_c/π_c
/// ```
///
/// so the ratio of the priors is not tempered, and the class may differ from that of the untempered
/// scores under π'.
public final class Temperature {

  private final double value;

  /// log π'_c − log π_c, or null if the priors are those of T.
  private final double[] shift;

  private Temperature(double value, double[] shift) {
    this.value = value;
    this.shift = shift;
  }

  /// A temperature.
  ///
  /// @param value T
  /// @throws IllegalArgumentException if it is not a finite number above 0
  public static Temperature of(double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new BadDataException(
          "the temperature is %s; a finite number above 0 is expected", Fact.value(value));
    }
    return new Temperature(value, null);
  }

  /// Returns this temperature adjusted to a model whose priors were replaced.
  ///
  /// @param fitted the k class priors π with which T was found
  /// @param priors the current priors of the model, π'
  /// @throws IllegalArgumentException if their numbers differ
  public Temperature underPriors(double[] fitted, double[] priors) {
    if (fitted.length != priors.length) {
      throw new IllegalArgumentException(
          "the temperature was found with %d priors, and %d are given; as many are expected"
              .formatted(fitted.length, priors.length));
    }
    if (Arrays.equals(fitted, priors)) {
      return new Temperature(value, null);
    }
    double[] logs = new double[priors.length];
    for (int c = 0; c < logs.length; c++) {
      logs[c] =
          priors[c] == 0
              ? Double.NEGATIVE_INFINITY
              : StrictMath.log(priors[c]) - StrictMath.log(fitted[c]);
    }
    return new Temperature(value, logs);
  }

  /// T.
  public double value() {
    return value;
  }

  /// Whether the class with the largest score always stays the same; false if priors were replaced.
  public boolean keepsOrder() {
    return shift == null;
  }

  /// The number of classes of this temperature; 0 if it fits any number.
  public int classCount() {
    return shift == null ? 0 : shift.length;
  }

  /// Tempers the scores of a row, whose softmax is its posterior: with s_c = log π'_c − log π_c,
  /// v_c becomes (v_c − s_c − m)/T + s_c. m is the largest v_c − s_c, which cancels in the
  /// posterior and prevents overflow.
  ///
  /// @param scores v_c at `scores[from + c·stride]`
  public void apply(double[] scores, int from, int stride, int classCount) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classCount; c++) {
      largest = Math.max(largest, unshifted(scores[from + c * stride], c));
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return;
    }
    for (int c = 0; c < classCount; c++) {
      int at = from + c * stride;
      double tempered = (unshifted(scores[at], c) - largest) / value;
      scores[at] =
          shift == null || tempered == Double.NEGATIVE_INFINITY ? tempered : tempered + shift[c];
    }
  }

  private double unshifted(double score, int c) {
    return shift == null || score == Double.NEGATIVE_INFINITY ? score : score - shift[c];
  }

  @Override
  public String toString() {
    return "Temperature[" + value + (shift == null ? "]" : ", other priors]");
  }
}
