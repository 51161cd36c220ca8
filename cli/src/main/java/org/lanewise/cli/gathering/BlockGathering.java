package org.lanewise.cli.gathering;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberRows;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

/// Gathers statistics of the rows of a file as they come, without keeping them: the bits of those
/// of all of them at once. Not every classifier's can be gathered so.
///
/// Numbers are gathered in batches, as statistics of normal classes share out only those of many
/// rows. Bits, counts and categories are made of each block by the thread that parsed it, and may
/// be refused there. So are ranges of numbers that are read apart from one another.
public final class BlockGathering {

  private final ClassifierKind kind;
  private final FitOptions options;
  private final Schema schema;
  private final Gathering gathering;
  private final boolean inBatches;
  private final boolean dropsIncomplete;
  private NumberBatch batch;
  private String file;
  private final Map<String, Long> rowsOfClass = new HashMap<>();
  private boolean weighted;
  private long rowCount;
  private long nanos;
  private long apartNanos;
  // Of several threads together.
  private final LongAdder nanosApart = new LongAdder();
  private long lacking;

  /// Rows that were made ready, and how many numbers that holds.
  private record Prepared(Runnable adding, long values) implements RowBlock.Holding, Runnable {

    @Override
    public void run() {
      adding.run();
    }
  }

  private BlockGathering(
      ClassifierKind kind,
      FitOptions options,
      Schema schema,
      Gathering gathering,
      boolean inBatches) {
    this.kind = kind;
    this.options = options;
    this.schema = schema;
    this.gathering = gathering;
    this.inBatches = inBatches;
    dropsIncomplete = inBatches && !kind.isOfVariances() && options.missing().isPresent();
  }

  /// The gathering of a file whose columns are these; none if its rows have to be kept.
  ///
  /// @throws IllegalArgumentException if the classifier does not take the options
  public static Optional<BlockGathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    kind.requireTakes(options.given().keySet());
    if (options.hasIndicators()) {
      // The most frequent category is known after all rows.
      return Optional.empty();
    }
    Optional<BlockGathering> inBatches =
        GaussianGathering.of(kind, options, schema, workers)
            .map(gathering -> new BlockGathering(kind, options, schema, gathering, true));
    return inBatches.isPresent()
        ? inBatches
        : DiscreteGathering.of(kind, options, schema, workers)
            .map(gathering -> new BlockGathering(kind, options, schema, gathering, false));
  }

  /// Adds all rows of a file.
  ///
  /// @throws DataException at the first that cannot be read or learned from
  public void readAll(DataReader reader, Workers workers) {
    Optional<RowBlock.Size> range = gathering.range();
    Function<RowBlock, Runnable> work =
        block ->
            inBatches && !block.isTable()
                ? () -> add(block.file(), block.numbers())
                : prepare(block.rows(), range.isPresent() && isRange(block, range.get().rows()));
    if (range.isPresent()) {
      reader.forEach(workers, range.get(), work, Runnable::run);
    } else {
      reader.forEach(workers, work, Runnable::run);
    }
    apartNanos = nanosApart.sum() / workers.count();
  }

  /// Whether rows are a whole range, as are all before them.
  private static boolean isRange(RowBlock block, int rows) {
    return block.firstRow() % rows == 0 && block.rows().rowCount() == rows;
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
    return prepare(rows, false);
  }

  /// @param isRange whether they are a whole range, behind others
  private Prepared prepare(Table rows, boolean isRange) {
    long begin = System.nanoTime();
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    Classes classes = labels.classes();
    BitSet incomplete = options.missing().isPresent() ? IncompleteRows.lacking(rows) : new BitSet();
    boolean dropped = dropsIncomplete && !incomplete.isEmpty();
    int[] kept = dropped ? IncompleteRows.others(rows, incomplete) : new int[0];
    Labels learned = dropped ? labels.select(kept) : labels;
    Gathering.Range prepared =
        worded(
            rows,
            classes,
            () ->
                isRange
                    ? gathering.gatherRange(rows, learned)
                    : new Gathering.Range(
                        gathering.prepare(dropped ? rows.select(kept) : rows, learned),
                        (long) rows.rowCount() * (schema.featureNames().size() + 1)));
    nanosApart.add(isRange ? System.nanoTime() - begin : 0);
    // What waits for its turn holds on to no rows that were gathered already.
    Table named = isRange ? rows.select(new int[0]) : rows;
    int count = rows.rowCount();
    long[] counts = learned.counts();
    boolean areWeighted = labels.areWeighted();
    Runnable adding =
        () -> {
          long start = System.nanoTime();
          worded(
              named,
              classes,
              () -> {
                prepared.adding().run();
                return null;
              });
          for (int c = 0; c < counts.length; c++) {
            rowsOfClass.merge(classes.name(c), counts[c], Long::sum);
          }
          weighted |= areWeighted;
          file = named.file();
          lacking += incomplete.cardinality();
          rowCount += count;
          nanos += System.nanoTime() - start;
        };
    return new Prepared(adding, prepared.values());
  }

  /// The statistics of all rows that were added, at least one.
  ///
  /// @throws DataException if one cannot be learned from
  public Gathered gathered() {
    if (batch != null && !batch.isEmpty()) {
      gather();
    }
    long start = System.nanoTime();
    Inputs inputs = gathering.inputs(file);
    Gathered gathered =
        new Gathered(
            file,
            kind,
            gathering.statistics(inputs),
            inputs,
            options.given(),
            weighted ? Optional.empty() : Optional.of(rowsOfClass),
            Optional.of(lacking).filter(count -> options.missing().isPresent()),
            rowCount);
    nanos += System.nanoTime() - start;
    return gathered;
  }

  /// How long statistics took, without the reading.
  public long nanos() {
    return nanos + apartNanos;
  }

  private <T> T worded(Table rows, Classes classes, Supplier<T> work) {
    try {
      return work.get();
    } catch (DataException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      Inputs inputs =
          schema.featureNames().isEmpty()
              ? gathering.inputs(rows.file())
              : Inputs.ofNumbers(schema, options.binarize(), options.missing());
      throw FittedModel.refusal(kind, new FileWording(rows, inputs, classes), 0, e);
    }
  }
}
