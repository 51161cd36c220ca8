package org.lanewise.bench.cold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.pair.Interval;
import org.lanewise.bench.result.TextTable;

/// What was measured on this machine, job by job, as a file of values and a page for people.
final class ColdPage {

  /// The bar: the median, and all of its interval.
  private static final double MEDIAN_BAR = 1.05;

  private static final double INTERVAL_BAR = 1.10;

  /// The bar of what is warm.
  private static final double WARM_BAR = 1.03;

  private static final String HEADER =
      "job\tprocessors\tdate\ttree\tpairs\tscalar\tauto\tvector\tagainst\tratio\tlow\thigh";

  private final Machine machine = Machine.here(List.of());
  private final Path values;
  private final Path page;

  /// By job and load.
  private final Map<String, String[]> lines = new LinkedHashMap<>();

  /// Reads what was measured before.
  ///
  /// @throws IOException if it cannot be read
  ColdPage(Path folder) throws IOException {
    String name = "COLD-" + machine.fileName();
    values = folder.resolve(name + ".tsv");
    page = folder.resolve(name + ".md");
    if (Files.exists(values)) {
      List<String> text = Files.readAllLines(values);
      for (String line : text.subList(1, text.size())) {
        put(line.split("\t", -1));
      }
    }
  }

  private void put(String... cells) {
    lines.put(cells[0] + "\t" + cells[1], cells);
  }

  /// Notes a job, in the place of what was measured of it before, and writes both files.
  ///
  /// @param tree the commit, and whether it is what is here
  /// @param millis by mode
  /// @return its line of the table
  String add(
      ColdJob job,
      boolean busy,
      String date,
      String tree,
      Map<String, double[]> millis,
      Interval ratio,
      List<ColdJob> order)
      throws IOException {
    int pairs = millis.get("auto").length;
    put(
        job.name(),
        busy ? "busy" : "idle",
        date,
        tree,
        String.valueOf(pairs),
        median(millis.get("scalar")),
        median(millis.get("auto")),
        median(millis.get("vector")),
        job.rival(),
        String.format(Locale.ROOT, "%.3f", ratio.median()),
        String.format(Locale.ROOT, "%.3f", ratio.low()),
        String.format(Locale.ROOT, "%.3f", ratio.high()));
    write(order);
    return String.join("  ", row(lines.get(job.name() + "\t" + (busy ? "busy" : "idle"))));
  }

  private static String median(double[] millis) {
    return millis == null ? "" : TextTable.number(Interval.medianOf(millis));
  }

  private static String[] row(String... cells) {
    double bar =
        cells[8].equals("vector") && !cells[0].startsWith("steady") ? WARM_BAR : MEDIAN_BAR;
    double ratio = Double.parseDouble(cells[9]);
    double high = Double.parseDouble(cells[11]);
    String verdict = ratio > bar ? "over the bar" : high <= INTERVAL_BAR ? "" : "too wide to say";
    return new String[] {
      cells[0],
      cells[1],
      cells[5],
      cells[6],
      cells[7],
      cells[4],
      cells[9],
      cells[10] + " … " + cells[11],
      verdict
    };
  }

  private void write(List<ColdJob> order) throws IOException {
    List<String[]> sorted = new ArrayList<>();
    for (ColdJob job : order) {
      for (String load : List.of("idle", "busy")) {
        String[] line = lines.get(job.name() + "\t" + load);
        if (line != null) {
          sorted.add(line);
        }
      }
    }
    List<String> text = new ArrayList<>(List.of(HEADER));
    TextTable table =
        new TextTable(
            2, "job", "others", "scalar", "auto", "vector", "pairs", "ratio", "interval", "");
    for (String[] line : sorted) {
      text.add(String.join("\t", line));
      table.add(row(line));
    }
    writeWhole(values, String.join("\n", text) + "\n");
    String first = sorted.stream().map(line -> line[2]).min(String::compareTo).orElse("");
    String last = sorted.stream().map(line -> line[2]).max(String::compareTo).orElse("");
    writeWhole(
        page,
        """
        # Fresh processes

        What `bench/run --cold` measured on %d threads of an %s, JDK %s, from %s to %s; the file beside this one
        (`.tsv`) names the commit of each line. Milliseconds, medians of processes in turns; of `open` the 99.9th
        percentile. "Busy" is a loop without end for each processor but one. The ratio is that of `auto` by `scalar`,
        or for what is warm, `steady` and `final`, by `vector`; the interval holds its median with 95 %%. The bar: the median
        at most 1.05 (`final` 1.03), all of the interval at most 1.10. What the tasks are, `FreshProcess` says.

        ```
        %s```
        """
            .formatted(machine.threads(), machine.cpu(), machine.jdk(), first, last, table));
  }

  private static void writeWhole(Path file, String content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, content);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
