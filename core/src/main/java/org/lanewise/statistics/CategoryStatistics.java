package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.counts.ClassCounts;
import org.lanewise.internal.gather.counts.ClassRows;
import org.lanewise.internal.gather.counts.CodeCounts;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tasks.FeatureTasks;

/// The number of rows of each class, and the number of those with each category of each feature. A
/// missing value counts only as a row.
///
/// Rows without weights are counted in integers, so batches, merging and subtracting are exact and
/// give the same bits in any order. Rows with weights are summed separately in doubles, in row
/// order for each class and category: the cut into batches does not change a bit, and merging adds
/// doubles.
///
/// If adding a batch throws, nothing of it is added. Not thread-safe.
public final class CategoryStatistics extends CountedStatistics<CategoryStatistics> {

  private List<CategoryDictionary> dictionaries;

  /// The index of each feature's first category among all; d + 1 numbers.
  private int[] first;

  /// Creates empty statistics whose classes come from the labels.
  ///
  /// @param dictionaries the categories of each of the d ≥ 1 features
  /// @throws IllegalArgumentException if d is below 1
  public CategoryStatistics(List<CategoryDictionary> dictionaries) {
    this(Features.unnamed(dictionaries.size()), dictionaries, Joining.NO_CLASSES);
  }

  /// Empty statistics.
  ///
  /// @param dictionaries the categories of each feature
  /// @throws IllegalArgumentException if there is not one dictionary for each feature, or if the
  ///   categories of all features and classes exceed the size of an array
  public CategoryStatistics(
      Features features, List<CategoryDictionary> dictionaries, Classes classes) {
    if (dictionaries.size() != features.count()) {
      throw new IllegalArgumentException(
          "%d dictionaries were given; one for each of %d features is expected"
              .formatted(dictionaries.size(), features.count()));
    }
    int[] first = first(dictionaries);
    super(new Layout(features, dictionaries, classes));
    this.dictionaries = List.copyOf(dictionaries);
    this.first = first;
  }

  private CategoryStatistics(Layout layout, ClassRows rows, ClassCounts counts) {
    super(layout, rows, counts);
    dictionaries = layout.dictionaries();
    first = first(dictionaries);
  }

  private static int[] first(List<CategoryDictionary> dictionaries) {
    int d = dictionaries.size();
    int[] first = new int[d + 1];
    long size = 0;
    for (int j = 0; j < d; j++) {
      size += dictionaries.get(j).size();
      first[j + 1] = requireCells(size, d, 1);
    }
    return first;
  }

  /// Computes the statistics of one batch with its dictionaries.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
  public static CategoryStatistics of(CategoryColumns batch, Labels labels) {
    return new CategoryStatistics(batch.features(), batch.dictionaries(), labels.classes())
        .add(batch, labels)
        .as(CategoryStatistics.class);
  }

  /// Restores statistics from their state.
  static CategoryStatistics of(
      CountState state, Features features, List<CategoryDictionary> dictionaries, Classes classes) {
    CategoryStatistics statistics = new CategoryStatistics(features, dictionaries, classes);
    States.restore(state, statistics.rows(), statistics.counts());
    return statistics;
  }

  @Override
  CategoryStatistics restored(StatisticsState state) {
    return of((CountState) state, features(), dictionaries, classes());
  }

  @Override
  public Statistics empty() {
    return new CategoryStatistics(features(), dictionaries, classes());
  }

  @Override
  CategoryStatistics reordered(Features ordered, int[] from) {
    List<CategoryDictionary> others = IntStream.of(from).mapToObj(dictionaries::get).toList();
    int[][] codes =
        others.stream().map(dictionary -> Joining.all(dictionary.size())).toArray(int[][]::new);
    return rearranged(ordered, others, from, codes);
  }

  @Override
  CategoryStatistics ofClasses(Classes some, int[] kept) {
    CountState state = state().arranged(kept, Joining.all(first[first.length - 1]));
    return of(state, features(), dictionaries, some);
  }

  /// The state of these statistics without their dictionaries.
  @Override
  CountState state() {
    return States.of(rows(), counts());
  }

  @Override
  Addition prepare(RowBatch rows, Labels labels) {
    if (rows instanceof CategoryColumns batch) {
      return prepare(batch, labels);
    }
    throw otherKind(rows, "CategoryColumns");
  }

  private Addition prepare(CategoryColumns batch, Labels labels) {
    Features features = joinedFeatures(batch.features(), "the rows");
    Classes classes = joinedClasses(batch, labels);
    List<CategoryDictionary> joined = joined(batch.dictionaries(), true);
    CategoryColumns rows = batch.in(joined);
    requireKnown(rows, joined);
    int[] to = labels.classes().indicesIn(classes);
    CategoryStatistics target = target(new Layout(features, joined, classes), false);
    int[] places = target.first;
    ClassCounts cells = target.counts();
    if (labels.areWeighted()) {
      target.rows().startSums();
      double[] sums = cells.sums == null ? new double[cells.exact.length] : cells.sums.clone();
      FeatureTasks.run(
          workers(),
          features.count(),
          (from, end) -> CodeCounts.sum(rows, labels, to, places, from, end, sums));
      return () -> {
        cells.sums = sums;
        target.rows().add(labels, to);
        become(target);
      };
    } else {
      long[] counted = new long[cells.exact.length];
      FeatureTasks.run(
          workers(),
          features.count(),
          (from, end) -> CodeCounts.count(rows, labels, to, places, from, end, counted));
      return () -> {
        cells.add(counted);
        target.rows().add(labels, to);
        become(target);
      };
    }
  }

  /// These dictionaries and others.
  ///
  /// @param rowsTell whether rows are searched for categories that a closed dictionary lacks
  private List<CategoryDictionary> joined(List<CategoryDictionary> others, boolean rowsTell) {
    if (others.equals(dictionaries)) {
      return dictionaries;
    }
    List<CategoryDictionary> joined = new ArrayList<>();
    for (int j = 0; j < dictionaries.size(); j++) {
      CategoryDictionary known = dictionaries.get(j);
      joined.add(rowsTell && !known.isOpen() ? known : known.with(others.get(j)));
    }
    return List.copyOf(joined);
  }

  @Override
  List<CategoryDictionary> joinedDictionaries(CategoryStatistics other) {
    return joined(other.dictionaries, false);
  }

  @Override
  CategoryStatistics with(Layout layout, ClassRows newRows, ClassCounts newCounts) {
    return new CategoryStatistics(layout, newRows, newCounts);
  }

  @Override
  int[] placesIn(Layout layout) {
    int[][] codes = new int[dictionaries.size()][];
    Arrays.setAll(codes, j -> layout.dictionaries().get(j).codesIn(dictionaries.get(j)));
    return Joining.cells(dictionaries, layout.dictionaries(), Joining.all(codes.length), codes);
  }

  private static void requireKnown(CategoryColumns batch, List<CategoryDictionary> dictionaries) {
    for (int j = 0; j < dictionaries.size(); j++) {
      CategoryDictionary dictionary = dictionaries.get(j);
      if (Stores.of(batch).largest(j) >= dictionary.size()) {
        for (int row = 0; row < batch.rowCount(); row++) {
          if (batch.code(row, j) >= dictionary.size()) {
            throw new BadDataException(
                "%s, %s is the category '%s'; one of %s is expected",
                Fact.row(row),
                Fact.feature(j, batch.features()),
                Fact.value(batch.name(j, batch.code(row, j))),
                dictionary);
          }
        }
      }
    }
  }

  @Override
  void becomeRest(CategoryStatistics other) {
    dictionaries = other.dictionaries;
    first = other.first;
  }

  /// Returns a copy with other dictionaries: the counts of category v of feature j are those of
  /// category `from[j][v]`, or 0 if `from[j][v]` is −1.
  ///
  /// With this, a caller can gather categories in the order of their arrival, in dictionaries with
  /// room for more, name and sort them in the end, and drop those without rows.
  ///
  /// @param dictionaries the categories of each feature
  /// @param from for each new category its code in these statistics, each at most once
  /// @throws IllegalArgumentException if the lengths do not match, or a code is out of range or
  ///   occurs twice
  public CategoryStatistics withDictionaries(
      Features features, List<CategoryDictionary> dictionaries, int[]... from) {
    Joining.requireDistinct(features.count(), Joining.all(from.length), featureCount());
    for (int j = 0; j < from.length; j++) {
      Joining.requireDistinct(dictionaries.get(j).size(), from[j], this.dictionaries.get(j).size());
    }
    return rearranged(features, dictionaries, Joining.all(from.length), from);
  }

  /// @param from the index of each feature in these
  /// @param codes for each category its index in those of that feature
  CategoryStatistics rearranged(
      Features features, List<CategoryDictionary> dictionaries, int[] from, int[][] codes) {
    CategoryStatistics copy = new CategoryStatistics(features, dictionaries, classes());
    if (classCount() > 0) {
      int[] cells = Joining.cells(this.dictionaries, dictionaries, from, codes);
      CountState state = state().arranged(Joining.all(classCount()), cells);
      copy = of(state, features, dictionaries, classes());
    }
    copy.on(workers());
    return copy;
  }

  @Override
  Fact placeName(int place) {
    int j = 0;
    while (first[j + 1] <= place) {
      j++;
    }
    return Fact.clause(
        "category '%s' of %s",
        dictionaries.get(j).name(place - first[j]), Fact.feature(j, features()));
  }

  /// The dictionaries of the features.
  @Override
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// The sum of weights N_cjv of the rows of a class with the category.
  public double count(int label, int feature, int code) {
    Objects.checkIndex(label, classCount());
    Objects.checkIndex(code, dictionaries.get(feature).size());
    return counts().value(label * first[first.length - 1] + first[feature] + code);
  }
}
