package org.lanewise.bench.job;

import java.util.Locale;

/// How long it takes until all that is planned is measured.
public final class TimeLeft {

  /// The estimates are believed as if they had been right for so long already.
  private static final double PACE_SECONDS = 60;

  private TimeLeft() {}

  /// The estimate of what is left, by how long what is done took against its estimate.
  public static String text(double seconds, double done, double all) {
    double pace = (seconds + PACE_SECONDS) / (done + PACE_SECONDS);
    double left = pace * (all - done);
    return left < 90
        ? String.format(Locale.ROOT, "%.0f s", left)
        : String.format(Locale.ROOT, "%.0f min", left / 60);
  }
}
