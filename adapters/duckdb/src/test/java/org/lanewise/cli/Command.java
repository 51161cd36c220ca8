package org.lanewise.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Runs the command in this process.
public record Command(int code, String out, String err) {

  /// Runs it.
  public static Command run(Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    int code =
        Lanewise.run(
            new Session(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false),
            texts);
    return new Command(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
