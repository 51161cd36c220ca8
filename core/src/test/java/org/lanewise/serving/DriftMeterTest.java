package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

@Tag("once")
class DriftMeterTest {

  private static final int FEATURES = 5;
  private static final double ALPHA = 0.01;

  @TempDir Path folder;

  /// Two classes, one of 80 %, skewed and tied features, and a shift of feature 2 in units of its
  /// deviation.
  private static double[] row(RandomGenerator random, double majority, double shift) {
    double label = random.nextDouble() < majority ? 0 : 2;
    double[] row = new double[FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      row[j] = label + random.nextGaussian();
    }
    row[0] = Math.exp(row[0]);
    row[1] = Math.rint(row[1]);
    row[2] += shift * Math.sqrt(1 + 4 * 0.16);
    row[3] = random.nextInt(4) > 0 ? 0 : row[3];
    return row;
  }

  private static NumericColumns rows(RandomGenerator random, int count) {
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = row(random, 0.8, 0);
    }
    return NumericColumns.fromRows(rows);
  }

  private static final GaussianNaiveBayes MODEL = model();

  private static GaussianNaiveBayes model() {
    RandomGenerator random = new SplittableRandom(1);
    int[] labels = new int[400];
    double[][] rows = new double[400][];
    for (int i = 0; i < 400; i++) {
      labels[i] = i % 2;
      rows[i] = row(random, 1 - i % 2, 0);
    }
    return GaussianNaiveBayes.fit(NumericColumns.fromRows(rows), Labels.ofIndices(labels, 2));
  }

  private static DriftMeter meter(RandomGenerator random, int heldOut) {
    return meter(rows(random, heldOut), random.nextLong());
  }

  private static DriftMeter meter(NumericColumns heldOut, long seed) {
    return DriftMeter.of(MODEL.scorer().logDensity(heldOut), heldOut, seed);
  }

  private static void add(DriftMeter meter, double[] row) {
    meter.add(row[0] - row[2] * row[2], row);
  }

  @Test
  void streamsWithoutDriftRarelyAlarmHoweverFewRowsWereHeldOut() {
    int streams = 400;
    int alarms = 0;
    double sum = 0;
    for (int stream = 0; stream < streams; stream++) {
      RandomGenerator random = new SplittableRandom(100 + stream);
      DriftMeter meter = meter(random, stream % 2 == 0 ? 64 : 1000);
      for (int i = 0; i < 2000; i++) {
        double[] row = row(random, 0.8, 0);
        meter.add(MODEL.scorer().logDensity(row), row);
      }
      alarms += meter.evidence() >= 1 / ALPHA ? 1 : 0;
      sum += meter.evidence() >= 10 ? 1 : 0;
    }
    assertTrue(alarms <= 4, alarms + " alarms of " + streams);
    assertTrue(sum / streams <= 0.1, sum + " of " + streams + " reach 10");
  }

  private static int rowsUntilAlarm(double majority, double shift) {
    RandomGenerator random = new SplittableRandom(7);
    DriftMeter meter = meter(random, 1000);
    int rows = 0;
    while (meter.evidence() < 1 / ALPHA && rows < 20_000) {
      double[] row = rows < 1000 ? row(random, 0.8, 0) : row(random, majority, shift);
      meter.add(MODEL.scorer().logDensity(row), row);
      rows++;
    }
    return rows - 1000;
  }

  @Test
  void anyShiftOfAFeatureThatNeverVariedIsInfinite() {
    RandomGenerator random = new SplittableRandom(4);
    double[][] heldOut = new double[100][];
    Arrays.setAll(heldOut, _ -> row(random, 0.8, 0));
    for (double[] row : heldOut) {
      row[0] = 1;
      row[1] = 1;
    }
    DriftMeter meter = meter(NumericColumns.fromRows(heldOut), 1);
    double[] row = heldOut[0].clone();
    row[0] = 0.5;
    meter.add(MODEL.scorer().logDensity(row), row);
    assertEquals(Double.NEGATIVE_INFINITY, meter.shifts()[1]);
    assertEquals(Double.NaN, meter.shifts()[2]);
  }

  @Test
  void driftIsFoundAndItsFeatureNamed() {
    int shifted = rowsUntilAlarm(0.8, 0.5);
    assertTrue(shifted > 0 && shifted < 600, "after " + shifted);
    int shares = rowsUntilAlarm(0.2, 0);
    assertTrue(shares > 0 && shares < 300, "after " + shares);

    RandomGenerator random = new SplittableRandom(8);
    DriftMeter meter = meter(random, 1000);
    meter.startWindow();
    for (int i = 0; i < 2000; i++) {
      double[] row = row(random, 0.8, 1);
      meter.add(MODEL.scorer().logDensity(row), row);
    }
    double[] evidences = meter.evidences();
    assertEquals(1 + FEATURES, evidences.length);
    assertTrue(evidences[3] >= 1 / ALPHA);
    assertTrue(evidences[2] < 1 / ALPHA && evidences[5] < 1 / ALPHA);
    assertEquals(1, meter.shifts()[3], 0.12);
    assertEquals(0, meter.shifts()[5], 0.12);
    assertEquals(2000, meter.rows());
  }

  @Test
  void aMeterReadFromItsFileGoesOnBitForBit() throws IOException {
    RandomGenerator random = new SplittableRandom(3);
    DriftMeter meter = meter(random, 200);
    for (int i = 0; i < 501; i++) {
      add(meter, row(random, 0.5, 0));
    }
    Path file = folder.resolve("drift");
    meter.write(file);
    DriftMeter read = DriftMeter.read(file);
    for (int i = 0; i < 500; i++) {
      double[] row = row(random, 0.5, 1);
      add(meter, row);
      add(read, row);
    }
    assertArrayEquals(meter.evidences(), read.evidences());
    assertArrayEquals(meter.shifts(), read.shifts());
    assertEquals(1001, read.rows());

    byte[] bytes = Files.readAllBytes(file);
    for (int at : new int[] {0, 9, 100, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      assertThrows(UnusableFileException.class, () -> DriftMeter.read(file), "byte " + at);
    }
    Files.write(file, new byte[5]);
    assertThrows(UnusableFileException.class, () -> DriftMeter.read(file));
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 8));
    assertThrows(UnusableFileException.class, () -> DriftMeter.read(file));
    assertThrows(UnusableFileException.class, () -> DriftMeter.read(folder.resolve("none")));
    assertThrows(UnusableFileException.class, () -> DriftMeter.read(folder));
  }

  @Test
  void rowsOfOtherKindsAreMeasuredByTheirDensity() {
    RandomGenerator random = new SplittableRandom(4);
    boolean[][] bits = new boolean[300][6];
    int[] labels = new int[300];
    for (int i = 0; i < 300; i++) {
      labels[i] = i % 2;
      for (int j = 0; j < 6; j++) {
        bits[i][j] = random.nextDouble() < (i % 2 == 0 ? 0.2 : 0.7);
      }
    }
    BitColumns rows = BitColumns.fromRows(bits);
    BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(rows, Labels.ofIndices(labels, 2));
    DriftMeter meter = DriftMeter.of(model.scorer().logDensity(rows), rows, 1);
    long[] odd = {0b000111};
    for (int i = 0; i < 400; i++) {
      meter.add(model.scorer().logDensity(odd));
    }
    assertTrue(meter.evidence() >= 1 / ALPHA);
    assertThrows(IllegalArgumentException.class, () -> meter.add(-1, new double[6]));
  }

  @Test
  void addingARowAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RandomGenerator random = new SplittableRandom(6);
    DriftMeter meter = meter(random, 100);
    double[] row = row(random, 0.8, 0);
    meter.add(-1, row);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      meter.add(-1, row);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 10_000, allocated + " bytes");
  }

  @Test
  void rowsThatAreNoRowsChangeNothing() {
    DriftMeter meter = meter(new SplittableRandom(5), 100);
    double[] before = meter.evidences();
    assertThrows(IllegalArgumentException.class, () -> meter.add(-1, new double[4]));
    assertThrows(IllegalArgumentException.class, () -> meter.add(Double.NaN, new double[5]));
    assertArrayEquals(before, meter.evidences());
    assertEquals(0, meter.rows());
    meter.add(Double.NEGATIVE_INFINITY, new double[] {0, Double.NaN, 1e300, -1e300, 0});
    assertEquals(1, meter.rows());
    assertThrows(IllegalArgumentException.class, () -> meter(new SplittableRandom(5), 63));
    NumericColumns rows = rows(new SplittableRandom(5), 64);
    assertThrows(IllegalArgumentException.class, () -> DriftMeter.of(new double[63], rows, 1));
  }

  @Test
  void rowsOfMoreNumbersThanAFileMayHoldAreRefused() {
    double[] one = new double[64];
    double[][] columns = new double[1 << 20][];
    Arrays.fill(columns, one);
    NumericColumns wide = NumericColumns.of(columns);
    assertEquals(
        "rows have 1048576 numbers; fewer than 1048576 are expected",
        assertThrows(IllegalArgumentException.class, () -> DriftMeter.of(one, wide, 1))
            .getMessage());
  }
}
