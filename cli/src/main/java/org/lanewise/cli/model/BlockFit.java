package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;

/// Fits a model to the rows of a file as they come, without keeping them: the bits of a fit to all
/// of them at once. Not every fit can be made so.
public final class BlockFit {

  /// Statistics share out batches of many rows only.
  private static final int BATCH_ROWS = 1 << 15;

  /// Of wide rows fewer are as many cells.
  private static final int BATCH_CELLS = 1 << 23;

  private final int featureCount;
  private final ClassifierKind kind;
  private final FitOptions options;
  private final GaussianGathering gathering;
  private final List<Table> waiting = new ArrayList<>();
  private int waitingRows;
  private Table last;
  private Inputs inputs;
  private long rowCount;
  private long nanos;

  private BlockFit(
      ClassifierKind kind, FitOptions options, GaussianGathering gathering, int featureCount) {
    this.featureCount = featureCount;
    this.kind = kind;
    this.options = options;
    this.gathering = gathering;
  }

  /// A fit to a file whose columns are these; none if its rows have to be kept.
  ///
  /// @throws IllegalArgumentException if the classifier does not take the options
  public static Optional<BlockFit> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    kind.requireTakes(options.given().keySet());
    if (schema.isSparse() || schema.text().exists()) {
      return Optional.empty();
    }
    int featureCount = schema.featureNames().size();
    return GaussianGathering.of(kind, options, featureCount, workers)
        .map(gathering -> new BlockFit(kind, options, gathering, featureCount));
  }

  /// Adds the rows that follow in the file.
  ///
  /// @throws DataException if one cannot be learned from
  public void add(Table rows) {
    waiting.add(rows);
    waitingRows += rows.rowCount();
    if (waitingRows >= BATCH_ROWS || (long) waitingRows * featureCount >= BATCH_CELLS) {
      gather();
    }
  }

  private void gather() {
    long start = System.nanoTime();
    last = Table.join(waiting);
    waiting.clear();
    waitingRows = 0;
    if (inputs == null) {
      inputs = Inputs.of(last, options.binarize(), options.missing(), options.unseen());
    }
    rowCount += last.rowCount();
    Labels all = FittedModel.ofClassesWithRows(last.labels());
    BitSet lacking = options.missing().isPresent() ? IncompleteRows.lacking(last) : new BitSet();
    boolean drops = gathering.isOfCompleteRows() && !lacking.isEmpty();
    int[] kept = drops ? IncompleteRows.others(last, lacking) : new int[0];
    // A class of which no row is left is not forgotten.
    Labels labels = drops ? all.select(kept) : all;
    last = drops ? last.select(kept) : last;
    worded(
        labels.classes(),
        rows -> {
          gathering.add(Rows.numbers(inputs, rows), labels, lacking.cardinality());
          return null;
        });
    nanos += System.nanoTime() - start;
  }

  /// The classes of all rows that were added, at least one.
  ///
  /// @throws DataException if one cannot be learned from
  public Classes classes() {
    if (waitingRows > 0) {
      gather();
    }
    return gathering.classes();
  }

  /// The model of all rows that were added, at least one.
  ///
  /// @throws DataException if rows or options do not allow it
  public FittedModel model() {
    Classes classes = classes();
    if (classes.count() == 1) {
      throw FittedModel.oneClass(last.file(), classes.name(0));
    }
    long start = System.nanoTime();
    Classifier<?, ?> model = worded(classes, rows -> gathering.fit());
    nanos += System.nanoTime() - start;
    return FittedModel.of(kind, model, inputs, options, gathering.incomplete());
  }

  /// The number of rows in the model.
  public long rowCount() {
    return rowCount;
  }

  /// How long statistics and model took, without the reading.
  public long nanos() {
    return nanos;
  }

  private <T> T worded(Classes classes, Function<Table, T> work) {
    try {
      return work.apply(last);
    } catch (IllegalArgumentException e) {
      throw FittedModel.refusal(
          kind, new FileWording(last, inputs, classes), gathering.leftOut(), e);
    }
  }
}
