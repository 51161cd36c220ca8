package org.lanewise.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// `bench/compare A B`: the same measurements in two result files.
///
/// Compared is the fraction of the roof, which a faster or slower machine leaves alone, and so does
/// a busy neighbour, if it was there for the roof too.
public final class Compare {

  /// A loss of this share of the fraction of the roof is a regression.
  static final double REGRESSION = 0.2;

  private Compare() {}

  /// Prints the table; ends with 1 where something is a fifth farther from its roof than before,
  /// and with 2 where a file cannot be read.
  ///
  /// @param arguments two result files
  public static void main(String... arguments) {
    if (arguments.length != 2) {
      System.err.println(
          "bench/compare: %d files were given; two are expected, the older first."
              .formatted(arguments.length));
      System.exit(2);
    }
    try {
      System.exit(compare(read(arguments[0]), read(arguments[1])) == 0 ? 0 : 1);
    } catch (IOException e) {
      System.err.println("bench/compare: " + e.getMessage());
      System.exit(2);
    }
  }

  /// Reads a result file; what is wrong with it names the file.
  static ResultFile read(String file) throws IOException {
    try {
      return ResultFile.read(Path.of(file));
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be read as results of bench/run: %s"
              .formatted(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private static int compare(ResultFile before, ResultFile after) {
    if (!before.machine().cpu().equals(after.machine().cpu())) {
      System.out.printf(
          "Note: measured on different machines, %s and %s.%n",
          before.machine().cpu(), after.machine().cpu());
    }
    int regressions = 0;
    TextTable table =
        new TextTable(
            3,
            "job",
            "parameters",
            "by",
            "a call before",
            "now",
            "of roof before",
            "now",
            "change",
            "");
    Map<String, Measurement> old = new LinkedHashMap<>();
    before.measurements().forEach(m -> old.put(m.key(), m));
    for (Measurement now : after.measurements()) {
      Measurement then = old.remove(now.key());
      double change = then == null ? Double.NaN : change(then, now);
      boolean regression = now.ours() && regression(change);
      regressions += regression ? 1 : 0;
      table.add(
          now.job(),
          String.join(" ", now.parameterText()),
          now.by(),
          then == null ? "" : TextTable.time(then.nanosPerCall()),
          TextTable.time(now.nanosPerCall()),
          then == null ? "" : TextTable.percent(then.fractionOfRoof()),
          TextTable.percent(now.fractionOfRoof()),
          TextTable.percent(change),
          then == null ? "new" : regression ? "REGRESSION" : "");
    }
    System.out.print(table);
    old.keySet().forEach(key -> System.out.println("no longer measured: " + key));
    System.out.printf(
        "%d of %d are %.0f %% or more farther from their roof.%n",
        regressions, after.measurements().size(), 100 * REGRESSION);
    return regressions;
  }

  /// The relative change of the fraction of the roof.
  static double change(Measurement then, Measurement now) {
    return now.fractionOfRoof() / then.fractionOfRoof() - 1;
  }

  /// Whether a change is a regression: a fifth, with room for rounding.
  static boolean regression(double change) {
    return change <= -REGRESSION + 1e-9;
  }
}
