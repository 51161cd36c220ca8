package org.lanewise.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/// Where the command writes its errors and its progress.
///
/// The launcher filters descriptor 2, because the JVM announces its incubator module there before
/// any code of ours runs. It hands over the caller's own standard error as descriptor 0 and says so
/// by `-Dlanewise.stderr=0`. Without that property `System.err` stays as it is.
final class StandardError {
  private StandardError() {}

  /// Points `System.err` at the caller's standard error. To be called first in `main`.
  static void restore() {
    if ("0".equals(System.getProperty("lanewise.stderr"))) {
      // The descriptor the JVM calls "in": the same open file as the caller's, never opened again.
      FileOutputStream standardError = new FileOutputStream(FileDescriptor.in);
      System.setErr(new PrintStream(standardError, true, System.err.charset()));
    }
  }

  /// Whether a person sees standard error: false in a pipe, a file, and without the launcher.
  static boolean isTerminal() {
    return Boolean.getBoolean("lanewise.terminal");
  }
}
