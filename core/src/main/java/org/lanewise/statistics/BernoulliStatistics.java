package org.lanewise.statistics;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.gather.counts.BitCounts;
import org.lanewise.internal.gather.counts.ClassCounts;
import org.lanewise.internal.gather.counts.ClassRows;
import org.lanewise.internal.gather.state.BernoulliState;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.tasks.FeatureTasks;

/// The number of rows of each class, and the number of those with each feature set.
///
/// Rows without weights are counted in integers, so batches, merging and subtracting are exact and
/// give the same bits in any order. Rows with weights are summed separately in doubles, in row
/// order for each class and feature: the cut into batches does not change a bit, and merging adds
/// doubles.
///
/// **Missing values** are given as [CategoryColumns] with the codes 0, 1 and missing. A missing
/// value counts only as a row, so a feature may have fewer rows than its class.
///
/// With many classes, bits whose rows are sorted by class are counted several times as fast as bits
/// in any other order. Sorting pays only where it costs nothing, such as when rows arrive by class.
///
/// If adding a batch throws, nothing of it is added. Not thread-safe.
public final class BernoulliStatistics extends CountedStatistics {

  // [j·k + c], as one call counts all classes of a column.
  private ClassCounts counts;
  // Rows that may have missing values; null until there are any.
  private CategoryStatistics incomplete;

  /// Creates empty statistics whose classes come from the labels.
  ///
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if it is below 1
  public BernoulliStatistics(int featureCount) {
    this(Features.unnamed(featureCount), Joining.NO_CLASSES);
  }

  /// Empty statistics.
  ///
  /// @throws IllegalArgumentException if d·k is more than an array can hold
  public BernoulliStatistics(Features features, Classes classes) {
    super(features, classes);
    counts = new ClassCounts(cells(features, classes));
  }

  /// Computes the statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static BernoulliStatistics of(RowBatch rows, Labels labels) {
    return new BernoulliStatistics(rows.features(), labels.classes())
        .add(rows, labels)
        .as(BernoulliStatistics.class);
  }

  /// Restores statistics from their state.
  static BernoulliStatistics of(BernoulliState state, Features features, Classes classes) {
    state.check(classes.count(), features.count());
    CountState complete = state.complete();
    BernoulliStatistics statistics = new BernoulliStatistics(features, classes);
    statistics.rows().restore(complete.rowCount(), complete.classRows(), complete.classWeights());
    statistics.counts = States.transposed(complete.counts(), complete.sums());
    if (state.incomplete() != null) {
      List<CategoryDictionary> binary = noRows(features, classes).dictionaries();
      statistics.incomplete = CategoryStatistics.of(state.incomplete(), features, binary, classes);
    }
    return statistics;
  }

  @Override
  BernoulliStatistics restored(StatisticsState state) {
    return of((BernoulliState) state, features(), classes());
  }

  @Override
  public Statistics empty() {
    return new BernoulliStatistics(features(), classes());
  }

  @Override
  BernoulliStatistics reordered(Features ordered, int[] from) {
    return withFeatures(ordered, from);
  }

  @Override
  BernoulliStatistics ofClasses(Classes some, int[] kept) {
    return of(state().arranged(kept, Joining.all(featureCount())), features(), some);
  }

  @Override
  BernoulliState state() {
    return new BernoulliState(
        States.of(rows(), byClass(counts, classCount())),
        incomplete == null ? null : incomplete.state());
  }

  /// The counts class by class, [c·d + j].
  private static ClassCounts byClass(ClassCounts counts, int k) {
    int d = counts.exact.length / k;
    return counts.arranged(counts.exact.length, cell -> cell % d * k + cell / d);
  }

  @Override
  Addition prepare(RowBatch rows, Labels labels) {
    return switch (rows) {
      case BitColumns bits -> prepare(bits, labels);
      case CategoryColumns codes -> prepare(codes, labels);
      case SparseRows sparse -> prepare(sparse, labels);
      default -> throw otherKind(rows, "BitColumns, SparseRows or CategoryColumns");
    };
  }

  private Addition prepare(BitColumns rows, Labels labels) {
    Features features = joinedFeatures(rows.features(), "the rows");
    rows.features().requireSame(features, "");
    Classes classes = joinedClasses(rows, labels);
    int[] to = labels.classes().indicesIn(classes);
    Labels known = Joining.renumbered(labels, to, classes.count());
    Prepared prepared = new Prepared(features, classes, labels.areWeighted());
    if (labels.areWeighted()) {
      double[] sums = prepared.counts.sums.clone();
      FeatureTasks.run(
          workers(), features.count(), (from, end) -> BitCounts.sum(rows, known, from, end, sums));
      return () -> {
        prepared.counts.sums = sums;
        prepared.rows.add(labels, to);
        prepared.take();
      };
    } else {
      long[] batch = new long[prepared.counts.exact.length];
      long[] classBatch = new long[classes.count()];
      FeatureTasks.run(
          workers(),
          features.count(),
          (from, end) ->
              BitCounts.count(rows, known, from, end, batch, from == 0 ? classBatch : null));
      return () -> {
        prepared.counts.add(batch);
        prepared.rows.add(labels.rowCount(), classBatch);
        prepared.take();
      };
    }
  }

  /// The counts that a batch is added to: the current ones, or larger ones if it brings classes,
  /// words or the first weights.
  private final class Prepared {
    private final Features features;
    private final Classes classes;
    private final ClassRows rows;
    private final ClassCounts counts;
    private final CategoryStatistics incomplete;

    Prepared(Features features, Classes classes, boolean weighted) {
      this.features = features;
      this.classes = classes;
      boolean same = classes.equals(classes()) && features.equals(features());
      boolean starts = weighted && BernoulliStatistics.this.counts.sums == null;
      rows = rows(classes);
      counts = same && !starts ? BernoulliStatistics.this.counts : arranged(features, classes);
      incomplete = same ? BernoulliStatistics.this.incomplete : arrangedIncomplete(classes);
      if (weighted) {
        rows.startSums();
        counts.startSums();
      }
    }

    void take() {
      BernoulliStatistics.this.counts = counts;
      BernoulliStatistics.this.incomplete = incomplete;
      BernoulliStatistics.this.take(features, classes, rows);
    }
  }

  /// The counts rearranged for other features and classes, which include all of these.
  private ClassCounts arranged(Features features, Classes classes) {
    int[] fromClass = classes.indicesIn(classes());
    int[] fromFeature = features.areWords() ? features.indicesIn(features()) : null;
    int k = classes.count();
    int known = classCount();
    return counts.arranged(
        cells(features, classes),
        cell -> {
          int c = fromClass[cell % k];
          int j = fromFeature == null ? cell / k : fromFeature[cell / k];
          return c < 0 || j < 0 ? -1 : j * known + c;
        });
  }

  /// A copy of the rows with missing values, to be combined with those of others; null if neither
  /// has any.
  private CategoryStatistics incompleteWith(
      BernoulliStatistics other, Features features, Classes classes) {
    return incomplete == null && other.incomplete != null
        ? noRows(features, classes)
        : arrangedIncomplete(classes);
  }

  private CategoryStatistics arrangedIncomplete(Classes classes) {
    if (incomplete == null) {
      return null;
    }
    CategoryStatistics copy = noRows(features(), classes);
    copy.merge(incomplete);
    return copy;
  }

  private Addition prepare(CategoryColumns rows, Labels labels) {
    Features features = joinedFeatures(rows.features(), "the rows");
    rows.features().requireSame(features, "");
    if (features.areWords()) {
      throw new IllegalArgumentException(
          "the features are words, which cannot be missing; named features are expected");
    }
    Classes classes = joinedClasses(rows, labels);
    Prepared prepared = new Prepared(features, classes, false);
    CategoryStatistics held = noRows(features, classes);
    if (prepared.incomplete != null) {
      held.merge(prepared.incomplete);
    }
    held.on(workers()).add(rows, labels);
    return () -> {
      prepared.rows.addElsewhere(labels.rowCount());
      prepared.take();
      incomplete = held;
    };
  }

  private static CategoryStatistics noRows(Features features, Classes classes) {
    return new CategoryStatistics(
        features, Collections.nCopies(features.count(), CategoryDictionary.BINARY), classes);
  }

  private Addition prepare(SparseRows batch, Labels labels) {
    Features features = joinedFeatures(batch.features(), "the rows");
    Classes classes = joinedClasses(batch, labels);
    BitCounts.requireBinary(batch);
    SparseRows rows = batch.in(features);
    int[] to = labels.classes().indicesIn(classes);
    SparseRow row = new SparseRow();
    Prepared prepared = new Prepared(features, classes, labels.areWeighted());
    return () -> {
      prepared.take();
      BitCounts.add(rows, row, labels, to, classes.count(), counts);
      rows().add(labels, to);
    };
  }

  @Override
  void mergeWith(Statistics others) {
    BernoulliStatistics other = (BernoulliStatistics) others;
    Features features = joinedFeatures(other.features(), "the statistics to merge");
    Classes classes = Joining.classes(classes(), other.classes(), "the statistics to merge");
    ClassCounts mergedCounts = arranged(features, classes);
    mergedCounts.merge(other.arranged(features, classes));
    ClassRows mergedRows = rows(classes);
    mergedRows.merge(other.rows(classes));
    CategoryStatistics held = incompleteWith(other, features, classes);
    if (other.incomplete != null) {
      held.merge(other.incomplete);
    }
    counts = mergedCounts;
    incomplete = held;
    take(features, classes, mergedRows);
  }

  @Override
  void subtractAll(Statistics others) {
    BernoulliStatistics other = (BernoulliStatistics) others;
    Features features = joinedFeatures(other.features(), "the statistics to subtract");
    Classes classes = Joining.classes(classes(), other.classes(), "the statistics to subtract");
    ClassRows rows = rows(classes);
    ClassRows otherRows = other.rows(classes);
    ClassCounts rest = arranged(features, classes);
    ClassCounts otherCounts = other.arranged(features, classes);
    rows.requireSubtractable(otherRows, classes);
    int k = classes.count();
    rest.requireSubtractable(
        otherCounts,
        cell ->
            Fact.clause(
                "the count of %s in %s",
                Fact.feature(cell / k, features), Fact.label(cell % k, classes)));
    BitCounts.requireUnsetSubtractable(rest, rows, otherCounts, otherRows, features, classes);
    CategoryStatistics held = incompleteWith(other, features, classes);
    if (other.incomplete != null) {
      held.subtract(other.incomplete);
    }
    rows.subtract(otherRows);
    rest.subtract(otherCounts);
    counts = rest;
    incomplete = held;
    take(features, classes, rows);
  }

  /// Returns a copy with other features: the counts of feature j are those of feature `from[j]`, or
  /// 0 in all rows if `from[j]` is −1, like [CountStatistics#withFeatures].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public BernoulliStatistics withFeatures(Features features, int... from) {
    Joining.requireDistinct(features.count(), from, featureCount());
    BernoulliStatistics copy = new BernoulliStatistics(features, classes());
    if (classCount() > 0) {
      copy = of(state().arranged(Joining.all(classCount()), from), features, classes());
    }
    copy.on(workers());
    return copy;
  }

  @Override
  public double classWeight(int label) {
    double complete = super.classWeight(label);
    return incomplete == null ? complete : complete + incomplete.classWeight(label);
  }

  /// The sum of weights of the rows of a class in which the feature is set.
  public double count(int label, int feature) {
    double complete = counts.value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 1);
  }

  /// The sum of weights of the rows of a class in which the feature is observed but not set. With
  /// [#count(int, int)], it sums to n_c minus the weights of the rows in which the value is
  /// missing.
  public double unsetCount(int label, int feature) {
    double complete = super.classWeight(label) - counts.value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 0);
  }

  private int cell(int label, int feature) {
    Objects.checkIndex(label, classCount());
    return Objects.checkIndex(feature, featureCount()) * classCount() + label;
  }
}
