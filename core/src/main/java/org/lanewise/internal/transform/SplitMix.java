package org.lanewise.internal.transform;

/// SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014):
/// its numbers are part of saved models and documented folds, so they do not depend on the JDK.
///
/// ```
/// s += 0x9E3779B97F4A7C15
/// z = (s ^ s >>> 30) · 0xBF58476D1CE4E5B9
/// z = (z ^ z >>> 27) · 0x94D049BB133111EB
/// z ^ z >>> 31
/// ```
public final class SplitMix {

  private long state;

  /// A generator whose s begins with a seed.
  public SplitMix(long seed) {
    state = seed;
  }

  /// The next 64 bits.
  public long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
