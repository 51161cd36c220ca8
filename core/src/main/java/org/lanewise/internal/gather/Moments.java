package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.internal.gather.state.MomentState;
import org.lanewise.internal.kernel.PackedTriangle;

/// Mergeable moments of consecutive rows, class by class.
///
/// New classes come after the known ones. [#reserve(int)] allocates their arrays and may fail;
/// [#grow(int)] then adds the classes and cannot fail.
///
/// @param <M> the moments themselves
public abstract class Moments<M extends Moments<M>> {

  /// The largest relative error of one rounding.
  protected static final double UNIT_ROUNDOFF = 0x1p-53;

  /// The largest number of elements of an array that every virtual machine allows.
  private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

  /// The number of classes k.
  public int classCount;

  public final int featureCount;
  public final int panels;

  /// Features of a class with padding, a multiple of 8.
  public final int paddedCount;

  /// Σw of each class; the array may have room for more classes.
  public double[] weight;

  /// A value near each class, such as a row, about which its mean is given, `[c·paddedCount + j]`.
  public double[] anchor;

  /// Mean − anchor.
  public double[] mean;

  /// All classes with rows, in the order in which sums over classes add them; null for the order of
  /// their indices. Indices may follow the order of arrival, on which no bit may depend.
  public int[] order;

  protected Moments(int classCount, int featureCount) {
    requireSize(featureCount, classCount);
    this.classCount = classCount;
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    paddedCount = panels * PackedTriangle.WIDTH;
    weight = new double[classCount];
    anchor = new double[classCount * paddedCount];
    mean = new double[classCount * paddedCount];
  }

  /// Refuses more means than an array can hold.
  ///
  /// @throws IllegalArgumentException if these are more, or there is no class or feature
  static void requireSize(int featureCount, int classCount) {
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
    if (classCount < 0) {
      throw new IllegalArgumentException(
          "classCount is " + classCount + "; at least 0 is expected");
    }
    long padded = ((long) featureCount + PackedTriangle.WIDTH - 1) / PackedTriangle.WIDTH;
    if (padded * PackedTriangle.WIDTH * classCount > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 means are expected, features counted in eights"
              .formatted(featureCount, classCount));
    }
  }

  /// Merges what `right` holds into this, as if its rows came after these.
  public abstract void merge(M right);

  /// A copy without room for more classes.
  public final M copy() {
    return copy(classCount);
  }

  /// A copy with room for more classes.
  ///
  /// @param room at least the number of classes
  public abstract M copy(int room);

  /// Makes room for classes.
  ///
  /// @throws IllegalArgumentException if they are more than arrays can hold
  public final void reserve(int classes) {
    if (classes <= weight.length) {
      return;
    }
    int room = roomFor(classes);
    double[] weights = Arrays.copyOf(weight, room);
    double[] anchors = Arrays.copyOf(anchor, room * paddedCount);
    double[] means = Arrays.copyOf(mean, room * paddedCount);
    reserveRest(room);
    weight = weights;
    anchor = anchors;
    mean = means;
  }

  /// Makes room for classes in the arrays of the subclass. Changes nothing if it fails.
  abstract void reserveRest(int classes);

  /// Adds classes without rows; there must be room for them.
  final void grow(int classes) {
    classCount = Math.max(classCount, classes);
  }

  /// Returns moments with other classes: class c is class `from[c]` of these, or has no rows if
  /// `from[c]` is negative. These moments must not be used afterwards.
  ///
  /// @param from the old index of each class, each at most once
  public abstract M arranged(int[] from);

  /// The length of an array with room for classes. It grows by at least half, because classes may
  /// come one by one.
  private int roomFor(int classes) {
    requireSize(featureCount, classes);
    int most = MAX_ELEMENTS / paddedCount;
    return weight.length == 0
        ? classes
        : (int) Math.min(most, Math.max(classes, weight.length * 3L / 2));
  }

  /// The room of a copy to which classes may be added one by one: an eighth more.
  final int roomOfCopy() {
    return (int) Math.min(MAX_ELEMENTS / paddedCount, classCount + classCount / 8 + 1L);
  }

  /// A copy of the first rows of padded features, without padding.
  protected final double[][] rows(double[] padded, int count) {
    double[][] rows = new double[count][];
    for (int row = 0; row < count; row++) {
      rows[row] = Arrays.copyOfRange(padded, row * paddedCount, row * paddedCount + featureCount);
    }
    return rows;
  }

  /// Sets the weights and means to those of a state.
  final void setMeans(MomentState state) {
    System.arraycopy(state.weights(), 0, weight, 0, classCount);
    for (int c = 0; c < classCount; c++) {
      if (weight[c] > 0) {
        System.arraycopy(state.anchors()[c], 0, anchor, c * paddedCount, featureCount);
        System.arraycopy(state.residuals()[c], 0, mean, c * paddedCount, featureCount);
      }
    }
  }

  /// Takes the weight and mean of a class that has no rows here.
  final void takeMean(int c, M other, int from) {
    weight[c] = other.weight[from];
    System.arraycopy(other.anchor, from * paddedCount, anchor, c * paddedCount, paddedCount);
    System.arraycopy(other.mean, from * paddedCount, mean, c * paddedCount, paddedCount);
  }

  /// Sets the weight and mean of a class to 0.
  final void clearMean(int c) {
    int base = c * paddedCount;
    weight[c] = 0;
    Arrays.fill(anchor, base, base + paddedCount, 0);
    Arrays.fill(mean, base, base + paddedCount, 0);
  }

  /// Copies the weights, and some features of the means.
  final void selectMeans(int[] features, M selected) {
    System.arraycopy(weight, 0, selected.weight, 0, classCount);
    select(anchor, classCount, features, selected.anchor, selected.paddedCount);
    select(mean, classCount, features, selected.mean, selected.paddedCount);
  }

  /// Copies some features of padded rows.
  final void select(double[] rows, int count, int[] features, double[] out, int outStride) {
    for (int row = 0; row < count; row++) {
      for (int j = 0; j < features.length; j++) {
        out[row * outStride + j] = rows[row * paddedCount + features[j]];
      }
    }
  }

  /// The weight of a class after subtracting the rows of `right`. Whole numbers are exact. Sums of
  /// fractions are rounded, so a rest within that error is 0.
  ///
  /// @param roundings the largest number of roundings that a row has passed through on either side
  /// @param classes of both
  /// @throws BadDataException if `right` has more
  public final double rest(int c, M right, double roundings, Classes classes) {
    double rest = weight[c] - right.weight[c];
    boolean isExact =
        weight[c] == Math.rint(weight[c]) && right.weight[c] == Math.rint(right.weight[c]);
    if (!isExact && Math.abs(rest) <= (roundings + 8) * UNIT_ROUNDOFF * weight[c]) {
      return 0;
    }
    if (rest < 0) {
      throw new BadDataException(
          "%s has rows of weight %s, of which %s cannot be subtracted; rows that were added"
              + " before are expected",
          Fact.label(c, classes), weight[c], Fact.value(right.weight[c]));
    }
    return rest;
  }

  /// The weights of all classes.
  public final double totalWeight() {
    double sum = 0;
    for (int c = 0; c < classCount; c++) {
      sum += weight[c];
    }
    return sum;
  }
}
