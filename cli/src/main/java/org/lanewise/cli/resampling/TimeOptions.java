package org.lanewise.cli.resampling;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.gathering.Decay;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

/// Options that lower the weights of rows by their age.
public final class TimeOptions implements Arguments.Group {

  private static final Map<String, Integer> SECONDS =
      Map.of("s", 1, "m", 60, "h", 3600, "d", 86_400, "w", 604_800);

  /// Larger numbers are milliseconds since 1970: as seconds, they are after the year 5138.
  private static final double MOST_SECONDS = 1e11;

  /// Half-lives in seconds: numbers of them since 1970 have digits after the point.
  private static final double LEAST = 0.001;

  private static final double MOST = 1e15;

  private static final DateTimeFormatter TIMES =
      DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC);

  /// Dates such as 20261129, which as seconds would all be in 1970.
  private static final String DATE_OF_DIGITS = "(19|20)[0-9]{6}";

  private static final String NUMBER = "[+-]?[0-9]+([.][0-9]*)?([eE][+-]?[0-9]+)?";

  private String column;
  private OptionalDouble halfLife = OptionalDouble.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.value(
        "--half-life",
        "TIME",
        "0.001s or more: a number with s, m, h, d or w, such as 7d",
        TimeOptions::duration,
        value -> halfLife = OptionalDouble.of(value),
        "With --time: forget old rows. A row counts half as much as one that is so much later: a"
            + " number with s, m, h, d or w, such as 7d. merge puts parts together in any order;"
            + " in a fit, the latest row counts 1.");
    arguments.text(
        "--time",
        "COLUMN",
        value -> column = value,
        "With --half-life: the column with the time of each row, which is not a feature: a date or"
            + " a date with a time (ISO 8601, in UTC unless it has an offset), or seconds or"
            + " milliseconds since 1970. Reads the file twice, and keeps all rows in memory.");
  }

  /// Whether rows are forgotten.
  public boolean areGiven() {
    return column != null;
  }

  /// Checks what was given, before any work.
  ///
  /// @throws UsageException if one option is missing, or rows have no such column
  public void check(DataOptions data) {
    if (areGiven() != halfLife.isPresent()) {
      throw new UsageException(
          areGiven() ? "--time needs --half-life TIME" : "--half-life needs --time COLUMN");
    }
    if (areGiven()) {
      again().check(data);
    }
  }

  /// A number of seconds, minutes, hours, days or weeks, in seconds.
  private static Optional<Double> duration(String text) {
    return Optional.of(text)
        .filter(given -> given.matches(NUMBER + "[smhdw]"))
        .map(given -> given.length() - 1)
        .map(end -> Double.parseDouble(text.substring(0, end)) * SECONDS.get(text.substring(end)))
        .filter(seconds -> seconds >= LEAST && seconds <= MOST);
  }

  private ColumnAgain again() {
    return new ColumnAgain("--time", "time", column);
  }

  /// How to read rows: the column of times is not a feature.
  public ReadOptions readOptions(ReadOptions options) {
    return column == null ? options : again().without(options);
  }

  /// Rows, and how their weights fall with their age, if they do.
  public record Weighed(Table rows, Optional<Decay> decay) {}

  /// Lowers the weights of rows by their age, if that is asked for; reads the file again.
  ///
  /// @throws DataException if a row has no time
  public Weighed weighed(
      Table rows, DataOptions data, ReadOptions options, Workers workers, Progress progress) {
    if (!areGiven()) {
      return new Weighed(rows, Optional.empty());
    }
    double[] times = times(rows, data, options, workers, progress);
    Decay decay = new Decay(halfLife.getAsDouble(), Arrays.stream(times).max().orElseThrow());
    Arrays.setAll(times, row -> rows.labels().weight(row) * decay.weight(times[row]));
    return new Weighed(rows.withLabels(rows.labels().withWeights(times)), Optional.of(decay));
  }

  /// The time of each row, in seconds since 1970.
  private double[] times(
      Table rows, DataOptions data, ReadOptions options, Workers workers, Progress progress) {
    Labels texts = again().read(rows, data, options, workers, progress);
    List<String> names = texts.classes().names();
    boolean areDates =
        names.stream()
            .filter(name -> Double.isFinite(number(name)))
            .allMatch(name -> name.matches(DATE_OF_DIGITS));
    double[] ofTexts =
        names.stream().mapToDouble(name -> areDates ? Double.NaN : number(name)).toArray();
    boolean areNumbers = Arrays.stream(ofTexts).anyMatch(Double::isFinite);
    boolean areMillis = Arrays.stream(ofTexts).anyMatch(time -> Math.abs(time) >= MOST_SECONDS);
    double[] times = new double[rows.rowCount()];
    for (int row = 0; row < times.length; row++) {
      double number = ofTexts[texts.index(row)];
      times[row] =
          Double.isNaN(number) ? seconds(texts.name(row)) : areMillis ? number / 1000 : number;
      if (!(Math.abs(times[row]) < MOST_SECONDS)) {
        throw new DataException(
            "%s, %s, column '%s': '%s' is not a time; expected a date such as 2026-11-29, a time such as 2026-11-29T10:30:00Z, or seconds or milliseconds since 1970"
                .formatted(rows.file(), rows.place(row), column, texts.name(row)));
      }
    }
    progress.note(
        "%s: times from %s to %s%s"
            .formatted(
                rows.file(),
                Decay.text(Arrays.stream(times).min().orElseThrow()),
                Decay.text(Arrays.stream(times).max().orElseThrow()),
                areNumbers
                    ? "; numbers are %s since 1970"
                        .formatted(areMillis ? "milliseconds" : "seconds")
                    : ""));
    return times;
  }

  /// A number of seconds or milliseconds; NaN if it is none.
  private static double number(String text) {
    return text.strip().matches(NUMBER) ? Double.parseDouble(text.strip()) : Double.NaN;
  }

  /// The seconds of a date or of a date with a time; NaN if it is none.
  private static double seconds(String text) {
    String time = text.strip().replace(' ', 'T');
    if (time.matches(DATE_OF_DIGITS)) {
      time = "%s-%s-%s".formatted(time.substring(0, 4), time.substring(4, 6), time.substring(6));
    }
    try {
      Instant found = TIMES.parse(time.indexOf('T') < 0 ? time + "T00:00" : time, Instant::from);
      return found.getEpochSecond() + found.getNano() / 1e9;
    } catch (DateTimeException e) {
      return Double.NaN;
    }
  }
}
