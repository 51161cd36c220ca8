package org.lanewise.bench.machine;

import java.util.EnumMap;
import java.util.Map;

/// What the machine does at most with a number of threads, and how near to that a call came.
///
/// No call can be faster than the slowest of its parts: its arithmetic at the peak of the
/// instructions, its reading at the bandwidth of the cache or memory that holds its data. The time
/// of that part is the call's bound.
public final class Roof {

  private final CacheSizes caches;
  private final Map<CacheSizes.Level, Double> gigabytesPerSecond =
      new EnumMap<>(CacheSizes.Level.class);
  private double doubleGigaflops = Double.NaN;
  private double floatGigaflops = Double.NaN;
  private double gigapopcounts = Double.NaN;

  /// A bound of a call's time.
  ///
  /// @param limit what limits it: `fma`, `popcount`, or reading `L1`, `L2`, `L3` or `memory`
  /// @param nanos the least time in nanoseconds
  public record Bound(String limit, double nanos) {}

  public Roof(CacheSizes caches) {
    this.caches = caches;
  }

  public void setRead(CacheSizes.Level level, double gigabytesPerSecond) {
    this.gigabytesPerSecond.put(level, gigabytesPerSecond);
  }

  public void setDouble(double gigaflops) {
    doubleGigaflops = gigaflops;
  }

  public void setFloat(double gigaflops) {
    floatGigaflops = gigaflops;
  }

  public void setPopcount(double gigapopcounts) {
    this.gigapopcounts = gigapopcounts;
  }

  /// Bandwidth of reading, NaN where it was not measured.
  public double read(CacheSizes.Level level) {
    return gigabytesPerSecond.getOrDefault(level, Double.NaN);
  }

  public double doubleGigaflops() {
    return doubleGigaflops;
  }

  public double floatGigaflops() {
    return floatGigaflops;
  }

  /// Words of 64 bits a nanosecond.
  public double gigapopcounts() {
    return gigapopcounts;
  }

  /// The least time of some work. NaN where a roof it needs was not measured.
  public Bound bound(Work work) {
    CacheSizes.Level level = caches.holding(work.bytes());
    Bound bound = new Bound(level.label(), work.bytes() / read(level));
    bound = larger(bound, new Bound("fma", work.flops() / doubleGigaflops));
    return larger(bound, new Bound("popcount", work.popcounts() / gigapopcounts));
  }

  private static Bound larger(Bound a, Bound b) {
    return Double.isNaN(a.nanos) || a.nanos >= b.nanos ? a : b;
  }
}
