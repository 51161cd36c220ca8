package org.lanewise.textbook;

/// How many trials a sweep makes: a few in every run, all of them with the profile `sweeps`.
public final class Trials {

  private static final boolean ALL = Boolean.getBoolean("lanewise.sweeps");

  private Trials() {}

  /// The number of trials.
  public static int of(int few, int all) {
    return ALL ? all : few;
  }
}
