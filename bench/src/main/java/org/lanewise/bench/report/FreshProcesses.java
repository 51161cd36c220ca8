package org.lanewise.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What users wait for, before all that is warm: the page that `bench/run --cold` wrote beside the
/// report, of the same machine.
record FreshProcesses(String text) {

  private static final String NONE =
      "Not measured on this machine: `bench/run --cold` does so, in about twelve minutes.";

  /// @param name of the machine, as in the names of result files
  static FreshProcesses beside(Path report, String name) throws IOException {
    Path cold = report.resolveSibling("COLD-" + name + ".md");
    if (!Files.exists(cold)) {
      return new FreshProcesses(NONE);
    }
    String text = Files.readString(cold);
    return new FreshProcesses(text.substring(text.indexOf('\n')).strip());
  }

  void write(Page page) {
    page.section("Fresh processes");
    page.line("%s", text);
  }
}
