package org.lanewise.bench.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `bench/compare A B`: the same measurements in two result files.
///
/// Compared is the fraction of the roof, which a faster or slower machine leaves alone, and so does
/// a busy neighbour, if it was there for the roof too. Both measurements have an interval, and so
/// has the change. Days and processes lie between two files, which no interval knows of: a fifth is
/// the least that is called a regression. `bench/compare --pair` sees less.
public final class Compare {

  /// A loss of this share of the fraction of the roof is a regression.
  static final double REGRESSION = 0.2;

  private final ResultFile before;
  private final ResultFile after;
  private int regressions;
  private int unsure;

  private Compare(ResultFile before, ResultFile after) {
    this.before = before;
    this.after = after;
  }

  /// What the fraction of the roof has become, 1 being what it was.
  ///
  /// @param ratio now by then
  /// @param low the least that the intervals of both allow, 0 where one has none
  /// @param high the most, infinite where one has none
  record Change(double ratio, double low, double high) {

    static Change of(Measurement then, Measurement now) {
      double ratio = now.fractionOfRoof() / then.fractionOfRoof();
      double thenShare = share(then);
      double nowShare = share(now);
      // A fraction is one by the time: it is least where the time was longest.
      return new Change(
          ratio,
          thenShare < 1 ? ratio * (1 - thenShare) / (1 + nowShare) : 0,
          nowShare < 1 ? ratio * (1 + thenShare) / (1 - nowShare) : Double.POSITIVE_INFINITY);
    }

    /// The half of the interval by the time.
    private static double share(Measurement m) {
      return Double.isNaN(m.error()) ? Double.POSITIVE_INFINITY : m.error() / m.nanosPerCall();
    }

    /// A fifth less, with room for rounding.
    private boolean isLoss() {
      return ratio <= 1 - REGRESSION + 1e-9;
    }

    boolean isRegression() {
      return isLoss() && high < 1;
    }

    String verdict() {
      if (isRegression()) {
        return "REGRESSION";
      }
      if (isLoss()) {
        return "too uncertain to say";
      }
      return ratio >= 1 / (1 - REGRESSION) && low > 1 ? "faster" : "";
    }
  }

  /// Prints the table; ends with 1 where something is a fifth farther from its roof than before,
  /// and with 2 where the files cannot be read or compared.
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
      StringBuilder text = new StringBuilder();
      int status = compare(read(arguments[0]), read(arguments[1]), text);
      System.out.print(text);
      System.exit(status);
    } catch (IOException e) {
      System.err.println("bench/compare: " + e.getMessage());
      System.exit(2);
    }
  }

  /// Reads a result file; what is wrong with it names the file.
  public static ResultFile read(String file) throws IOException {
    try {
      return ResultFile.read(Path.of(file));
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be read as results of bench/run: %s"
              .formatted(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  /// Why no row of one file can be held against one of the other; empty where nothing is in the
  /// way.
  static List<String> obstacles(ResultFile before, ResultFile after) {
    List<String> obstacles = new ArrayList<>();
    if (before.isQuick() != after.isQuick()) {
      obstacles.add(
          before.isQuick()
              ? "the first is a quick run, the second a full one"
              : "the first is a full run, the second a quick one");
    }
    if (!before.machine().flags().equals(after.machine().flags())) {
      obstacles.add(
          "the first was run with %s, the second with %s"
              .formatted(
                  String.join(" ", before.machine().flags()),
                  String.join(" ", after.machine().flags())));
    }
    return obstacles;
  }

  /// Compares two files.
  ///
  /// @param text what is to be printed is added to it
  /// @return the exit status
  static int compare(ResultFile before, ResultFile after, StringBuilder text) {
    if (!before.machine().cpu().equals(after.machine().cpu())) {
      text.append(
          "Note: measured on different machines, %s and %s.\n"
              .formatted(before.machine().cpu(), after.machine().cpu()));
    }
    List<String> obstacles = obstacles(before, after);
    Compare comparison = new Compare(before, after);
    int compared = comparison.addTable(obstacles.isEmpty(), text);
    if (!obstacles.isEmpty()) {
      text.append("Not compared: %s.\n".formatted(String.join("; ", obstacles)));
      return 2;
    }
    text.append(
        "%d of %d are %.0f %% or more farther from their roof, beyond both intervals; %d more may be: that is too uncertain to say.%nLess than that is seen by bench/compare --pair.%nmarks, before > now: %s.%n"
            .formatted(
                comparison.regressions,
                compared,
                100 * REGRESSION,
                comparison.unsure,
                Mark.legend(Mark.OF_MEASUREMENTS)));
    return comparison.regressions == 0 ? 0 : 1;
  }

  /// @return how many rows are in both
  private int addTable(boolean comparable, StringBuilder text) {
    TextTable table =
        new TextTable(
            3,
            "job",
            "parameters",
            "by",
            "a call before",
            "±",
            "now",
            "±",
            "of roof before",
            "now",
            "change",
            "marks",
            "");
    Map<String, Measurement> old = new LinkedHashMap<>();
    before.measurements().forEach(m -> old.put(m.key(), m));
    int compared = 0;
    for (Measurement now : after.measurements()) {
      Measurement then = old.remove(now.key());
      compared += then == null ? 0 : 1;
      table.add(
          now.job(),
          String.join(" ", now.parameterText()),
          now.by(),
          then == null ? "" : TextTable.time(then.nanosPerCall()),
          then == null ? "" : TextTable.percent(then.error() / then.nanosPerCall()),
          TextTable.time(now.nanosPerCall()),
          TextTable.percent(now.error() / now.nanosPerCall()),
          then == null ? "" : TextTable.percent(then.fractionOfRoof()),
          TextTable.percent(now.fractionOfRoof()),
          then == null ? "" : TextTable.percent(Change.of(then, now).ratio() - 1),
          marks(then, now),
          then == null ? "new" : comparable ? verdict(then, now) : "not compared");
    }
    text.append(table);
    old.keySet().forEach(key -> text.append("no longer measured: ").append(key).append('\n'));
    return compared;
  }

  /// The marks of both, the older first.
  private static String marks(Measurement then, Measurement now) {
    String first = then == null ? "" : Mark.words(Mark.of(then));
    String second = Mark.words(Mark.of(now));
    return first.isEmpty() && second.isEmpty() ? "" : first + " > " + second;
  }

  /// Regressions are ours: what has become of a rival is its own affair.
  private String verdict(Measurement then, Measurement now) {
    Change change = Change.of(then, now);
    if (now.ours()) {
      regressions += change.isRegression() ? 1 : 0;
      unsure += change.isLoss() && !change.isRegression() ? 1 : 0;
      return change.verdict();
    }
    return "";
  }
}
