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
/// - `predict`: the index of the class with the largest log p(x, c); of equals the lowest;
/// - `label`, `intLabel`: that class by its name, or as the integer that it is.
///
/// Each takes a row or a batch, and either fills an array that is given or returns a fresh one. A
/// batch fills k values a row row-major, `out[row·k + c]`; a fresh array has a row for each row.
///
/// Logarithms are natural. A row scored alone gives the bits it gives in a batch. In a thread that
/// has scored with models as large, what fills an array, `predict`, `label` and `intLabel` allocate
/// nothing, but for the tasks of workers and, where more than 4,096 counts are scored for more than
/// eight classes, a model's first row of all of them; nor do threads that live for a few calls, or
/// virtual ones. Kernels begin as plain loops and switch to vectors while rows are scored, without
/// an array or an object in the thread that scores; [#warmUp()] waits for it. A row that holds NaN
/// or an infinity, or has another number of features than the model, is refused with an
/// [IllegalArgumentException] that names the row and the feature, and so is a row so far from all
/// classes that its scores overflow (about 1e150 standard deviations, 1e300 for linear
/// discriminants), or a batch whose features have other names; what `out` holds then is
/// unspecified. A log joint or density below the range of doubles is −∞.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
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

  /// The kernels of this process: `scalar`, or `vector-` and the bits of a vector once vector
  /// kernels are in use. The results are the same bits.
  String kernels();

  /// [#warmUp(Duration)] for up to 10 seconds.
  default boolean warmUp() {
    return warmUp(Duration.ofSeconds(10));
  }

  /// Scores made rows, one at a time, until every kernel they need runs in vectors, or is to stay
  /// scalar, and the code around it is compiled. Nobody has to call this: without it the first rows
  /// are answered at the speed of plain loops, and vectors run about a second later, as they do for
  /// batches.
  ///
  /// @param atMost how long it may take; an interrupt ends it earlier
  /// @return whether it was done in that time
  boolean warmUp(Duration atMost);

  /// This scorer with its batches shared out among workers; the results are the same bits.
  Scorer<R, B> on(Workers workers);

  /// What takes the action of the least expected cost in place of the most probable class.
  ///
  /// @throws IllegalArgumentException if the costs are of other classes
  Decider<R, B> withCosts(Costs costs);

  /// This scorer with posteriors tempered: p_T(c | x) ∝ p(x, c)^(1/T). Deciders made from it decide
  /// by them; log joints and densities stay those of the model, and labels but where
  /// [Temperature#keepsOrder()] is false. A temperature that this scorer has already is replaced.
  ///
  /// @throws IllegalArgumentException if the temperature is under priors of another number of
  ///   classes
  Scorer<R, B> withTemperature(Temperature temperature);

  /// The class index of one row.
  int predict(R row);

  /// The name of the class of one row; where classes have no names, its index.
  default String label(R row) {
    return classes().name(predict(row));
  }

  /// The class of one row, where classes are integers.
  ///
  /// @throws IllegalStateException if a class is no integer of 32 bits
  default int intLabel(R row) {
    return classes().integer(predict(row));
  }

  /// The most probable classes of one row, as many as `out` holds: the best first, which is that of
  /// [#predict(Object)]; of equals the lowest first.
  ///
  /// @throws IllegalArgumentException if there are not 1 to k
  void top(R row, int[] out);

  /// The `count` most probable classes of one row, the best first.
  ///
  /// @throws IllegalArgumentException if there are not 1 to k
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

  /// Several results of one row, each at the beginning of its array. The row is scored once for all
  /// that compares its classes; of some models once more for log joints, and for the log density.
  /// Each number has the bits of the call that gives it alone. Allocates an object for a call.
  ///
  /// @throws IllegalArgumentException if an array of the results is too short
  /// @throws UnsupportedOperationException if a log density is asked for, and the model has none
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

  /// Several results of every row, which is read and scored once. Allocates nothing for a row, and
  /// a few objects for a call.
  ///
  /// @throws IllegalArgumentException if an array of the results is too short
  /// @throws UnsupportedOperationException if log densities are asked for, and the model has none
  void score(B rows, Results results);

  /// The `count` most probable classes of every row, the best first, into `out[row·count + i]`.
  ///
  /// @throws IllegalArgumentException if there are not 1 to k
  void top(B rows, int count, int[] out);

  /// The `count` most probable classes as `[row][i]`, the best first.
  ///
  /// @throws IllegalArgumentException if there are not 1 to k
  default int[][] top(B rows, int count) {
    int[] flat = new int[Math.multiplyExact(rows.rowCount(), Math.max(0, count))];
    top(rows, count, flat);
    return ByRow.of(flat, rows.rowCount());
  }

  /// The class index of every row.
  default int[] predict(B rows) {
    int[] out = new int[rows.rowCount()];
    predict(rows, out);
    return out;
  }

  /// The name of the class of every row; where classes have no names, its index.
  default String[] label(B rows) {
    int[] indices = predict(rows);
    String[] labels = new String[indices.length];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = classes().name(indices[row]);
    }
    return labels;
  }

  /// The class of every row, where classes are integers.
  ///
  /// @throws IllegalStateException if a class is no integer of 32 bits
  default int[] intLabel(B rows) {
    int[] labels = predict(rows);
    for (int row = 0; row < labels.length; row++) {
      labels[row] = classes().integer(labels[row]);
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
