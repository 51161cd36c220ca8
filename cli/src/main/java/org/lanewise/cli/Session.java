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
record Session(OutputStream out, PrintStream err, boolean terminal) {

  Sink sink() {
    return new Sink(out, "standard output");
  }

  Progress progress() {
    return Progress.on(err, terminal);
  }
}
