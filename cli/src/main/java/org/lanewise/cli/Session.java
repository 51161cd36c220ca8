package org.lanewise.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import org.lanewise.cli.output.LineBuffer;
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

  /// The contents of a file.
  interface Contents {
    void write(OutputStream stream) throws IOException;
  }

  /// Writes what would be a file to standard output.
  void print(Contents file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      file.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sink().print(new LineBuffer().append(bytes.toByteArray())).flush();
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
