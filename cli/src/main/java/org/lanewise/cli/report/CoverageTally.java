package org.lanewise.cli.report;

import java.util.stream.IntStream;
import org.lanewise.data.Classes;

/// Counts the test rows whose class is in their set of classes.
final class CoverageTally {

  /// The least number of rows of a class whose share is shown.
  private static final int LEAST_ROWS = 100;

  private static final int MAX_SHOWN = 30;

  private final double coverage;
  private final Classes classes;
  private final long[] rows;
  private final long[] covered;
  private long all;
  private long members;
  private long empty;

  CoverageTally(double coverage, Classes classes) {
    this.coverage = coverage;
    this.classes = classes;
    rows = new long[classes.count()];
    covered = new long[classes.count()];
  }

  /// Takes in a row.
  ///
  /// @param sets 1 for every class in its set, at `from + c`
  void add(int truth, double[] sets, int from) {
    int size = 0;
    for (int c = 0; c < rows.length; c++) {
      size += (int) sets[from + c];
    }
    all++;
    rows[truth]++;
    covered[truth] += (long) sets[from + truth];
    members += size;
    empty += size == 0 ? 1 : 0;
  }

  private long allCovered() {
    return IntStream.range(0, covered.length).mapToLong(c -> covered[c]).sum();
  }

  private IntStream shown() {
    return IntStream.range(0, rows.length).filter(c -> rows[c] >= LEAST_ROWS);
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject ofClasses = new JsonObject();
    shown()
        .forEach(c ->
            ofClasses.put(
                classes.name(c),
                new JsonObject()
                    .put("rows", rows[c])
                    .put("covered", covered[c])
                    .put("rate", (double) covered[c] / rows[c])));
    return new JsonObject()
        .put("coverage", coverage)
        .put("rows", all)
        .put("covered", allCovered())
        .put("rate", (double) allCovered() / all)
        .put("meanSize", (double) members / all)
        .put("empty", empty)
        .put("classes", ofClasses);
  }

  /// For people.
  String text() {
    Facts facts =
        new Facts()
            .add("class in its set", UnknownTally.shown(allCovered(), all))
            .add("classes in a set", NumberFormats.plain("%.4g", (double) members / all))
            .add("empty sets", UnknownTally.shown(empty, all));
    shown()
        .limit(MAX_SHOWN)
        .forEach(c -> facts.add("of " + classes.name(c), UnknownTally.shown(covered[c], rows[c])));
    return "sets of classes (coverage " + coverage + ")\n" + facts;
  }
}
