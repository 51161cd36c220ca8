package org.lanewise.bench.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.serving.DriftMeter;

/// The false alarms of a drift meter in streams without drift, the rows that it needs to find some
/// drifts, and its price.
final class Drift {

  private static final double LIMIT = 100;
  private static final int ROWS = 10_000;
  private static final List<String> SETS = List.of("iris", "wine", "breast_cancer", "banknote");

  private Drift() {}

  /// @param streams the number of streams of each data set
  static void run(int streams) throws IOException {
    price(1);
    price(20);
    delays();
    double[][] normal = new double[500][5];
    SplittableRandom random = new SplittableRandom(1);
    for (double[] row : normal) {
      Arrays.setAll(row, _ -> random.nextGaussian());
    }
    falseAlarms("normal", normal, streams);
    for (String name : SETS) {
      falseAlarms(name, read(Path.of("examples", "data", name + ".csv")), streams);
    }
  }

  private static double[][] read(Path path) throws IOException {
    List<double[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(path)) {
      String[] cells = line.split(",");
      try {
        double[] row = new double[cells.length - 1];
        for (int j = 0; j < row.length; j++) {
          row[j] = Double.parseDouble(cells[j]);
        }
        if (rows.isEmpty() || rows.getFirst().length == row.length) {
          rows.add(row);
        }
      } catch (NumberFormatException _) {
        // The header.
      }
    }
    rows.removeIf(row -> row.length != rows.getLast().length);
    return rows.toArray(double[][]::new);
  }

  private static GaussianNaiveBayes model(double[][] rows, SplittableRandom random) {
    int[] labels = new int[rows.length];
    Arrays.setAll(labels, _ -> random.nextInt(2));
    labels[0] = 0;
    labels[1] = 0;
    labels[2] = 1;
    labels[3] = 1;
    return GaussianNaiveBayes.fit(NumericColumns.fromRows(rows), Labels.ofIndices(labels, 2));
  }

  private static DriftMeter meter(GaussianNaiveBayes model, double[][] heldOut, long seed) {
    NumericColumns rows = NumericColumns.fromRows(heldOut);
    return DriftMeter.of(model.scorer().logDensity(rows), rows, seed);
  }

  /// Streams of rows that are drawn from a data set with replacement, after 64, 250 or 1,000 such
  /// rows that were held out.
  private static void falseAlarms(String name, double[][] rows, int streams) {
    GaussianNaiveBayes model = model(rows, new SplittableRandom(2));
    double[] logDensities = model.scorer().logDensity(NumericColumns.fromRows(rows));
    int alarms = 0;
    for (int stream = 0; stream < streams; stream++) {
      SplittableRandom random = new SplittableRandom(stream);
      double[][] heldOut = new double[new int[] {64, 250, 1000}[stream % 3]][];
      Arrays.setAll(heldOut, _ -> rows[random.nextInt(rows.length)]);
      DriftMeter meter = meter(model, heldOut, stream);
      for (int i = 0; i < ROWS; i++) {
        int row = random.nextInt(rows.length);
        meter.add(logDensities[row], rows[row]);
      }
      alarms += meter.evidence() >= LIMIT ? 1 : 0;
    }
    // Wilson's interval.
    double z = 1.96;
    double share = (double) alarms / streams;
    double centre = (share + z * z / 2 / streams) / (1 + z * z / streams);
    double half =
        z
            / (1 + z * z / streams)
            * Math.sqrt(share * (1 - share) / streams + z * z / 4.0 / streams / streams);
    System.out.printf(
        "%s, %d features: %d alarms in %d streams of %d rows, %.3f %% (%.3f to %.3f)%n",
        name,
        rows[0].length,
        alarms,
        streams,
        ROWS,
        100 * share,
        100 * Math.max(0, centre - half),
        100 * (centre + half));
  }

  private static double[] row(
      SplittableRandom random, double majority, double shift, double third) {
    double label = random.nextDouble() < majority ? 0 : 1;
    if (random.nextDouble() < third) {
      label = -2;
    }
    double[] row = new double[20];
    for (int j = 0; j < row.length; j++) {
      row[j] = (j < 10 ? label : 0) + random.nextGaussian();
    }
    row[15] += shift;
    return row;
  }

  /// The standardised log density and numbers of a row.
  private static double[] numbers(GaussianNaiveBayes model, double[] means, double[] row) {
    double[] numbers = new double[1 + row.length];
    numbers[0] = (model.scorer().logDensity(row) - means[0]) / means[1];
    System.arraycopy(row, 0, numbers, 1, row.length);
    for (int j = 0; j < 10; j++) {
      // Of classes 0 and 1, 80 % and 20 %.
      numbers[1 + j] = (row[j] - 0.2) / Math.sqrt(1.16);
    }
    return numbers;
  }

  private static void delays() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] training = new double[1000][];
    Arrays.setAll(training, _ -> row(random, 0.8, 0, 0));
    GaussianNaiveBayes model = model(training, random);
    double[] densities = model.scorer().logDensity(NumericColumns.fromRows(training));
    double mean = Arrays.stream(densities).average().orElseThrow();
    double squares = Arrays.stream(densities).map(x -> (x - mean) * (x - mean)).sum();
    double[] means = {mean, Math.sqrt(squares / (densities.length - 1))};
    Detectors[] others =
        Detectors.calibrated(of -> numbers(model, means, row(of, 0.8, 0, 0)), ROWS, 300);
    Delays delays = new Delays(model, means, others);
    delays.print("mean of one of 20 features + 0.5 sd", of -> row(of, 0.8, 0.5, 0));
    delays.print("class shares 80/20 become 20/80", of -> row(of, 0.2, 0, 0));
    delays.print("a new class with 10 % of the rows", of -> row(of, 0.8, 0, 0.1));
  }

  private interface Stream {
    double[] next(SplittableRandom random);
  }

  /// Rows until the alarm, after 1,000 held-out rows and 1,000 or 10,000 served rows without drift.
  private record Delays(GaussianNaiveBayes model, double[] means, Detectors[] others) {

    void print(String what, Stream drifting) {
      for (int before : new int[] {1000, 10_000}) {
        int[][] delays = new int[1 + others.length][40];
        for (int trial = 0; trial < delays[0].length; trial++) {
          delays[0][trial] = ofMeter(drifting, before, trial);
          for (int i = 0; i < others.length; i++) {
            delays[1 + i][trial] = of(others[i].make(1 + 20), drifting, before, trial);
          }
        }
        for (int i = 0; i < delays.length; i++) {
          Arrays.sort(delays[i]);
          System.out.printf(
              "%s, after %d rows, %s: alarm after %d rows (median), %d (p90)%n",
              what, before, i == 0 ? "meter" : others[i - 1].name, delays[i][20], delays[i][36]);
        }
      }
    }

    private int ofMeter(Stream drifting, int before, int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] heldOut = new double[1000][];
      Arrays.setAll(heldOut, _ -> row(random, 0.8, 0, 0));
      DriftMeter meter = meter(model, heldOut, seed);
      int rows = 0;
      while (meter.evidence() < LIMIT && rows < before + 100_000) {
        double[] row = rows < before ? row(random, 0.8, 0, 0) : drifting.next(random);
        meter.add(model.scorer().logDensity(row), row);
        rows++;
      }
      return rows - before;
    }

    private int of(Detectors.Detector[] detectors, Stream drifting, int before, int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean alarm = false;
      int rows = 0;
      while (!alarm && rows < before + 100_000) {
        double[] row = rows < before ? row(random, 0.8, 0, 0) : drifting.next(random);
        alarm = Detectors.add(detectors, numbers(model, means, row));
        rows++;
      }
      return rows - before;
    }
  }

  private static void price(int features) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = new double[1024][features];
    double[] logDensities = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Arrays.setAll(rows[i], _ -> random.nextGaussian());
      logDensities[i] = random.nextGaussian();
    }
    DriftMeter meter = meter(model(rows, random), rows, 1);
    double least = Double.MAX_VALUE;
    for (int part = 0; part < 200; part++) {
      long begin = System.nanoTime();
      for (int i = 0; i < 20_000; i++) {
        meter.add(logDensities[i & 1023], rows[i & 1023]);
      }
      least = Math.min(least, (System.nanoTime() - begin) / 20_000.0);
    }
    System.out.printf(
        "a row with %d bets: %.1f ns, %.1f ns a bet%n",
        1 + rows[0].length, least, least / (1 + rows[0].length));
  }
}
