package org.lanewise.statistics;

import java.util.List;
import java.util.Objects;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.internal.store.CodeColumn;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.Stores;

/// Of every class, the number of rows, and of every feature how many of them have each category. A
/// missing value is in no count but that of its row.
///
/// Rows without weights are counted in integers, so batches, merging and subtracting are exact and
/// give the same bits in any order. Rows with weights are summed in doubles beside them, one chain
/// over the rows in the order of adding for each class and category: exact in any cut into batches,
/// and as exact as a sum of doubles in merging.
///
/// A batch is taken whole or, with an exception, not at all. Not safe for use by several threads at
/// once.
public final class CategoryStatistics implements Statistics {

  private static final int SCAN = 512;

  private final List<CategoryDictionary> dictionaries;
  private final int classCount;
  private long rowCount;
  private final Tally rows;
  // Category v of feature j in class c is [c·categoryCount + first[j] + v].
  private final int[] first;
  private final int categoryCount;
  private final Tally counts;

  /// Empty statistics.
  ///
  /// @param dictionaries the categories of each of the d ≥ 1 features
  /// @param classCount the number of classes k ≥ 1
  /// @throws IllegalArgumentException if d or k is below 1 or there are more categories of all
  ///   features and classes than an array can hold
  public CategoryStatistics(List<CategoryDictionary> dictionaries, int classCount) {
    this.dictionaries = List.copyOf(dictionaries);
    this.classCount = classCount;
    long size = 0;
    first = new int[dictionaries.size()];
    for (int j = 0; j < first.length; j++) {
      first[j] = (int) size;
      size += dictionaries.get(j).size();
    }
    Batches.requireShape(first.length, classCount, size * Math.max(1, classCount));
    categoryCount = (int) size;
    rows = new Tally(classCount);
    counts = new Tally(categoryCount * classCount);
  }

  /// Statistics of one batch and its dictionaries.
  ///
  /// @throws IllegalArgumentException as [#add(CategoryColumns, Labels)]
  public static CategoryStatistics of(CategoryColumns batch, Labels labels) {
    return new CategoryStatistics(batch.dictionaries(), labels.classCount()).add(batch, labels);
  }

  /// Statistics that hold what others held.
  static CategoryStatistics of(CountState state, List<CategoryDictionary> dictionaries) {
    CategoryStatistics statistics = new CategoryStatistics(dictionaries, state.classRows().length);
    state.restore(statistics.rows, statistics.counts);
    statistics.rowCount = state.rowCount();
    return statistics;
  }

  /// A copy of all that these statistics hold beside their dictionaries.
  public CountState state() {
    return CountState.of(rowCount, rows, counts);
  }

  /// Adds a batch of rows.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, a
  ///   code stands for another category than here, or a row has a category that is not in the
  ///   dictionary
  public CategoryStatistics add(CategoryColumns batch, Labels labels) {
    return add(batch, labels, null, Workers.CALLER);
  }

  /// Adds a batch of weighted rows: a row of weight w counts w times.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public CategoryStatistics add(CategoryColumns batch, Labels labels, double[] weights) {
    return add(batch, labels, Objects.requireNonNull(weights, "weights"), Workers.CALLER);
  }

  /// Adds a batch of rows with several workers; each takes some of the features.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @return this
  /// @throws IllegalArgumentException as above
  public CategoryStatistics add(
      CategoryColumns batch, Labels labels, double[] weights, Workers workers) {
    Batches.check(batch, labels, weights, first.length, classCount);
    requireKnown(batch);
    if (weights == null) {
      long[] counted = new long[counts.exact.length];
      FeatureTasks.run(
          workers, first.length, (from, to) -> count(batch, labels, from, to, counted));
      counts.add(counted);
    } else {
      rows.startSums();
      counts.startSums();
      double[] sums = counts.sums.clone();
      FeatureTasks.run(
          workers, first.length, (from, to) -> sum(batch, labels, weights, from, to, sums));
      counts.sums = sums;
    }
    rowCount += labels.rowCount();
    for (int row = 0; row < labels.rowCount(); row++) {
      if (weights == null) {
        rows.exact[labels.index(row)]++;
      } else {
        rows.sums[labels.index(row)] += weights[row];
      }
    }
    return this;
  }

  private void count(
      CategoryColumns batch, Labels labels, int fromFeature, int toFeature, long[] out) {
    CodeStore store = Stores.of(batch);
    int[] codes = new int[SCAN];
    int[] label = new int[SCAN];
    for (int from = 0; from < batch.rowCount(); from += SCAN) {
      int count = Math.min(SCAN, batch.rowCount() - from);
      labels.copy(from, count, label, 0);
      for (int i = 0; i < count; i++) {
        label[i] *= categoryCount;
      }
      for (int j = fromFeature; j < toFeature; j++) {
        store.copy(j, from, count, codes, 0);
        for (int i = 0; i < count; i++) {
          if (codes[i] != CodeColumn.MISSING) {
            out[label[i] + first[j] + codes[i]]++;
          }
        }
      }
    }
  }

  private void sum(
      CategoryColumns batch,
      Labels labels,
      double[] weights,
      int fromFeature,
      int toFeature,
      double[] out) {
    CodeStore store = Stores.of(batch);
    for (int j = fromFeature; j < toFeature; j++) {
      for (int row = 0; row < batch.rowCount(); row++) {
        int code = store.code(row, j);
        if (code != CodeColumn.MISSING) {
          out[labels.index(row) * categoryCount + first[j] + code] += weights[row];
        }
      }
    }
  }

  private void requireKnown(CategoryColumns batch) {
    for (int j = 0; j < first.length; j++) {
      CategoryDictionary dictionary = dictionaries.get(j);
      CategoryDictionary others = batch.dictionaries().get(j);
      int code = dictionary.difference(others);
      if (code >= 0) {
        throw new IllegalArgumentException(
            "the code %d of feature %d is '%s'; '%s' is expected"
                .formatted(code, j, others.name(code), dictionary.name(code)));
      }
      if (Stores.of(batch).largest(j) >= dictionary.size()) {
        for (int row = 0; row < batch.rowCount(); row++) {
          if (batch.code(row, j) >= dictionary.size()) {
            throw new IllegalArgumentException(
                "row %d, feature %d is the category '%s'; one of %s is expected"
                    .formatted(row, j, batch.name(j, batch.code(row, j)), dictionary));
          }
        }
      }
    }
  }

  /// Adds what other statistics hold, which stay as they are.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the dictionaries or numbers of classes differ, or `other`
  ///   is this
  public CategoryStatistics merge(CategoryStatistics other) {
    requireLike(other, "merge");
    rowCount += other.rowCount;
    rows.merge(other.rows);
    counts.merge(other.counts);
    return this;
  }

  /// Takes away what other statistics hold, which stay as they are: exactly as if their rows had
  /// never been added.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the dictionaries or numbers of classes differ, `other` is
  ///   this, holds weights, or holds more of anything than this; nothing is changed then
  public CategoryStatistics subtract(CategoryStatistics other) {
    requireLike(other, "subtract");
    rows.requireSubtractable(other.rows, "the number of rows of class %d"::formatted);
    counts.requireSubtractable(other.counts, this::cellName);
    rowCount -= other.rowCount;
    rows.subtract(other.rows);
    counts.subtract(other.counts);
    return this;
  }

  private String cellName(int cell) {
    int at = cell % categoryCount;
    int j = first.length - 1;
    while (first[j] > at || dictionaries.get(j).size() == 0) {
      j--;
    }
    return "the count of category '%s' of feature %d in class %d"
        .formatted(dictionaries.get(j).name(at - first[j]), j, cell / categoryCount);
  }

  private void requireLike(CategoryStatistics other, String what) {
    Batches.requireLike(
        other == this, what, other.first.length, other.classCount, first.length, classCount);
    for (int j = 0; j < first.length; j++) {
      if (!other.dictionaries.get(j).equals(dictionaries.get(j))) {
        throw new IllegalArgumentException(
            "feature %d of the statistics to %s has the categories %s; %s are expected"
                .formatted(j, what, other.dictionaries.get(j), dictionaries.get(j)));
      }
    }
  }

  /// The number of features d.
  @Override
  public int featureCount() {
    return first.length;
  }

  /// The number of classes k.
  @Override
  public int classCount() {
    return classCount;
  }

  /// The dictionaries of the features.
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// The number of rows added, those of weight 0 included.
  @Override
  public long rowCount() {
    return rowCount;
  }

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    return rows.value(Objects.checkIndex(label, classCount));
  }

  /// The sum of weights N_cjv of the rows of a class that have the category.
  public double count(int label, int feature, int code) {
    Objects.checkIndex(label, classCount);
    Objects.checkIndex(code, dictionaries.get(feature).size());
    return counts.value(label * categoryCount + first[feature] + code);
  }
}
