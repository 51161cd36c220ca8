package org.lanewise.statistics;

/// The memory of the library that [StarvedLoader] loads: it runs out once, when the test wants.
public final class StarvedMemory {

  /// What an error of this says.
  static final String MESSAGE = "as the test wants";

  /// Allocations up to the one that fails; below 1 none does.
  static long left;

  private StarvedMemory() {}

  /// Asked before each allocation.
  public static void take() {
    if (--left == 0) {
      throw new OutOfMemoryError(MESSAGE);
    }
  }
}
