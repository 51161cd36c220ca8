package org.lanewise.textbook;

import java.util.Arrays;

/// How many trials a sweep makes: a few in every run, all of them with the profile `sweeps`.
public final class Trials {

  private static final boolean ALL = Boolean.getBoolean("lanewise.sweeps");

  private Trials() {}

  /// The number of trials.
  public static int of(int few, int all) {
    return ALL ? all : few;
  }

  /// The first few of these, or all.
  public static int[] some(int few, int... all) {
    return Arrays.copyOf(all, of(few, all.length));
  }
}
