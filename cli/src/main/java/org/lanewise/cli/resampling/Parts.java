package org.lanewise.cli.resampling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.validation.Folds;

/// The parts that rows are taken in, each with a fit of its own.
///
/// @param files all rows, each once
/// @param each the parts, each made when it is its turn
/// @param partitions how often all rows are dealt to folds; 1 without folds
public record Parts(List<Table> files, Iterable<Part> each, int partitions) {

  /// How many classes are named in a sentence.
  private static final int MAX_SHOWN = 5;

  /// One part: two files.
  static Parts ofFiles(Table training, Table test) {
    return new Parts(List.of(training, test), List.of(Part.of(training, test)), 1);
  }

  /// One part: every `step`-th row tests.
  ///
  /// @throws DataException if no row is left to train or to test
  public static Parts every(Table rows, int step) {
    int rowCount = rows.rowCount();
    int[] train = IntStream.range(0, rowCount).filter(i -> i % step < step - 1).toArray();
    int[] test = IntStream.range(0, rowCount).filter(i -> i % step == step - 1).toArray();
    if (train.length == 0 || test.length == 0) {
      throw new DataException(
          "every:%d leaves %d training rows and %d test rows of %d; expected some of both"
              .formatted(step, train.length, test.length, rowCount));
    }
    return new Parts(List.of(rows), List.of(Part.of(rows, train, test)), 1);
  }

  /// A part for each fold.
  public static Parts folds(Table rows, Folds folds) {
    return new Parts(
        List.of(rows),
        () ->
            IntStream.range(0, folds.count())
                .mapToObj(fold -> Part.of(rows, folds.trainRows(fold), folds.testRows(fold)))
                .iterator(),
        folds.partitionCount());
  }

  /// A sentence about test rows whose class no training row of their part has; empty if there are
  /// none.
  ///
  /// @param consequence what becomes of them
  /// @throws DataException if all test rows are such
  public Optional<String> untaught(String consequence) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    String first = "";
    long all = 0;
    long untaught = 0;
    for (Part part : each) {
      Table rows = part.untaught();
      if (counts.isEmpty() && rows.rowCount() > 0) {
        first = "%s, %s".formatted(rows.file(), rows.place(0));
      }
      for (int row = 0; row < rows.rowCount(); row++) {
        counts.merge(rows.labels().name(row), 1, Integer::sum);
      }
      all += part.testCount();
      untaught += rows.rowCount();
    }
    if (untaught == all) {
      String label = counts.keySet().iterator().next();
      Classes known = files.getFirst().labels().classes();
      throw new DataException(
          "%s: no training row has class '%s', nor that of any other test row; expected %s"
              .formatted(
                  first,
                  label,
                  known.names().contains(label)
                      ? "rows of a class among the training rows and the test rows"
                      : "one of %s; use --label to name the class column".formatted(known)));
    }
    return untaught == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d test rows, the first in %s, are of classes without training rows, %s%s; they %s"
                .formatted(
                    untaught,
                    all,
                    first,
                    counts.entrySet().stream()
                        .limit(MAX_SHOWN)
                        .map(entry -> "'%s' (%d)".formatted(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(", ")),
                    counts.size() > MAX_SHOWN ? ", …" : "",
                    consequence));
  }

  /// A note if test rows of the first part are identical to training rows of their class.
  public Optional<String> copies() {
    return each.iterator().next().copies(files.size() == 1);
  }

  /// How many rows there are in all files.
  public long rowCount() {
    return files.stream().mapToLong(Table::rowCount).sum();
  }

  /// The names of the classes of all files, some perhaps several times.
  public Stream<String> classNames() {
    return files.stream().flatMap(file -> file.labels().classes().names().stream());
  }
}
