package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongFunction;

/// The rows that were most surely wrong: those of the smallest probability of their class among the
/// rows that were predicted to be of another. Of equal ones the first.
public final class SureErrors {

  /// A row that was predicted to be of another class than its own.
  ///
  /// @param row its index among the test rows, from 0
  /// @param place its position, in the words of the reader of the file
  /// @param truth its class
  /// @param predicted what was predicted
  /// @param logTruth the log posterior of its class
  /// @param logPredicted that of the predicted class
  public record Error(
      long row, String place, int truth, int predicted, double logTruth, double logPredicted) {}

  // Written out: comparators put together by the JDK take milliseconds of a fresh process.
  private static final Comparator<Error> SUREST =
      (one, other) -> {
        int order = Double.compare(one.logTruth, other.logTruth);
        return order == 0 ? Long.compare(one.row, other.row) : order;
      };

  private final int most;
  private final PriorityQueue<Error> kept = new PriorityQueue<>(SUREST.reversed());
  private long count;

  /// @param most how many rows are kept
  public SureErrors(int most) {
    this.most = most;
  }

  /// Takes in a row that was predicted wrongly.
  ///
  /// @param place says where a row is, asked for those that are kept
  void add(
      long row,
      int truth,
      int predicted,
      double logTruth,
      double logPredicted,
      LongFunction<String> place) {
    count++;
    Error error = new Error(row, "", truth, predicted, logTruth, logPredicted);
    if (kept.size() < most || SUREST.compare(error, kept.peek()) < 0) {
      kept.add(new Error(row, place.apply(row), truth, predicted, logTruth, logPredicted));
      if (kept.size() > most) {
        kept.remove();
      }
    }
  }

  /// How many rows were predicted wrongly.
  public long count() {
    return count;
  }

  /// The surest, the first of them first.
  public List<Error> surest() {
    List<Error> sorted = new ArrayList<>(kept);
    sorted.sort(SUREST);
    return sorted;
  }
}
