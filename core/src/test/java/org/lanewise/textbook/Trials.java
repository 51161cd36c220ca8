package org.lanewise.textbook;

/// How many trials a test takes: all of them in the sweeps, else a tenth.
public final class Trials {

  private static final boolean ALL = Boolean.getBoolean("lanewise.sweeps");

  private Trials() {}

  /// The number of trials, of so many in the sweeps.
  public static int of(int all) {
    return ALL ? all : Math.ceilDiv(all, 10);
  }

  /// The distance from one of very many cases to the next.
  public static int step() {
    return ALL ? 1 : 16;
  }
}
