package org.lanewise.bench.study.data;

import java.util.SplittableRandom;

/// Random numbers that are the same at every run.
public final class Randoms {

  private Randoms() {}

  /// Those of one draw, told from all others by a few numbers.
  ///
  /// The numbers are mixed, for [SplittableRandom] walks through its seeds in steps of a constant:
  /// of seeds that differ by multiples of it, one continues the other.
  public static SplittableRandom of(long... numbers) {
    long mixed = 0x5EED;
    for (long number : numbers) {
      mixed = mix(mixed * 31 + mix(number + 0x632BE59BD9B4E019L));
    }
    return new SplittableRandom(mixed);
  }

  /// Stafford's mixer 13, each bit of which depends on all bits given.
  private static long mix(long bits) {
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }
}
