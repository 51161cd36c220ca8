package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// The gathering of columns of numbers, whose features are known from the beginning.
///
/// @param inputs the features
/// @param statistics takes the rows
/// @param rows makes rows for the statistics of rows of a file
record ColumnGathering(
    Inputs inputs, Statistics statistics, BiFunction<Inputs, Table, ? extends RowBatch> rows)
    implements Gathering {

  /// The number of classes for which the size of the statistics of a part is estimated.
  private static final int CLASSES = 16;

  @Override
  public Part part(long firstRow, Table table, Labels labels) {
    Statistics.Part part = statistics.part(firstRow, rows.apply(inputs, table), labels);
    Classes classes = labels.classes();
    Runnable adding =
        () -> {
          requireRoom(classes);
          statistics.add(part);
        };
    return part.isGathered()
        ? new Part(adding, false, statistics.partValues(classes.count()))
        : Part.ofRows(adding, table);
  }

  @Override
  public Optional<RowBlock.Size> size() {
    return Optional.of(statistics.partRows())
        .filter(count -> count > 0)
        .map(count -> new RowBlock.Size(count, statistics.partValues(CLASSES)));
  }

  /// Refuses scatters of new classes that do not fit into memory.
  private void requireRoom(Classes classes) {
    if (statistics instanceof GaussianStatistics) {
      int known = statistics.rowCount() == 0 ? 0 : statistics.classCount();
      long more =
          known == 0
              ? classes.count()
              : IntStream.of(classes.indicesIn(statistics.classes()))
                  .filter(place -> place < 0)
                  .count();
      if (more > 0) {
        Memory.requireMoreScatters(statistics.featureCount(), known + more, known);
      }
    }
  }

  @Override
  public Inputs inputs(String file) {
    return inputs;
  }

  @Override
  public Statistics statistics(Inputs known) {
    return statistics;
  }
}
