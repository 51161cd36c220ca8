package org.lanewise.cli.resampling;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.table.Split;
import org.lanewise.cli.table.Table;
import org.lanewise.validation.Folds;

/// The parts that rows are taken in, each with a fit of its own.
///
/// @param files all rows, each once
/// @param each the parts, each made when it is its turn
/// @param partitions how often all rows are dealt to folds; 1 without folds
public record Parts(List<Table> files, Iterable<Part> each, int partitions) {

  /// One part: two files.
  static Parts ofFiles(Table training, Table test) {
    return new Parts(List.of(training, test), List.of(Part.of(training, test)), 1);
  }

  /// One part: every `step`-th row tests.
  ///
  /// @throws org.lanewise.cli.table.DataException see [Split#every]
  static Parts every(Table rows, int step) {
    return new Parts(List.of(rows), List.of(Part.of(rows, Split.every(rows.rowCount(), step))), 1);
  }

  /// A part for each fold.
  public static Parts folds(Table rows, Folds folds) {
    return new Parts(
        List.of(rows),
        () ->
            IntStream.range(0, folds.count())
                .mapToObj(
                    fold -> Part.of(rows, new Split(folds.trainRows(fold), folds.testRows(fold))))
                .iterator(),
        folds.partitionCount());
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
