package org.lanewise.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Sink;

/// Where one run of the command writes.
///
/// @param out standard output
/// @param err standard error
/// @param terminal whether standard error is a terminal, on which progress is shown
/// @param sharedTerminal whether standard output is a terminal too, where results would follow the
///   line of progress
record Session(OutputStream out, PrintStream err, boolean terminal, boolean sharedTerminal) {

  Sink sink() {
    return new Sink(out, "standard output");
  }

  /// Writes text to standard output.
  void print(String text) {
    sink().print(text).flush();
  }

  Progress progress() {
    return Progress.on(err, terminal);
  }

  /// To be called before results go to standard output while there is more to do.
  void beforeResults(Progress progress) {
    if (sharedTerminal) {
      progress.end();
    }
  }
}
