package org.lanewise.statistics;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.store.BitStore;
import org.lanewise.internal.store.Stores;

/// Of every class, the number of rows, and of every feature how many of them have it set.
///
/// Rows without weights are counted in integers, so batches, merging and subtracting are exact and
/// give the same bits in any order. Rows with weights are summed in doubles beside them, one chain
/// over the rows in the order of adding for each class and feature: exact in any cut into batches,
/// and as exact as a sum of doubles in merging.
///
/// **Missing values** come as [CategoryColumns] of the codes 0 and 1, or missing. Such rows are
/// held apart: a missing value is in no count but that of its row, so a feature has fewer rows than
/// its class.
///
/// A batch is taken whole or, with an exception, not at all. Not safe for use by several threads at
/// once.
public final class BernoulliStatistics implements Statistics {

  private static final int MASK_WORDS = 4096;
  private static final int BLOCK_WORDS = 1 << 15;
  private static final int LARGEST_BLOCK = 32;
  private static final int LEAST_TILE = 64;
  private static final int LARGEST_TILE = 256;

  private final int featureCount;
  private final int classCount;
  private long rowCount;
  private final Tally classRows;
  // [j·k + c], as one call counts all classes of a column.
  private final Tally counts;
  // Rows that may have missing values; null until there are any.
  private CategoryStatistics incomplete;

  /// Empty statistics.
  ///
  /// @param featureCount the number of features d ≥ 1
  /// @param classCount the number of classes k ≥ 1
  /// @throws IllegalArgumentException if one is below 1 or d·k is more than an array can hold
  public BernoulliStatistics(int featureCount, int classCount) {
    Batches.requireShape(featureCount, classCount, (long) featureCount * classCount);
    this.featureCount = featureCount;
    this.classCount = classCount;
    classRows = new Tally(classCount);
    counts = new Tally(featureCount * classCount);
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(BitColumns, Labels)]
  public static BernoulliStatistics of(BitColumns rows, Labels labels) {
    return new BernoulliStatistics(rows.featureCount(), labels.classCount()).add(rows, labels);
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(SparseRows, Labels)]
  public static BernoulliStatistics of(SparseRows rows, Labels labels) {
    return new BernoulliStatistics(rows.featureCount(), labels.classCount()).add(rows, labels);
  }

  /// Statistics that hold what others held.
  static BernoulliStatistics of(BernoulliState state) {
    state.check();
    int k = state.classRows().length;
    int d = state.counts()[0].length;
    BernoulliStatistics statistics = new BernoulliStatistics(d, k);
    statistics.rowCount = state.rowCount();
    System.arraycopy(state.classRows(), 0, statistics.classRows.exact, 0, k);
    if (state.classWeights().length > 0) {
      statistics.startWeights();
      System.arraycopy(state.classWeights(), 0, statistics.classRows.sums, 0, k);
    }
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        statistics.counts.exact[j * k + c] = state.counts()[c][j];
        if (statistics.counts.sums != null) {
          statistics.counts.sums[j * k + c] = state.weightedCounts()[c][j];
        }
      }
    }
    if (state.incomplete() != null) {
      statistics.incomplete = state.incomplete().restore(binary(d));
    }
    return statistics;
  }

  /// A copy of all that these statistics hold.
  public BernoulliState state() {
    boolean weighted = counts.sums != null;
    long[][] rows = new long[classCount][featureCount];
    double[][] weightedRows = new double[weighted ? classCount : 0][featureCount];
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < featureCount; j++) {
        rows[c][j] = counts.exact[j * classCount + c];
        if (weighted) {
          weightedRows[c][j] = counts.sums[j * classCount + c];
        }
      }
    }
    double[] weights = weighted ? classRows.sums.clone() : new double[0];
    return new BernoulliState(
        rowCount,
        classRows.exact.clone(),
        rows,
        weights,
        weightedRows,
        incomplete == null ? null : incomplete.state());
  }

  /// Adds a batch of rows.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match
  public BernoulliStatistics add(BitColumns rows, Labels labels) {
    return add(rows, labels, null, Workers.CALLER);
  }

  /// Adds a batch of sparse rows, whose stored values have to be 0 or 1.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, or
  ///   a value is neither 0 nor 1
  public BernoulliStatistics add(SparseRows rows, Labels labels) {
    return addSparse(rows, labels, null);
  }

  /// Adds a batch of weighted rows: a row of weight w counts w times.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public BernoulliStatistics add(BitColumns rows, Labels labels, double[] weights) {
    return add(rows, labels, Objects.requireNonNull(weights, "weights"), Workers.CALLER);
  }

  /// Adds a batch of weighted sparse rows: a row of weight w counts w times.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public BernoulliStatistics add(SparseRows rows, Labels labels, double[] weights) {
    return addSparse(rows, labels, Objects.requireNonNull(weights, "weights"));
  }

  /// Adds a batch of rows with several workers; each takes some of the features.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @return this
  /// @throws IllegalArgumentException as above
  public BernoulliStatistics add(
      BitColumns rows, Labels labels, double[] weights, Workers workers) {
    Batches.check(rows, labels, weights, featureCount, classCount);
    if (weights == null) {
      long[] batch = new long[counts.exact.length];
      long[] classes = new long[classCount];
      FeatureTasks.run(
          workers,
          featureCount,
          (from, to) -> count(rows, labels, from, to, batch, from == 0 ? classes : null));
      counts.add(batch);
      classRows.add(classes);
      rowCount += labels.rowCount();
    } else {
      startWeights();
      double[] sums = counts.sums.clone();
      FeatureTasks.run(
          workers, featureCount, (from, to) -> sum(rows, labels, weights, from, to, sums));
      counts.sums = sums;
      addClasses(labels, weights);
    }
    return this;
  }

  /// Adds a batch of rows with missing values: the codes are 0 and 1 where a value is not missing.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, or
  ///   there is another code or a dictionary of other names than 0 and 1
  public BernoulliStatistics add(CategoryColumns rows, Labels labels) {
    return add(rows, labels, null, Workers.CALLER);
  }

  /// Adds a batch of rows with missing values with several workers; each takes some of the
  /// features.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public BernoulliStatistics add(
      CategoryColumns rows, Labels labels, double[] weights, Workers workers) {
    CategoryStatistics held = incomplete == null ? noRows() : incomplete;
    held.add(rows, labels, weights, workers);
    incomplete = held;
    rowCount += labels.rowCount();
    return this;
  }

  private static List<CategoryDictionary> binary(int featureCount) {
    return Collections.nCopies(featureCount, CategoryDictionary.BINARY);
  }

  private CategoryStatistics noRows() {
    return new CategoryStatistics(binary(featureCount), classCount);
  }

  /// Counts features `from` to `to − 1` into `[j·k + c]`, and if `classes` is not null the rows of
  /// the classes into it.
  ///
  /// The class masks of a tile of rows fit the first cache, those of a block of tiles the second.
  /// So a block is read column by column, in long runs that the hardware foresees.
  private void count(BitColumns rows, Labels labels, int from, int to, long[] out, long[] classes) {
    BitStore bits = Stores.of(rows);
    int wordCount = bits.wordCount();
    int tile = Math.clamp((MASK_WORDS / classCount) & -LEAST_TILE, LEAST_TILE, LARGEST_TILE);
    int tiles = Math.clamp(BLOCK_WORDS / ((long) tile * classCount), 1, LARGEST_BLOCK);
    tiles = Math.min(tiles, (wordCount + tile - 1) / tile);
    ClassMasks[] masks = new ClassMasks[tiles];
    for (int t = 0; t < tiles; t++) {
      masks[t] = new ClassMasks(classCount, tile);
    }
    int[] slots = new int[tile * Long.SIZE];
    long[][] lent = new long[2][];
    long[][] copies = new long[2][tile];
    long[] tileCounts = new long[2 * classCount];
    for (int block = 0; block < wordCount; block += tiles * tile) {
      int end = Math.min(wordCount, block + tiles * tile);
      for (int first = block; first < end; first += tile) {
        masks[(first - block) / tile].set(
            labels, first, Math.min(tile, end - first), slots, classes);
      }
      for (int j = from; j < to; j += 2) {
        int columns = Math.min(2, to - j);
        for (int first = block; first < end; first += tile) {
          ClassMasks m = masks[(first - block) / tile];
          int offset = bits.lend(j, columns, first, lent);
          if (offset < 0) {
            offset = 0;
            for (int i = 0; i < columns; i++) {
              bits.copyRaw(j + i, first, m.words, copies[i], 0);
              lent[i] = copies[i];
            }
          }
          // Bits behind the last row are in no mask.
          if (columns == 2) {
            Kernels.COUNT.countTwo(
                lent[0], lent[1], offset, m.words, m.mask, m.words, m.present, tileCounts, 0);
          } else {
            Kernels.COUNT.count(
                lent[0], offset, m.words, m.mask, m.words, m.present, tileCounts, 0);
          }
          for (int i = 0; i < columns; i++) {
            int cell = (j + i) * classCount;
            int at = i * m.present;
            for (int slot = 0; slot < m.present; slot++) {
              out[cell + m.labelOf[slot]] += tileCounts[at + slot];
              tileCounts[at + slot] = 0;
            }
          }
        }
      }
    }
  }

  private void sum(
      BitColumns rows, Labels labels, double[] weights, int from, int to, double[] out) {
    BitStore store = Stores.of(rows);
    for (int j = from; j < to; j++) {
      for (int w = 0; w < store.wordCount(); w++) {
        for (long bits = store.word(j, w); bits != 0; bits &= bits - 1) {
          int row = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
          out[j * classCount + labels.index(row)] += weights[row];
        }
      }
    }
  }

  private BernoulliStatistics addSparse(SparseRows rows, Labels labels, double[] weights) {
    Batches.check(rows, labels, weights, featureCount, classCount);
    requireBinary(rows);
    if (weights != null) {
      startWeights();
    }
    SparseRow row = new SparseRow();
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      int label = labels.index(i);
      int[] indices = row.indices();
      double[] values = row.values();
      for (int at = row.from(); at < row.to(); at++) {
        if (values == null || values[at] == 1) {
          int cell = indices[at] * classCount + label;
          if (weights == null) {
            counts.exact[cell]++;
          } else {
            counts.sums[cell] += weights[i];
          }
        }
      }
    }
    addClasses(labels, weights);
    return this;
  }

  /// Adds what other statistics hold, which stay as they are.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of features or classes differ, or `other` is
  ///   this
  public BernoulliStatistics merge(BernoulliStatistics other) {
    requireLike(other, "merge");
    if (other.incomplete != null) {
      CategoryStatistics held = incomplete == null ? noRows() : incomplete;
      held.merge(other.incomplete);
      incomplete = held;
    }
    rowCount += other.rowCount;
    classRows.merge(other.classRows);
    counts.merge(other.counts);
    return this;
  }

  /// Takes away what other statistics hold, which stay as they are: exactly as if their rows had
  /// never been added. Rows that may have missing values are taken from those that may.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of features or classes differ, `other` is
  ///   this, holds weights, or holds more of anything than this; nothing is changed then
  public BernoulliStatistics subtract(BernoulliStatistics other) {
    requireLike(other, "subtract");
    classRows.requireSubtractable(other.classRows, "the number of rows of class %d"::formatted);
    counts.requireSubtractable(
        other.counts,
        cell ->
            "the count of feature %d in class %d".formatted(cell / classCount, cell % classCount));
    for (int cell = 0; cell < counts.exact.length; cell++) {
      int label = cell % classCount;
      long unset = classRows.exact[label] - counts.exact[cell];
      long subtracted = other.classRows.exact[label] - other.counts.exact[cell];
      if (subtracted > unset) {
        throw new IllegalArgumentException(
            "the rows of class %d without feature %d are %d in the statistics to subtract; at most %d is expected, which these hold"
                .formatted(label, cell / classCount, subtracted, unset));
      }
    }
    if (other.incomplete != null) {
      CategoryStatistics held = incomplete == null ? noRows() : incomplete;
      held.subtract(other.incomplete);
      incomplete = held;
    }
    rowCount -= other.rowCount;
    classRows.subtract(other.classRows);
    counts.subtract(other.counts);
    return this;
  }

  private void requireLike(BernoulliStatistics other, String what) {
    Batches.requireLike(
        other == this, what, other.featureCount, other.classCount, featureCount, classCount);
  }

  /// The number of features d.
  @Override
  public int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  @Override
  public int classCount() {
    return classCount;
  }

  /// The number of rows added, those of weight 0 included.
  @Override
  public long rowCount() {
    return rowCount;
  }

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    double complete = classRows.value(Objects.checkIndex(label, classCount));
    return incomplete == null ? complete : complete + incomplete.classWeight(label);
  }

  /// The sum of weights of the rows of a class that have the feature set.
  public double count(int label, int feature) {
    double complete = counts.value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 1);
  }

  /// The sum of weights of the rows of a class that have the feature, and not set. With
  /// [#count(int, int)] it sums to n_c, less the weights of rows whose value is missing.
  public double unsetCount(int label, int feature) {
    double complete = classRows.value(label) - counts.value(cell(label, feature));
    return incomplete == null ? complete : complete + incomplete.count(label, feature, 0);
  }

  private int cell(int label, int feature) {
    Objects.checkIndex(label, classCount);
    return Objects.checkIndex(feature, featureCount) * classCount + label;
  }

  private void startWeights() {
    classRows.startSums();
    counts.startSums();
  }

  private void addClasses(Labels labels, double[] weights) {
    rowCount += labels.rowCount();
    for (int row = 0; row < labels.rowCount(); row++) {
      if (weights == null) {
        classRows.exact[labels.index(row)]++;
      } else {
        classRows.sums[labels.index(row)] += weights[row];
      }
    }
  }

  private static void requireBinary(SparseRows rows) {
    if (rows.isBinary()) {
      return;
    }
    SparseRow row = new SparseRow();
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      for (int at = row.from(); at < row.to(); at++) {
        double value = row.values()[at];
        if (value != 0 && value != 1) {
          throw new IllegalArgumentException(
              "row %d, feature %d is %s; 0 or 1 is expected, or a threshold to make it one"
                  .formatted(i, row.indices()[at], value));
        }
      }
    }
  }

  /// Which rows of a tile are of which class, for the classes the tile has: rows grouped by class
  /// cost one pass over a column, mixed ones a pass for each class.
  private static final class ClassMasks {
    private final long[] mask;
    private final int[] slotOf;
    private final int[] labelOf;
    private int present;
    private int words;

    private ClassMasks(int classCount, int tile) {
      mask = new long[Math.multiplyExact(classCount, tile)];
      slotOf = new int[classCount];
      labelOf = new int[classCount];
    }

    /// Takes rows from word `firstWord` on, and adds how many there are to `classes` if that is not
    /// null.
    private void set(Labels labels, int firstWord, int wordCount, int[] slot, long[] classes) {
      int firstRow = firstWord * Long.SIZE;
      int count = Math.min(labels.rowCount() - firstRow, wordCount * Long.SIZE);
      labels.copy(firstRow, count, slot, 0);
      Arrays.fill(slotOf, -1);
      present = 0;
      for (int row = 0; row < count; row++) {
        int label = slot[row];
        if (slotOf[label] < 0) {
          labelOf[present] = label;
          slotOf[label] = present++;
        }
        slot[row] = slotOf[label];
      }
      words = wordCount;
      Kernels.COUNT.masks(slot, count, present, words, mask);
      if (classes != null) {
        for (int i = 0; i < present; i++) {
          for (int w = 0; w < words; w++) {
            classes[labelOf[i]] += Long.bitCount(mask[i * words + w]);
          }
        }
      }
    }
  }
}
