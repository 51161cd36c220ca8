package org.lanewise.bench.result;

import java.util.Map;
import java.util.TreeMap;

/// The table that `bench/run` prints.
public final class ResultTable {

  private ResultTable() {}

  /// Prints it, and what a reader has to know of it.
  public static void print(ResultFile results) {
    System.out.println();
    for (Map.Entry<String, Map<String, Double>> roof : results.roof().entrySet()) {
      StringBuilder line = new StringBuilder("roof, " + roof.getKey() + ":");
      new TreeMap<>(roof.getValue())
          .forEach((what, value) ->
              line.append("  ").append(what).append(' ').append(TextTable.number(value)));
      System.out.println(line);
    }
    System.out.println();
    TextTable table =
        new TextTable(
            3,
            "job",
            "parameters",
            "by",
            "a call",
            "±",
            "a row",
            "GFLOP/s",
            "GB/s",
            "of roof",
            "limit",
            "B/call",
            "× ours",
            "marks",
            "");
    for (Measurement m : results.measurements()) {
      table.add(
          m.job(),
          String.join(" ", m.parameterText()),
          m.by(),
          TextTable.time(m.nanosPerCall()),
          TextTable.percent(m.error() / m.nanosPerCall()),
          TextTable.time(m.nanosPerRow()),
          m.gigaflops() == 0 ? "" : TextTable.number(m.gigaflops()),
          TextTable.number(m.gigabytesPerSecond()),
          TextTable.percent(m.fractionOfRoof()),
          m.limit(),
          m.bytesPerCall() == null ? "" : TextTable.number(Math.rint(m.bytesPerCall())),
          m.ratio() == null ? "" : TextTable.number(m.ratio()),
          Mark.words(Mark.of(m)),
          m.note() == null ? "" : m.note());
    }
    System.out.print(table);
    RoofValues.withoutGain(results.roof()).forEach(System.out::println);
    Mark.counts(results.measurements()).forEach(System.out::println);
  }
}
