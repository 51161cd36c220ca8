package org.lanewise.internal.events;

/// Emits events to Java Flight Recorder; does nothing if the Java runtime does not have it.
///
/// Calls that score emit none. While no recording runs, the event classes are not even loaded: the
/// first of them costs the virtual machine 70 ms and 5 MB, during which callers wait for a
/// processor.
public final class Events {

  private Events() {}

  private static boolean areRecorded() {
    try {
      return FlightEvents.areRecorded();
    } catch (LinkageError _) {
      return false;
    }
  }

  /// A model was read and checked, and is about to be served.
  ///
  /// @param model its name in a repository, or empty
  public static void loaded(
      String model, String source, long version, long readNanos, long checkNanos) {
    if (areRecorded()) {
      new FlightEvents.ModelLoad(model, source, version, readNanos, checkNanos).commit();
    }
  }

  /// Another model is served.
  public static void swapped(String model, String source, long from, long to) {
    if (areRecorded()) {
      new FlightEvents.ModelSwap(model, source, from, to).commit();
    }
  }

  /// A model was refused.
  public static void refused(String model, String source, String reason) {
    if (areRecorded()) {
      new FlightEvents.ModelRefusal(model, source, reason).commit();
    }
  }

  /// The rows of a model have drifted.
  public static void drifted(String model, String source, long version, long rows) {
    if (areRecorded()) {
      new FlightEvents.ModelDrift(model, source, version, rows).commit();
    }
  }

  /// A kernel runs in vectors from now on.
  public static void inVectors(String kernel) {
    if (areRecorded()) {
      new FlightEvents.KernelSwitch(kernel).commit();
    }
  }

  /// The vector code of a kernel differs from the scalar one, so it stays scalar.
  public static void isWrong(String kernel, String difference) {
    if (areRecorded()) {
      new FlightEvents.KernelFault(kernel, difference).commit();
    }
  }
}
