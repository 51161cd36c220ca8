package org.lanewise.bench.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.bench.machine.Tier;

/// `bench/compare --cpus A B …`: our times on several machines, a column for each, with the fastest
/// rival of the same run.
public final class SideBySide {

  private final List<ResultFile> files;

  private SideBySide(List<ResultFile> files) {
    this.files = files;
  }

  /// Prints the page; ends with 2 where a file cannot be read, or fewer than two are given.
  ///
  /// @param arguments result files
  public static void main(String... arguments) {
    if (arguments.length < 2) {
      System.err.println(
          "bench/compare --cpus: %d files were given; two or more are expected."
              .formatted(arguments.length));
      System.exit(2);
    }
    try {
      List<ResultFile> files = new ArrayList<>();
      for (String argument : arguments) {
        files.add(Compare.read(argument));
      }
      System.out.print(page(files));
    } catch (IOException e) {
      System.err.println("bench/compare: " + e.getMessage());
      System.exit(2);
    }
  }

  /// The page as Markdown.
  static String page(List<ResultFile> files) {
    return new SideBySide(files).page();
  }

  private String page() {
    StringBuilder page = new StringBuilder("# Lanewise on several processors\n\n");
    page.append(
        """
        Times a row, one thread, vector tier. In brackets is the fastest rival of the same run, with its version and its time by
        ours: below 1 it is faster. `bench/compare --cpus` wrote this page. Commits and days differ.

        """);
    addRow(page, "", file -> file.machine().cpu());
    page.append("| --- ".repeat(files.size() + 1)).append("|\n");
    addRow(page, "day, commit", file -> file.date() + ", " + file.commit());
    addRow(page, "kernels", file -> file.machine().kernels());
    for (String roof : List.of("double GFLOP/s", "float GFLOP/s", "read memory GB/s")) {
      addRow(page, roof, file -> TextTable.number(roof(file, roof)));
    }
    Map<String, Measurement> jobs = new LinkedHashMap<>();
    for (ResultFile file : files) {
      ours(file).forEach(m -> jobs.putIfAbsent(m.key(), m));
    }
    for (Measurement job : jobs.values()) {
      String name = job.job() + ", " + String.join(" ", job.parameterText());
      addRow(page, name, file -> cell(file, job.key()));
    }
    return page.toString();
  }

  /// Text of a file for a row of the page.
  private interface Cell {
    String of(ResultFile file);
  }

  private void addRow(StringBuilder page, String name, Cell cell) {
    page.append(
        files.stream()
            .map(cell::of)
            .collect(Collectors.joining(" | ", "| " + name + " | ", " |\n")));
  }

  private static double roof(ResultFile file, String what) {
    return file.roof().getOrDefault("1 thread", Map.of()).getOrDefault(what, Double.NaN);
  }

  private static Stream<Measurement> ours(ResultFile file) {
    return file.measurements().stream().filter(m -> m.by().equals(Tier.VECTOR.label()));
  }

  private static String cell(ResultFile file, String key) {
    return ours(file)
        .filter(m -> m.key().equals(key))
        .findFirst()
        .map(m -> TextTable.time(m.nanosPerRow()) + rival(file, m))
        .orElse("");
  }

  private static String rival(ResultFile file, Measurement ours) {
    return file.measurements().stream()
        .filter(m -> m.ratio() != null && m.job().equals(ours.job()))
        .filter(m -> m.parameters().equals(ours.parameters()))
        .min(Comparator.comparingDouble(Measurement::ratio))
        .map(m -> " (%s %s)".formatted(m.rival(), TextTable.number(m.ratio())))
        .orElse("");
  }
}
