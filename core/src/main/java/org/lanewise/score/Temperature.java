package org.lanewise.score;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// What posteriors are tempered by (temperature scaling: Guo, Pleiss, Sun and Weinberger, On
/// Calibration of Modern Neural Networks, ICML 2017):
///
/// ```
/// p_T(c | x) = p(x, c)^(1/T) / Σ_c' p(x, c')^(1/T)
/// ```
///
/// Above 1 it makes posteriors less sure, as Naive Bayes needs it whose features are not
/// independent; below 1 surer. Neither the order of the classes changes nor log p(x, c) and log
/// p(x), which stay those of the model. Immutable.
///
/// **With other priors** π' than the π that T was found with, the tempered posterior is taken as
/// calibrated, and its odds change by those of the priors ([#underPriors]):
///
/// ```
/// p(c | x) ∝ p_T(c | x) · π'_c/π_c
/// ```
///
/// so the priors themselves are not tempered a second time, and the class may be another than that
/// of the untempered scores under π'.
public final class Temperature {

  private final double value;

  /// log π'_c − log π_c, or null where the priors are those of T.
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

  /// This temperature for a model whose priors were replaced.
  ///
  /// @param fitted the k class priors π that T was found with
  /// @param priors those of the model now, π'
  /// @throws IllegalArgumentException if there are not as many
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

  /// Whether the class of the largest score stays so; not always where priors were replaced.
  public boolean keepsOrder() {
    return shift == null;
  }

  /// The number of classes that this temperature is for; 0 where it is for any.
  public int classCount() {
    return shift == null ? 0 : shift.length;
  }

  /// Tempers the scores of a row, whose softmax is its posterior: with s_c = log π'_c − log π_c,
  /// v_c becomes (v_c − s_c − m)/T + s_c, where m is the largest v_c − s_c: what all classes share
  /// changes no posterior, and nothing overflows.
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
