package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.MERGE_SCATTER;

import java.util.Arrays;
import org.lanewise.internal.gather.state.MomentState;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.tier.Kernels;

/// Weight and mean of each class, the means as anchor + residual, and the scatter of each class or
/// of all within their classes.
///
/// Vectors of d features are padded to whole panels, `[c·paddedCount + j]`; scatters lie in
/// [PackedTriangle] layout. Merging is the pairwise formula of Chan, Golub and LeVeque (1983): with
/// δ = mean_b − mean_a and W = W_a + W_b,
///
/// ```
/// mean = mean_a + δ·(W_b/W),   scatter = (scatter_a + scatter_b) + (W_a·(W_b/W)·δ)δᵀ
/// ```
///
/// Subtracting ([ScatterSubtraction]) solves it for a.
public final class ScatterMoments extends Moments<ScatterMoments> {

  /// The largest number of features whose scatter fits into an array.
  private static final int MAX_FEATURES = 65_528;

  /// Whether one scatter serves all classes.
  public final boolean pooled;

  /// The scatters, null while they are 0, so that classes without rows take no d² memory.
  public double[][] scatter;

  /// For each scatter, bounds of the absolute error of its diagonal after subtractions,
  /// `[s·paddedCount + j]`; null if nothing was subtracted.
  public double[] error;

  /// Arrays of scatters of earlier ranges, for reuse.
  private double[][] spare;

  private int spareCount;
  private final double[] delta;

  /// Null until needed.
  private OuterProducts products;

  ScatterMoments(int classCount, int featureCount, boolean pooled) {
    requireSize(featureCount, classCount);
    if (featureCount > MAX_FEATURES) {
      throw new IllegalArgumentException(
          "%d features were given; at most %d are expected, whose scatter an array can hold"
              .formatted(featureCount, MAX_FEATURES));
    }
    super(classCount, featureCount);
    this.pooled = pooled;
    scatter = new double[pooled ? 1 : classCount][];
    spare = new double[scatter.length][];
    delta = new double[paddedCount];
  }

  /// The number of scatters.
  int scatterCount() {
    return pooled ? 1 : classCount;
  }

  @Override
  public ScatterMoments copy(int room) {
    ScatterMoments copy = borrowed(room);
    for (int s = 0; s < scatterCount(); s++) {
      copy.scatter[s] = scatter[s] == null ? null : scatter[s].clone();
    }
    copy.error = error == null ? null : Arrays.copyOf(error, copy.scatter.length * paddedCount);
    return copy;
  }

  /// A copy that shares the scatters of these moments.
  ///
  /// @param room the number of classes that the copy has room for
  ScatterMoments borrowed(int room) {
    ScatterMoments borrowed = new ScatterMoments(room, featureCount, pooled);
    borrowed.classCount = classCount;
    for (int c = 0; c < classCount; c++) {
      if (weight[c] > 0) {
        borrowed.takeMean(c, this, c);
      }
    }
    System.arraycopy(scatter, 0, borrowed.scatter, 0, scatterCount());
    borrowed.order = order;
    return borrowed;
  }

  /// Exchanges the scatters of a class.
  void swapScatter(int c, ScatterMoments other) {
    double[] mine = scatter[c];
    scatter[c] = other.scatter[c];
    other.scatter[c] = mine;
  }

  @Override
  void reserveRest(int classes) {
    if (pooled) {
      return;
    }
    double[][] scatters = Arrays.copyOf(scatter, classes);
    double[][] spares = Arrays.copyOf(spare, classes);
    error = error == null ? null : Arrays.copyOf(error, classes * paddedCount);
    scatter = scatters;
    spare = spares;
  }

  /// Sets these empty moments to those of a state.
  public void set(MomentState state) {
    setMeans(state);
    for (int s = 0; s < scatterCount(); s++) {
      double[] values = state.squares()[s];
      scatter[s] = values.length == 0 ? null : values.clone();
    }
    if (state.errors().length > 0) {
      makeError();
      for (int s = 0; s < scatterCount(); s++) {
        System.arraycopy(state.errors()[s], 0, error, s * paddedCount, featureCount);
      }
    }
  }

  /// A copy, without padding.
  public MomentState state() {
    double[][] scatters = new double[scatterCount()][];
    for (int s = 0; s < scatters.length; s++) {
      boolean none = scatter[s] == null || !pooled && weight[s] == 0;
      boolean zero = none || Arrays.stream(scatter[s]).allMatch(v -> v == 0);
      scatters[s] = zero ? new double[0] : scatter[s].clone();
    }
    return new MomentState(
        Arrays.copyOf(weight, classCount),
        rows(anchor, classCount),
        rows(mean, classCount),
        scatters,
        error == null ? new double[0][] : rows(error, scatterCount()));
  }

  /// Discards all rows, and keeps the arrays of scatters.
  void clear() {
    for (int c = 0; c < classCount; c++) {
      if (weight[c] > 0) {
        clearMean(c);
      }
    }
    for (int s = 0; s < scatterCount(); s++) {
      if (scatter[s] != null) {
        spare[spareCount++] = scatter[s];
        scatter[s] = null;
      }
    }
    error = null;
  }

  /// The scatter to which rows of a class are added.
  public double[] scatter(int c) {
    int s = pooled ? 0 : c;
    if (scatter[s] == null) {
      boolean used = spareCount > 0;
      anyScatter(c);
      if (used) {
        Arrays.fill(scatter[s], 0);
      }
    }
    return scatter[s];
  }

  /// An array for the scatter of a class; its contents are undefined if the class has no rows.
  double[] anyScatter(int c) {
    int s = pooled ? 0 : c;
    if (scatter[s] == null) {
      scatter[s] =
          spareCount > 0 ? spare[--spareCount] : new double[PackedTriangle.size(featureCount)];
    }
    return scatter[s];
  }

  /// The diagonal of a scatter.
  public double diagonal(int s, int feature) {
    return scatter[s] == null ? 0 : scatter[s][PackedTriangle.index(feature, feature)];
  }

  /// Takes the first row of a class as its anchor: a row of a tile, panel by panel.
  ///
  /// @param panelStride from one panel of the row to the next
  void anchorAt(int c, double[] tile, int row, int panelStride) {
    for (int p = 0; p < panels; p++) {
      System.arraycopy(
          tile,
          row + p * panelStride,
          anchor,
          c * paddedCount + p * PackedTriangle.WIDTH,
          PackedTriangle.WIDTH);
    }
  }

  @Override
  public void merge(ScatterMoments right) {
    if (pooled) {
      mergePooled(right);
    }
    for (int c = 0; c < right.classCount && !pooled; c++) {
      if (right.weight[c] > 0) {
        merge(right, c, delta);
      }
    }
    if (right.error != null) {
      makeError();
      for (int i = 0; i < right.scatterCount() * paddedCount; i++) {
        error[i] += right.error[i];
      }
    }
  }

  private void mergePooled(ScatterMoments right) {
    reserveMerging();
    if (right.scatter[0] != null) {
      Arrays.fill(delta, 0);
      Kernels.gaussian(MERGE_SCATTER)
          .mergeScatter(scatter(0), 0, right.scatter(0), 0, panels, delta, 0);
    }
    int count = order == null ? right.classCount : order.length;
    for (int i = 0; i < count; i++) {
      int c = order == null ? i : order[i];
      if (c >= right.classCount || right.weight[c] == 0) {
        continue;
      }
      if (weight[c] == 0) {
        takeMean(c, right, c);
      } else {
        double factor = mergeMean(right, c, delta);
        products.add(factor, delta, scatter(0));
      }
    }
    products.addTo(scatter(0));
  }

  /// Allocates all arrays for merging pooled moments.
  void reserveMerging() {
    scatter(0);
    if (products == null) {
      products = new OuterProducts(panels);
    }
  }

  /// Merges a class that has rows in `right` and its own scatter.
  ///
  /// @param distance scratch of d elements, padded
  void merge(ScatterMoments right, int c, double[] distance) {
    if (weight[c] == 0) {
      takeMean(c, right, c);
      System.arraycopy(right.scatter(c), 0, scatter(c), 0, scatter(c).length);
    } else {
      double factor = mergeMean(right, c, distance);
      Kernels.gaussian(MERGE_SCATTER)
          .mergeScatter(scatter(c), 0, right.scatter(c), 0, panels, distance, factor);
    }
  }

  /// Merges the weight and mean of a class that has rows on both sides.
  ///
  /// @param distance becomes δ
  /// @return the factor of δδᵀ, W_a·(W_b/W)
  double mergeMean(ScatterMoments right, int c, double[] distance) {
    double sum = weight[c] + right.weight[c];
    double share = right.weight[c] / sum;
    double factor = weight[c] * share;
    int base = c * paddedCount;
    distance(right, base, distance);
    for (int j = 0; j < paddedCount; j++) {
      mean[base + j] = Math.fma(distance[j], share, mean[base + j]);
    }
    weight[c] = sum;
    return factor;
  }

  @Override
  public ScatterMoments arranged(int[] from) {
    ScatterMoments arranged = new ScatterMoments(from.length, featureCount, pooled);
    if (error != null) {
      arranged.makeError();
    }
    for (int c = 0; c < from.length; c++) {
      if (from[c] >= 0) {
        arranged.takeMean(c, this, from[c]);
        if (!pooled) {
          arranged.takeScatter(c, this, from[c]);
        }
      }
    }
    if (pooled) {
      arranged.takeScatter(0, this, 0);
    }
    return arranged;
  }

  /// Takes classes that have no rows here, class c as class `to[c]`; scatters are not copied.
  public void takeClasses(ScatterMoments other, int[] to) {
    if (other.error != null) {
      makeError();
    }
    for (int c = 0; c < to.length; c++) {
      if (other.weight[c] > 0) {
        takeMean(to[c], other, c);
        takeScatter(to[c], other, c);
      }
    }
  }

  private void takeScatter(int s, ScatterMoments other, int from) {
    scatter[s] = other.scatter[from];
    if (other.error != null) {
      System.arraycopy(other.error, from * paddedCount, error, s * paddedCount, paddedCount);
    }
  }

  /// The moments of some features, in the given order.
  public ScatterMoments select(int[] features) {
    ScatterMoments selected = new ScatterMoments(classCount, features.length, pooled);
    selectMeans(features, selected);
    for (int s = 0; s < scatterCount(); s++) {
      if (scatter[s] == null) {
        continue;
      }
      double[] to = new double[PackedTriangle.size(features.length)];
      for (int j = 0; j < features.length; j++) {
        // The panel holds entries below the diagonal too.
        int end = Math.min(features.length, (j / PackedTriangle.WIDTH + 1) * PackedTriangle.WIDTH);
        for (int i = 0; i < end; i++) {
          int low = Math.min(features[i], features[j]);
          int high = Math.max(features[i], features[j]);
          to[PackedTriangle.index(i, j)] = scatter[s][PackedTriangle.index(low, high)];
        }
      }
      selected.scatter[s] = to;
    }
    if (error != null) {
      selected.makeError();
      select(error, scatterCount(), features, selected.error, selected.paddedCount);
    }
    return selected;
  }

  void makeError() {
    if (error == null) {
      error = new double[scatter.length * paddedCount];
    }
  }

  /// δ = mean_right − mean of the class that begins at `base`.
  void distance(ScatterMoments right, int base, double[] distance) {
    for (int j = 0; j < paddedCount; j++) {
      int at = base + j;
      distance[j] = (right.anchor[at] - anchor[at]) + (right.mean[at] - mean[at]);
    }
  }
}
