package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;

final class BernoulliStatisticsTest {

  @Property(seed = "2", tries = 40)
  void countsAreThoseOfCountingRowByRow(
      @ForAll @IntRange(max = 700) int n,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll boolean grouped,
      @ForAll long seed) {
    Random random = new Random(seed);
    byte[][] columns = columns(d, n, random);
    int[] label = random.ints(n, 0, k).toArray();
    if (grouped) {
      Arrays.sort(label);
    }
    long[][] expected = new long[k][d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        expected[label[i]][j] += columns[j][i];
      }
    }
    Labels labels = Labels.ofIndices(label, k);
    BitColumns bits = BitColumns.copyOfColumns(columns);
    BernoulliStatistics fromBits = BernoulliStatistics.of(bits, labels);
    BernoulliStatistics fromSparse = BernoulliStatistics.of(sparse(columns, 0, n), labels);
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    BernoulliStatistics weighted =
        new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k))
            .add(bits, labels.withWeights(ones))
            .as(BernoulliStatistics.class);
    for (int c = 0; c < k; c++) {
      assertEquals(labels.counts()[c], fromBits.classWeight(c));
      assertEquals(labels.counts()[c], weighted.classWeight(c));
      for (int j = 0; j < d; j++) {
        assertEquals(expected[c][j], fromBits.count(c, j));
        assertEquals(expected[c][j], fromSparse.count(c, j));
        assertEquals(expected[c][j], weighted.count(c, j));
      }
    }
    assertEquals(n, fromBits.rowCount());
  }

  @Property(seed = "3", tries = 30)
  void batchesCutAnywhereGiveTheSameBits(
      @ForAll @IntRange(min = 1, max = 300) int n, @ForAll boolean weights, @ForAll long seed) {
    Random random = new Random(seed);
    int d = 9;
    int k = 3;
    byte[][] columns = columns(d, n, random);
    int[] label = random.ints(n, 0, k).toArray();
    double[] weight = random.doubles(n, 0, 3).toArray();
    BernoulliStatistics whole = new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k));
    BernoulliStatistics cut = new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k));
    BernoulliStatistics cutSparse =
        new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k));
    add(
        whole,
        BitColumns.copyOfColumns(columns),
        Labels.ofIndices(label, k),
        weights ? weight : null);
    for (int from = 0; from < n; ) {
      int to = from + 1 + random.nextInt(n - from);
      Labels labels = Labels.ofIndices(Arrays.copyOfRange(label, from, to), k);
      double[] part = weights ? Arrays.copyOfRange(weight, from, to) : null;
      byte[][] slice = new byte[d][];
      for (int j = 0; j < d; j++) {
        slice[j] = Arrays.copyOfRange(columns[j], from, to);
      }
      add(cut, BitColumns.copyOfColumns(slice), labels, part);
      SparseRows sparse = sparse(columns, from, to);
      if (part == null) {
        cutSparse.add(sparse, labels);
      } else {
        cutSparse.add(sparse, labels.withWeights(part));
      }
      from = to;
    }
    assertSame(whole, cut);
    assertSame(whole, cutSparse);
  }

  @Test
  void workersGiveTheSameBits() {
    Random random = new Random(4);
    byte[][] columns = columns(70, 5000, random);
    Labels labels = Labels.ofIndices(random.ints(5000, 0, 4).toArray(), 4);
    double[] weights = random.doubles(5000).toArray();
    BitColumns rows = BitColumns.copyOfColumns(columns);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Workers workers = new Workers(executor, 3);
      assertSame(
          new BernoulliStatistics(Features.unnamed(70), Classes.unnamed(4))
              .add(rows, labels)
              .as(BernoulliStatistics.class),
          new BernoulliStatistics(Features.unnamed(70), Classes.unnamed(4))
              .on(workers)
              .add(rows, labels)
              .as(BernoulliStatistics.class));
      assertSame(
          new BernoulliStatistics(Features.unnamed(70), Classes.unnamed(4))
              .add(rows, labels.withWeights(weights))
              .as(BernoulliStatistics.class),
          new BernoulliStatistics(Features.unnamed(70), Classes.unnamed(4))
              .on(workers)
              .add(rows, labels.withWeights(weights))
              .as(BernoulliStatistics.class));
    }
  }

  @Test
  void mergingIsAddingBothRows() {
    Random random = new Random(5);
    byte[][] left = columns(7, 90, random);
    byte[][] right = columns(7, 41, random);
    byte[][] both = new byte[7][];
    for (int j = 0; j < 7; j++) {
      both[j] = Arrays.copyOf(left[j], 131);
      System.arraycopy(right[j], 0, both[j], 90, 41);
    }
    int[] label = random.ints(131, 0, 3).toArray();
    BernoulliStatistics merged =
        BernoulliStatistics.of(
                BitColumns.copyOfColumns(left), Labels.ofIndices(Arrays.copyOf(label, 90), 3))
            .merge(
                BernoulliStatistics.of(
                    BitColumns.copyOfColumns(right),
                    Labels.ofIndices(Arrays.copyOfRange(label, 90, 131), 3)))
            .as(BernoulliStatistics.class);
    assertSame(
        BernoulliStatistics.of(BitColumns.copyOfColumns(both), Labels.ofIndices(label, 3)), merged);
    assertThrows(IllegalArgumentException.class, () -> merged.merge(merged));
    assertThrows(
        IllegalArgumentException.class,
        () -> merged.merge(new BernoulliStatistics(Features.unnamed(7), Classes.unnamed(4))));
  }

  @Test
  void subtractingIsNeverHavingAdded() {
    Random random = new Random(15);
    byte[][] left = columns(7, 90, random);
    byte[][] right = columns(7, 41, random);
    Labels leftLabels = Labels.ofIndices(random.ints(90, 0, 3).toArray(), 3);
    Labels rightLabels = Labels.ofIndices(random.ints(41, 0, 3).toArray(), 3);
    double[] weights = random.doubles(90).toArray();
    for (double[] given : new double[][] {null, weights}) {
      BernoulliStatistics expected =
          new BernoulliStatistics(Features.unnamed(7), Classes.unnamed(3));
      add(expected, BitColumns.copyOfColumns(left), leftLabels, given);
      BernoulliStatistics both = new BernoulliStatistics(Features.unnamed(7), Classes.unnamed(3));
      add(both, BitColumns.copyOfColumns(left), leftLabels, given);
      both.add(sparse(right, 0, 41), rightLabels);
      assertSame(
          expected,
          both.subtract(BernoulliStatistics.of(BitColumns.copyOfColumns(right), rightLabels))
              .as(BernoulliStatistics.class));
    }
  }

  @Test
  void whatCannotBeSubtractedIsRefusedAndChangesNothing() {
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    BitColumns rows = BitColumns.copyOfColumns(new byte[] {1, 0}, new byte[] {0, 1});
    BernoulliStatistics statistics = BernoulliStatistics.of(rows, labels);
    BernoulliStatistics more =
        BernoulliStatistics.of(
            BitColumns.copyOfColumns(new byte[] {1, 0}, new byte[] {1, 1}), labels);
    assertNames(
        () -> statistics.subtract(more),
        "the count of feature 1 in class 0 is 1 in the statistics to subtract; at most 0");
    assertNames(
        () -> statistics.subtract(BernoulliStatistics.of(rows, Labels.ofIndices(new int[2], 2))),
        "the number of rows of class 0 is 2");
    BernoulliStatistics weighted =
        new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(2))
            .add(rows, labels.withWeights(new double[] {1, 1}))
            .as(BernoulliStatistics.class);
    assertNames(() -> statistics.subtract(weighted), "weights or fractions");
    assertNames(() -> statistics.subtract(statistics), "themselves");
    assertNames(
        () -> statistics.subtract(new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(3))),
        "have 3 classes; 2 are expected");
    assertSame(BernoulliStatistics.of(rows, labels), statistics);
  }

  @Test
  void aRefusedBatchChangesNothing() {
    BernoulliStatistics statistics =
        new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(2));
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    SparseRows halves =
        SparseRows.of(new int[] {0, 1, 2}, new int[] {0, 1}, new double[] {1, 0.5}, 2);
    assertNames(() -> statistics.add(halves, labels), "row 1, feature 1 is 0.5");
    SparseRows rows = SparseRows.fromRows(new int[][] {{0}, {1}}, 2);
    BitColumns bits = BitColumns.copyOfColumns(new byte[] {1, 0}, new byte[] {0, 1});
    assertNames(
        () -> statistics.add(rows, labels.withWeights(new double[] {1, -1})),
        "the weight of row 1 is -1.0");
    assertNames(
        () -> statistics.add(bits, labels.withWeights(new double[] {1, Double.NaN})),
        "weight of row 1 is NaN");
    assertNames(
        () -> statistics.add(bits, labels.withWeights(new double[] {1})), "1 weight for 2 rows");
    assertNames(() -> statistics.add(bits, Labels.ofIndices(new int[] {0, 1}, 3)), "3 classes; 2");
    assertNames(() -> statistics.add(bits, Labels.ofIndices(new int[] {0}, 2)), "1 label");
    assertNames(
        () -> statistics.add(BitColumns.copyOfColumns(new byte[] {1, 0}), labels), "1 feature; 2");
    assertEquals(0, statistics.rowCount());
    assertEquals(0, statistics.count(0, 0));
    assertEquals(0, statistics.classWeight(1));
  }

  static byte[][] columns(int d, int n, Random random) {
    byte[][] columns = new byte[d][n];
    for (byte[] column : columns) {
      for (int i = 0; i < n; i++) {
        column[i] = (byte) random.nextInt(2);
      }
    }
    return columns;
  }

  private static SparseRows sparse(byte[][] columns, int from, int to) {
    int[][] rows = new int[to - from][];
    for (int i = from; i < to; i++) {
      int[] row = new int[columns.length];
      int size = 0;
      for (int j = 0; j < columns.length; j++) {
        if (columns[j][i] == 1) {
          row[size++] = j;
        }
      }
      rows[i - from] = Arrays.copyOf(row, size);
    }
    return SparseRows.fromRows(rows, columns.length);
  }

  private static void add(
      BernoulliStatistics statistics, BitColumns rows, Labels labels, double[] weights) {
    if (weights == null) {
      statistics.add(rows, labels);
    } else {
      statistics.add(rows, labels.withWeights(weights));
    }
  }

  private static void assertSame(BernoulliStatistics expected, BernoulliStatistics actual) {
    assertEquals(expected.rowCount(), actual.rowCount());
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeight(c), actual.classWeight(c));
      for (int j = 0; j < expected.featureCount(); j++) {
        assertEquals(expected.count(c, j), actual.count(c, j));
      }
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }

  @Test
  void rowsWithoutAFeatureAreNotSubtractedWhereThereWereNone() {
    BernoulliStatistics set =
        BernoulliStatistics.of(
            BitColumns.copyOfColumns(new boolean[][] {{true, true}}),
            Labels.ofIndices(new int[2], 1));
    BernoulliStatistics unset =
        BernoulliStatistics.of(
            BitColumns.copyOfColumns(new boolean[][] {{false}}), Labels.ofIndices(new int[1], 1));
    assertThrows(IllegalArgumentException.class, () -> set.subtract(unset));
    assertEquals(2, set.rowCount());
    assertEquals(2, set.count(0, 0));
  }
}
