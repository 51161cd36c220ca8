package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;

/// The terms of binary rows: bit t of the pattern of group g is the feature g + t·G.
public final class BitTerms implements PatternTerms {

  private final AffineForm form;
  private final int features;
  private final int groups;

  private BitTerms(AffineForm form, int features, int groups) {
    this.form = form;
    this.features = features;
    this.groups = groups;
  }

  /// Terms of groups of [TableKernels#FEATURES].
  public static BitTerms of(AffineForm form) {
    return new BitTerms(form, TableKernels.FEATURES, TableKernels.groups(form.featureCount()));
  }

  /// Terms of groups of [TableKernels#DIGIT_FEATURES].
  public static BitTerms ofDigits(AffineForm form) {
    return new BitTerms(
        form, TableKernels.DIGIT_FEATURES, TableKernels.digitGroups(form.featureCount()));
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
  public int patterns() {
    return 1 << features;
  }

  @Override
  public boolean areDealt() {
    return features == TableKernels.DIGIT_FEATURES;
  }

  @Override
  public double intercept(int label) {
    return form.intercept(label);
  }

  @Override
  public void terms(int label, int group, double[] out, int at) {
    out[at] = 0;
    for (int t = 0; t < features; t++) {
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
    for (int t = 0; t < features; t++) {
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
