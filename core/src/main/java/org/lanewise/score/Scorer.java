package org.lanewise.score;

import java.time.Duration;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;

/// Scores rows under k class models. Immutable and safe for any number of threads.
///
/// For a row x and class c, with class prior π_c:
///
/// - `logJoint`: log p(x, c) = log π_c + log p(x | c);
/// - `logDensity`: log p(x) = log Σ_c p(x, c);
/// - `logPosterior`: log p(c | x) = log p(x, c) − log p(x), at most 0, never floored;
/// - `posterior`: p(c | x);
/// - `predict`: the index of the class with the largest log p(x, c); ties go to the lowest index;
/// - `label`, `intLabel`: the name of that class, or its integer if classes are integers.
///
/// Methods take a row or a batch, and most fill a given array or return a new one. A batch fills k
/// values for each row, row-major: `out[row·k + c]`.
///
/// Logarithms are natural. Single rows and batches give the same bits. A log joint or density below
/// the range of doubles is −∞.
///
/// **Allocation.** Methods that fill an array, `predict`, `label` and `intLabel` allocate nothing
/// once a thread has scored with a model of the same size. The exceptions are tasks for workers,
/// and the first row of a model with more than 4,096 counts for more than eight classes.
/// Short-lived and virtual threads borrow scratch space and do not allocate either.
///
/// **Kernels** start scalar and switch to SIMD while rows are scored; [#warmUp()] waits for that.
///
/// **Errors.** Throws an [IllegalArgumentException] that names the row and the feature if a row
/// holds NaN or an infinity, has a different number of features from the model, or is so far from
/// all classes that its scores overflow (about 1e150 standard deviations, or 1e300 for linear
/// discriminants). Also throws if the feature names of a batch differ. The contents of `out` are
/// then unspecified.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public interface Scorer<R, B extends RowBatch> {

  /// The features of a row.
  Features features();

  /// The classes, in the order of their indices.
  Classes classes();

  /// The number of features d of a row.
  default int featureCount() {
    return features().count();
  }

  /// The number of classes k.
  default int classCount() {
    return classes().count();
  }

  /// The kernels of this process: `scalar`, or `vector-` followed by the vector width in bits once
  /// vector kernels are in use, as in `vector-256`. If the vector code of a kernel differs from the
  /// scalar one on this Java runtime, that kernel stays scalar and is named: `vector-256 except
  /// LOG`. Results do not depend on it.
  String kernels();

  /// Calls [#warmUp(Duration)] with a limit of 10 seconds.
  default boolean warmUp() {
    return warmUp(Duration.ofSeconds(10));
  }

  /// Scores synthetic rows, one at a time, until the code is compiled and every kernel has switched
  /// to vectors or is known to stay scalar. Calling it is optional: without it, the first rows run
  /// at the speed of scalar loops and kernels switch about a second later, as they do for batches.
  ///
  /// @param atMost the time limit; an interrupt ends the warm-up earlier
  /// @return whether it finished in that time
  boolean warmUp(Duration atMost);

  /// Returns this scorer with batches distributed over workers; the results are bit-identical.
  ///
  /// Rows are cut evenly into tasks of at most 4,096. A batch of up to 4,096 rows stays on the
  /// calling thread, unless rows are numbers and rows × features × classes are two million or more.
  ///
  /// The calling thread scores rows, too, so every batch is scored, whatever the executor does with
  /// its tasks ([Workers]). An interrupt of the calling thread does not end a batch. If a task
  /// fails, the caller gets the exception of the first of its rows, and `out` is partly filled.
  Scorer<R, B> on(Workers workers);

  /// Returns a decider that takes the action with the lowest expected cost instead of the most
  /// probable class.
  ///
  /// @throws IllegalArgumentException if the costs are for other classes
  Decider<R, B> withCosts(Costs costs);

  /// Returns this scorer with tempered posteriors: p_T(c | x) ∝ p(x, c)^(1/T). Its deciders use
  /// these posteriors. Log joints and densities remain those of the model, and so do labels unless
  /// [Temperature#keepsOrder()] is false. If this scorer already has a temperature, the new one
  /// replaces it.
  ///
  /// @throws IllegalArgumentException if the temperature's priors are for a different number of
  ///   classes
  Scorer<R, B> withTemperature(Temperature temperature);

  /// The class index of one row.
  int predict(R row);

  /// The name of the class of one row, or its index if classes have no names.
  default String label(R row) {
    return classes().name(predict(row));
  }

  /// The class of one row, if classes are integers.
  ///
  /// @throws IllegalStateException if a class is not an integer of 32 bits
  default int intLabel(R row) {
    return classes().integer(predict(row));
  }

  /// Fills `out` with the most probable classes of one row, the best first; the first is that of
  /// [#predict(Object)]. Ties go to the lowest index.
  ///
  /// @throws IllegalArgumentException if fewer than 1 or more than k are requested
  void top(R row, int[] out);

  /// The `count` most probable classes of one row, the best first.
  ///
  /// @throws IllegalArgumentException if fewer than 1 or more than k are requested
  default int[] top(R row, int count) {
    int[] out = new int[Math.max(0, count)];
    top(row, out);
    return out;
  }

  /// log p(x, c) of one row for every class, into `out[0 … k−1]`.
  void logJoint(R row, double[] out);

  /// log p(c | x) of one row for every class, into `out[0 … k−1]`.
  void logPosterior(R row, double[] out);

  /// p(c | x) of one row for every class, into `out[0 … k−1]`.
  void posterior(R row, double[] out);

  /// log p(x) of one row.
  double logDensity(R row);

  /// Computes several results of one row, each at the beginning of its array. The row is scored
  /// once for labels and posteriors; some models score it again for log joints and the log density.
  /// All results are bit-identical to those of separate calls. Allocates one object per call.
  ///
  /// @throws IllegalArgumentException if an array of the results is too short
  /// @throws UnsupportedOperationException if a log density is requested and the model has none
  void score(R row, Results results);

  /// log p(x, c) of one row for every class.
  default double[] logJoint(R row) {
    double[] out = new double[classCount()];
    logJoint(row, out);
    return out;
  }

  /// log p(c | x) of one row for every class.
  default double[] logPosterior(R row) {
    double[] out = new double[classCount()];
    logPosterior(row, out);
    return out;
  }

  /// p(c | x) of one row for every class.
  default double[] posterior(R row) {
    double[] out = new double[classCount()];
    posterior(row, out);
    return out;
  }

  /// The class index of every row, into `out[0 … n−1]`.
  void predict(B rows, int[] out);

  /// log p(x, c) of every row and class, into `out[row·k + c]`.
  void logJoint(B rows, double[] out);

  /// log p(c | x) of every row and class, into `out[row·k + c]`.
  void logPosterior(B rows, double[] out);

  /// p(c | x) of every row and class, into `out[row·k + c]`.
  void posterior(B rows, double[] out);

  /// log p(x) of every row, into `out[0 … n−1]`.
  void logDensity(B rows, double[] out);

  /// Computes several results of every row, reading and scoring each row once. Allocates nothing
  /// per row, and a few objects per call.
  ///
  /// @throws IllegalArgumentException if an array of the results is too short
  /// @throws UnsupportedOperationException if log densities are requested and the model has none
  void score(B rows, Results results);

  /// The `count` most probable classes of every row, the best first, into `out[row·count + i]`.
  ///
  /// @throws IllegalArgumentException if fewer than 1 or more than k are requested
  void top(B rows, int count, int[] out);

  /// The class index of every row.
  default int[] predict(B rows) {
    int[] out = new int[rows.rowCount()];
    predict(rows, out);
    return out;
  }

  /// The name of the class of every row, or its index if classes have no names.
  default String[] label(B rows) {
    int[] indices = predict(rows);
    String[] labels = new String[indices.length];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = classes().name(indices[row]);
    }
    return labels;
  }

  /// log p(x, c) as `[row][c]`.
  default double[][] logJoint(B rows) {
    double[] flat = new double[Math.multiplyExact(rows.rowCount(), classCount())];
    logJoint(rows, flat);
    return ByRow.of(flat, rows.rowCount());
  }

  /// log p(c | x) as `[row][c]`.
  default double[][] logPosterior(B rows) {
    double[] flat = new double[Math.multiplyExact(rows.rowCount(), classCount())];
    logPosterior(rows, flat);
    return ByRow.of(flat, rows.rowCount());
  }

  /// p(c | x) as `[row][c]`.
  default double[][] posterior(B rows) {
    double[] flat = new double[Math.multiplyExact(rows.rowCount(), classCount())];
    posterior(rows, flat);
    return ByRow.of(flat, rows.rowCount());
  }

  /// log p(x) of every row.
  default double[] logDensity(B rows) {
    double[] out = new double[rows.rowCount()];
    logDensity(rows, out);
    return out;
  }
}
