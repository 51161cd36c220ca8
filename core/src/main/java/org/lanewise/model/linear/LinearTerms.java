package org.lanewise.model.linear;

import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.RowReader;
import org.lanewise.model.Evidence;

/// The terms of linear scores: x_j(w_cj − w_aj), and b_c − b_a.
///
/// @param <R> the type of a row
record LinearTerms<R>(AffineForm form, int featureCount, RowReader<R> reader)
    implements Evidence<R> {

  @Override
  public double constant(int label, int against) {
    return form.intercept(label) - form.intercept(against);
  }

  @Override
  public void add(
      double sign, R row, R observed, int label, int against, double[] out, double[] zeros) {
    for (int j = 0; j < featureCount; j++) {
      out[j] += sign * (reader.value(row, j) * (form.weight(label, j) - form.weight(against, j)));
    }
  }
}
