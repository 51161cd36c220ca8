package org.lanewise.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.internal.transform.SplitMix;

/// Folds for cross-validation: for each fold, the rows that train a model and the rows that test
/// it.
///
/// ```java
/// Folds folds = Folds.stratified(labels, 10, 1);
/// Folds repeated = folds.and(Folds.stratified(labels, 10, 2));
/// Folds byPatient = Folds.grouped(Labels.of(patients), 5);
/// ```
///
/// The folds depend only on the arguments: they are the same on every machine and in every version
/// of Java. Immutable.
public final class Folds {

  private final List<Partition> partitions;

  /// One partition of the rows.
  ///
  /// @param foldOfRow the fold that each row tests, or −1 if it tests none
  /// @param count the number of folds
  /// @param inTime whether only the rows of lower folds train; otherwise those of all other folds
  /// @param untested rows that do not test their fold
  private record Partition(int[] foldOfRow, int count, boolean inTime, BitSet untested) {}

  private Folds(List<Partition> partitions) {
    this.partitions = List.copyOf(partitions);
  }

  private static Folds of(int[] foldOfRow, int count, boolean inTime) {
    return new Folds(List.of(new Partition(foldOfRow, count, inTime, new BitSet())));
  }

  /// Shuffles the rows of each class and distributes them to the folds.
  ///
  /// Class after class, in the order of their indices, the rows of a class are listed in ascending
  /// order and shuffled, and each takes the fold after that of the row before it. So the counts of
  /// a class, and the sizes of the folds, differ by at most 1.
  ///
  /// The shuffle is that of Fisher and Yates: for i = n − 1 … 1, rows i and j = ⌊z·(i + 1)/2⁶⁴⌋ are
  /// swapped. The z are the unsigned numbers of SplitMix64 (Steele, Lea and Flood, Fast Splittable
  /// Pseudorandom Number Generators, OOPSLA 2014), which starts at s = seed:
  ///
  /// ```
  /// s += 0x9E3779B97F4A7C15
  /// z = (s ^ s >>> 30) · 0xBF58476D1CE4E5B9
  /// z = (z ^ z >>> 27) · 0x94D049BB133111EB
  /// z = z ^ z >>> 31
  /// ```
  ///
  /// @param count the number of folds K
  /// @throws IllegalArgumentException if K < 2, or if there are fewer rows than folds
  public static Folds stratified(Labels labels, int count, long seed) {
    return stratified(labels, count, seed, row -> row, labels.rowCount());
  }

  /// Shuffles the rows of each class and distributes them to the folds, identical rows that are
  /// [together][IdenticalRows#together()] to the same fold: the first of them takes the fold after
  /// that of the row before it, and its copies follow. So the counts of different rows of a class,
  /// and of different rows in the folds, differ by at most 1. If all rows differ, or are not
  /// together, the folds are those of [#stratified(Labels, int, long)].
  ///
  /// @param count the number of folds K
  /// @param identical the identical rows of the rows that have these labels
  /// @throws IllegalArgumentException if K < 2, if there are fewer different rows than folds, or if
  ///   `identical` is for another number of rows
  public static Folds stratified(Labels labels, int count, long seed, IdenticalRows identical) {
    identical.requireSame(labels);
    return identical.areTogether()
        ? stratified(labels, count, seed, identical::first, identical.distinctCount())
        : stratified(labels, count, seed);
  }

  private static Folds stratified(
      Labels labels, int count, long seed, IntUnaryOperator first, int different) {
    requireEnough(count, different, different < labels.rowCount() ? "different row" : "row");
    int[] foldOfRow = new int[labels.rowCount()];
    SplitMix random = new SplitMix(seed);
    int dealt = 0;
    for (int[] rows : rowsOf(labels)) {
      shuffle(rows, random);
      for (int row : rows) {
        if (first.applyAsInt(row) == row) {
          foldOfRow[row] = dealt++ % count;
        }
      }
    }
    // The first of identical rows comes before its copies.
    Arrays.setAll(foldOfRow, row -> foldOfRow[first.applyAsInt(row)]);
    return of(foldOfRow, count, false);
  }

  /// Distributes whole groups to the folds, such as the rows of one patient, so that a model is
  /// tested only on groups that it was not trained on.
  ///
  /// The largest group comes first; each goes to the fold that has the fewest rows so far. Ties go
  /// to the group with the lowest index and to the lowest fold. (The rule is that of `GroupKFold`
  /// of scikit-learn, which breaks ties between groups differently.)
  ///
  /// @param groups the group of each row; weights are ignored
  /// @param count the number of folds K
  /// @throws IllegalArgumentException if K < 2, or if fewer than K groups have rows
  public static Folds grouped(Labels groups, int count) {
    int[][] rowsOfGroup = rowsOf(groups);
    Arrays.sort(rowsOfGroup, Comparator.comparingInt(rows -> -rows.length));
    requireEnough(
        count,
        Math.toIntExact(Arrays.stream(rowsOfGroup).filter(rows -> rows.length > 0).count()),
        "group");
    int[] sizes = new int[count];
    int[] foldOfRow = new int[groups.rowCount()];
    for (int[] rows : rowsOfGroup) {
      int smallest = 0;
      for (int fold = 1; fold < count; fold++) {
        smallest = sizes[fold] < sizes[smallest] ? fold : smallest;
      }
      sizes[smallest] += rows.length;
      for (int row : rows) {
        foldOfRow[row] = smallest;
      }
    }
    return of(foldOfRow, count, false);
  }

  /// Trains on the past only: rows are in the order of time, and each fold tests the rows that
  /// follow those that train it.
  ///
  /// With m = ⌊n/(K + 1)⌋, fold i tests the m rows from n − (K − i)·m and trains on all rows before
  /// them (as `TimeSeriesSplit` of scikit-learn). The first n − K·m rows test no model.
  ///
  /// @param rowCount the number of rows n
  /// @param count the number of folds K
  /// @throws IllegalArgumentException if K < 2, or if there are fewer than K + 1 rows
  public static Folds inTimeOrder(int rowCount, int count) {
    requireEnough(count, rowCount - 1, "later row");
    int size = rowCount / (count + 1);
    int first = rowCount - count * size;
    int[] foldOfRow = new int[rowCount];
    Arrays.setAll(foldOfRow, row -> row < first ? -1 : (row - first) / size);
    return of(foldOfRow, count, true);
  }

  /// Creates folds from the fold of each row, for example of a published partition.
  ///
  /// @param foldOfRow the fold 0 … K − 1 that each row tests, or −1 if it tests none and always
  ///   trains; copied
  /// @throws IllegalArgumentException if a number is below −1, if there are fewer than two folds,
  ///   or if a fold has no row
  public static Folds of(int... foldOfRow) {
    int count = 0;
    for (int row = 0; row < foldOfRow.length; row++) {
      if (foldOfRow[row] < -1 || foldOfRow[row] >= foldOfRow.length) {
        throw new BadDataException(
            "the fold of %s is %s; a number from -1 to %d is expected",
            Fact.row(row), Fact.value(foldOfRow[row]), foldOfRow.length - 1);
      }
      count = Math.max(count, foldOfRow[row] + 1);
    }
    boolean[] found = new boolean[count];
    Arrays.stream(foldOfRow).filter(fold -> fold >= 0).forEach(fold -> found[fold] = true);
    for (int fold = 0; fold < count; fold++) {
      if (!found[fold]) {
        throw new BadDataException(
            "fold %s of %s has no row; every fold is expected to have one",
            Fact.value(fold), Fact.value(count));
      }
    }
    requireEnough(count, foldOfRow.length, "row");
    return of(foldOfRow.clone(), count, false);
  }

  /// Returns these folds followed by those of another partition of the same rows, for repeated
  /// cross-validation.
  ///
  /// @throws IllegalArgumentException if the numbers of rows differ
  public Folds and(Folds other) {
    if (other.rowCount() != rowCount()) {
      throw new IllegalArgumentException(
          "the other folds are of %d rows; %d are expected"
              .formatted(other.rowCount(), rowCount()));
    }
    List<Partition> both = new ArrayList<>(partitions);
    both.addAll(other.partitions);
    return new Folds(both);
  }

  /// Returns these folds without the test rows whose class has no training row in their fold, such
  /// as the only row of a class. They still train the models of other folds.
  ///
  /// @throws IllegalArgumentException if the numbers of rows differ, or if a fold has no other test
  ///   row
  public Folds ofKnownClasses(Labels labels) {
    if (labels.rowCount() != rowCount()) {
      throw new IllegalArgumentException(
          "there are %d labels; one for each of %d rows is expected"
              .formatted(labels.rowCount(), rowCount()));
    }
    List<Partition> all = new ArrayList<>();
    int fold = 0;
    for (Partition partition : partitions) {
      BitSet untested = (BitSet) partition.untested.clone();
      for (int end = fold + partition.count; fold < end; fold++) {
        BitSet known = new BitSet();
        Arrays.stream(trainRows(fold))
            .filter(row -> labels.weight(row) > 0)
            .forEach(row -> known.set(labels.index(row)));
        int[] tested = testRows(fold);
        int[] unknown =
            Arrays.stream(tested).filter(row -> !known.get(labels.index(row))).toArray();
        if (unknown.length == tested.length) {
          throw new BadDataException(
              "fold %s tests only classes without training rows; use fewer folds",
              Fact.value(fold));
        }
        Arrays.stream(unknown).forEach(untested::set);
      }
      all.add(new Partition(partition.foldOfRow, partition.count, partition.inTime, untested));
    }
    return new Folds(all);
  }

  /// The number of folds of all partitions.
  public int count() {
    return partitions.stream().mapToInt(Partition::count).sum();
  }

  /// The number of partitions: 1, or more for repeated cross-validation.
  public int partitionCount() {
    return partitions.size();
  }

  /// The number of rows.
  public int rowCount() {
    return partitions.getFirst().foldOfRow.length;
  }

  /// The rows that train the model of a fold, ascending.
  ///
  /// @throws IndexOutOfBoundsException if there is no such fold
  public int[] trainRows(int fold) {
    return rows(fold, false);
  }

  /// The rows that test the model of a fold, ascending.
  ///
  /// @throws IndexOutOfBoundsException if there is no such fold
  public int[] testRows(int fold) {
    return rows(fold, true);
  }

  private int[] rows(int fold, boolean test) {
    int own = Objects.checkIndex(fold, count());
    int at = 0;
    while (own >= partitions.get(at).count) {
      own -= partitions.get(at++).count;
    }
    Partition partition = partitions.get(at);
    int[] foldOfRow = partition.foldOfRow;
    int asked = own;
    return IntStream.range(0, foldOfRow.length)
        .filter(row ->
            test
                ? foldOfRow[row] == asked && !partition.untested.get(row)
                : partition.inTime ? foldOfRow[row] < asked : foldOfRow[row] != asked)
        .toArray();
  }

  @Override
  public String toString() {
    return "Folds[rows=%d, folds=%d, partitions=%d]"
        .formatted(rowCount(), count(), partitionCount());
  }

  /// The rows of each class, ascending.
  private static int[][] rowsOf(Labels labels) {
    long[] counts = labels.counts();
    int[][] rows = new int[counts.length][];
    Arrays.setAll(rows, c -> new int[Math.toIntExact(counts[c])]);
    int[] next = new int[counts.length];
    for (int row = 0; row < labels.rowCount(); row++) {
      int label = labels.index(row);
      rows[label][next[label]++] = row;
    }
    return rows;
  }

  private static void requireEnough(int count, int units, String unit) {
    if (count < 2 || units < count) {
      throw new BadDataException(
          "cannot make %s folds of %s %ss; expected 2 or more folds, and a %s for each",
          Fact.value(count), Fact.value(Math.max(0, units)), unit, unit);
    }
  }

  private static void shuffle(int[] rows, SplitMix random) {
    for (int i = rows.length - 1; i > 0; i--) {
      int j = (int) Math.unsignedMultiplyHigh(random.next(), i + 1L);
      int swapped = rows[i];
      rows[i] = rows[j];
      rows[j] = swapped;
    }
  }
}
