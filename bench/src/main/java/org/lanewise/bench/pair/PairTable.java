package org.lanewise.bench.pair;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.result.Mark;
import org.lanewise.bench.result.TextTable;

/// What `bench/compare --pair` prints of what it measured.
final class PairTable {

  private final String before;
  private final String after;
  private final PairOptions options;
  private final List<PairRow> rows;
  private final List<PairRow> measured;

  /// The names of both trees, what was asked for, and what came of it.
  PairTable(String before, String after, PairOptions options, List<PairRow> rows) {
    this.before = before;
    this.after = after;
    this.options = options;
    this.rows = rows;
    measured = rows.stream().filter(row -> row.failure() == null).toList();
  }

  private long count(Verdict verdict) {
    return measured.stream().filter(row -> row.verdict() == verdict).count();
  }

  /// The exit status: 1 where a job is slower by its bar, else 2 where one could not be measured.
  int status() {
    if (count(Verdict.SLOWER) > 0) {
      return 1;
    }
    return measured.size() < rows.size() ? 2 : 0;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (!measured.isEmpty()) {
      text.append(table()).append('\n');
      line(
          text,
          "old is %s, new is %s; %s tier, %s.",
          before,
          after,
          options.tier().label(),
          Machine.cpuName());
      line(
          text,
          "%d rounds, a fresh process of either in each; the interval holds the median with %.0f"
              + " %%. Times of one thread are those on a processor.",
          options.rounds(),
          100 * measured.getFirst().ratio().confidence());
      Set<Mark> marks = EnumSet.noneOf(Mark.class);
      measured.forEach(row -> marks.addAll(row.marks()));
      if (!marks.isEmpty()) {
        line(text, "marks: %s.", Mark.legend(marks));
      }
    }
    for (PairRow row : rows) {
      if (row.failure() != null) {
        line(text, "not compared: %s %s: %s", row.job().id(), row.parameterText(), row.failure());
      }
    }
    if (!measured.isEmpty()) {
      line(
          text,
          "%d of %d are slower by the bar or more, %s for a batch and %s for one row.",
          count(Verdict.SLOWER),
          measured.size(),
          TextTable.number(PairRow.BATCH_BAR),
          TextTable.number(PairRow.ROW_BAR));
    }
    if (count(Verdict.UNCERTAIN) > 0) {
      line(
          text,
          "Of %d it is too uncertain to say: more --rounds tell, or a quieter machine.",
          count(Verdict.UNCERTAIN));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private TextTable table() {
    TextTable table =
        new TextTable(
            3,
            "job",
            "parameters",
            "verdict",
            "new / old",
            "interval",
            "old",
            "new",
            "B/call old",
            "new",
            "other work",
            "marks");
    for (PairRow row : measured) {
      Interval ratio = row.ratio();
      table.add(
          row.job().id(),
          row.parameterText(),
          row.verdict().text(row.bar()),
          String.format(Locale.ROOT, "%.3f", ratio.median()),
          String.format(Locale.ROOT, "%.3f … %.3f", ratio.low(), ratio.high()),
          TextTable.time(row.before().nanos()),
          TextTable.time(row.after().nanos()),
          TextTable.number(Math.rint(row.before().bytesPerCall())),
          TextTable.number(Math.rint(row.after().bytesPerCall())),
          TextTable.percent(row.others()),
          Mark.words(row.marks()));
    }
    return table;
  }
}
