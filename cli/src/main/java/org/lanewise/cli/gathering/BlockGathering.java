package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
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
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.statistics.Statistics;

/// Gathers statistics of the rows of a file block by block, without keeping the rows. Results are
/// bit-identical to statistics of all rows at once. Some classifiers need all rows at once.
///
/// The thread that read a block makes a part of its rows ([Gathering#part]), and parts are added in
/// the order of the file. Blocks of numbers of text are joined first, because statistics of normal
/// classes distribute only large batches over workers.
public final class BlockGathering {

  private static final long UNKNOWN = -1;

  /// Blocks are joined until they have as many rows: four ranges of scatters, or one of variances.
  private static final int MAX_ROWS = 1 << 15;

  /// Fewer rows if they are wide.
  private static final int MAX_CELLS = 1 << 22;

  private final ClassifierKind kind;
  private final FitOptions options;
  private final Schema schema;
  private final Gathering gathering;

  /// Whether rows with missing values are left out, so that the number of a row in the file is not
  /// its number in the statistics.
  private final boolean drops;

  private String file;
  private boolean weighted;
  private long incompleteRows;
  private long nanos;
  private final LongAdder nanosOfParts = new LongAdder();

  /// A part of the rows that is to be added.
  ///
  /// @param rows the rows, for messages; none where the part does not keep them
  /// @param incomplete how many rows lack values
  private record Prepared(Gathering.Part part, Table rows, Labels labels, int incomplete)
      implements RowBlock.Holding {

    @Override
    public long values() {
      return part.values();
    }
  }

  private BlockGathering(
      ClassifierKind kind, FitOptions options, Schema schema, Gathering gathering) {
    this.kind = kind;
    this.options = options;
    this.schema = schema;
    this.gathering = gathering;
    drops = kind.isOfScatters() && options.missing().isPresent();
  }

  /// Returns the gathering of a file with these columns; empty if all rows are needed at once.
  ///
  /// @throws IllegalArgumentException if the classifier does not take the options
  public static Optional<BlockGathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    kind.requireTakes(options.given().keySet());
    if (options.hasIndicators()) {
      // The most frequent category is known after all rows.
      return Optional.empty();
    }
    Optional<Gathering> found =
        schema.isSparse() || schema.text().exists()
            ? SparseGathering.of(kind, options, schema, workers)
            : kind == ClassifierKind.CATEGORICAL_NB
                ? Optional.of(new CategoryGathering(schema, options, workers))
                : ColumnGathering.of(kind, options, schema, workers);
    return found.map(gathering -> new BlockGathering(kind, options, schema, gathering));
  }

  /// Adds all rows of a file.
  ///
  /// @throws DataException at the first row that cannot be read or learned from
  public void readAll(DataReader reader, Workers workers) {
    if (kind.isOfNormalClasses() && reader.isText()) {
      int most = Math.clamp(MAX_CELLS / schema.featureNames().size(), 1, MAX_ROWS);
      List<Table> waiting = new ArrayList<>();
      reader.forEach(
          workers,
          RowBlock::rows,
          rows -> {
            waiting.add(rows);
            if (waiting.stream().mapToInt(Table::rowCount).sum() >= most) {
              add(Table.join(waiting));
              waiting.clear();
            }
          });
      if (!waiting.isEmpty()) {
        add(Table.join(waiting));
      }
    } else {
      RowBlock.Size whole = RowBlock.Size.ofColumns(schema.featureNames().size());
      reader.forEach(
          workers,
          drops ? whole : gathering.size().orElse(whole),
          block -> part(drops ? UNKNOWN : block.firstRow(), block.rows()),
          this::add);
      nanos += nanosOfParts.sum() / workers.count();
    }
  }

  /// Adds rows that follow.
  ///
  /// @throws DataException if one cannot be learned from
  public void add(Table rows) {
    add(part(UNKNOWN, rows));
  }

  /// Makes a part of rows, in any thread.
  ///
  /// @param firstRow the number of rows before them, or [#UNKNOWN]
  /// @throws DataException if a row cannot be learned from
  private Prepared part(long firstRow, Table rows) {
    long begin = System.nanoTime();
    BitSet incomplete = options.missing().isPresent() ? IncompleteRows.lacking(rows) : new BitSet();
    boolean dropped = drops && !incomplete.isEmpty();
    int[] kept = dropped ? IncompleteRows.others(rows, incomplete) : new int[0];
    Labels all = FittedModel.ofClassesWithRows(rows.labels());
    Labels labels = dropped ? all.select(kept) : all;
    Gathering.Part part =
        worded(
            rows,
            all.classes(),
            () -> gathering.part(firstRow, dropped ? rows.select(kept) : rows, labels));
    // A part that waits keeps no rows that were gathered already.
    Table named = part.keepsRows() ? rows : rows.select(new int[0]);
    nanosOfParts.add(part.keepsRows() ? 0 : System.nanoTime() - begin);
    return new Prepared(part, named, all, incomplete.cardinality());
  }

  private void add(Prepared prepared) {
    long begin = System.nanoTime();
    worded(
        prepared.rows,
        prepared.labels.classes(),
        () -> {
          prepared.part.adding().run();
          return null;
        });
    weighted |= prepared.labels.areWeighted();
    file = prepared.rows.file();
    incompleteRows += prepared.incomplete;
    nanos += System.nanoTime() - begin;
  }

  /// Returns the statistics of all rows that were added, at least one.
  ///
  /// @throws DataException if one cannot be learned from
  public Gathered gathered() {
    long begin = System.nanoTime();
    Inputs inputs = gathering.inputs(file);
    Statistics statistics = gathering.statistics(inputs);
    Gathered gathered =
        new Gathered(
            file,
            kind,
            statistics,
            inputs,
            options.given(),
            !weighted,
            Optional.of(incompleteRows).filter(_ -> options.missing().isPresent()),
            statistics.rowCount() + (drops ? incompleteRows : 0),
            Optional.empty());
    nanos += System.nanoTime() - begin;
    return gathered;
  }

  /// Returns the time that statistics took, without reading.
  public long nanos() {
    return nanos;
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
