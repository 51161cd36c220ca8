package org.lanewise.score;

import org.lanewise.data.Samples;
import org.lanewise.data.Workers;

/// Scores rows under k class models. Immutable and safe for any number of threads.
///
/// For a row x and class c, with class prior π_c:
///
/// - `logJoint`: log p(x, c) = log π_c + log p(x | c);
/// - `logDensity`: log p(x) = log Σ_c p(x, c);
/// - `logPosterior`: log p(c | x) = log p(x, c) − log p(x), at most 0, never floored;
/// - `posterior`: p(c | x);
/// - `predict`: the class with the largest log p(x, c); of equals the lowest index.
///
/// Logarithms are natural. A row scored alone gives the bits it gives in a batch. In a thread that
/// has scored with models as large, nothing is allocated, but for the tasks of workers; nor do
/// threads allocate that live for a few calls, or virtual ones. Batch results of k values per row are
/// row-major, `out[row·k + c]`. A row that holds NaN or an infinity, or has another number of
/// features than the model, is refused with an [IllegalArgumentException] that names the row and
/// the feature, and so is a row so far from all classes that its scores overflow (about 1e150
/// standard deviations, 1e300 for linear discriminants); what `out` holds then is unspecified. A
/// log joint or density below the range of doubles is −∞.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public interface Scorer<R, B extends Samples> {

  /// The number of features d of a row.
  int featureCount();

  /// The number of classes k.
  int classCount();

  /// The kernel tier that runs, such as `scalar` or `vector-512`.
  String kernels();

  /// This scorer with its batches shared out among workers; the results are the same bits.
  Scorer<R, B> on(Workers workers);

  /// The class index of one row.
  int predict(R row);

  /// log p(x, c) of one row for every class, into `out[0 … k−1]`.
  void logJoint(R row, double[] out);

  /// log p(c | x) of one row for every class, into `out[0 … k−1]`.
  void logPosterior(R row, double[] out);

  /// p(c | x) of one row for every class, into `out[0 … k−1]`.
  void posterior(R row, double[] out);

  /// log p(x) of one row.
  double logDensity(R row);

  /// The class index of every row, into `out[0 … n−1]`.
  void predictAll(B rows, int[] out);

  /// log p(x, c) of every row and class, into `out[row·k + c]`.
  void logJointAll(B rows, double[] out);

  /// log p(c | x) of every row and class, into `out[row·k + c]`.
  void logPosteriorAll(B rows, double[] out);

  /// p(c | x) of every row and class, into `out[row·k + c]`.
  void posteriorAll(B rows, double[] out);

  /// log p(x) of every row, into `out[0 … n−1]`.
  void logDensityAll(B rows, double[] out);
}
