package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.gather.counts.ClassCounts;
import org.lanewise.internal.gather.counts.ClassRows;
import org.lanewise.internal.gather.counts.CountCheck;
import org.lanewise.internal.gather.counts.CountSums;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.store.DoubleStore;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// The number of rows of each class, and the sum of the counts of each feature.
///
/// A count is a number from 0 to [#MAX], such as the number of occurrences of a word. Whole counts
/// up to 2^53 in rows without weights are summed in integers, so batches, merging and subtracting
/// are exact and give the same bits in any order; all of them together may sum to 2^63 − 1.
/// Fractions, and rows with weights, are summed separately in doubles, in row order for each class
/// and feature: the cut into batches does not change a bit, and merging adds doubles. Sparse rows
/// and columns of the same counts give the same bits.
///
/// If adding a batch throws, nothing of it is added. Not thread-safe.
public final class CountStatistics extends CountedStatistics<CountStatistics> {

  /// The largest count of a row.
  public static final double MAX = CountCheck.MAX;

  // The sum of all exact counts: no cell overflows while this does not.
  private long exactTotal;

  /// Creates empty statistics whose classes come from the labels.
  ///
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if it is below 1
  public CountStatistics(int featureCount) {
    this(Features.unnamed(featureCount), Joining.NO_CLASSES);
  }

  /// Empty statistics.
  ///
  /// @throws IllegalArgumentException if d·k is more than an array can hold
  public CountStatistics(Features features, Classes classes) {
    super(new Layout(features, classes));
  }

  private CountStatistics(Layout layout, ClassRows rows, ClassCounts counts, long exactTotal) {
    super(layout, rows, counts);
    this.exactTotal = exactTotal;
  }

  /// Computes the statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static CountStatistics of(RowBatch rows, Labels labels) {
    return new CountStatistics(rows.features(), labels.classes())
        .add(rows, labels)
        .as(CountStatistics.class);
  }

  /// Restores statistics from their state.
  static CountStatistics of(CountState state, Features features, Classes classes) {
    CountStatistics statistics = new CountStatistics(features, classes);
    States.restore(state, statistics.rows(), statistics.counts());
    for (long count : statistics.counts().exact) {
      statistics.exactTotal = CountCheck.total(statistics.exactTotal, count);
    }
    return statistics;
  }

  @Override
  CountStatistics restored(StatisticsState state) {
    return of((CountState) state, features(), classes());
  }

  @Override
  public Statistics empty() {
    return new CountStatistics(features(), classes());
  }

  @Override
  CountStatistics reordered(Features ordered, int[] from) {
    return withFeatures(ordered, from);
  }

  @Override
  CountStatistics ofClasses(Classes some, int[] kept) {
    return of(state().arranged(kept, Joining.all(featureCount())), features(), some);
  }

  @Override
  CountState state() {
    return States.of(rows(), counts());
  }

  @Override
  Addition prepare(RowBatch rows, Labels labels) {
    return switch (rows) {
      case SparseRows sparse -> prepare(sparse, labels);
      case NumericColumns columns -> prepare(columns, labels);
      default -> throw otherKind(rows, "SparseRows or NumericColumns");
    };
  }

  private Addition prepare(SparseRows batch, Labels labels) {
    Features features = joinedFeatures(batch.features(), "the rows");
    Classes classes = joinedClasses(batch, labels);
    CountCheck check = new CountCheck(batch.features(), labels.areWeighted(), exactTotal);
    SparseRows rows = batch.in(features);
    int[] to = labels.classes().indicesIn(classes);
    // One class after the other: its counts stay in the cache, and rows of a class keep their
    // order.
    int[] byClass = CountSums.byClass(labels);
    double[] whole = CountSums.whole(rows, labels, byClass);
    if (whole != null) {
      return adding(whole, check, features, classes, labels, to);
    }
    SparseRow row = new SparseRow();
    for (int i = 0; i < batch.rowCount(); i++) {
      batch.row(i, row);
      check.row(i, row);
    }
    CountStatistics target = target(features, classes, check, false);
    return () -> {
      CountSums.add(rows, row, labels, byClass, to, features.count(), target.counts());
      target.rows().add(labels, to);
      become(target);
    };
  }

  private Addition adding(
      double[] whole,
      CountCheck check,
      Features features,
      Classes classes,
      Labels labels,
      int[] to) {
    check.whole(whole);
    CountStatistics target = target(features, classes, check, false);
    return () -> {
      CountSums.add(whole, to, features.count(), target.counts());
      target.rows().add(labels, to);
      become(target);
    };
  }

  /// Counts to add a batch to, with sums for the first weights or fractions.
  ///
  /// @param apart whether the batch is counted in separate arrays
  private CountStatistics target(
      Features features, Classes classes, CountCheck check, boolean apart) {
    boolean sums = check.isWeighted() || check.hasFractions();
    boolean starts = sums && counts().sums == null;
    CountStatistics target = target(new Layout(features, classes), apart || starts);
    if (check.isWeighted()) {
      target.rows().startSums();
    }
    if (sums) {
      target.counts().startSums();
    }
    target.exactTotal = check.total();
    return target;
  }

  @Override
  CountStatistics with(Layout layout, ClassRows newRows, ClassCounts newCounts) {
    return new CountStatistics(layout, newRows, newCounts, exactTotal);
  }

  private Addition prepare(NumericColumns batch, Labels labels) {
    Features features = joinedFeatures(batch.features(), "the rows");
    batch.features().requireSame(features, "");
    Classes classes = joinedClasses(batch, labels);
    CountCheck check = new CountCheck(batch.features(), labels.areWeighted(), exactTotal);
    NumericStore store = Stores.of(batch);
    int[] to = labels.classes().indicesIn(classes);
    double[] whole = CountSums.whole(store, labels);
    if (whole != null) {
      return adding(whole, check, features, classes, labels, to);
    }
    NumericBlock block = new NumericBlock();
    block.visit(
        store,
        (_, column, width, first, count) -> {
          for (int l = 0; l < width; l++) {
            double[] values = block.column(l);
            for (int i = 0; i < count; i++) {
              check.count(first + i, column + l, values[block.offset() + i]);
            }
          }
        });
    // Doubles lie there, and in the end are added in place. To read others again might fail.
    boolean apart = !(store instanceof DoubleStore);
    CountStatistics target = target(features, classes, check, apart);
    NumericBlock.Visitor adding =
        CountSums.adding(block, labels, to, features.count(), target.counts());
    if (apart) {
      block.visit(store, adding);
    }
    return () -> {
      if (!apart) {
        block.visit(store, adding);
      }
      target.rows().add(labels, to);
      become(target);
    };
  }

  @Override
  void mergeRest(CountStatistics other) {
    exactTotal = CountCheck.total(exactTotal, other.exactTotal);
  }

  @Override
  void subtractRest(CountStatistics other) {
    exactTotal -= other.exactTotal;
  }

  @Override
  void becomeRest(CountStatistics other) {
    exactTotal = other.exactTotal;
  }

  /// Returns a copy with other features: the counts of feature j are those of feature `from[j]`, or
  /// 0 in all rows if `from[j]` is −1.
  ///
  /// With this, a caller that does not know the number of features can gather them in the order of
  /// their arrival, name and sort them in the end, and drop those without counts.
  ///
  /// @param from for each new feature its index in these statistics, each at most once
  /// @throws IllegalArgumentException if the lengths do not match, or an index is out of range or
  ///   occurs twice
  public CountStatistics withFeatures(Features features, int... from) {
    Joining.requireDistinct(features.count(), from, featureCount());
    CountStatistics copy = new CountStatistics(features, classes());
    if (classCount() > 0) {
      copy = of(state().arranged(Joining.all(classCount()), from), features, classes());
    }
    copy.on(workers());
    return copy;
  }

  /// The sum N_cj of a feature's counts in the rows of a class, each times the weight of its row.
  public double count(int label, int feature) {
    Objects.checkIndex(label, classCount());
    Objects.checkIndex(feature, featureCount());
    return counts().value(label * featureCount() + feature);
  }
}
