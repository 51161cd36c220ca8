package org.lanewise.bench.serving;

import java.io.IOException;
import java.nio.file.Path;

/// Runs one of the programs of this room.
public final class Serve {

  private Serve() {}

  /// @param arguments `rows`, `swaps [SECONDS]`, `heap [MODELS]`, `models [COUNT]`, `drift
  ///   [STREAMS]` or `start`; what `start` starts is `opened FILE`
  /// @throws IOException if a file cannot be written
  public static void main(String... arguments) throws IOException {
    String program = arguments.length == 0 ? "" : arguments[0];
    if (program.equals("opened")) {
      Start.opened(Path.of(arguments[1]));
      return;
    }
    int number = arguments.length < 2 ? 0 : Integer.parseInt(arguments[1]);
    switch (program) {
      case "rows" -> RowForms.run();
      case "swaps" -> Swaps.run(number == 0 ? 20 : number);
      case "heap" -> Heap.run(number == 0 ? 5000 : number);
      case "models" -> Models.run(number == 0 ? 10_000 : number);
      case "drift" -> Drift.run(number == 0 ? 10_000 : number);
      case "start" -> Start.run();
      default -> {
        System.err.println(
            "serve: rows, swaps [SECONDS], heap [MODELS], models [COUNT], drift [STREAMS] or start"
                + " is expected");
        System.exit(2);
      }
    }
  }
}
