package org.lanewise.serving;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;

/// Measures the evidence that the rows of a service no longer come from where the held-out rows of
/// its model came from, with a bound on false alarms that holds for ever.
///
/// ```java
/// DriftMeter meter = DriftMeter.of(model, heldOut, 1);
/// // For each row that is served, in one thread:
/// meter.add(scorer.logDensity(row), row);
/// if (meter.evidence() >= 1 / 0.01) { … }     // a false alarm at some time: at most 1 in 100
/// ```
///
/// **Bets.** The meter bets on the log density of a row and on each of its d numbers; d is 0 if
/// rows are not numbers. A bet sees only the bin b(z) of such a value z, one of 16. Let n be the
/// number of rows so far, the held-out ones and this one included, and u a random number from the
/// seed. The rank of the row is
///
/// p = (#{earlier rows with a lower bin} + u · #{rows with this bin, this one included}) / n
///
/// and with t = 2p − 1, four factors are paid: 1 + t/2, 1 − t/2 and 1 + (3t² − 1)/2, for values
/// that become higher, lower or more spread, and one for rows in the low tail, 2 if p < 1/16 and
/// otherwise 14/15. Each of them has the mean 1 for a uniform p. As drift begins at an unknown
/// time, the capital of 1 is not staked at once: of row r, with k = ⌊log₂ r⌋, the part 1/((k + 1)(k
/// + 2)2ᵏ), a quarter on each factor, and all that is staked grows by the factors of each later
///   row. The parts of all rows sum to 1. S is the capital that is left plus all stakes with their
///   gains. The evidence is the largest w · S so far of any bet, where w is 1/2 for the log density
///   and 1/(2d) for each number, or 1 for the log density if d is 0.
///
/// **Proof.** Let the held-out rows and the served rows be exchangeable: any order of them is as
/// likely as any other, for which it suffices that they are independent and from one distribution.
/// Take one bet. The bins were fixed by other rows, so the values b(z₁), …, b(zₙ) are exchangeable.
/// Given these values as a set, every one is the last with the same probability, hence p is uniform
/// on [0, 1]: ties are split by u. The earlier ranks are functions of the earlier values and of
/// their own u; given the set of the first n − 1 values, the rank at n − 1 is uniform again,
/// whatever comes later. So the ranks of a bet are independent and uniform (Vovk, Gammerman and
/// Shafer, *Algorithmic Learning in a Random World*, theorem 11.1), and S is a martingale that is
/// never negative and begins at 1. By Ville's inequality, S ever reaches 1/(wα) with a probability
/// of at most wα. The weights sum to 1, so the probability that any bet does is at most α, however
/// long the meter runs and however often one looks. The bets are not averaged: each is a martingale
/// of its own ranks, but given the ranks of the others its mean may differ from 1.
///
/// **What it needs.** The model was not fitted to the held-out rows. A fourth of them fixes the
/// bins, and the others count as the first rows, so they must not be sorted by time if there is a
/// trend. The meter sees all served rows, or a sample that does not depend on their values, in
/// their order. α was chosen before. A service whose rows follow the time of the day is not
/// exchangeable, and the meter will say so. Ranks among held-out rows alone would not do: with 100
/// of them, two streams of three without drift would raise an alarm at α = 0.01 within 10,000 rows.
///
/// **Windows.** [#shifts()] has the means of the rows since [#startWindow()] against those of the
/// held-out rows.
///
/// Adding a row allocates nothing. Not thread-safe: use a meter for each thread, and if there are
/// m, the limit m/α for each. Meters of the same rows and seed have the same bits, also if they
/// were written to a file and read in between.
public final class DriftMeter {

  private static final int BINS = 16;
  private static final int EDGES = BINS - 1;
  private static final int FACTORS = 4;
  private static final int LEAST_ROWS = 64;
  private static final double TAIL = 1.0 / 16;
  private static final double MOST = 1e200;
  private static final long MAGIC = 0x4c57_4452_4946_5401L;
  private static final int MAX_BETS = 1 << 24;
  private static final double[] NO_NUMBERS = {};

  private final int bets;

  /// By bet, the upper ends of bins but for the last.
  private final double[] edges;

  /// By bet, the number of rows in the bins below each, and of all rows.
  private final long[] below;

  /// By bet and factor.
  private final double[] stakes;

  private final double[] highest;

  /// Of the held-out rows.
  private final double[] means;

  private final double[] deviations;
  private final double[] sums;
  private final long[] observed;
  private long rows;
  private long random;

  private DriftMeter(int bets) {
    this.bets = bets;
    edges = new double[bets * EDGES];
    below = new long[bets * (BINS + 1)];
    stakes = new double[bets * FACTORS];
    highest = new double[bets];
    means = new double[bets];
    deviations = new double[bets];
    sums = new double[bets];
    observed = new long[bets];
  }

  /// Creates a meter for the rows of a model.
  ///
  /// @param heldOut rows to which the model was not fitted, at least 64
  /// @param seed the seed of the random numbers that split ties
  /// @throws IllegalArgumentException if there are fewer rows, or as
  ///   [org.lanewise.score.Scorer#logDensity(RowBatch, double\[\])]
  /// @throws UnsupportedOperationException if the model has no density
  public static <R, B extends RowBatch> DriftMeter of(
      Classifier<R, B> model, B heldOut, long seed) {
    int n = heldOut.rowCount();
    if (n < LEAST_ROWS) {
      throw new IllegalArgumentException(
          "%d rows were held out; at least %d are expected".formatted(n, LEAST_ROWS));
    }
    double[] logDensities = model.scorer().logDensity(heldOut);
    NumericColumns columns = heldOut instanceof NumericColumns numbers ? numbers : null;
    int d = columns == null ? 0 : columns.featureCount();
    DriftMeter meter = new DriftMeter(1 + d);
    meter.random = seed;
    double[][] values = new double[1 + d][n];
    double[] row = new double[d];
    for (int i = 0; i < n; i++) {
      values[0][i] = logDensities[i];
      if (columns != null) {
        columns.row(i, row);
      }
      for (int j = 0; j < d; j++) {
        values[1 + j][i] = row[j];
      }
    }
    for (int bet = 0; bet <= d; bet++) {
      meter.begin(bet, values[bet]);
    }
    Arrays.fill(meter.highest, 1);
    return meter;
  }

  /// Fixes the bins by every fourth row, and counts the others.
  private void begin(int bet, double[] values) {
    double[] fixing = new double[(values.length + 3) / 4];
    for (int i = 0; i < fixing.length; i++) {
      fixing[i] = values[4 * i];
    }
    Arrays.sort(fixing);
    int present = fixing.length;
    while (present > 0 && Double.isNaN(fixing[present - 1])) {
      present--;
    }
    for (int edge = 0; edge < EDGES; edge++) {
      int at = (int) ((edge + 1L) * present / BINS);
      edges[bet * EDGES + edge] = present == 0 ? 0 : fixing[Math.min(at, present - 1)];
    }
    double sum = 0;
    double squares = 0;
    long count = 0;
    for (double value : values) {
      if (Double.isFinite(value)) {
        count++;
        double off = value - sum / Math.max(1, count - 1);
        sum += value;
        squares += count == 1 ? 0 : off * (value - sum / count);
      }
    }
    means[bet] = sum / count;
    deviations[bet] = Math.sqrt(squares / (count - 1));
    for (int i = 0; i < values.length; i++) {
      if (i % 4 != 0) {
        count(bet, bin(bet, values[i]));
      }
    }
  }

  /// The number of edges below a value; 0 for NaN.
  private int bin(int bet, double value) {
    int from = bet * EDGES;
    int bin = value > edges[from + 7] ? 8 : 0;
    bin += value > edges[from + bin + 3] ? 4 : 0;
    bin += value > edges[from + bin + 1] ? 2 : 0;
    bin += value > edges[from + bin] ? 1 : 0;
    return bin;
  }

  private void count(int bet, int bin) {
    int from = bet * (BINS + 1);
    for (int b = from + bin + 1; b <= from + BINS; b++) {
      below[b]++;
    }
  }

  /// Adds a row of a model whose rows are not numbers.
  ///
  /// @param logDensity its log density
  /// @throws IllegalArgumentException if rows have numbers, or if the log density is NaN
  public void add(double logDensity) {
    add(logDensity, NO_NUMBERS);
  }

  /// Adds a row.
  ///
  /// @param logDensity its log density
  /// @param row its numbers, NaN for those that are missing
  /// @throws IllegalArgumentException if the row has another number of features than the held-out
  ///   rows, or if the log density is NaN; the meter is then unchanged
  public void add(double logDensity, double[] row) {
    if (row.length != bets - 1 || Double.isNaN(logDensity)) {
      throw new IllegalArgumentException(
          "the row has %d numbers and the log density %s; %d and a log density are expected"
              .formatted(row.length, logDensity, bets - 1));
    }
    long r = ++rows;
    int k = 63 - Long.numberOfLeadingZeros(r);
    double part = 1 / ((k + 1.0) * (k + 2.0) * (1L << k));
    double kept = 1.0 / (k + 1) - (r - (1L << k) + 1) * part;
    bet(0, logDensity, part, kept);
    for (int j = 0; j < row.length; j++) {
      bet(1 + j, row[j], part, kept);
    }
  }

  private void bet(int bet, double value, double part, double kept) {
    int bin = bin(bet, value);
    int from = bet * (BINS + 1);
    double lower = below[from + bin];
    double same = below[from + bin + 1] - lower + 1;
    double p = (lower + uniform() * same) / (below[from + BINS] + 1);
    count(bet, bin);
    double t = 2 * p - 1;
    int at = bet * FACTORS;
    double stake = part / FACTORS;
    // A limit only loses capital.
    stakes[at] = Math.min(MOST, (stakes[at] + stake) * (1 + 0.5 * t));
    stakes[at + 1] = Math.min(MOST, (stakes[at + 1] + stake) * (1 - 0.5 * t));
    stakes[at + 2] = Math.min(MOST, (stakes[at + 2] + stake) * (0.5 + 1.5 * t * t));
    stakes[at + 3] = Math.min(MOST, (stakes[at + 3] + stake) * (p < TAIL ? 2 : 14.0 / 15));
    double capital = kept + stakes[at] + stakes[at + 1] + (stakes[at + 2] + stakes[at + 3]);
    highest[bet] = Math.max(highest[bet], capital);
    if (Double.isFinite(value)) {
      sums[bet] += value;
      observed[bet]++;
    }
  }

  /// The next number in [0, 1) of the generator SplitMix64.
  private double uniform() {
    random += 0x9e37_79b9_7f4a_7c15L;
    long z = random;
    z = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ z >>> 27) * 0x94d0_49bb_1331_11ebL;
    return ((z ^ z >>> 31) >>> 11) * 0x1p-53;
  }

  /// The number of rows that were added.
  public long rows() {
    return rows;
  }

  /// The evidence for drift so far: without drift, it ever reaches 1/α with a probability of at
  /// most α. It never falls.
  public double evidence() {
    double most = 0;
    for (int bet = 0; bet < bets; bet++) {
      most = Math.max(most, highest[bet] * weight(bet));
    }
    return most;
  }

  /// The evidence of each bet: that on the log density, then those on each number. A feature that
  /// reaches 1/α has drifted by itself.
  public double[] evidences() {
    double[] all = new double[bets];
    Arrays.setAll(all, bet -> highest[bet] * weight(bet));
    return all;
  }

  private double weight(int bet) {
    if (bets == 1) {
      return 1;
    }
    return bet == 0 ? 0.5 : 0.5 / (bets - 1);
  }

  /// Begins a window with the next row.
  public void startWindow() {
    Arrays.fill(sums, 0);
    Arrays.fill(observed, 0);
  }

  /// The mean of the log density, then of each number, of the rows since [#startWindow()], minus
  /// the mean of the held-out rows and divided by their standard deviation. NaN if no row has a
  /// finite value, or if the held-out rows have no two different ones.
  public double[] shifts() {
    double[] shifts = new double[bets];
    Arrays.setAll(
        shifts,
        bet ->
            deviations[bet] > 0
                ? (sums[bet] / observed[bet] - means[bet]) / deviations[bet]
                : Double.NaN);
    return shifts;
  }

  /// Writes the meter to a file, which is replaced as a whole.
  ///
  /// @throws UnusableFileException if that fails; an old file is then unchanged
  public void write(Path path) throws UnusableFileException {
    AtomicFile.write(
        path,
        stream -> {
          CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32C());
          DataOutputStream out = new DataOutputStream(checked);
          out.writeLong(MAGIC);
          out.writeInt(bets);
          out.writeLong(rows);
          out.writeLong(random);
          for (double[] array : doubles()) {
            for (double value : array) {
              out.writeDouble(value);
            }
          }
          for (long[] array : longs()) {
            for (long value : array) {
              out.writeLong(value);
            }
          }
          out.writeLong(checked.getChecksum().getValue());
          out.flush();
        });
  }

  private double[][] doubles() {
    return new double[][] {edges, stakes, highest, means, deviations, sums};
  }

  private long[][] longs() {
    return new long[][] {below, observed};
  }

  /// Reads a meter from a file.
  ///
  /// @throws UnusableFileException if the file cannot be read, or does not hold a whole meter
  public static DriftMeter read(Path path) throws UnusableFileException {
    CheckedInputStream checked;
    try (DataInputStream in =
        new DataInputStream(
            checked =
                new CheckedInputStream(
                    new BufferedInputStream(Files.newInputStream(path)), new CRC32C()))) {
      long magic = in.readLong();
      int bets = magic == MAGIC ? in.readInt() : 0;
      // An array is made only for what the file can hold.
      long bytes = 8L * (4 + bets * (EDGES + FACTORS + BINS + 6L)) + 4;
      if (bets < 1 || bets > MAX_BETS || Files.size(path) != bytes) {
        throw new UnusableFileException(
            "'%s' is not the file of a drift meter; a file that a meter wrote is expected"
                .formatted(path));
      }
      DriftMeter meter = new DriftMeter(bets);
      meter.rows = in.readLong();
      meter.random = in.readLong();
      for (double[] array : meter.doubles()) {
        for (int i = 0; i < array.length; i++) {
          array[i] = in.readDouble();
        }
      }
      for (long[] array : meter.longs()) {
        for (int i = 0; i < array.length; i++) {
          array[i] = in.readLong();
        }
      }
      long checksum = checked.getChecksum().getValue();
      if (in.readLong() != checksum) {
        throw new UnusableFileException(
            "'%s' is damaged: the checksum of its content is another".formatted(path));
      }
      return meter;
    } catch (EOFException _) {
      throw new UnusableFileException("'%s' is truncated".formatted(path));
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    }
  }
}
