package org.lanewise.validation;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// Rows of one class whose features have equal values.
///
/// If rows are copies of one measurement, a model that is fitted without a row has still seen its
/// copies, and leave-one-out, cross-validation and ranks of training rows mislead: with each row of
/// pure noise twice, a flexible model seems to predict most classes. [#together()] leaves copies
/// out together, or deals them to the same fold. Rows may also be identical by chance, above all
/// rows of few categories or words; then each is rightly left out alone, as by default.
///
/// ```java
/// IdenticalRows identical = IdenticalRows.of(rows, labels);
/// if (identical.count() > 0) {
///   result = LeaveOneOut.of(recipe, rows, labels, essential, identical.together());
/// }
/// ```
///
/// Numbers are compared by their bits, except that −0 equals 0; a missing value equals a missing
/// value. Sparse rows are compared by their non-zero entries. Weights are not compared. A row of
/// another class is no copy, because it does not reveal the class: leave-one-out keeps it.
///
/// Rows are grouped by a hash of 64 bits and confirmed by their values, which takes up to 40 bytes
/// of memory a row, and 4 bytes afterwards if rows are identical. Immutable.
public final class IdenticalRows {

  private static final int BLOCK = 512;

  /// The number of leading columns that are hashed first; they distinguish most rows of numbers.
  private static final int BEGINNING = 4;

  private static final long ODD = 0x9E3779B97F4A7C15L;

  /// For each row, the first row identical to it; null if all rows differ.
  private final int[] firsts;

  private final int rowCount;
  private final int count;
  private final int distinctCount;
  private final boolean together;

  private IdenticalRows(int rowCount, int[] firsts, boolean together) {
    this.rowCount = rowCount;
    this.firsts = firsts;
    this.together = together;
    int repeated = 0;
    boolean[] haveCopy = new boolean[firsts == null ? 0 : rowCount];
    int found = 0;
    for (int row = 0; row < haveCopy.length; row++) {
      int first = firsts[row];
      if (first != row) {
        repeated++;
        found += haveCopy[first] ? 1 : 2;
        haveCopy[first] = true;
      }
    }
    count = found;
    distinctCount = rowCount - repeated;
  }

  /// Finds the identical rows of a batch; each is left out alone.
  ///
  /// @throws IllegalArgumentException if there is not one label for each row
  public static IdenticalRows of(RowBatch rows, Labels labels) {
    labels.requireOneForEach(rows);
    int n = rows.rowCount();
    long[] hashes = new long[n];
    hashBeginnings(rows instanceof MixedColumns blocks ? blocks.block(0) : rows, hashes);
    for (int row = 0; row < n; row++) {
      hashes[row] = mixed(hashes[row], labels.index(row));
    }
    // Rows of measurements differ in their first values, so few are read completely.
    int[] alike = alike(hashes);
    for (int row : alike) {
      for (long value : values(row(rows, row))) {
        hashes[row] = mixed(hashes[row], value);
      }
    }
    int[] firsts = null;
    // Slots hold a row plus 1.
    int[] slots = new int[1 << Math.min(30, 33 - Integer.numberOfLeadingZeros(alike.length))];
    for (int row : alike) {
      int slot = (int) (hashes[row] * ODD >>> 32) & slots.length - 1;
      while (slots[slot] != 0
          && !(hashes[slots[slot] - 1] == hashes[row]
              && labels.index(slots[slot] - 1) == labels.index(row)
              && Arrays.equals(values(row(rows, row)), values(row(rows, slots[slot] - 1))))) {
        slot = slot + 1 & slots.length - 1;
      }
      if (slots[slot] == 0) {
        slots[slot] = row + 1;
      } else {
        firsts = firsts == null ? IntStream.range(0, n).toArray() : firsts;
        firsts[row] = slots[slot] - 1;
      }
    }
    return new IdenticalRows(n, firsts, false);
  }

  /// Returns these rows with the copies of a row left out together with it, instead of staying in
  /// the fit that it is left out of.
  public IdenticalRows together() {
    return new IdenticalRows(rowCount, firsts, true);
  }

  /// Whether the copies of a row are left out together with it.
  public boolean areTogether() {
    return together;
  }

  /// Mixes the first values of rows of numbers into their hashes, column by column.
  private static void hashBeginnings(RowBatch rows, long[] hashes) {
    if (!(rows instanceof NumericColumns numbers)) {
      return;
    }
    int width = Math.min(BEGINNING, numbers.featureCount());
    NumericBlock block = new NumericBlock();
    block.begin(Stores.of(numbers));
    for (int first = 0; first < hashes.length; first += BLOCK) {
      int rowCount = Math.min(BLOCK, hashes.length - first);
      block.read(0, width, first, rowCount);
      for (int j = 0; j < width; j++) {
        hash(block.column(j), block.offset(), rowCount, hashes, first);
      }
    }
  }

  private static void hash(double[] column, int offset, int count, long[] hashes, int first) {
    for (int i = 0; i < count; i++) {
      hashes[first + i] = mixed(hashes[first + i], bits(column[offset + i]));
    }
  }

  /// The rows, ascending, whose hashes begin with the same bits as that of another row: all rows
  /// with equal hashes, and few more.
  private static int[] alike(long[] hashes) {
    // 32 to 64 times as many prefixes as rows.
    int shift = Math.max(32, Long.numberOfLeadingZeros(hashes.length) - 5);
    long[] once = new long[1 << Math.max(0, 58 - shift)];
    long[] twice = new long[once.length];
    for (long hash : hashes) {
      int beginning = (int) (hash >>> shift);
      long bit = 1L << beginning;
      twice[beginning >>> 6] |= once[beginning >>> 6] & bit;
      once[beginning >>> 6] |= bit;
    }
    int[] alike = new int[hashes.length];
    int count = 0;
    for (int row = 0; row < hashes.length; row++) {
      int beginning = (int) (hashes[row] >>> shift);
      alike[count] = row;
      count += (int) (twice[beginning >>> 6] >>> beginning & 1);
    }
    return Arrays.copyOf(alike, count);
  }

  private static <B extends RowBatch> Object row(B rows, int index) {
    return RowFormat.of(rows).row(rows, index);
  }

  private static long mixed(long hash, long value) {
    long product = (hash ^ value) * ODD;
    return product ^ product >>> 32;
  }

  /// The bits of a number; −0 has those of 0, and every NaN has the same.
  private static long bits(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  /// The number of rows.
  public int rowCount() {
    return rowCount;
  }

  /// The number of rows that are identical to at least one other row; 0 if all rows differ.
  public int count() {
    return count;
  }

  /// The number of different rows: of each group of identical rows one counts.
  public int distinctCount() {
    return distinctCount;
  }

  /// The first of the rows that a row is identical to; the row itself if there is none before it.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  public int first(int row) {
    return firsts == null ? Objects.checkIndex(row, rowCount) : firsts[row];
  }

  /// The number of test rows that are identical to at least one of the training rows.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  public int countSeen(int[] trainRows, int[] testRows) {
    boolean[] trained = new boolean[rowCount];
    for (int row : trainRows) {
      trained[first(row)] = true;
    }
    return (int) Arrays.stream(testRows).filter(row -> trained[first(row)]).count();
  }

  void requireSame(Labels labels) {
    if (labels.rowCount() != rowCount) {
      throw new IllegalArgumentException(
          "identical rows are known of %d rows; %d are expected, as many as there are labels"
              .formatted(rowCount, labels.rowCount()));
    }
  }

  /// Labels in which the first of identical rows has the weight of all, and the others have none.
  Labels weighted(Labels labels) {
    double[] weights = new double[rowCount];
    for (int row = 0; row < rowCount; row++) {
      weights[first(row)] += labels.weight(row);
    }
    return labels.withWeights(weights);
  }

  @Override
  public String toString() {
    return "IdenticalRows[%d of %d rows, %d of them different]"
        .formatted(count, rowCount, distinctCount);
  }

  /// All values of a row as bits.
  private static long[] values(Object row) {
    return switch (row) {
      case double[] numbers -> {
        long[] values = new long[numbers.length];
        Arrays.setAll(values, j -> bits(numbers[j]));
        yield values;
      }
      case int[] codes -> {
        long[] values = new long[codes.length];
        Arrays.setAll(values, j -> codes[j]);
        yield values;
      }
      case SparseRow entries -> {
        long[] values = new long[2 * (entries.to() - entries.from()) + 1];
        int count = 0;
        for (int at = entries.from(); at < entries.to(); at++) {
          double value = CountLeaveOneOut.value(entries, at);
          if (value != 0) {
            values[count++] = entries.indices()[at];
            values[count++] = bits(value);
          }
        }
        // A separator that no index equals, because another block may follow.
        values[count] = -1;
        yield Arrays.copyOf(values, count + 1);
      }
      case Object[] blocks ->
          Stream.of(blocks).map(IdenticalRows::values).flatMapToLong(LongStream::of).toArray();
      default -> (long[]) row;
    };
  }
}
