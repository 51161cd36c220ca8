package org.lanewise.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.bench.Clock;
import org.lanewise.bench.ColdStart;
import org.lanewise.bench.Percentiles;
import org.lanewise.bench.ScalingSeries;
import org.lanewise.bench.Tier;

/// Results as a page for people: Markdown with charts beside it.
final class Report {

  private static final Pattern DATED =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d-.*?((?:-avx2|-quick|-rivals|-partial)*)\\.json");

  /// A fraction of the roof that tells of the roof.
  private static final double TOO_NEAR = 1.5;

  private static final String OTHER = "Other jobs";

  /// Titles of tables, and how the names of their jobs begin.
  private static final Map<String, String> FAMILIES = families();

  private final ResultFile results;
  private final String name;
  private final Map<String, String> charts = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private Report(ResultFile results, String name) {
    this.results = results;
    this.name = name;
  }

  private static Map<String, String> families() {
    Map<String, String> families = new LinkedHashMap<>();
    families.put("Gathering statistics", "statistics-");
    families.put("Fitting", "fit-");
    families.put("Labelling a batch", "predict-");
    families.put("Labelling one row", "row-");
    families.put("Packing", "pack-");
    families.put("Several threads", "workers-");
    return families;
  }

  /// Where the report of a result file goes: `REPORT.md` beside it, with `-quick` and the like
  /// where the file has it; beside a file of another name, one of the same name.
  static Path fileOf(Path resultFile) {
    String file = resultFile.getFileName().toString();
    Matcher dated = DATED.matcher(file);
    String report = dated.matches() ? "REPORT" + dated.group(1) : file.replaceFirst("\\.json$", "");
    return resultFile.resolveSibling(report + ".md");
  }

  /// Writes the page and its charts, each file whole.
  static void write(ResultFile results, Path file) throws IOException {
    Report report = new Report(results, file.getFileName().toString().replaceFirst("\\.md$", ""));
    String page = report.page();
    Files.createDirectories(file.toAbsolutePath().getParent());
    for (Map.Entry<String, String> chart : report.charts.entrySet()) {
      writeWhole(file.resolveSibling(chart.getKey()), chart.getValue());
    }
    writeWhole(file, page);
  }

  private static void writeWhole(Path file, String content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, content);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private String page() {
    Machine machine = results.machine();
    line("# How fast Lanewise is on %s", machine.cpu());
    line("");
    line(
        "Lanewise is a library of classifiers for the JVM: discriminant analysis and Naive Bayes."
            + " This page was written by `%s` on %s%s; do not edit it. What is measured and how:"
            + " [bench/README.md](../README.md).",
        results.command(),
        results.date(),
        results.commit() == null ? "" : ", at commit " + results.commit());
    line("");
    table("", "");
    row("processor", machine.cpu() + ", " + machine.threads() + " threads");
    row("data caches of a thread", machine.caches());
    row("Java", machine.jdk());
    row("system", machine.system());
    row("kernels", machine.kernels());
    row("flags", "`" + String.join(" ", machine.flags()) + "`");
    if (results.command().contains("--quick")) {
      line("");
      line("**A quick run: an impression, not figures to quote.**");
    }
    howToRead();
    summary();
    roofs();
    chart(
        "roofline",
        "The roofline of this machine, with our jobs below it",
        RooflineChart.of(results));
    chart("fractions", "How near each job comes to its roof", FractionChart.of(results));
    rivalCharts();
    aims();
    tables();
    rivals();
    latency();
    scaling();
    skipped();
    return text.toString();
  }

  private void howToRead() {
    section("How to read it");
    line(
        """
        - A **shape** is rows × features × classes. **A row** is the time of a call by the number of its rows.
        - **GFLOP/s** and **GB/s** are what the job has to calculate and to read at least, by the time taken.
        - **Of roof** is the least time that this machine could need for that, by the time taken; **limit** is what sets that
          least time: multiplying and adding (`fma`), counting bits (`popcount`), or reading from a cache or memory.
        - **Rivals × ours** is the time of others by ours, for the same job on the same data: 5 means that they take five times as long.
        - **Scalar × ours** is the time of our own code without vector instructions by that with them.
        - **±** is half of the 99.9 % confidence interval; **B/call** is what a call allocates.\
        """);
  }

  private void summary() {
    section("In short");
    int met = 0;
    int missed = 0;
    for (Aim aim : Aims.ALL) {
      met += aim.verdict(results) == Aim.Verdict.MET ? 1 : 0;
      missed += aim.verdict(results) == Aim.Verdict.MISSED ? 1 : 0;
    }
    line(
        "- Of %d speeds that were aimed at, %d are met and %d are missed; %d are not measured"
            + " here.",
        Aims.ALL.size(), met, missed, Aims.ALL.size() - met - missed);
    long rivals = results.measurements().stream().filter(m -> m.ratio() != null).count();
    long slower =
        results.measurements().stream().filter(m -> m.ratio() != null && m.ratio() > 1).count();
    if (rivals > 0) {
      line("- Of %d measurements of rivals, %d are slower than ours.", rivals, slower);
    }
    long differ = results.measurements().stream().filter(Report::labelsDiffer).count();
    if (rivals > 0) {
      line(
          differ == 0
              ? "- Rivals that label rows give the labels that we give."
              : "- In %d of these, rivals give other labels than we do: see the notes in"
                  + " [Rivals](#rivals).",
          differ);
    }
    long above = results.measurements().stream().filter(m -> m.fractionOfRoof() > TOO_NEAR).count();
    if (above > 0) {
      line(
          "- %d measurements are faster than the roof by half and more: the machine was busy while"
              + " the roof was measured, or data lay nearer than their size says.",
          above);
    }
    long unsteady = results.measurements().stream().filter(Measurement::unsteady).count();
    if (unsteady > 0) {
      line(
          "- In %d measurements processes differ by more than a fifth: the machine was not idle, or"
              + " code was compiled in different ways. They are marked with ~.",
          unsteady);
    }
  }

  private static boolean labelsDiffer(Measurement m) {
    return m.note() != null && m.note().contains("differ");
  }

  private void roofs() {
    if (results.roof().isEmpty()) {
      return;
    }
    section("What the machine does at most");
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(results.roof().keySet());
    table(head.toArray(String[]::new));
    TreeSet<String> names = new TreeSet<>();
    results.roof().values().forEach(values -> names.addAll(values.keySet()));
    for (String what : names) {
      List<String> cells = new ArrayList<>(List.of(what));
      for (Map<String, Double> values : results.roof().values()) {
        cells.add(TextTable.number(Objects.requireNonNullElse(values.get(what), Double.NaN)));
      }
      row(cells.toArray(String[]::new));
    }
  }

  private void rivalCharts() {
    Predicate<String> row = job -> job.startsWith("row-");
    Predicate<String> gaussian = job -> !row.test(job) && job.matches(".*(gaussian|lda|qda|rda).*");
    chart(
        "rivals-gaussian",
        "Rivals: discriminants and Gaussian Naive Bayes",
        RivalChart.of(results, "Rivals: discriminants and Gaussian Naive Bayes", gaussian));
    chart(
        "rivals-discrete",
        "Rivals: bits, words and categories",
        RivalChart.of(
            results,
            "Rivals: bits, words and categories",
            job -> !row.test(job) && !gaussian.test(job)));
    chart(
        "rivals-row",
        "Rivals: labelling one row",
        RivalChart.of(results, "Rivals: labelling one row", row));
  }

  private void aims() {
    section("Aims");
    line(
        "What was aimed at before anything was built, against what this run measured. Vector tier,"
            + " one thread, double; ours against the fastest variant of the rival.");
    line("");
    table("work", "data", "aim", "measured", "verdict");
    for (Aim aim : Aims.ALL) {
      row(
          aim.work(),
          aim.data(),
          String.join(", or ", aim.goals().stream().map(Aim.Goal::boundText).toList()),
          aim.measuredText(results),
          aim.verdictText(results));
    }
  }

  private void tables() {
    for (Map.Entry<String, String> family : FAMILIES.entrySet()) {
      family(family.getKey(), job -> job.startsWith(family.getValue()));
    }
    family(OTHER, job -> FAMILIES.values().stream().noneMatch(job::startsWith));
  }

  private void family(String title, Predicate<String> jobs) {
    Map<String, Measurement> scalar = new LinkedHashMap<>();
    List<Measurement> ours = new ArrayList<>();
    for (Measurement m : results.measurements()) {
      if (jobs.test(m.job()) && m.by().equals(Tier.VECTOR.label())) {
        ours.add(m);
      } else if (jobs.test(m.job()) && m.by().equals(Tier.SCALAR.label())) {
        scalar.put(what(m), m);
      }
    }
    List<Measurement> only =
        scalar.values().stream()
            .filter(s -> ours.stream().noneMatch(m -> what(m).equals(what(s))))
            .toList();
    if (ours.isEmpty() && only.isEmpty()) {
      return;
    }
    section(title);
    table(
        "job",
        "shape",
        "a row",
        "±",
        "GFLOP/s",
        "GB/s",
        "of roof",
        "limit",
        "B/call",
        "scalar × ours",
        "rivals × ours");
    for (Measurement m : ours) {
      Measurement other = scalar.get(what(m));
      measured(
          m,
          "",
          other == null ? "" : TextTable.number(other.nanosPerCall() / m.nanosPerCall()),
          rivalsOf(m));
    }
    for (Measurement m : only) {
      measured(m, " (scalar)", "", "");
    }
  }

  private void measured(Measurement m, String tier, String scalar, String rivals) {
    row(
        "`" + m.job() + "`" + tier,
        String.join(" ", m.parameterText()),
        TextTable.time(m.nanosPerRow()),
        (m.unsteady() ? "~ " : "") + TextTable.percent(m.error() / m.nanosPerCall()),
        m.gigaflops() == 0 ? "" : TextTable.number(m.gigaflops()),
        TextTable.number(m.gigabytesPerSecond()),
        TextTable.percent(m.fractionOfRoof()),
        m.limit(),
        m.bytesPerCall() == null ? "" : TextTable.number(Math.rint(m.bytesPerCall())),
        scalar,
        rivals);
  }

  /// What is measured, whoever did it.
  private static String what(Measurement m) {
    return m.job() + " " + m.parameters();
  }

  private String rivalsOf(Measurement ours) {
    return String.join(
        ", ",
        results.measurements().stream()
            .filter(m -> m.ratio() != null && what(m).equals(what(ours)))
            .map(m -> m.by() + " " + TextTable.number(m.ratio()))
            .toList());
  }

  private void rivals() {
    List<Measurement> rivals = results.measurements().stream().filter(m -> !m.ours()).toList();
    if (rivals.isEmpty()) {
      return;
    }
    section("Rivals");
    line("What they took, and what has to be known of it.");
    line("");
    table("job", "shape", "rival", "a row", "±", "× ours", "note");
    for (Measurement m : rivals) {
      row(
          "`" + m.job() + "`",
          String.join(" ", m.parameterText()),
          m.by(),
          TextTable.time(m.nanosPerRow()),
          TextTable.percent(m.error() / m.nanosPerCall()),
          m.ratio() == null ? "" : TextTable.number(m.ratio()),
          Objects.requireNonNullElse(m.note(), ""));
    }
  }

  private void latency() {
    LatencyResults latency = results.latency();
    if (latency == null) {
      return;
    }
    section("Latency of one row");
    Clock clock = latency.clock();
    line(
        """
        Single calls of one thread, vector tier, warm, timed with `System.nanoTime()`: a reading takes %s, shows steps of %s, and
        shows %s for nothing (median; 99th percentile %s). Every time below has that floor in it, except where calls are
        timed in groups, because one is shorter than reading the clock: percentiles are then those of a group's mean.

        **One after the other**: a call begins when the one before has ended. **At a rate**: calls are due at fixed times,
        and the time runs from when a call was due, so that calls which wait behind a slow one count too.\
        """,
        TextTable.time(clock.read()),
        TextTable.time(clock.step()),
        TextTable.time(clock.emptyMedian()),
        TextTable.time(clock.emptyP99()));
    line("");
    table(
        "job",
        "shape",
        "calls",
        "p50",
        "p99",
        "p99.9",
        "max",
        "number of calls",
        "timed in groups of");
    for (Percentiles p : latency.percentiles()) {
      row(
          "`" + p.job() + "`",
          p.shape(),
          p.callsPerSecond() == 0
              ? "one after the other"
              : String.format(Locale.ROOT, "at %,.0f a second", p.callsPerSecond()),
          TextTable.time(p.p50()),
          TextTable.time(p.p99()),
          TextTable.time(p.p999()),
          TextTable.time(p.max()),
          String.format(Locale.ROOT, "%,d", p.calls()),
          String.valueOf(p.group()));
    }
    cold(latency.cold());
  }

  private void cold(List<ColdStart> all) {
    if (all.isEmpty()) {
      return;
    }
    line("");
    line("### The first calls of a fresh JVM");
    line("");
    line(
        "A process starts, loads the model from a file, and scores: the mean time of a call in each"
            + " stretch%s. Nothing is warmed up. Steady is what it comes to within 0.8 s; a stretch"
            + " of calls within a fifth of that counts as steady.",
        all.getFirst().processes() == 1
            ? ""
            : ", the median of %d processes".formatted(all.getFirst().processes()));
    line("");
    table(
        "job",
        "shape",
        "tier",
        "model loaded in",
        "call 1",
        "2–10",
        "11–100",
        "101–1,000",
        "1,001–10,000",
        "first 10,000 together",
        "steady",
        "first 10,000 × steady",
        "steady after");
    for (ColdStart c : all) {
      row(
          "`" + c.job() + "`",
          c.shape(),
          c.by(),
          TextTable.time(c.loadMillis() * 1e6),
          TextTable.time(c.first()),
          TextTable.time(c.to10()),
          TextTable.time(c.to100()),
          TextTable.time(c.to1000()),
          TextTable.time(c.to10000()),
          TextTable.time(c.total()),
          TextTable.time(c.steady()),
          TextTable.number(c.total() / (10_000 * c.steady())),
          String.format(Locale.ROOT, "%,.0f calls", c.steadyAfter()));
    }
  }

  private void scaling() {
    if (results.scaling().isEmpty()) {
      return;
    }
    section("Scaling");
    line(
        """
        One size grows, all else is fixed; vector tier, a short loop for each point, its fastest sample. The exponent is the slope of log time
        against log size by least squares: 1 means twice the size takes twice the time. Fixed costs make small sizes slower than
        that, so the exponent between the last two points is beside it, and data that leave a cache make it larger.\
        """);
    line("");
    chart("scaling", "How times grow", GrowthChart.of(results.scaling()));
    table(
        "job", "grows", "fixed", "from", "to", "times", "exponent", "of the last two", "expected");
    for (ScalingSeries s : results.scaling()) {
      if (!s.points().isEmpty()) {
        row(
            "`" + s.job() + "`",
            s.axis(),
            s.fixed(),
            LogAxis.label(s.points().getFirst().value()),
            LogAxis.label(s.points().getLast().value()),
            String.join(", ", s.points().stream().map(p -> TextTable.time(p.nanos())).toList()),
            TextTable.number(s.exponent()),
            TextTable.number(s.lastExponent()),
            String.format(Locale.ROOT, "%.0f", s.expected()));
      }
    }
  }

  private void skipped() {
    if (results.skipped().isEmpty()) {
      return;
    }
    section("Not measured");
    for (ResultFile.Skipped each : results.skipped()) {
      line("- %s: %s.", each.what(), each.why().replaceFirst("\\.$", ""));
    }
  }

  private void chart(String chart, String alt, String svg) {
    if (svg != null) {
      charts.put(name + "-" + chart + ".svg", svg);
      line("");
      line("![%s](%s-%s.svg)", alt, name, chart);
      line("");
    }
  }

  private void section(String title) {
    line("");
    line("## %s", title);
    line("");
  }

  private void table(String... head) {
    row(head);
    line("|%s", " --- |".repeat(head.length));
  }

  private void row(String... cells) {
    StringBuilder row = new StringBuilder("|");
    for (String cell : cells) {
      row.append(' ').append(cell.replace("|", "\\|").replace("<", "&lt;")).append(" |");
    }
    text.append(row.toString().replace("|  |", "| |").replace("|  |", "| |")).append('\n');
  }

  private void line(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
        .append('\n');
  }
}
