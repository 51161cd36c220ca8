package org.lanewise.internal.handover;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// How many processors nobody has used lately, this process included, as Linux counts it.
///
/// It is the less of what the machine leaves idle and of what this process may still use: in a
/// container both differ. Where nothing counts it, none is known to be idle.
class Processors {

  /// The time over which it is told, in ticks of 10 ms.
  private static final long WINDOW_NANOS = 40_000_000;

  private static final int SAMPLES = 16;
  private static final double TICKS_A_SECOND = 100;

  /// Fields of /proc/stat and of /proc/self/stat behind the name.
  private static final int IDLE = 4;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  private final byte[] buffer = new byte[512];
  private final long[] time = new long[SAMPLES];
  private final double[] idleTicks = new double[SAMPLES];
  private final long[] takenNanos = new long[SAMPLES];
  private final double[] ownTicks = new double[SAMPLES];
  private int count;
  private boolean unknown;

  /// The processors that were idle in the last hundredths of a second but for what the caller took;
  /// 0 while that is not known.
  ///
  /// @param taken the nanoseconds that the caller has taken so far
  double idle(long taken) {
    if (unknown) {
      return 0;
    }
    long now = System.nanoTime();
    int at = count % SAMPLES;
    try {
      String machine = firstLine("/proc/stat");
      String own = firstLine("/proc/self/stat");
      idleTicks[at] = field(machine, IDLE);
      String behindName = own.substring(own.lastIndexOf(')') + 2);
      ownTicks[at] = field(behindName, USER) + field(behindName, SYSTEM);
    } catch (IOException | RuntimeException e) {
      unknown = true;
      return 0;
    }
    time[at] = now;
    takenNanos[at] = taken;
    count++;
    for (int back = 1; back < Math.min(count, SAMPLES); back++) {
      int before = (count - 1 - back) % SAMPLES;
      long nanos = now - time[before];
      // Where nobody asked for a while the last sample tells nothing of now.
      if (nanos >= WINDOW_NANOS && nanos <= 3 * WINDOW_NANOS) {
        double ticks = nanos * 1e-9 * TICKS_A_SECOND;
        double idle = (idleTicks[at] - idleTicks[before]) / ticks;
        double own = (ownTicks[at] - ownTicks[before]) / ticks;
        double caller = (double) (taken - takenNanos[before]) / nanos;
        return caller
            + Math.max(0, Math.min(idle, Runtime.getRuntime().availableProcessors() - own));
      }
    }
    return 0;
  }

  private String firstLine(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      int read = Math.max(0, in.read(buffer));
      int end = 0;
      while (end < read && buffer[end] != '\n') {
        end++;
      }
      return new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
    }
  }

  /// A number of a line whose fields are separated by blanks, one or two.
  private static double field(String line, int number) {
    int at = 0;
    for (int i = 0; i < number; i++) {
      at = line.indexOf(' ', at) + 1;
      while (line.charAt(at) == ' ') {
        at++;
      }
    }
    int end = line.indexOf(' ', at);
    return Double.parseDouble(end < 0 ? line.substring(at) : line.substring(at, end));
  }
}
