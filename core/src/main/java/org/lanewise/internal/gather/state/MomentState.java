package org.lanewise.internal.gather.state;

/// Moments of k classes and d features, as `GaussianStatistics` and `VarianceStatistics` hold them.
///
/// @param weights the sum of weights of each class
/// @param anchors k rows of d: a value near each class, zeros if the weight is 0
/// @param residuals k rows of d: mean − anchor
/// @param squares the sums of squared deviations from the mean of each class, k rows of d; or its
///   scatter, laid out as `GaussianSummary.packedScatter(int)` or of length 0 if it is 0; or one
///   scatter pooled over the classes
/// @param errors for each of `squares`, d bounds of the error of the squares after subtractions; of
///   length 0 if nothing was subtracted
public record MomentState(
    double[] weights,
    double[][] anchors,
    double[][] residuals,
    double[][] squares,
    double[][] errors) {

  /// Returns these moments with class `from[c]` as class c.
  ///
  /// @param pooled whether squares are pooled over the classes
  MomentState arranged(int[] from, boolean pooled) {
    return new MomentState(
        Arranging.values(weights, from),
        Arranging.rows(anchors, from),
        Arranging.rows(residuals, from),
        pooled ? squares : Arranging.rows(squares, from),
        pooled || errors.length == 0 ? errors : Arranging.rows(errors, from));
  }

  /// Returns these moments of rows whose weights are multiplied by a factor.
  MomentState scaled(double factor) {
    return new MomentState(
        Arranging.scaled(weights, factor),
        anchors,
        residuals,
        Arranging.scaled(squares, factor),
        Arranging.scaled(errors, factor));
  }

  /// Refuses moments that no rows can lead to, except for the contents of `squares`.
  ///
  /// @param count the number of `squares`
  /// @param what one of them, for messages
  void check(int classCount, int featureCount, int count, String what) {
    StateChecks.requireCount("class weights", classCount, weights.length);
    StateChecks.requireCount("anchors", classCount, anchors.length);
    StateChecks.requireCount("residuals", classCount, residuals.length);
    StateChecks.requireCount(what + "s", count, squares.length);
    for (int c = 0; c < classCount; c++) {
      StateChecks.requireNumber("the weight of class " + c, weights[c]);
      StateChecks.requireCount("anchor values of class " + c, featureCount, anchors[c].length);
      StateChecks.requireCount("residuals of class " + c, featureCount, residuals[c].length);
    }
    if (errors.length > 0) {
      StateChecks.requireCount("errors of %ss".formatted(what), count, errors.length);
    }
    for (int s = 0; s < errors.length; s++) {
      StateChecks.requireNumbers("errors of %s %d".formatted(what, s), errors[s], featureCount);
    }
  }
}
