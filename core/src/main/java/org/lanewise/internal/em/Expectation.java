package org.lanewise.internal.em;

import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.marginal.Reflections;
import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.internal.tier.Kernels;

/// The expectation step: the expected contribution of missing values to the scatters of normal
/// classes.
///
/// Given the parameters of its class, the missing part of a row has the mean and the covariance
///
/// ```
/// μ_m + Σ_mo Σ_oo⁻¹ (x_o − μ_o),   Σ_mm − Σ_mo Σ_oo⁻¹ Σ_om
/// ```
///
/// (Little and Rubin, Statistical Analysis with Missing Data, 3rd ed., section 11.2). Both come
/// from the [Reflections] of the inverse factor of Σ. Rows are filled with the mean; the sums of
/// the covariances are what the scatters of the filled rows lack.
public final class Expectation {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  /// The number of rows whose sums are computed separately, whatever the number of workers.
  private static final int WHOLE_PART = 4096;

  private static final int INCOMPLETE_PART = 512;

  private final Features features;
  private final Classes classes;
  private final int d;

  /// The complete rows, in the order of their classes.
  private final double[][] whole;

  private final int[] wholeLabels;
  private final double[] wholeWeights;

  /// The incomplete rows as they came, and as the last step filled them.
  private final double[][] incomplete;

  private final int[] incompleteLabels;
  private final double[] incompleteWeights;
  private final double[][] filled;

  /// Σ w (Σ_mm − Σ_mo Σ_oo⁻¹ Σ_om) of each class, in [PackedTriangle] layout.
  private final double[][] covariances;

  /// The first row of each part of the incomplete rows, and the number of these rows.
  private final int[] parts;

  private final Workers workers;
  private double logLikelihood;

  /// Normal classes.
  ///
  /// @param origins k rows of d values about which the means are given
  /// @param means k rows of d residual means
  /// @param factors k inverse factors M, in [PackedTriangle] layout
  /// @param logDeterminants log |Σ| of each class
  public record Normal(
      double[][] origins, double[][] means, double[][] factors, double[] logDeterminants) {}

  /// Copies rows.
  ///
  /// @param workers the threads that fill rows; results are bit-identical for any number
  /// @throws IllegalArgumentException if a value is infinite
  public Expectation(NumericColumns rows, Labels labels, Workers workers) {
    this.workers = workers;
    features = rows.features();
    classes = labels.classes();
    d = rows.featureCount();
    SortedRows sorted = new SortedRows(rows, labels);
    List<Integer> complete = new ArrayList<>();
    List<Integer> holes = new ArrayList<>();
    for (int r = 0; r < sorted.rows.length; r++) {
      (SortedRows.isWhole(sorted.rows[r]) ? complete : holes).add(r);
    }
    whole = complete.stream().map(r -> sorted.rows[r]).toArray(double[][]::new);
    wholeLabels = complete.stream().mapToInt(r -> sorted.labels[r]).toArray();
    wholeWeights = complete.stream().mapToDouble(r -> sorted.weights[r]).toArray();
    incomplete = holes.stream().map(r -> sorted.rows[r]).toArray(double[][]::new);
    incompleteLabels = holes.stream().mapToInt(r -> sorted.labels[r]).toArray();
    incompleteWeights = holes.stream().mapToDouble(r -> sorted.weights[r]).toArray();
    filled = new double[d][incomplete.length];
    covariances = new double[classes.count()][PackedTriangle.size(d)];
    parts = parts();
  }

  /// Cuts the incomplete rows where the class changes and, in parts with enough rows, between
  /// patterns of missing values.
  private int[] parts() {
    int[] begins = new int[incomplete.length + 1];
    int count = 0;
    for (int r = 1; r < incomplete.length; r++) {
      boolean full = r - begins[count] >= INCOMPLETE_PART && !continues(r);
      if (full || incompleteLabels[r] != incompleteLabels[r - 1]) {
        begins[++count] = r;
      }
    }
    begins[incomplete.length == 0 ? 0 : ++count] = incomplete.length;
    return Arrays.copyOf(begins, count + 1);
  }

  /// Whether a row has the class and the missing features of the previous one.
  private boolean continues(int r) {
    return incompleteLabels[r] == incompleteLabels[r - 1]
        && SortedRows.samePattern(incomplete[r], incomplete[r - 1]);
  }

  /// The complete rows; null if there are none.
  public NumericColumns wholeRows() {
    return whole.length == 0 ? null : NumericColumns.fromRows(whole).withFeatures(features);
  }

  /// The classes and weights of the complete rows.
  public Labels wholeLabels() {
    return Labels.ofIndices(wholeLabels, classes).withWeights(wholeWeights);
  }

  /// The incomplete rows, as the last step filled them; null if there are none.
  public NumericColumns filledRows() {
    return incomplete.length == 0 ? null : NumericColumns.of(filled).withFeatures(features);
  }

  /// The incomplete rows as they came, with NaN for missing values; null if there are none.
  public NumericColumns incompleteRows() {
    return incomplete.length == 0
        ? null
        : NumericColumns.fromRows(incomplete).withFeatures(features);
  }

  /// The classes and weights of the incomplete rows.
  public Labels filledLabels() {
    return Labels.ofIndices(incompleteLabels, classes).withWeights(incompleteWeights);
  }

  /// Refuses two features that are never observed in the same row of a class (if classes share a
  /// covariance: of any class). The likelihood does not depend on their covariance.
  ///
  /// @throws BadDataException if there are two such features
  public void requireObservedTogether(boolean shared) {
    for (int c = 0; c < (shared ? 1 : classes.count()); c++) {
      int label = c;
      IntPredicate isAsked = other -> shared || other == label;
      if (Arrays.stream(wholeLabels).noneMatch(isAsked)
          && Arrays.stream(incompleteLabels).anyMatch(isAsked)) {
        requireObservedTogether(isAsked, shared ? "any class" : Fact.label(c, classes));
      }
    }
  }

  private void requireObservedTogether(IntPredicate isAsked, Object whose) {
    BitSet[] together = new BitSet[d];
    Arrays.setAll(together, j -> new BitSet(d));
    for (int r = 0; r < incomplete.length; r++) {
      if (isAsked.test(incompleteLabels[r]) && (r == 0 || !continues(r))) {
        double[] row = incomplete[r];
        BitSet pattern = new BitSet(d);
        IntStream.range(0, d).filter(j -> !Double.isNaN(row[j])).forEach(pattern::set);
        pattern.stream().forEach(j -> together[j].or(pattern));
      }
    }
    for (int j = 0; j < d; j++) {
      int other = together[j].nextClearBit(j + 1);
      if (other < d) {
        throw new BadDataException(
            "%s and %s were seen together in no row of %s, so the likelihood does not determine"
                + " their covariance; leave one of them out, fit a model without covariances, or"
                + " add rows in which both were seen",
            Fact.feature(j, features), Fact.feature(other, features), whose);
      }
    }
  }

  /// The sum of the weights of all rows.
  public double totalWeight() {
    return Arrays.stream(wholeWeights).sum() + Arrays.stream(incompleteWeights).sum();
  }

  /// The part that the scatter of a class's filled rows lacks, in [PackedTriangle] layout.
  public double[] lacking(int label) {
    return covariances[label];
  }

  /// Σ w log p(x_o | c) over all rows, under the parameters of the last step.
  public double logLikelihood() {
    return logLikelihood;
  }

  /// Fills the rows.
  public void step(Normal normal) {
    double[] likelihoods = new double[Math.ceilDiv(whole.length, WHOLE_PART)];
    RowTasks.run(
        workers,
        whole.length,
        WHOLE_PART,
        (from, to) -> likelihoods[from / WHOLE_PART] = wholeLikelihood(normal, from, to));
    Part[] filledParts = new Part[parts.length - 1];
    RowTasks.run(
        workers,
        filledParts.length,
        1,
        (part, next) -> filledParts[part] = fillPart(normal, parts[part], parts[next]));
    logLikelihood = 0;
    for (double likelihood : likelihoods) {
      logLikelihood += likelihood;
    }
    for (double[] covariance : covariances) {
      Arrays.fill(covariance, 0);
    }
    for (Part part : filledParts) {
      logLikelihood += part.logLikelihood;
      double[] sum = covariances[part.label];
      for (int i = 0; i < sum.length; i++) {
        sum[i] += part.covariance[i];
      }
    }
  }

  private double wholeLikelihood(Normal normal, int from, int to) {
    Workspace w = Scratch.forBatch();
    try {
      makeRow(w);
      double sum = 0;
      for (int r = from; r < to; r++) {
        int c = wholeLabels[r];
        centre(normal, c, whole[r], w.centred);
        double squared =
            Kernels.score(TRIANGULAR_ROW)
                .triangularRow(w.centred, d, normal.factors()[c], 0, w.image);
        sum -= 0.5 * wholeWeights[r] * (squared + normal.logDeterminants()[c] + d * LOG_TWO_PI);
      }
      return sum;
    } finally {
      Scratch.giveBack(w);
    }
  }

  private int makeRow(Workspace w) {
    int padded = PackedTriangle.panels(d) * PackedTriangle.WIDTH;
    w.makeRow(padded, 1);
    w.clearBehind(d, padded);
    return padded;
  }

  /// Fills rows of one class.
  private Part fillPart(Normal normal, int begin, int end) {
    Workspace w = Scratch.forBatch();
    try {
      int padded = makeRow(w);
      Part part = new Part(incompleteLabels[begin], new double[PackedTriangle.size(d)]);
      for (int from = begin; from < end; ) {
        int to = from + 1;
        while (to < end && continues(to)) {
          to++;
        }
        fill(normal, from, to, padded, w, part);
        from = to;
      }
      return part;
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Sums over consecutive rows of one class.
  private static final class Part {

    final int label;
    final double[] covariance;
    double logLikelihood;

    Part(int label, double[] covariance) {
      this.label = label;
      this.covariance = covariance;
    }
  }

  private void centre(Normal normal, int label, double[] row, double[] out) {
    for (int j = 0; j < d; j++) {
      out[j] = (row[j] - normal.origins()[label][j]) - normal.means()[label][j];
    }
  }

  /// Fills rows of one class with the same missing features.
  private void fill(Normal normal, int from, int to, int padded, Workspace w, Part part) {
    int c = incompleteLabels[from];
    double[] factor = normal.factors()[c];
    MarginalScratch s = w.marginal;
    s.find(incomplete[from], d);
    s.makeColumns(d, padded);
    int m = s.count;
    double[] triangle = new double[m * m];
    double[] along = new double[m];
    double logs = Reflections.make(factor, d, padded, s, triangle);
    double logDeterminant = normal.logDeterminants()[c] + 2 * logs;
    double weight = 0;
    for (int r = from; r < to; r++) {
      centre(normal, c, incomplete[r], w.centred);
      s.clearMissing(w.centred);
      Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
      Reflections.apply(s, d, padded, w.image, 0, along);
      double squared = m == d ? 0 : Reflections.dot(w.image, 0, w.image, 0, 0, d);
      double observedLogs = m == d ? 0 : logDeterminant + (d - m) * LOG_TWO_PI;
      part.logLikelihood -= 0.5 * incompleteWeights[r] * (squared + observedLogs);
      for (int j = 0; j < d; j++) {
        filled[j][r] = incomplete[r][j];
      }
      for (int q = 0; q < m; q++) {
        double right = -along[q];
        for (int l = 0; l < q; l++) {
          right = Math.fma(-triangle[q * m + l], along[l], right);
        }
        // The solution replaces the values it was solved from.
        along[q] = right / triangle[q * m + q];
        int j = s.missing[q];
        double fill = along[q] * Reflections.scale(factor, j);
        filled[j][r] = normal.origins()[c][j] + (normal.means()[c][j] + fill);
      }
      weight += incompleteWeights[r];
    }
    addCovariance(factor, triangle, weight, part.covariance, s);
  }

  /// Adds weight · S T⁻¹ T⁻ᵀ S.
  private static void addCovariance(
      double[] factor, double[] triangle, double weight, double[] to, MarginalScratch s) {
    int m = s.count;
    double[] inverse = new double[m * m];
    for (int column = 0; column < m; column++) {
      for (int q = column; q < m; q++) {
        double right = q == column ? 1 : 0;
        for (int l = column; l < q; l++) {
          right = Math.fma(-triangle[q * m + l], inverse[l * m + column], right);
        }
        inverse[q * m + column] = right / triangle[q * m + q];
      }
    }
    for (int b = 0; b < m; b++) {
      for (int a = 0; a <= b; a++) {
        double product = 0;
        for (int column = 0; column <= a; column++) {
          product = Math.fma(inverse[a * m + column], inverse[b * m + column], product);
        }
        int i = s.missing[a];
        int j = s.missing[b];
        double scaled = product * Reflections.scale(factor, i) * Reflections.scale(factor, j);
        to[PackedTriangle.index(i, j)] += weight * scaled;
      }
    }
  }
}
