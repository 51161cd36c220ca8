package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;

/// The terms of binary rows: bit t of the pattern of group g is the feature g + t·G.
public final class BitTerms implements PatternTerms {

  private final AffineForm form;
  private final int groups;

  public BitTerms(AffineForm form) {
    this.form = form;
    groups = TableKernels.groups(form.featureCount());
  }

  @Override
  public int classCount() {
    return form.classCount();
  }

  @Override
  public int groups() {
    return groups;
  }

  @Override
  public double intercept(int label) {
    return form.intercept(label);
  }

  @Override
  public void terms(int label, int group, double[] out, int at) {
    out[at] = 0;
    for (int t = 0; t < TableKernels.FEATURES; t++) {
      double weight = weight(label, group, t);
      int size = 1 << t;
      for (int p = 0; p < size; p++) {
        out[at + size + p] = out[at + p] + weight;
      }
    }
  }

  @Override
  public double magnitude(int label, int group) {
    double sum = 0;
    for (int t = 0; t < TableKernels.FEATURES; t++) {
      sum += Math.abs(weight(label, group, t));
    }
    return sum;
  }

  private double weight(int label, int group, int t) {
    int j = group + t * groups;
    return j < form.featureCount() ? form.weight(label, j) : 0;
  }

  @Override
  public int additions() {
    return ScoreKernels.quarter(form.featureCount()) + 4;
  }
}
