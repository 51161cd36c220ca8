package org.lanewise.report.svg;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.stream.IntStream;

/// Colours of a scheme.
///
/// @param paper the background
/// @param ink the colour of text
/// @param soft the colour of less important text
/// @param grid the grid lines of an axis
/// @param edge emphasised lines
/// @param series colours that most colour-blind readers can tell apart
/// @param full the end of a scale of counts, which begins at the paper
/// @param below the lower end of a scale about 0, whose middle is the paper
/// @param above the upper end of that scale
public record Colours(
    String paper,
    String ink,
    String soft,
    String grid,
    String edge,
    List<String> series,
    String full,
    String below,
    String above) {

  /// The number of series colours.
  public static final int SERIES = 8;

  /// The steps of a scale: 0 is the paper or, in a scale about 0, the lower end.
  public static final int STEPS = 11;

  /// The colours on light paper.
  public static final Colours LIGHT =
      new Colours(
          "#ffffff",
          "#1f2328",
          "#59636e",
          "#e2e6ea",
          "#818b98",
          List.of(
              "#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#0f7b83", "#9a6700",
              "#57606a"),
          "#0b4f9e",
          "#b35806",
          "#0b4f9e");

  /// The colours on dark paper.
  public static final Colours DARK =
      new Colours(
          "#0d1117",
          "#f0f6fc",
          "#9aa4ae",
          "#262c34",
          "#767f89",
          List.of(
              "#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#f778ba", "#39c5cf", "#d29922",
              "#9aa4ae"),
          "#79b8ff",
          "#f0883e",
          "#79b8ff");

  /// Style sheet variables for all colours: `--paper`, `--series-0`, `--heat-0` (counts),
  /// `--turn-0` (about 0).
  public String variables() {
    StringBuilder text = new StringBuilder();
    add(text, "paper", paper);
    add(text, "ink", ink);
    add(text, "soft", soft);
    add(text, "grid", grid);
    add(text, "edge", edge);
    for (int i = 0; i < SERIES; i++) {
      add(text, "series-" + i, series.get(i));
    }
    int middle = STEPS / 2;
    for (int i = 0; i < STEPS; i++) {
      add(text, "heat-" + i, between(paper, full, (double) i / (STEPS - 1)));
      double from = Math.abs(i - middle) / (double) middle;
      add(text, "turn-" + i, between(paper, i < middle ? below : above, from));
    }
    return text.toString();
  }

  /// Style rules that colour shapes by these variables.
  public static String rules() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < SERIES; i++) {
      text.append(format("svg .series-%d{fill:var(--series-%d)}", i, i));
      text.append(format("svg .curve.series-%d{fill:none;stroke:var(--series-%d)}", i, i));
      text.append(format(".key-%d{color:var(--series-%d)}%n", i, i).replace("\r", ""));
    }
    IntStream.range(0, STEPS)
        .forEach(i ->
            text.append(format("svg .heat-%d{fill:var(--heat-%d)}", i, i))
                .append(format("svg .turn-%d{fill:var(--turn-%d)}%n", i, i).replace("\r", "")));
    return text.toString();
  }

  private static void add(StringBuilder text, String name, String value) {
    text.append("--").append(name).append(':').append(value).append(';');
  }

  private static String between(String from, String to, double share) {
    StringBuilder colour = new StringBuilder("#");
    for (int at = 1; at < 7; at += 2) {
      int a = Integer.parseInt(from.substring(at, at + 2), 16);
      int b = Integer.parseInt(to.substring(at, at + 2), 16);
      colour.append(format("%02x", Math.round(a + share * (b - a))));
    }
    return colour.toString();
  }
}
