package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.validation.RowDrift;
import org.lanewise.cli.validation.RowDrift.Window;
import org.lanewise.data.Classes;
import org.lanewise.report.chart.TrendChart;
import org.lanewise.report.figure.Trend;
import org.lanewise.report.page.DriftPage;

/// The drift of rows, for people and programs.
///
/// @param drift what was found
/// @param classes the classes of the model
/// @param limit the evidence that is an alarm
public record DriftReport(RowDrift drift, Classes classes, double limit) {

  private static final int MAX_SHOWN = 10;
  private static final int MAX_BETS = 5;

  private boolean isFound() {
    return drift.alarm() >= 0;
  }

  private int rows() {
    return drift.windows().getLast().to();
  }

  /// For people.
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        isFound()
            ? NumberFormats.plain(
                "drift in %d rows: since about row %d, alarm in row %d",
                rows(), drift.since(), drift.alarm())
            : NumberFormats.plain("no drift in %d rows", rows()));
    text.append(
        NumberFormats.plain(
            isFound()
                ? "; evidence %.4g, an alarm needs %.4g\n"
                : ": evidence %.4g, an alarm needs %.4g\n",
            drift.evidence(),
            limit));
    text.append(NumberFormats.plain("\n%12s  %10s\n", "evidence", "shift"));
    for (RowDrift.Bet bet : drift.bets().stream().limit(MAX_SHOWN).toList()) {
      text.append(
          NumberFormats.plain(
              "%12.4g  %+7.2f sd  %s%s\n",
              bet.evidence(),
              bet.shift(),
              Visible.text(bet.name()),
              bet.evidence() >= limit ? "  (drifted)" : ""));
    }
    text.append(isFound() ? "\nthese" : "\nall").append(" rows against the held-out rows:\n");
    text.append(
        IntStream.range(0, classes.count())
            .mapToObj(c ->
                NumberFormats.plain(
                    "%s %.3f (was %.3f)",
                    Visible.text(classes.name(c)),
                    drift.found().shares()[c],
                    drift.known().shares()[c]))
            .collect(Collectors.joining(", ", "class shares: ", "\n")));
    drift
        .tSquared()
        .ifPresent(t ->
            text.append(
                drift.parts().stream()
                    .limit(MAX_SHOWN)
                    .map(part ->
                        NumberFormats.plain(
                            "%s %.1f %%", Visible.text(part.name()), 100 * part.share()))
                    .collect(
                        Collectors.joining(
                            ", ",
                            NumberFormats.plain("Hotelling's T² of the means: %.4g, by ", t),
                            "\n"))));
    drift
        .found()
        .unknown()
        .ifPresent(share ->
            text.append(
                NumberFormats.plain(
                    "rows of no class: %.3f (of known rows: %s)\n",
                    share, RowDrift.UNKNOWN_SHARE)));
    return text.toString();
  }

  /// One JSON object and a line end.
  public String toJson() {
    return json() + "\n";
  }

  private JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("rows", rows())
            .put("limit", limit)
            .put("evidence", drift.evidence())
            .put("drift", isFound());
    if (isFound()) {
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
                .toList())
        .put("classes", classes.names())
        .put("classShares", drift.found().shares())
        .put("classSharesBefore", drift.known().shares());
    if (drift.tSquared().isPresent()) {
      json.put("tSquared", drift.tSquared())
          .putObjects(
              "tSquaredParts",
              drift.parts().stream()
                  .map(part -> new JsonObject().put("name", part.name()).put("share", part.share()))
                  .toList());
    }
    drift.found().unknown().ifPresent(share -> json.put("unknown", share));
    return json.putObjects("windows", drift.windows().stream().map(DriftReport::json).toList())
        .put(
            "windowClassShares",
            drift.windows().stream().map(Window::shares).toArray(double[][]::new));
  }

  private static JsonObject json(Window window) {
    JsonObject json =
        new JsonObject()
            .put("firstRow", window.from())
            .put("lastRow", window.to() - 1)
            .put("logDensity", window.logDensity());
    window.unknown().ifPresent(share -> json.put("unknown", share));
    return json;
  }

  /// A page about it.
  ///
  /// @param title its title
  /// @param asked what was asked, by name
  public DriftPage page(String title, Map<String, String> asked) {
    List<List<String>> tiles = new ArrayList<>();
    tiles.add(
        isFound()
            ? List.of("Drift", "yes", "alarm in row %d of %d".formatted(drift.alarm(), rows()))
            : List.of("Drift", "no", "in %d rows".formatted(rows())));
    tiles.add(
        List.of(
            "Evidence",
            NumberFormats.plain("%.4g", drift.evidence()),
            NumberFormats.plain("an alarm needs %.4g", limit)));
    if (isFound()) {
      tiles.add(List.of("Since", "row " + drift.since(), "about, by the bet with most evidence"));
    }
    drift
        .found()
        .unknown()
        .ifPresent(share ->
            tiles.add(
                List.of(
                    "Of no class",
                    Evaluation.percent(share),
                    "of known rows: " + Evaluation.percent(RowDrift.UNKNOWN_SHARE))));
    return new DriftPage(title, tiles, trends(), classes.names(), json().members(), asked);
  }

  private List<Trend> trends() {
    List<RowDrift.Bet> leading = drift.bets().stream().limit(MAX_BETS).toList();
    int more = drift.bets().size() - leading.size();
    List<Trend> trends = new ArrayList<>();
    trends.add(
        trend(
            "Evidence",
            "log₁₀ evidence",
            drift.points(),
            leading.stream()
                .map(bet ->
                    new Trend.Line(
                        bet.name(),
                        Arrays.stream(drift.evidences())
                            .mapToDouble(then -> Math.log10(then[bet.index()]))
                            .toArray()))
                .toList(),
            OptionalDouble.of(Math.log10(limit)),
            "The largest evidence so far of each bet, as a power of 10; the dashed line is that of"
                + " an alarm."
                + (more > 0 ? " The %d other bets have less.".formatted(more) : "")));
    int[] shown = largest();
    trends.add(
        ofWindows(
            "Class shares",
            "estimated share",
            IntStream.of(shown)
                .mapToObj(c -> line(classes.name(c), window -> window.shares()[c]))
                .toList(),
            OptionalDouble.empty(),
            "The share of each class in each of %d windows, estimated from the posteriors."
                    .formatted(drift.windows().size())
                + (shown.length < classes.count()
                    ? " The classes with the largest shares, of %d.".formatted(classes.count())
                    : "")));
    trends.add(
        ofWindows(
            "Log density",
            "mean log density",
            List.of(line("mean log density", Window::logDensity)),
            OptionalDouble.of(drift.known().logDensity()),
            "The mean of each window; the dashed line is that of the held-out rows."));
    if (drift.found().unknown().isPresent()) {
      trends.add(
          ofWindows(
              "Rows of no class",
              "share",
              List.of(line("rows of no class", window -> window.unknown().orElseThrow())),
              OptionalDouble.of(RowDrift.UNKNOWN_SHARE),
              "The share of rows that are of no class, by window; the dashed line is that of known"
                  + " rows."));
    }
    return trends;
  }

  /// The classes whose share is largest in some window, in their order.
  private int[] largest() {
    return IntStream.range(0, classes.count())
        .boxed()
        .sorted(
            Comparator.comparingDouble(c ->
                -Arrays.stream(line("", window -> window.shares()[c]).values()).max().orElse(0)))
        .limit(TrendChart.MAX_LINES)
        .sorted()
        .mapToInt(c -> c)
        .toArray();
  }

  private Trend.Line line(String name, ToDoubleFunction<Window> figure) {
    return new Trend.Line(name, drift.windows().stream().mapToDouble(figure).toArray());
  }

  private Trend ofWindows(
      String title, String name, List<Trend.Line> lines, OptionalDouble limit, String caption) {
    int[] ends = drift.windows().stream().mapToInt(Window::to).toArray();
    return trend(title, name, ends, lines, limit, caption);
  }

  private Trend trend(
      String title,
      String name,
      int[] rows,
      List<Trend.Line> lines,
      OptionalDouble limit,
      String caption) {
    return new Trend(
        title,
        name,
        Arrays.stream(rows).asDoubleStream().toArray(),
        lines,
        limit,
        isFound() ? OptionalDouble.of(drift.since()) : OptionalDouble.empty(),
        caption + (isFound() ? " The upright dashed line is where the drift began." : ""));
  }
}
