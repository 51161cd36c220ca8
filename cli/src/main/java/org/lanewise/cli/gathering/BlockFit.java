package org.lanewise.cli.gathering;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberRows;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;

/// Fits a model to the rows of a file as they come, without keeping them: the bits of a fit to all
/// of them at once. Not every fit can be made so.
///
/// Numbers are gathered in batches, as statistics of normal classes share out only those of many
/// rows. Bits and counts are made of each block by the thread that parsed it, and may be refused
/// there.
public final class BlockFit {

  private final ClassifierKind kind;
  private final FitOptions options;
  private final Schema schema;
  private final Inputs inputs;
  private final Gathering<?> gathering;
  private final boolean inBatches;
  private NumberBatch batch;
  private Table last;
  private final Map<String, Long> rowsOfClass = new HashMap<>();
  private boolean weighted;
  private long rowCount;
  private long nanos;
  private long lacking;

  private BlockFit(
      ClassifierKind kind,
      FitOptions options,
      Schema schema,
      Gathering<?> gathering,
      boolean inBatches) {
    this.kind = kind;
    this.options = options;
    this.schema = schema;
    this.gathering = gathering;
    this.inBatches = inBatches;
    inputs = Inputs.ofNumbers(schema, options.binarize(), options.missing());
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
    Optional<BlockFit> inBatches =
        GaussianGathering.of(kind, options, featureCount, workers)
            .map(gathering -> new BlockFit(kind, options, schema, gathering, true));
    return inBatches.isPresent()
        ? inBatches
        : DiscreteGathering.of(kind, options, featureCount, workers)
            .map(gathering -> new BlockFit(kind, options, schema, gathering, false));
  }

  /// Whether [#add(String, NumberRows)] is faster than [#prepare].
  public boolean takesNumbers() {
    return inBatches;
  }

  /// Adds rows that follow.
  ///
  /// @throws DataException if one cannot be learned from
  public void add(Table rows) {
    if (inBatches) {
      add(rows.file(), NumberRows.of(rows));
    } else {
      prepare(rows).run();
    }
  }

  /// Adds rows of numbers that follow, and does not hold on to them.
  ///
  /// @throws DataException if one cannot be learned from
  public void add(String file, NumberRows rows) {
    if (batch == null) {
      batch = new NumberBatch(file, schema);
    }
    int next = 0;
    while (next < rows.rowCount()) {
      next += batch.add(rows, next);
      if (batch.isFull()) {
        gather();
      }
    }
  }

  private void gather() {
    prepare(batch.take()).run();
  }

  /// Makes rows ready, in any thread.
  ///
  /// @return adds them, in the order of the file
  /// @throws DataException if one cannot be learned from
  public Runnable prepare(Table rows) {
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    Classes classes = labels.classes();
    Runnable adding = worded(rows, classes, () -> gathering.prepare(inputs, rows, labels));
    return () -> {
      long start = System.nanoTime();
      worded(
          rows,
          classes,
          () -> {
            adding.run();
            return null;
          });
      long[] counts = labels.counts();
      for (int c = 0; c < counts.length; c++) {
        rowsOfClass.merge(classes.name(c), counts[c], Long::sum);
      }
      weighted |= labels.areWeighted();
      last = rows;
      lacking += options.missing().isPresent() ? IncompleteRows.count(rows) : 0;
      rowCount += rows.rowCount();
      nanos += System.nanoTime() - start;
    };
  }

  /// The classes of all rows that were added, at least one.
  ///
  /// @throws DataException if one cannot be learned from
  public Classes classes() {
    if (batch != null && !batch.isEmpty()) {
      gather();
    }
    return gathering.classes().get();
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
    Classifier<?, ?> model = worded(last, classes, gathering.fit());
    nanos += System.nanoTime() - start;
    List<Long> classRows =
        weighted ? List.of() : classes.names().stream().map(rowsOfClass::get).toList();
    Optional<IncompleteRows> incomplete =
        kind == ClassifierKind.GAUSSIAN_NB && options.missing().isPresent()
            ? Optional.of(IncompleteRows.of(lacking, IncompleteRows.Way.SEEN))
            : Optional.empty();
    return FittedModel.of(kind, model, inputs, options, classRows, incomplete);
  }

  /// The number of rows in the model.
  public long rowCount() {
    return rowCount;
  }

  /// How long statistics and model took, without the reading.
  public long nanos() {
    return nanos;
  }

  private <T> T worded(Table rows, Classes classes, Supplier<T> work) {
    try {
      return work.get();
    } catch (DataException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw FittedModel.refusal(kind, new FileWording(rows, inputs, classes), 0, e);
    }
  }
}
