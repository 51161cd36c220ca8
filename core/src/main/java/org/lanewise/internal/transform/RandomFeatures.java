package org.lanewise.internal.transform;

import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.description.Description;
import org.lanewise.internal.store.NumericStore;

/// max(0, Rx), with a matrix R of standard normal numbers that a seed determines.
///
/// R_ij for d values a row is number i·d + j of a sequence that is made in pairs: [SplitMix] from
/// the seed gives two words a and b; with u = ((a >>> 11) + 1)·2⁻⁵³ and v = (b >>> 11)·2⁻⁵³, the
/// pair is √(−2 log u)·cos(2πv) and √(−2 log u)·sin(2πv) (Box and Muller, Annals of Mathematical
/// Statistics 29, 1958), by StrictMath.
public final class RandomFeatures implements Step {

  private final int count;
  private final long seed;

  /// The map for rows of the last width.
  private volatile LinearMap map;

  /// @param count the number of random features
  /// @throws IllegalArgumentException if it is less than 1
  public RandomFeatures(int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "the number of random features is %d; at least 1 is expected".formatted(count));
    }
    this.count = count;
    this.seed = seed;
  }

  /// The number of random features.
  public int count() {
    return count;
  }

  /// The seed.
  public long seed() {
    return seed;
  }

  private LinearMap map(int d) {
    LinearMap made = map;
    if (made == null || made.matrix()[0].length != d) {
      made = new LinearMap(matrix(d), new double[count], true);
      map = made;
    }
    return made;
  }

  private double[][] matrix(int d) {
    double[][] matrix = new double[count][d];
    SplitMix random = new SplitMix(seed);
    long size = (long) count * d;
    for (long at = 0; at < size; at += 2) {
      double u = ((random.next() >>> 11) + 1) * 0x1p-53;
      double v = (random.next() >>> 11) * 0x1p-53;
      double radius = Math.sqrt(-2 * StrictMath.log(u));
      matrix[(int) (at / d)][(int) (at % d)] = radius * StrictMath.cos(2 * Math.PI * v);
      if (at + 1 < size) {
        matrix[(int) ((at + 1) / d)][(int) ((at + 1) % d)] =
            radius * StrictMath.sin(2 * Math.PI * v);
      }
    }
    return matrix;
  }

  @Override
  public int outputCount(int inputCount) {
    return count;
  }

  @Override
  public long randomNumbers(int inputCount) {
    return (long) count * inputCount;
  }

  @Override
  public boolean keepsFeatures() {
    return false;
  }

  @Override
  public void row(double[] in, int d, double[] out) {
    map(d).row(in, d, out);
  }

  @Override
  public Description describe() {
    return Description.ofStep("random-features").with("count", count).with("seed", seed);
  }

  @Override
  public double[] before(double[] row, int inputCount, RandomGenerator random) {
    return random.doubles(inputCount, -1, 1).toArray();
  }

  @Override
  public void fill(NumericStore source, int firstRow, int rows, double[][] out, int offset) {
    map(source.columnCount()).fill(source, firstRow, rows, out, offset);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomFeatures that && that.count == count && that.seed == seed;
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, seed);
  }

  @Override
  public String toString() {
    return "random=%d:seed=%d".formatted(count, seed);
  }
}
