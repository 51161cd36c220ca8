package org.lanewise.statistics;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
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
public final class BernoulliStatistics extends CountedStatistics<BernoulliStatistics> {

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
    super(new Layout(features, classes));
  }

  private BernoulliStatistics(
      Layout layout, ClassRows rows, ClassCounts counts, CategoryStatistics incomplete) {
    super(layout, rows, counts);
    this.incomplete = incomplete;
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
    ClassRows rows = new ClassRows(classes.count());
    rows.restore(complete.rowCount(), complete.classRows(), complete.classWeights());
    CategoryStatistics incomplete = null;
    if (state.incomplete() != null) {
      List<CategoryDictionary> binary = noRows(features, classes).dictionaries();
      incomplete = CategoryStatistics.of(state.incomplete(), features, binary, classes);
    }
    ClassCounts counts = States.transposed(complete.counts(), complete.sums());
    return new BernoulliStatistics(new Layout(features, classes), rows, counts, incomplete);
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
        States.of(rows(), byClass(counts(), classCount())),
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
    BernoulliStatistics target = target(features, classes, labels.areWeighted());
    if (labels.areWeighted()) {
      double[] sums = target.counts().sums.clone();
      FeatureTasks.run(
          workers(), features.count(), (from, end) -> BitCounts.sum(rows, known, from, end, sums));
      return () -> {
        target.counts().sums = sums;
        target.rows().add(labels, to);
        become(target);
      };
    } else {
      long[] batch = new long[target.counts().exact.length];
      long[] classBatch = new long[classes.count()];
      FeatureTasks.run(
          workers(),
          features.count(),
          (from, end) ->
              BitCounts.count(rows, known, from, end, batch, from == 0 ? classBatch : null));
      return () -> {
        target.counts().add(batch);
        target.rows().add(labels.rowCount(), classBatch);
        become(target);
      };
    }
  }

  /// Counts to add a batch to, with sums for the first weights.
  private BernoulliStatistics target(Features features, Classes classes, boolean weighted) {
    boolean starts = weighted && counts().sums == null;
    BernoulliStatistics target = target(new Layout(features, classes), starts);
    if (weighted) {
      target.rows().startSums();
      target.counts().startSums();
    }
    return target;
  }

  @Override
  BernoulliStatistics with(Layout layout, ClassRows newRows, ClassCounts newCounts) {
    CategoryStatistics held = incomplete;
    if (incomplete != null && !layout.classes().equals(classes())) {
      held = noRows(features(), layout.classes());
      held.merge(incomplete);
    }
    return new BernoulliStatistics(layout, newRows, newCounts, held);
  }

  /// Cells are [j·k + c], as one call counts all classes of a column.
  @Override
  boolean liesByPlace() {
    return true;
  }

  private Addition prepare(CategoryColumns rows, Labels labels) {
    Features features = joinedFeatures(rows.features(), "the rows");
    rows.features().requireSame(features, "");
    if (features.areWords()) {
      throw new IllegalArgumentException(
          "the features are words, which cannot be missing; named features are expected");
    }
    Classes classes = joinedClasses(rows, labels);
    BernoulliStatistics target = target(features, classes, false);
    Statistics held = target.copyOfIncomplete().on(workers()).add(rows, labels);
    return () -> {
      target.rows().addElsewhere(labels.rowCount());
      target.incomplete = held.as(CategoryStatistics.class);
      become(target);
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
    BernoulliStatistics target = target(features, classes, labels.areWeighted());
    return () -> {
      BitCounts.add(rows, row, labels, to, classes.count(), target.counts());
      target.rows().add(labels, to);
      become(target);
    };
  }

  @Override
  void mergeRest(BernoulliStatistics other) {
    if (other.incomplete != null) {
      incomplete = copyOfIncomplete().merge(other.incomplete).as(CategoryStatistics.class);
    }
  }

  @Override
  void subtractRest(BernoulliStatistics other) {
    BitCounts.requireUnsetSubtractable(
        counts(), rows(), other.counts(), other.rows(), features(), classes());
    if (other.incomplete != null) {
      incomplete = copyOfIncomplete().subtract(other.incomplete).as(CategoryStatistics.class);
    }
  }

  private Statistics copyOfIncomplete() {
    return incomplete == null ? noRows(features(), classes()) : incomplete.copy();
  }

  @Override
  void becomeRest(BernoulliStatistics other) {
    incomplete = other.incomplete;
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
    double complete = counts().value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 1);
  }

  /// The sum of weights of the rows of a class in which the feature is observed but not set. With
  /// [#count(int, int)], it sums to n_c minus the weights of the rows in which the value is
  /// missing.
  public double unsetCount(int label, int feature) {
    double complete = super.classWeight(label) - counts().value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 0);
  }

  private int cell(int label, int feature) {
    Objects.checkIndex(label, classCount());
    return Objects.checkIndex(feature, featureCount()) * classCount() + label;
  }
}
