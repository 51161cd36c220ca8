package org.lanewise.internal.events;

/// Tells Java Flight Recorder what happens; nothing where a Java runtime was made without it.
///
/// Events cost nothing worth counting while nobody records, and none is told of in a call that
/// scores.
public final class Events {

  private static final boolean RECORDED = isThere();

  private Events() {}

  private static boolean isThere() {
    try {
      return FlightEvents.areThere();
    } catch (LinkageError _) {
      return false;
    }
  }

  /// A model was read, checked and warmed up, and is about to be served.
  public static void loaded(
      String source, long version, long readNanos, long checkNanos, long warmUpNanos) {
    if (RECORDED) {
      FlightEvents.loaded(source, version, readNanos, checkNanos, warmUpNanos);
    }
  }

  /// Another model is served.
  public static void swapped(String source, long from, long to) {
    if (RECORDED) {
      FlightEvents.swapped(source, from, to);
    }
  }

  /// A model was refused.
  public static void refused(String source, String reason) {
    if (RECORDED) {
      FlightEvents.refused(source, reason);
    }
  }

  /// A kernel goes over to vectors, or back to scalar loops.
  ///
  /// @param from the size of a call from which on it runs in vectors; negative if none does
  public static void handedOver(String kernel, int from) {
    if (RECORDED) {
      FlightEvents.handedOver(kernel, from);
    }
  }
}
