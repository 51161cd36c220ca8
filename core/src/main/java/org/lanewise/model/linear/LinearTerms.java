package org.lanewise.model.linear;

import org.lanewise.data.SparseRow;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.model.Evidence;

/// The terms of linear scores: x_j(w_cj − w_aj), and b_c − b_a.
///
/// @param <R> the type of a row
abstract class LinearTerms<R> implements Evidence<R> {

  private final AffineForm form;

  private LinearTerms(AffineForm form) {
    this.form = form;
  }

  final double term(int feature, double value, int label, int against) {
    return value * (form.weight(label, feature) - form.weight(against, feature));
  }

  @Override
  public final double constant(int label, int against) {
    return form.intercept(label) - form.intercept(against);
  }

  static final class Dense extends LinearTerms<double[]> {

    Dense(AffineForm form) {
      super(form);
    }

    @Override
    public void add(
        double sign,
        double[] row,
        double[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      for (int j = 0; j < row.length; j++) {
        out[j] += sign * term(j, row[j], label, against);
      }
    }
  }

  static final class Sparse extends LinearTerms<SparseRow> {

    Sparse(AffineForm form) {
      super(form);
    }

    @Override
    public void add(
        double sign,
        SparseRow row,
        SparseRow observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      for (int at = row.from(); at < row.to(); at++) {
        int j = row.indices()[at];
        double value = row.values() == null ? 1 : row.values()[at];
        out[j] += sign * term(j, value, label, against);
      }
    }
  }
}
