package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.internal.gather.state.MomentState;

/// Weight of each class, and mean and sum of squared deviations of each of its features, the means
/// as anchor + residual.
///
/// Vectors of d features are padded to a multiple of 8, `[c·paddedCount + j]`. Merging is the
/// pairwise formula of Chan, Golub and LeVeque (1983): with δ = mean_b − mean_a and W = W_a + W_b,
///
/// ```
/// mean = mean_a + δ·(W_b/W),   square = (square_a + square_b) + W_a·(W_b/W)·δ²
/// ```
///
/// Subtracting solves it for a.
public final class VarianceMoments extends Moments<VarianceMoments> {

  /// Σw(x − mean)².
  public double[] square;

  /// A bound of the absolute error of `square` after subtractions; null if nothing was subtracted.
  public double[] error;

  VarianceMoments(int classCount, int featureCount) {
    super(classCount, featureCount);
    square = new double[classCount * paddedCount];
  }

  @Override
  public VarianceMoments copy(int room) {
    VarianceMoments copy = new VarianceMoments(room, featureCount);
    copy.classCount = classCount;
    if (error != null) {
      copy.makeError();
    }
    for (int c = 0; c < classCount; c++) {
      copy.takeClass(c, this, c);
    }
    return copy;
  }

  @Override
  void reserveRest(int classes) {
    double[] squares = Arrays.copyOf(square, classes * paddedCount);
    error = error == null ? null : Arrays.copyOf(error, classes * paddedCount);
    square = squares;
  }

  @Override
  public VarianceMoments arranged(int[] from) {
    VarianceMoments arranged = new VarianceMoments(from.length, featureCount);
    if (error != null) {
      arranged.makeError();
    }
    for (int c = 0; c < from.length; c++) {
      if (from[c] >= 0) {
        arranged.takeClass(c, this, from[c]);
      }
    }
    return arranged;
  }

  private void takeClass(int c, VarianceMoments other, int from) {
    takeMean(c, other, from);
    System.arraycopy(other.square, from * paddedCount, square, c * paddedCount, paddedCount);
    if (other.error != null) {
      System.arraycopy(other.error, from * paddedCount, error, c * paddedCount, paddedCount);
    }
  }

  /// Makes these the moments of a state, which fits.
  public void set(MomentState state) {
    setMeans(state);
    for (int c = 0; c < classCount; c++) {
      int base = c * paddedCount;
      if (weight[c] > 0) {
        System.arraycopy(state.squares()[c], 0, square, base, featureCount);
      }
      if (state.errors().length > 0) {
        makeError();
        System.arraycopy(state.errors()[c], 0, error, base, featureCount);
      }
    }
  }

  /// A copy, without padding.
  public MomentState state() {
    return new MomentState(
        Arrays.copyOf(weight, classCount),
        rows(anchor, classCount),
        rows(mean, classCount),
        rows(square, classCount),
        error == null ? new double[0][] : rows(error, classCount));
  }

  void clear() {
    for (int c = 0; c < classCount; c++) {
      if (weight[c] > 0) {
        int base = c * paddedCount;
        clearMean(c);
        Arrays.fill(square, base, base + paddedCount, 0);
      }
    }
    error = null;
  }

  @Override
  public void merge(VarianceMoments right) {
    for (int c = 0; c < right.classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      int base = c * paddedCount;
      if (weight[c] == 0) {
        takeMean(c, right, c);
        System.arraycopy(right.square, base, square, base, paddedCount);
        continue;
      }
      double sum = weight[c] + right.weight[c];
      double share = right.weight[c] / sum;
      double factor = weight[c] * share;
      for (int at = base; at < base + paddedCount; at++) {
        double delta = distance(right, at);
        mean[at] = Math.fma(delta, share, mean[at]);
        square[at] = Math.fma(factor * delta, delta, square[at] + right.square[at]);
      }
      weight[c] = sum;
    }
    if (right.error != null) {
      makeError();
      for (int i = 0; i < right.classCount * paddedCount; i++) {
        error[i] += right.error[i];
      }
    }
  }

  /// δ = mean_right − mean.
  private double distance(VarianceMoments right, int at) {
    return (right.anchor[at] - anchor[at]) + (right.mean[at] - mean[at]);
  }

  /// Subtracts `right`, which must be contained in these moments.
  ///
  /// @param roundings the largest number of roundings that a row has passed through on either side,
  ///   for the bound of the error
  /// @param classes the classes of both
  /// @throws IllegalArgumentException if a class of `right` has more weight than here; these
  ///   moments must then not be used any more
  public void subtract(VarianceMoments right, double roundings, Classes classes) {
    makeError();
    for (int i = 0; i < error.length; i++) {
      // Three terms of at most the sum itself, and the error of summing it.
      error[i] +=
          (roundings + 8) * UNIT_ROUNDOFF * square[i] + (right.error == null ? 0 : right.error[i]);
    }
    for (int c = 0; c < classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      double rest = rest(c, right, roundings, classes);
      int base = c * paddedCount;
      if (rest == 0) {
        clearMean(c);
        Arrays.fill(square, base, base + paddedCount, 0);
        Arrays.fill(error, base, base + paddedCount, 0);
      } else {
        double share = right.weight[c] / rest;
        // With δ the distance to the mean of all: W_b·(W/W_a)·δ².
        double factor = share * weight[c];
        for (int at = base; at < base + paddedCount; at++) {
          double delta = distance(right, at);
          mean[at] = Math.fma(-delta, share, mean[at]);
          square[at] = Math.fma(-factor * delta, delta, square[at] - right.square[at]);
        }
      }
      weight[c] = rest;
    }
  }

  /// The moments of some features, in the given order.
  public VarianceMoments select(int[] features) {
    VarianceMoments selected = new VarianceMoments(classCount, features.length);
    selectMeans(features, selected);
    select(square, classCount, features, selected.square, selected.paddedCount);
    if (error != null) {
      selected.makeError();
      select(error, classCount, features, selected.error, selected.paddedCount);
    }
    return selected;
  }

  private void makeError() {
    if (error == null) {
      error = new double[square.length];
    }
  }
}
