package org.lanewise.internal.score.certify;

import java.util.Arrays;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;

/// The terms of categorical rows: each group stands for up to P − 1 categories of a feature, P the
/// number of patterns. Pattern 0 is a row that has none of them, pattern p the category `least(g) +
/// p − 1`, where the one after the feature's last stands for all that are not known.
public final class CategoryTerms implements PatternTerms {

  /// The most categories of a feature: their codes, and one more, are bytes.
  public static final int MAX_CATEGORIES = Byte.MAX_VALUE - 1;

  private final AffineForm form;
  private final double[] weights;
  private final int[] place;
  private final int[] size;
  private final int codes;
  private final int[] firstGroup;
  private final int groups;

  private CategoryTerms(
      AffineForm form, double[] weights, int[] place, int[] size, int patterns, int span) {
    this.form = form;
    this.weights = weights;
    this.place = place;
    this.size = size;
    codes = patterns - 1;
    firstGroup = new int[size.length + 1];
    for (int j = 0; j < size.length; j++) {
      firstGroup[j + 1] = firstGroup[j] + size[j] / codes + 1;
    }
    groups = (firstGroup[size.length] + span - 1) / span * span;
  }

  /// Terms of groups of [TableKernels#PATTERNS].
  ///
  /// @param weights the weight of class c and code i of feature j at `[(place[j] + i)·classStride +
  ///   c]`
  /// @param size the number of categories of each feature
  public static CategoryTerms of(AffineForm form, double[] weights, int[] place, int[] size) {
    return new CategoryTerms(form, weights, place, size, TableKernels.PATTERNS, 1);
  }

  /// Terms of groups of [TableKernels#DIGIT_PATTERNS]; the last groups may be of no feature.
  public static CategoryTerms ofDigits(AffineForm form, double[] weights, int[] place, int[] size) {
    int span = TableKernels.DIGIT_SPAN;
    return new CategoryTerms(form, weights, place, size, TableKernels.DIGIT_PATTERNS, span);
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
  public boolean areDealt() {
    return false;
  }

  /// The first group of a feature; those of feature d would begin after the last.
  public int firstGroup(int feature) {
    return firstGroup[feature];
  }

  /// The code that pattern 1 of a group of a feature stands for.
  public int least(int feature, int group) {
    return (group - firstGroup[feature]) * codes;
  }

  @Override
  public int patterns() {
    return codes + 1;
  }

  @Override
  public double intercept(int label) {
    return form.intercept(label);
  }

  @Override
  public void terms(int label, int group, double[] out, int at) {
    Arrays.fill(out, at, at + patterns(), 0);
    if (group < firstGroup[size.length]) {
      int feature = feature(group);
      int least = least(feature, group);
      int end = Math.min(codes, size[feature] + 1 - least);
      for (int p = 1; p <= end; p++) {
        int code = least + p - 1;
        out[at + p] = weights[(place[feature] + code) * form.classStride() + label];
      }
    }
  }

  @Override
  public double magnitude(int label, int group) {
    double[] terms = new double[patterns()];
    terms(label, group, terms, 0);
    double largest = 0;
    for (double term : terms) {
      largest = Math.max(largest, Math.abs(term));
    }
    return largest;
  }

  @Override
  public int additions() {
    return ScoreKernels.quarter(size.length) + 4;
  }

  private int feature(int group) {
    int at = Arrays.binarySearch(firstGroup, group);
    return at >= 0 ? at : -at - 2;
  }
}
