package org.lanewise.cli.resampling;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.table.Split;
import org.lanewise.cli.table.Table;

/// The parts that rows are taken in, each with a fit of its own.
///
/// @param files all rows, each once
/// @param each the parts, each made when it is its turn
public record Parts(List<Table> files, Iterable<Part> each) {

  /// One part: two files.
  static Parts ofFiles(Table training, Table test) {
    return new Parts(List.of(training, test), List.of(Part.of(training, test)));
  }

  /// One part: every `step`-th row tests.
  ///
  /// @throws org.lanewise.cli.table.DataException see [Split#every]
  static Parts every(Table rows, int step) {
    return new Parts(List.of(rows), List.of(Part.of(rows, Split.every(rows.rowCount(), step))));
  }

  /// A part for each fold.
  ///
  /// @param stratified whether each fold has the same share of each class
  /// @throws org.lanewise.cli.table.DataException see [Split#fold] and [Split#stratifiedFolds]
  static Parts folds(Table rows, int foldCount, boolean stratified) {
    IntFunction<Split> split;
    if (stratified) {
      int[] foldOfRow = Split.stratifiedFolds(rows.labels(), foldCount);
      split = fold -> Split.fold(foldOfRow, fold);
    } else {
      Split.requireFolds(rows.rowCount(), foldCount);
      split = fold -> Split.fold(rows.rowCount(), fold, foldCount);
    }
    return new Parts(
        List.of(rows),
        () ->
            IntStream.range(0, foldCount)
                .mapToObj(fold -> Part.of(rows, split.apply(fold)))
                .iterator());
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
