package org.lanewise.internal.handover;

import java.util.ArrayList;
import java.util.List;

/// Tells the logger what was decided, some time later: the first message of a process loads the
/// logger, which takes 5 to 9 ms, and behind a hand-over callers wait for the compiler.
final class DecisionLog {

  private static final long DELAY_NANOS = 500_000_000;

  private record Decision(HandOver of, int size, Comparison last) {}

  private final List<Decision> untold = new ArrayList<>();
  private long lastTime;

  void add(HandOver of, int size, Comparison last) {
    untold.add(new Decision(of, size, last));
    lastTime = System.nanoTime();
  }

  /// Tells, if nothing was decided lately.
  void tell() {
    if (untold.isEmpty() || System.nanoTime() - lastTime < DELAY_NANOS) {
      return;
    }
    System.Logger logger = System.getLogger("org.lanewise");
    if (logger.isLoggable(System.Logger.Level.DEBUG)) {
      for (Decision next : untold) {
        logger.log(
            System.Logger.Level.DEBUG,
            "kernel {0}, size {1}: {2}",
            next.of.kernel(),
            next.size,
            next.last);
      }
    }
    untold.clear();
  }
}
