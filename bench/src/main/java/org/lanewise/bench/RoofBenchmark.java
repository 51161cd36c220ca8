package org.lanewise.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.bench.machine.CacheSizes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// What could this machine do at most: read, multiply and add, count bits? Every thread works on
/// arrays of its own, so the machine's total is a thread's times the threads.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RoofBenchmark {

  /// Steps of each chain in one call.
  private static final int STEPS = 4096;

  /// Chains that do not wait for each other; with two constants they fit into 16 registers.
  private static final int CHAINS = 12;

  /// Words that [#popcount] counts in one call.
  public static final int POPCOUNT_WORDS = 1 << 16;

  private static final int L1_WORDS = 1024;
  private static final long MIN_BYTES = 1 << 20;

  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

  /// The floating-point operations of one call of [#fmaDouble], in a JVM of the same vectors.
  public static double doubleFlops() {
    return 2.0 * CHAINS * STEPS * DOUBLES.length();
  }

  /// The floating-point operations of one call of [#fmaFloat], in a JVM of the same vectors.
  public static double floatFlops() {
    return 2.0 * CHAINS * STEPS * FLOATS.length();
  }

  /// The bytes that one call of [#read] reads: the level's probe, as often as makes a mebibyte.
  public static long bytesRead(CacheSizes.Level level) {
    long probe = CacheSizes.ofThisMachine().probe(level);
    return probe * passes(probe);
  }

  private static long passes(long probe) {
    return Math.max(1, MIN_BYTES / probe);
  }

  /// A thread's own words.
  @State(Scope.Thread)
  public static class Words {

    /// Where the words lie.
    @Param({"L1", "L2", "L3", "memory"})
    public String level;

    private long[] words;
    private int passes;

    /// Fills the words, and checks the sum.
    @Setup(Level.Trial)
    public void fill() {
      long probe = CacheSizes.ofThisMachine().probe(CacheSizes.Level.of(level));
      passes = (int) passes(probe);
      words = random((int) (probe / Long.BYTES));
      long sum = 0;
      for (long word : words) {
        sum += word;
      }
      if (sum(words) != sum) {
        throw new IllegalStateException("the sum of the words is wrong");
      }
    }
  }

  /// A thread's own words that its first cache holds.
  @State(Scope.Thread)
  public static class FewWords {

    private long[] words;

    /// Fills the words, and checks the count.
    @Setup(Level.Trial)
    public void fill() {
      words = random(L1_WORDS);
      long count = 0;
      for (long word : words) {
        count += Long.bitCount(word);
      }
      if (bitCount(words) != count) {
        throw new IllegalStateException("the number of bits is wrong");
      }
    }
  }

  private static long[] random(int size) {
    long[] words = new long[size];
    SplittableRandom random = new SplittableRandom(size);
    for (int i = 0; i < size; i++) {
      words[i] = random.nextLong();
    }
    return words;
  }

  /// Reads as fast as the level gives.
  @Benchmark
  public long read(Words state) {
    long sum = 0;
    for (int pass = 0; pass < state.passes; pass++) {
      sum += sum(state.words);
    }
    return sum;
  }

  /// Counts bits in the first cache.
  @Benchmark
  public long popcount(FewWords state) {
    long count = 0;
    for (int pass = 0; pass < POPCOUNT_WORDS / L1_WORDS; pass++) {
      count += bitCount(state.words);
    }
    return count;
  }

  private static long sum(long[] words) {
    int lanes = LONGS.length();
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    LongVector s4 = s0;
    LongVector s5 = s0;
    LongVector s6 = s0;
    LongVector s7 = s0;
    for (int i = 0; i < words.length; i += 8 * lanes) {
      s0 = s0.add(LongVector.fromArray(LONGS, words, i));
      s1 = s1.add(LongVector.fromArray(LONGS, words, i + lanes));
      s2 = s2.add(LongVector.fromArray(LONGS, words, i + 2 * lanes));
      s3 = s3.add(LongVector.fromArray(LONGS, words, i + 3 * lanes));
      s4 = s4.add(LongVector.fromArray(LONGS, words, i + 4 * lanes));
      s5 = s5.add(LongVector.fromArray(LONGS, words, i + 5 * lanes));
      s6 = s6.add(LongVector.fromArray(LONGS, words, i + 6 * lanes));
      s7 = s7.add(LongVector.fromArray(LONGS, words, i + 7 * lanes));
    }
    return s0.add(s1)
        .add(s2.add(s3))
        .add(s4.add(s5).add(s6.add(s7)))
        .reduceLanes(VectorOperators.ADD);
  }

  private static long bitCount(long[] words) {
    int lanes = LONGS.length();
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    for (int i = 0; i < words.length; i += 4 * lanes) {
      s0 = s0.add(LongVector.fromArray(LONGS, words, i).lanewise(VectorOperators.BIT_COUNT));
      s1 =
          s1.add(LongVector.fromArray(LONGS, words, i + lanes).lanewise(VectorOperators.BIT_COUNT));
      s2 =
          s2.add(
              LongVector.fromArray(LONGS, words, i + 2 * lanes)
                  .lanewise(VectorOperators.BIT_COUNT));
      s3 =
          s3.add(
              LongVector.fromArray(LONGS, words, i + 3 * lanes)
                  .lanewise(VectorOperators.BIT_COUNT));
    }
    return s0.add(s1).add(s2.add(s3)).reduceLanes(VectorOperators.ADD);
  }

  /// Twelve chains of fused multiply-adds in double.
  @Benchmark
  public double fmaDouble() {
    DoubleVector a = DoubleVector.broadcast(DOUBLES, 0.999_999);
    DoubleVector b = DoubleVector.broadcast(DOUBLES, 1e-9);
    DoubleVector v0 = DoubleVector.broadcast(DOUBLES, 0.5);
    DoubleVector v1 = DoubleVector.broadcast(DOUBLES, 1.5);
    DoubleVector v2 = DoubleVector.broadcast(DOUBLES, 2.5);
    DoubleVector v3 = DoubleVector.broadcast(DOUBLES, 3.5);
    DoubleVector v4 = DoubleVector.broadcast(DOUBLES, 4.5);
    DoubleVector v5 = DoubleVector.broadcast(DOUBLES, 5.5);
    DoubleVector v6 = DoubleVector.broadcast(DOUBLES, 6.5);
    DoubleVector v7 = DoubleVector.broadcast(DOUBLES, 7.5);
    DoubleVector v8 = DoubleVector.broadcast(DOUBLES, 8.5);
    DoubleVector v9 = DoubleVector.broadcast(DOUBLES, 9.5);
    DoubleVector v10 = DoubleVector.broadcast(DOUBLES, 10.5);
    DoubleVector v11 = DoubleVector.broadcast(DOUBLES, 11.5);
    for (int step = 0; step < STEPS; step++) {
      v0 = v0.fma(a, b);
      v1 = v1.fma(a, b);
      v2 = v2.fma(a, b);
      v3 = v3.fma(a, b);
      v4 = v4.fma(a, b);
      v5 = v5.fma(a, b);
      v6 = v6.fma(a, b);
      v7 = v7.fma(a, b);
      v8 = v8.fma(a, b);
      v9 = v9.fma(a, b);
      v10 = v10.fma(a, b);
      v11 = v11.fma(a, b);
    }
    return v0.add(v1)
        .add(v2.add(v3))
        .add(v4.add(v5).add(v6.add(v7)))
        .add(v8.add(v9).add(v10.add(v11)))
        .reduceLanes(VectorOperators.ADD);
  }

  /// Twelve chains of fused multiply-adds in float.
  @Benchmark
  public float fmaFloat() {
    FloatVector a = FloatVector.broadcast(FLOATS, 0.999f);
    FloatVector b = FloatVector.broadcast(FLOATS, 1e-6f);
    FloatVector v0 = FloatVector.broadcast(FLOATS, 0.5f);
    FloatVector v1 = FloatVector.broadcast(FLOATS, 1.5f);
    FloatVector v2 = FloatVector.broadcast(FLOATS, 2.5f);
    FloatVector v3 = FloatVector.broadcast(FLOATS, 3.5f);
    FloatVector v4 = FloatVector.broadcast(FLOATS, 4.5f);
    FloatVector v5 = FloatVector.broadcast(FLOATS, 5.5f);
    FloatVector v6 = FloatVector.broadcast(FLOATS, 6.5f);
    FloatVector v7 = FloatVector.broadcast(FLOATS, 7.5f);
    FloatVector v8 = FloatVector.broadcast(FLOATS, 8.5f);
    FloatVector v9 = FloatVector.broadcast(FLOATS, 9.5f);
    FloatVector v10 = FloatVector.broadcast(FLOATS, 10.5f);
    FloatVector v11 = FloatVector.broadcast(FLOATS, 11.5f);
    for (int step = 0; step < STEPS; step++) {
      v0 = v0.fma(a, b);
      v1 = v1.fma(a, b);
      v2 = v2.fma(a, b);
      v3 = v3.fma(a, b);
      v4 = v4.fma(a, b);
      v5 = v5.fma(a, b);
      v6 = v6.fma(a, b);
      v7 = v7.fma(a, b);
      v8 = v8.fma(a, b);
      v9 = v9.fma(a, b);
      v10 = v10.fma(a, b);
      v11 = v11.fma(a, b);
    }
    return v0.add(v1)
        .add(v2.add(v3))
        .add(v4.add(v5).add(v6.add(v7)))
        .add(v8.add(v9).add(v10.add(v11)))
        .reduceLanes(VectorOperators.ADD);
  }
}
