package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongFunction;

/// The rows most surely wrong: misclassified rows whose true class got the lowest probability; ties
/// go to the first row.
public final class SureErrors {

  /// A misclassified row.
  ///
  /// @param row its index among the test rows, from 0
  /// @param place its position, in the words of the reader of the file
  /// @param truth its class
  /// @param predicted the predicted class
  /// @param logTruth the log posterior of its class
  /// @param logPredicted the log posterior of the predicted class
  public record Error(
      long row, String place, int truth, int predicted, double logTruth, double logPredicted) {}

  // Written out, because composed comparators cost milliseconds in a new process.
  private static final Comparator<Error> SUREST =
      (one, other) -> {
        int order = Double.compare(one.logTruth, other.logTruth);
        return order == 0 ? Long.compare(one.row, other.row) : order;
      };

  private final int most;
  private final PriorityQueue<Error> kept = new PriorityQueue<>(SUREST.reversed());
  private long count;

  /// @param most the number of rows that are kept
  public SureErrors(int most) {
    this.most = most;
  }

  /// Adds a misclassified row.
  ///
  /// @param place returns the position of a row; called only for rows that are kept
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

  /// The number of misclassified rows.
  public long count() {
    return count;
  }

  /// The rows most surely wrong, the worst first.
  public List<Error> surest() {
    List<Error> sorted = new ArrayList<>(kept);
    sorted.sort(SUREST);
    return sorted;
  }
}
