package org.lanewise.cli.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import org.lanewise.serving.ModelDifference;

/// The rows of a file that two models give different classes.
///
/// @param changed the first of them, up to 1,000
public record ChangedLabels(long rowCount, long changedCount, List<ChangedLabel> changed) {

  /// A row that two models give different classes.
  record ChangedLabel(int row, String before, String after) {}

  /// The class of every row of a file.
  public static int[] of(FittedModel model, DataReader reader, Workers workers) {
    List<int[]> parts = new ArrayList<>();
    reader.forEach(
        workers,
        block -> {
          List<int[]> labels = new ArrayList<>();
          for (Table chunk : block.rows().chunks(model.chunkRows())) {
            labels.add(model.score(chunk, PredictionRequest.LABELS, block.workers()).labels());
          }
          return labels;
        },
        parts::addAll);
    return parts.stream().flatMapToInt(IntStream::of).toArray();
  }

  /// Where they differ, by the names of the classes.
  ///
  /// @param file what messages call the file
  /// @throws DataException if there are not as many rows
  public static ChangedLabels between(
      FittedModel before, int[] labels, FittedModel after, int[] others, String file) {
    if (labels.length != others.length) {
      throw new DataException(
          "%s changed while it was read: it had %d rows, then %d"
              .formatted(file, labels.length, others.length));
    }
    List<ChangedLabel> changed = new ArrayList<>();
    long count = 0;
    for (int row = 0; row < labels.length; row++) {
      String label = before.classes().name(labels[row]);
      String other = after.classes().name(others[row]);
      if (!label.equals(other)) {
        count++;
        if (changed.size() < ModelDifference.MAX_MOVES) {
          changed.add(new ChangedLabel(row, label, other));
        }
      }
    }
    return new ChangedLabels(labels.length, count, List.copyOf(changed));
  }
}
