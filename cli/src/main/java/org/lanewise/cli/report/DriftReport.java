package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.validation.RowDrift;
import org.lanewise.data.Classes;
import org.lanewise.report.chart.TrendChart;
import org.lanewise.report.figure.Trend;
import org.lanewise.report.page.DriftPage;

/// The drift of rows, for people and programs.
///
/// @param drift what was found
/// @param classes the classes of the model
/// @param rows the number of rows
/// @param limit the evidence that is an alarm
public record DriftReport(RowDrift drift, Classes classes, int rows, double limit) {

  private static final int MAX_SHOWN = 10;

  /// The most features that a page lists.
  private static final int MAX_LISTED = 200;

  /// For people.
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        drift.alarm() < 0
            ? "no drift in %d rows: evidence %.4g, an alarm needs %.4g%n"
                .formatted(rows, drift.evidence(), limit)
            : "drift in %d rows: since about row %d, alarm in row %d; evidence %.4g, an alarm needs %.4g%n"
                .formatted(rows, drift.since(), drift.alarm(), drift.evidence(), limit));
    text.append("%n%12s  %10s%n".formatted("evidence", "shift"));
    for (RowDrift.Bet bet : drift.bets().stream().limit(MAX_SHOWN).toList()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%12.4g  %+7.2f sd  %s%s%n",
              bet.evidence(),
              bet.shift(),
              Visible.text(bet.name()),
              bet.evidence() >= limit ? "  (drifted)" : ""));
    }
    RowDrift.Window window = drift.window();
    text.append(
        "%n%s rows against the held-out rows:%n".formatted(drift.since() < 0 ? "all" : "these"));
    text.append("class shares:");
    for (int c = 0; c < window.shares().length; c++) {
      text.append(
          "%s %s %.3f (was %.3f)"
              .formatted(
                  c == 0 ? "" : ",",
                  Visible.text(classes.name(c)),
                  window.shares()[c],
                  window.sharesBefore()[c]));
    }
    text.append("%n".formatted());
    window
        .tSquared()
        .ifPresent(t ->
            text.append(
                "Hotelling's T² of the means: %.4g%s%n".formatted(t, parts(window.parts()))));
    window
        .unknown()
        .ifPresent(share ->
            text.append(
                "rows of no class: %.3f (of known rows: %s)%n"
                    .formatted(share, RowDrift.UNKNOWN_SHARE)));
    return text.toString();
  }

  private static String parts(List<RowDrift.Part> parts) {
    return parts.stream()
        .limit(MAX_SHOWN)
        .map(part -> "%s %.1f %%".formatted(Visible.text(part.name()), 100 * part.share()))
        .collect(Collectors.joining(", ", ", by ", ""));
  }

  /// One JSON object and a line end.
  public String toJson() {
    JsonObject json =
        new JsonObject()
            .put("rows", rows)
            .put("limit", limit)
            .put("evidence", drift.evidence())
            .put("drift", drift.alarm() >= 0);
    if (drift.alarm() >= 0) {
      json.put("alarmRow", drift.alarm()).put("sinceRow", drift.since());
    }
    json.putObjects(
        "bets",
        drift.bets().stream()
            .map(bet ->
                new JsonObject()
                    .put("name", bet.name())
                    .put("evidence", bet.evidence())
                    .put("shift", bet.shift())
                    .put("drifted", bet.evidence() >= limit))
            .toList());
    RowDrift.Window window = drift.window();
    json.put("classes", classes.names())
        .put("classShares", window.shares())
        .put("classSharesBefore", window.sharesBefore());
    if (window.tSquared().isPresent()) {
      json.put("tSquared", window.tSquared().getAsDouble());
      json.putObjects(
          "tSquaredParts",
          window.parts().stream()
              .map(part -> new JsonObject().put("name", part.name()).put("share", part.share()))
              .toList());
    }
    window.unknown().ifPresent(share -> json.put("unknown", share));
    return json + "\n";
  }

  /// A page about it.
  ///
  /// @param title its title
  /// @param asked what was asked, by name
  public DriftPage page(String title, Map<String, String> asked) {
    boolean found = drift.alarm() >= 0;
    List<List<String>> tiles = new ArrayList<>();
    tiles.add(
        List.of(
            "Drift",
            found ? "yes" : "no",
            found
                ? "alarm in row %d of %d".formatted(drift.alarm(), rows)
                : "in %d rows".formatted(rows)));
    tiles.add(
        List.of(
            "Evidence",
            NumberFormats.plain("%.4g", drift.evidence()),
            NumberFormats.plain("an alarm needs %.4g", limit)));
    if (found) {
      tiles.add(List.of("Since", "row " + drift.since(), "about, by the bet with most evidence"));
    }
    drift
        .window()
        .unknown()
        .ifPresent(share ->
            tiles.add(
                List.of(
                    "Of no class",
                    Evaluation.percent(share),
                    NumberFormats.plain(
                        "of known rows: %s", Evaluation.percent(RowDrift.UNKNOWN_SHARE)))));
    Map<String, List<List<String>>> tables = new LinkedHashMap<>();
    List<List<String>> bets = table("bet", "evidence", "shift (sd)", "drifted");
    drift.bets().stream()
        .limit(MAX_LISTED)
        .forEach(bet ->
            bets.add(
                List.of(
                    bet.name(),
                    NumberFormats.plain("%.4g", bet.evidence()),
                    NumberFormats.plain("%.3f", bet.shift()),
                    bet.evidence() >= limit ? "yes" : "no")));
    tables.put("Evidence and shift of each bet", bets);
    if (!drift.window().parts().isEmpty()) {
      List<List<String>> parts = table("feature", "share of T²");
      drift.window().parts().stream()
          .limit(MAX_LISTED)
          .forEach(part -> parts.add(List.of(part.name(), Evaluation.percent(part.share()))));
      tables.put("Features that explain Hotelling's T² of the means", parts);
    }
    RowDrift.Course course = drift.course().orElseThrow();
    tables.put("Windows", windows(course));
    return new DriftPage(title, tiles, trends(course), tables, asked);
  }

  private static List<List<String>> table(String... names) {
    return new ArrayList<>(List.of(List.of(names)));
  }

  private List<List<String>> windows(RowDrift.Course course) {
    int[] shown = largest(course);
    List<String> head = new ArrayList<>(List.of("rows", "mean log density"));
    course.unknown().ifPresent(_ -> head.add("of no class"));
    IntStream.of(shown).forEach(c -> head.add("share of " + classes.name(c)));
    List<List<String>> table = new ArrayList<>(List.of(head));
    for (int i = 0; i < course.ends().length; i++) {
      int window = i;
      List<String> cells = new ArrayList<>();
      cells.add("%d to %d".formatted(i == 0 ? 0 : course.ends()[i - 1], course.ends()[i] - 1));
      cells.add(NumberFormats.plain("%.4g", course.logDensities()[i]));
      course.unknown().ifPresent(each -> cells.add(Evaluation.percent(each[window])));
      IntStream.of(shown)
          .forEach(c -> cells.add(NumberFormats.plain("%.3f", course.shares()[window][c])));
      table.add(cells);
    }
    return table;
  }

  /// The classes whose share is largest in some window, in their order.
  private int[] largest(RowDrift.Course course) {
    return IntStream.range(0, classes.count())
        .boxed()
        .sorted(
            Comparator.comparingDouble(
                c -> -Arrays.stream(course.shares()).mapToDouble(each -> each[c]).max().orElse(0)))
        .limit(TrendChart.MAX_LINES)
        .sorted()
        .mapToInt(c -> c)
        .toArray();
  }

  private List<Trend> trends(RowDrift.Course course) {
    OptionalDouble since =
        drift.since() < 0 ? OptionalDouble.empty() : OptionalDouble.of(drift.since());
    String begin = drift.since() < 0 ? "" : " The upright dashed line is where the drift began.";
    double[] ends = Arrays.stream(course.ends()).asDoubleStream().toArray();
    List<Trend.Line> bets = new ArrayList<>();
    for (int bet = 0; bet < course.evidences().length; bet++) {
      bets.add(
          new Trend.Line(
              drift.bets().get(bet).name(),
              Arrays.stream(course.evidences()[bet]).map(Math::log10).toArray()));
    }
    int more = drift.bets().size() - bets.size();
    List<Trend> trends = new ArrayList<>();
    trends.add(
        new Trend(
            "Evidence",
            "log₁₀ evidence",
            Arrays.stream(course.rows()).asDoubleStream().toArray(),
            bets,
            OptionalDouble.of(Math.log10(limit)),
            since,
            "The largest evidence so far of each bet, as a power of 10; the dashed line is that of"
                + " an alarm."
                + begin
                + (more > 0 ? " The %d other bets have less.".formatted(more) : "")));
    int[] shown = largest(course);
    trends.add(
        new Trend(
            "Class shares",
            "estimated share",
            ends,
            IntStream.of(shown)
                .mapToObj(c ->
                    new Trend.Line(
                        classes.name(c),
                        Arrays.stream(course.shares()).mapToDouble(each -> each[c]).toArray()))
                .toList(),
            OptionalDouble.empty(),
            since,
            "The share of each class in each of %d windows, estimated from the posteriors."
                    .formatted(ends.length)
                + begin
                + (shown.length < classes.count()
                    ? " The classes with the largest shares, of %d.".formatted(classes.count())
                    : "")));
    trends.add(
        new Trend(
            "Log density",
            "mean log density",
            ends,
            List.of(
                new Trend.Line(
                    "mean log density", Arrays.copyOf(course.logDensities(), ends.length))),
            OptionalDouble.of(course.logDensities()[ends.length]),
            since,
            "The mean of each window; the dashed line is that of the held-out rows." + begin));
    course
        .unknown()
        .ifPresent(shares ->
            trends.add(
                new Trend(
                    "Rows of no class",
                    "share",
                    ends,
                    List.of(new Trend.Line("rows of no class", shares)),
                    OptionalDouble.of(RowDrift.UNKNOWN_SHARE),
                    since,
                    "The share of rows that are of no class, by window; the dashed line is that of"
                        + " known rows."
                        + begin)));
    return trends;
  }
}
