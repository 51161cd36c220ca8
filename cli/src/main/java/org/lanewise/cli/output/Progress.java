package org.lanewise.cli.output;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Shows progress on a terminal after one second: the stage, the share that is done, and an
/// estimate of the rest, on one line that is cleared at the end.
public final class Progress implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 1000;
  private static final long PERIOD_MILLIS = 200;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final long patienceMillis;
  private final long periodMillis;
  private final long start = System.nanoTime();
  private final Thread ticker;
  private volatile String stage = "";
  private volatile double share = Double.NaN;
  private volatile long stageStart = start;
  // Guarded by this.
  private final Set<String> said = new HashSet<>();
  private boolean shown;
  private boolean closed;

  private Progress(PrintStream out, boolean terminal, long patienceMillis, long periodMillis) {
    this.out = out;
    this.patienceMillis = patienceMillis;
    this.periodMillis = periodMillis;
    ticker = Thread.ofPlatform().daemon().name("progress").unstarted(this::tick);
    if (terminal) {
      ticker.start();
    }
  }

  /// Progress on `out` if that is a terminal, none otherwise.
  public static Progress on(PrintStream out, boolean terminal) {
    return on(out, terminal, PATIENCE_MILLIS, PERIOD_MILLIS);
  }

  /// The same with other times, for tests.
  static Progress on(PrintStream out, boolean terminal, long patienceMillis, long periodMillis) {
    return new Progress(out, terminal, patienceMillis, periodMillis);
  }

  /// Starts a stage, such as `fitting`.
  public void stage(String what) {
    share = Double.NaN;
    stage = what;
    stageStart = System.nanoTime();
  }

  /// A stage of reading a file.
  ///
  /// @return this
  public Progress reading(String file) {
    stage("reading " + file);
    return this;
  }

  /// How much of the stage is done; a total of 0 is one that is not known.
  public void share(long done, long total) {
    share = total > 0 ? (double) done / total : Double.NaN;
  }

  /// Prints a note on a line of its own; only once, even if a file is read twice.
  ///
  /// @param sentence without its full stop
  public synchronized void note(String sentence) {
    if (!said.add(sentence)) {
      return;
    }
    clear();
    out.println("lanewise: note: " + Visible.text(sentence) + ".");
    out.flush();
  }

  /// Clears the line and stops, for example before results that go to the same terminal.
  public synchronized void end() {
    closed = true;
    ticker.interrupt();
    clear();
    shown = false;
  }

  @Override
  public void close() {
    end();
  }

  private void clear() {
    if (shown) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  private void tick() {
    try {
      Thread.sleep(patienceMillis);
      while (show()) {
        Thread.sleep(periodMillis);
      }
    } catch (InterruptedException e) {
      // The work is done.
      Thread.currentThread().interrupt();
    }
  }

  /// How much of the stage is done, and how long the rest takes at the same speed.
  private String percent(double done) {
    double rest = (System.nanoTime() - stageStart) / 1e9 * (1 - done) / done;
    return String.format(Locale.ROOT, " %.0f %%", 100 * done)
        + (done > 0 ? String.format(Locale.ROOT, ", about %.0f s left", rest) : "");
  }

  private synchronized boolean show() {
    if (!closed) {
      double done = share;
      double seconds = (System.nanoTime() - start) / 1e9;
      String percent = Double.isNaN(done) ? "" : percent(Math.min(1, done));
      out.print(
          CLEAR_LINE
              + String.format(Locale.ROOT, "%s%s, %.0f s", Visible.text(stage), percent, seconds));
      out.flush();
      shown = true;
    }
    return !closed;
  }
}
