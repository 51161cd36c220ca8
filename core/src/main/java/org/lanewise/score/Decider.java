package org.lanewise.score;

import java.util.List;
import org.lanewise.data.RowBatch;

/// Takes the action with the lowest expected cost Σ_c C(a, c)·p(c | x) for each row; ties go to the
/// lowest index. Created by [Scorer#withCosts(Costs)]. Immutable and safe for any number of
/// threads.
///
/// Expected costs are summed in the order of the scorer's classes, from the posterior of
/// [Scorer#posterior(Object, double\[\])]; single rows and batches give the same bits. Methods for
/// one row, and those that fill an array, allocate nothing after a thread's first calls. The
/// decider rejects the same rows as the scorer.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public interface Decider<R, B extends RowBatch> {

  /// The names of the actions, in the order of their indices.
  List<String> actions();

  /// The index of the action for one row.
  int decide(R row);

  /// The name of the action for one row.
  default String action(R row) {
    return actions().get(decide(row));
  }

  /// The expected cost of every action for one row, into `out[0 … m−1]`.
  void expectedCosts(R row, double[] out);

  /// The index of the action for every row, into `out[0 … n−1]`.
  void decide(B rows, int[] out);

  /// The index of the action for every row.
  default int[] decide(B rows) {
    int[] out = new int[rows.rowCount()];
    decide(rows, out);
    return out;
  }

  /// The expected cost of every action for every row, into `out[row·m + a]`.
  void expectedCosts(B rows, double[] out);
}
