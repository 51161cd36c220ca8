package org.lanewise.serving;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.io.UnusableFileException;

/// Measures the evidence that the rows of a service no longer come from where the held-out rows of
/// its model came from, with a bound on false alarms that holds for ever.
///
/// ```java
/// DriftMeter meter = DriftMeter.of(scorer.logDensity(heldOut), heldOut, 1);
/// // For each row that is served, in one thread:
/// meter.add(scorer.logDensity(row), row);
/// if (meter.evidence() >= 1 / 0.01) { … }     // a false alarm at some time: at most 1 in 100
/// ```
///
/// **Bets.** The meter bets on the mean log density of every 4 consecutive rows. If rows are d
/// numbers, it also bets on the mean of each number in blocks of max(8, 3d) consecutive rows. A bet
/// sees only the bin b(z) of such a value z, one of 8. Let n be the number of its values so far,
/// those of held-out rows and this one included, and u a random number from the seed. The rank of
/// the value is
///
/// p = (#{earlier values in a lower bin} + u · #{values in this bin, this one included}) / n
///
/// and with t = 2p − 1, four factors are paid: 1 + t/2 and 1 − t/2, for values that become higher
/// or lower; for the log density, 1 + (3t² − 1)/2 if it becomes more spread, and 2 if p < 1/16 and
/// otherwise 14/15, for the low tail; for the number of a block, 8p⁷ and 8(1 − p)⁷, as its mean is
/// clear. Each of them has the mean 1 for a uniform p. As drift begins at an unknown time, the
/// capital of 1 is not staked at once: of value r, with k = ⌊log₂ r⌋, the part 1/((k+1)(k+2)2ᵏ), a
/// quarter on each factor, and all that is staked grows by the factors of each later value. The
/// parts of all values sum to 1. S is the capital that is left plus all stakes with their gains.
/// The evidence is the largest w · S so far of any bet, where w is 1/2 for the log density and
/// 1/(2d) for each number, or 1 for the log density if d is 0.
///
/// **Proof.** Let the held-out rows and the served rows be exchangeable: any order of them is as
/// likely as any other, for which it suffices that they are independent and from one distribution.
/// Then blocks of rows are exchangeable, too. Take one bet. The bins were fixed by other rows, so
/// the values b(z₁), …, b(zₙ) are exchangeable. Given these values as a set, every one is the last
/// with the same probability, hence p is uniform on [0, 1]: ties are split by u. The earlier ranks
/// are functions of the earlier values and of their own u; given the set of the first n − 1 values,
/// the rank at n − 1 is uniform again, whatever comes later. So the ranks of a bet are independent
/// and uniform (Vovk, Gammerman and Shafer, *Algorithmic Learning in a Random World*, theorem
/// 11.1), and S is a martingale that is never negative and begins at 1. By Ville's inequality, S
/// ever reaches 1/(wα) with a probability of at most wα. The weights sum to 1, so the probability
/// that any bet does is at most α, however long the meter runs and however often one looks. The
/// bets are not averaged: each is a martingale of its own ranks, but given the ranks of the others
/// its mean may differ from 1.
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

  private static final int BINS = 8;

  /// A one in each byte.
  private static final long ONES = 0x0101_0101_0101_0101L;

  private static final int MOST_RECENT = 255;
  private static final int FACTORS = 4;
  private static final int LEAST_ROWS = 64;
  private static final int DENSITY_ROWS = 4;

  /// Deviations of a normal distribution between its quantiles 0.05 and 0.95.
  private static final double NINE_TENTHS = 3.29;

  /// The largest log density that counts.
  private static final double FAR = 1e300;

  private static final int LEAST_BLOCK = 8;
  private static final double TAIL = 1.0 / 16;

  /// A bet that has won so much is over.
  private static final double MOST = 1e200;

  private static final long MAGIC = 0x4c57_4452_4946_5403L;
  private static final int MAX_BETS = 1 << 20;

  /// The numbers of a file: of a meter, and of a bet.
  private static final int HEAD = 7;

  private static final int OF_BET = FACTORS + BINS + 11;
  static final double[] NO_NUMBERS = {};

  private final int bets;

  /// The number of rows in a block.
  private final int blockRows;

  /// By bet, the upper end of the lowest bin, and the reciprocal of the width of the others.
  private final double[] lows;

  private final double[] scales;

  /// By bet and bin, the number of values in lower bins, and last that of all values.
  private final long[] below;

  /// By bet, the number of values that are not yet in [#below]: byte b has those in the bins 0 … b.
  private final long[] recent;

  /// By bet and factor.
  private final double[] stakes;

  private final double[] highest;

  /// Of the held-out rows.
  private final double[] means;

  private final double[] deviations;

  /// Of the window without the current block.
  private final double[] sums;

  private final long[] missing;

  /// Of the current block.
  private final double[] blockSums;

  private final long[] blockMissing;
  private long rows;
  private long windowRows;
  private long random;

  /// The number of held-out rows that count as the first ones.
  private long heldOut;

  private int inBlock;
  private double evidence;

  /// Sum of the current block of log densities.
  private double density;

  /// The number of equal values that [#count] found, the value itself included.
  private long same;

  private final Stake ofDensity = new Stake();
  private final Stake ofBlocks = new Stake();

  /// The part of the capital that a bet stakes on its r-th value, and the part that is left.
  private static final class Stake {

    private long power;
    private double before;
    private double part;
    private double kept;
    private double perValue;

    void next(long r, long counted) {
      if (r >= 2 * power) {
        power = Long.highestOneBit(r);
        int k = Long.numberOfTrailingZeros(power);
        before = 1.0 / (k + 1);
        part = before / ((k + 2.0) * power);
      }
      kept = before - (r - power + 1) * part;
      perValue = 1.0 / (counted + r);
    }
  }

  private DriftMeter(int bets) {
    this.bets = bets;
    blockRows = Math.max(LEAST_BLOCK, 3 * (bets - 1));
    lows = new double[bets];
    scales = new double[bets];
    below = new long[bets * (BINS + 1)];
    recent = new long[bets];
    stakes = new double[bets * FACTORS];
    highest = new double[bets];
    means = new double[bets];
    deviations = new double[bets];
    sums = new double[bets];
    missing = new long[bets];
    blockSums = new double[bets];
    blockMissing = new long[bets];
  }

  /// Creates a meter for the rows of a model.
  ///
  /// @param logDensities log p(x) of the held-out rows
  /// @param heldOut rows to which the model was not fitted, at least 64
  /// @param seed the seed of the random numbers that split ties
  /// @throws IllegalArgumentException if there are fewer rows, if there is not one log density for
  ///   each, or if they have 1,048,576 numbers or more
  public static DriftMeter of(double[] logDensities, RowBatch heldOut, long seed) {
    int n = heldOut.rowCount();
    int d = heldOut instanceof NumericColumns ? heldOut.featureCount() : 0;
    if (n < LEAST_ROWS) {
      throw new IllegalArgumentException(
          "%d rows were held out; at least %d are expected".formatted(n, LEAST_ROWS));
    }
    if (logDensities.length != n) {
      throw new IllegalArgumentException(
          "%d held-out rows have %d log densities; one for each is expected"
              .formatted(n, logDensities.length));
    }
    if (d >= MAX_BETS) {
      throw new IllegalArgumentException(
          "rows have %d numbers; fewer than %d are expected".formatted(d, MAX_BETS));
    }
    DriftMeter meter = new DriftMeter(1 + d);
    meter.random = seed;
    meter.heldOut = (long) n - (n + 3) / 4;
    meter.begin(0, logDensities);
    double[] values = new double[n];
    for (int j = 0; j < d; j++) {
      int feature = j;
      Arrays.setAll(values, i -> ((NumericColumns) heldOut).value(i, feature));
      meter.begin(1 + j, values);
    }
    Arrays.fill(meter.highest, 1);
    meter.evidence = meter.weight(0);
    return meter;
  }

  /// Fixes the bins by every fourth row, and counts the others.
  private void begin(int bet, double[] values) {
    double[] fixing =
        finite(IntStream.range(0, (values.length + 3) / 4).mapToDouble(i -> values[4 * i]));
    double[] all = finite(Arrays.stream(values));
    means[bet] = mean(all);
    deviations[bet] = deviation(all);
    int size = bet == 0 ? DENSITY_ROWS : blockRows;
    double middle = mean(fixing);
    double deviation = deviation(fixing);
    if (bet == 0 && fixing.length > 0) {
      // A few rows may have a far lower density.
      Arrays.sort(fixing);
      int few = fixing.length / 20;
      middle = fixing[fixing.length / 2];
      deviation = (fixing[fixing.length - 1 - few] - fixing[few]) / NINE_TENTHS;
    }
    // Equal values have a bin between those of lower and of higher ones.
    double width = deviation > 0 ? deviation / Math.sqrt(size) : Math.ulp(middle);
    lows[bet] = middle - (BINS - 2) / 2 * width;
    scales[bet] = 1 / width;
    double sum = 0;
    int observed = 0;
    int rowsSoFar = 0;
    for (int i = 0; i < values.length; i++) {
      if (i % 4 != 0) {
        double value = bet == 0 ? bounded(values[i]) : values[i];
        if (Double.isFinite(value)) {
          sum += value;
          observed++;
        }
        if (++rowsSoFar % size == 0) {
          long unused = count(bet, sum / observed);
          sum = 0;
          observed = 0;
        }
      }
    }
  }

  private static double[] finite(DoubleStream values) {
    return values.filter(Double::isFinite).toArray();
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).sum() / values.length;
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = DoubleStream.of(values).map(x -> (x - mean) * (x - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }

  /// So that sums are finite.
  private static double bounded(double logDensity) {
    return Math.clamp(logDensity, -FAR, FAR);
  }

  private void collect(int at, double value) {
    if (Math.abs(value) <= Double.MAX_VALUE) {
      blockSums[at] += value;
    } else {
      blockMissing[at]++;
    }
  }

  /// Counts a value; NaN goes to the lowest bin.
  ///
  /// @return the number of earlier values in lower bins
  private long count(int bet, double value) {
    int bin = Math.clamp((int) ((value - lows[bet]) * scales[bet] + 1), 0, BINS - 1);
    int at = bet * (BINS + 1) + bin;
    int shift = Byte.SIZE * bin;
    long late = recent[bet];
    long lower = below[at] + (late << Byte.SIZE >>> shift & 0xff);
    same = below[at + 1] + (late >>> shift & 0xff) - lower + 1;
    late += ONES << shift;
    if (late >>> Byte.SIZE * (BINS - 1) == MOST_RECENT) {
      for (int b = 0; b < BINS; b++) {
        below[bet * (BINS + 1) + b + 1] += late >>> Byte.SIZE * b & 0xff;
      }
      late = 0;
    }
    recent[bet] = late;
    return lower;
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
    rows++;
    windowRows++;
    density += bounded(logDensity);
    if (rows % DENSITY_ROWS == 0) {
      ofDensity.next(rows / DENSITY_ROWS, heldOut / DENSITY_ROWS);
      double p = rank(0, density / DENSITY_ROWS, ofDensity);
      density = 0;
      double t = 2 * p - 1;
      bet(0, ofDensity, t, 0.5 + 1.5 * t * t, p < TAIL ? 2 : 14.0 / 15);
    }
    collect(0, logDensity);
    for (int j = 0; j < row.length; j++) {
      collect(1 + j, row[j]);
    }
    if (++inBlock == blockRows) {
      inBlock = 0;
      endBlock();
    }
  }

  private void endBlock() {
    ofBlocks.next(rows / blockRows, heldOut / blockRows);
    for (int bet = 0; bet < bets; bet++) {
      if (bet > 0) {
        double p = rank(bet, blockSums[bet] / (blockRows - blockMissing[bet]), ofBlocks);
        bet(bet, ofBlocks, 2 * p - 1, sharp(p), sharp(1 - p));
      }
      sums[bet] += blockSums[bet];
      missing[bet] += blockMissing[bet];
      blockSums[bet] = 0;
      blockMissing[bet] = 0;
    }
  }

  private static double sharp(double p) {
    double square = p * p;
    return 8 * p * (square * square * square);
  }

  private double rank(int bet, double value, Stake stake) {
    long lower = count(bet, value);
    return Math.min(1, (lower + uniform() * same) * stake.perValue);
  }

  private void bet(int bet, Stake stake, double t, double third, double fourth) {
    if (highest[bet] > MOST) {
      return;
    }
    int at = bet * FACTORS;
    double each = stake.part / FACTORS;
    double higher = (stakes[at] + each) * (1 + 0.5 * t);
    double lower = (stakes[at + 1] + each) * (1 - 0.5 * t);
    double other = (stakes[at + 2] + each) * third;
    double last = (stakes[at + 3] + each) * fourth;
    stakes[at] = higher;
    stakes[at + 1] = lower;
    stakes[at + 2] = other;
    stakes[at + 3] = last;
    double capital = stake.kept + (higher + lower) + (other + last);
    if (capital > highest[bet]) {
      highest[bet] = capital;
      evidence = Math.max(evidence, capital * weight(bet));
    }
  }

  /// The next number in [0, 1) of a linear congruential generator (Steele and Vigna, 2022).
  private double uniform() {
    random = random * 0xd134_2543_de82_ef95L + 1;
    return (random >>> 11) * 0x1p-53;
  }

  /// The number of rows that were added.
  public long rows() {
    return rows;
  }

  /// The evidence for drift so far: without drift, it ever reaches 1/α with a probability of at
  /// most α. It never falls.
  public double evidence() {
    return evidence;
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
    windowRows = 0;
    for (int bet = 0; bet < bets; bet++) {
      // Rows of the current block belong to the old window.
      sums[bet] = -blockSums[bet];
      missing[bet] = -blockMissing[bet];
    }
  }

  /// The mean of the log density, then of each number, of the rows since [#startWindow()], minus
  /// the mean of the held-out rows and divided by their standard deviation. NaN if no row has a
  /// finite value or fewer than two held-out rows have one; infinite, or NaN for no shift, if all
  /// held-out rows have the same.
  public double[] shifts() {
    double[] shifts = new double[bets];
    Arrays.setAll(
        shifts,
        bet -> {
          long observed = windowRows - missing[bet] - blockMissing[bet];
          double mean = (sums[bet] + blockSums[bet]) / observed;
          return (mean - means[bet]) / deviations[bet];
        });
    return shifts;
  }

  /// Writes the meter to a file, which is replaced as a whole.
  ///
  /// @throws UnusableFileException if that fails; an old file is then unchanged
  public void write(Path path) throws UnusableFileException {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES * (HEAD + bets * OF_BET + 1));
    out.putLong(MAGIC).putLong(bets).putLong(rows).putLong(windowRows).putLong(random);
    out.putLong(heldOut).putDouble(density);
    for (double[] array : doubles()) {
      Arrays.stream(array).forEach(out::putDouble);
    }
    for (long[] array : longs()) {
      Arrays.stream(array).forEach(out::putLong);
    }
    out.putLong(checksum(out.array()));
    AtomicFile.write(path, stream -> stream.write(out.array()));
  }

  /// The checksum of all but the last 8 bytes.
  private static long checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - Long.BYTES);
    return checksum.getValue();
  }

  private double[][] doubles() {
    return new double[][] {lows, scales, stakes, highest, means, deviations, sums, blockSums};
  }

  private long[][] longs() {
    return new long[][] {below, recent, missing, blockMissing};
  }

  /// Reads a meter from a file.
  ///
  /// @throws UnusableFileException if the file cannot be read, or does not hold a whole meter
  public static DriftMeter read(Path path) throws UnusableFileException {
    ByteBuffer in;
    // Other files may be larger than the memory, and devices have no end.
    try (InputStream stream = Files.newInputStream(path)) {
      in = ByteBuffer.wrap(stream.readNBytes(Long.BYTES * (HEAD + MAX_BETS * OF_BET + 1) + 1));
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    }
    int numbers = in.limit() / Long.BYTES - HEAD - 1;
    if (numbers < OF_BET
        || in.getLong() != MAGIC
        || in.getLong() * OF_BET != numbers
        || in.limit() % Long.BYTES != 0
        || in.getLong(in.limit() - Long.BYTES) != checksum(in.array())) {
      throw new UnusableFileException(
          "'%s' is not the whole file of a drift meter; a file that a meter wrote is expected"
              .formatted(path));
    }
    DriftMeter meter = new DriftMeter(numbers / OF_BET);
    meter.rows = in.getLong();
    meter.windowRows = in.getLong();
    meter.random = in.getLong();
    meter.heldOut = in.getLong();
    meter.density = in.getDouble();
    meter.inBlock = (int) (meter.rows % meter.blockRows);
    for (double[] array : meter.doubles()) {
      Arrays.setAll(array, _ -> in.getDouble());
    }
    for (long[] array : meter.longs()) {
      Arrays.setAll(array, _ -> in.getLong());
    }
    meter.evidence = Arrays.stream(meter.evidences()).max().orElseThrow();
    return meter;
  }
}
