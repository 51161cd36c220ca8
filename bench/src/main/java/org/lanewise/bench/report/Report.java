package org.lanewise.bench.report;

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
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.program.ScalingSeries;
import org.lanewise.bench.result.Mark;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.result.RoofValues;
import org.lanewise.bench.result.TextTable;
import org.lanewise.report.svg.LogAxis;

/// Results as a page for people: Markdown with charts beside it.
public final class Report {

  private static final Pattern DATED =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d-.*?((?:-avx2|-quick|-rivals|-partial)*)\\.json");

  /// A fraction of the roof that tells of the roof.
  private static final double TOO_NEAR = 1.5;

  private static final String OTHER = "Other jobs";

  /// Titles of tables, and how the names of their jobs begin.
  private static final Map<String, String> FAMILIES = families();

  private final ResultFile results;
  private final String name;
  private final FreshProcesses freshProcesses;
  private final Map<String, String> charts = new LinkedHashMap<>();
  private final Page page = new Page();

  private Report(ResultFile results, String name, FreshProcesses freshProcesses) {
    this.results = results;
    this.name = name;
    this.freshProcesses = freshProcesses;
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
  public static Path fileOf(Path resultFile) {
    String file = resultFile.getFileName().toString();
    Matcher dated = DATED.matcher(file);
    String report = dated.matches() ? "REPORT" + dated.group(1) : file.replaceFirst("\\.json$", "");
    return resultFile.resolveSibling(report + ".md");
  }

  /// Writes the page and its charts, each file whole.
  public static void write(ResultFile results, Path file) throws IOException {
    Report report =
        new Report(
            results,
            file.getFileName().toString().replaceFirst("\\.md$", ""),
            FreshProcesses.beside(file, results.machine().fileName()));
    String page = report.write();
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

  private String write() {
    Machine machine = results.machine();
    page.line("# How fast Lanewise is on %s", machine.cpu());
    page.line("");
    page.line(
        "Lanewise is a library of classifiers for the JVM: discriminant analysis and Naive Bayes."
            + " This page was written by `%s` on %s%s; do not edit it. What is measured and how:"
            + " [bench/README.md](../README.md).",
        results.command(),
        results.date(),
        results.commit() == null ? "" : ", at commit " + results.commit());
    page.line("");
    page.table("", "");
    page.row("processor", machine.cpu() + ", " + machine.threads() + " threads");
    page.row("data caches of a thread", machine.caches());
    page.row("Java", machine.jdk());
    page.row("system", machine.system());
    page.row("kernels", machine.kernels());
    page.row("flags", "`" + String.join(" ", machine.flags()) + "`");
    if (results.isQuick()) {
      page.line("");
      page.line("**A quick run: an impression, not figures to quote.**");
    }
    freshProcesses.write(page);
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
    LatencySection.write(results.latency(), page);
    scaling();
    skipped();
    return page.toString();
  }

  private void howToRead() {
    page.section("How to read it");
    page.line(
        """
        - A **shape** is rows × features × classes. **A row** is the time of a call by the number of its rows.
        - **GFLOP/s** and **GB/s** are what the job has to calculate and to read at least, by the time taken.
        - **Of roof** is the least time that this machine could need for that, by the time taken; **limit** is what sets that
          least time: multiplying and adding (`fma`), counting bits (`popcount`), or reading from a cache or memory.
        - **Rivals × ours** is the time of others by ours, for the same job on the same data: 5 means that they take five times as long.
        - **Scalar × ours** is the time of our own code without vector instructions by that with them.
        - **±** is half of the 99.9 %% confidence interval; **B/call** is what a call allocates.
        - **Marks**: %s.\
        """,
        Mark.legend(Mark.OF_MEASUREMENTS));
  }

  private void summary() {
    page.section("In short");
    int met = 0;
    int missed = 0;
    for (Aim aim : Aims.ALL) {
      met += aim.verdict(results) == Aim.Verdict.MET ? 1 : 0;
      missed += aim.verdict(results) == Aim.Verdict.MISSED ? 1 : 0;
    }
    page.line(
        "- Of %d speeds that were aimed at, %d are met and %d are missed; %d are not measured"
            + " here.",
        Aims.ALL.size(), met, missed, Aims.ALL.size() - met - missed);
    long rivals = results.measurements().stream().filter(m -> m.ratio() != null).count();
    long slower =
        results.measurements().stream().filter(m -> m.ratio() != null && m.ratio() > 1).count();
    if (rivals > 0) {
      page.line("- Of %d measurements of rivals, %d are slower than ours.", rivals, slower);
    }
    long differ = results.measurements().stream().filter(Report::labelsDiffer).count();
    if (rivals > 0) {
      page.line(
          differ == 0
              ? "- Rivals that label rows give the labels that we give."
              : "- In %d of these, rivals give other labels than we do: see the notes in"
                  + " [Rivals](#rivals).",
          differ);
    }
    long above = results.measurements().stream().filter(m -> m.fractionOfRoof() > TOO_NEAR).count();
    if (above > 0) {
      page.line(
          "- %d measurements are faster than the roof by half and more: the machine was busy while"
              + " the roof was measured, or data lay nearer than their size says.",
          above);
    }
    RoofValues.withoutGain(results.roof()).forEach(sentence -> page.line("- %s", sentence));
    Mark.counts(results.measurements()).forEach(sentence -> page.line("- %s", sentence));
  }

  private static boolean labelsDiffer(Measurement m) {
    return m.note() != null && m.note().contains("differ");
  }

  private void roofs() {
    if (results.roof().isEmpty()) {
      return;
    }
    page.section("What the machine does at most");
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(results.roof().keySet());
    page.table(head.toArray(String[]::new));
    TreeSet<String> names = new TreeSet<>();
    results.roof().values().forEach(values -> names.addAll(values.keySet()));
    for (String what : names) {
      List<String> cells = new ArrayList<>(List.of(what));
      for (Map<String, Double> values : results.roof().values()) {
        cells.add(TextTable.number(Objects.requireNonNullElse(values.get(what), Double.NaN)));
      }
      page.row(cells.toArray(String[]::new));
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
    page.section("Aims");
    page.line(
        "What is aimed at, against what this run measured. Vector tier,"
            + " one thread, double; ours against the fastest variant of the rival.");
    page.line("");
    page.table("work", "data", "aim", "measured", "verdict");
    for (Aim aim : Aims.ALL) {
      page.row(
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
    page.section(title);
    page.table(
        "job",
        "shape",
        "a row",
        "±",
        "marks",
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
    page.row(
        "`" + m.job() + "`" + tier,
        String.join(" ", m.parameterText()),
        TextTable.time(m.nanosPerRow()),
        TextTable.percent(m.error() / m.nanosPerCall()),
        Mark.words(Mark.of(m)),
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
            .map(m -> m.rival() + " " + TextTable.number(m.ratio()))
            .toList());
  }

  private void rivals() {
    List<Measurement> rivals = results.measurements().stream().filter(m -> !m.ours()).toList();
    if (rivals.isEmpty()) {
      return;
    }
    page.section("Rivals");
    page.line("What they took, and what has to be known of it.");
    page.line("");
    page.table("job", "shape", "rival", "a row", "±", "marks", "× ours", "note");
    for (Measurement m : rivals) {
      page.row(
          "`" + m.job() + "`",
          String.join(" ", m.parameterText()),
          m.by(),
          TextTable.time(m.nanosPerRow()),
          TextTable.percent(m.error() / m.nanosPerCall()),
          Mark.words(Mark.of(m)),
          m.ratio() == null ? "" : TextTable.number(m.ratio()),
          Objects.requireNonNullElse(m.note(), ""));
    }
  }

  private void scaling() {
    if (results.scaling().isEmpty()) {
      return;
    }
    page.section("Scaling");
    page.line(
        """
        One size grows, all else is fixed; vector tier, a short loop for each point, its fastest sample. The exponent is the slope of log time
        against log size by least squares: 1 means twice the size takes twice the time. Fixed costs make small sizes slower than
        that, so the exponent between the last two points is beside it, and data that leave a cache make it larger.\
        """);
    page.line("");
    chart("scaling", "How times grow", GrowthChart.of(results.scaling()));
    page.table(
        "job", "grows", "fixed", "from", "to", "times", "exponent", "of the last two", "expected");
    for (ScalingSeries s : results.scaling()) {
      if (!s.points().isEmpty()) {
        page.row(
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
    page.section("Not measured");
    for (ResultFile.Skipped each : results.skipped()) {
      page.line("- %s: %s.", each.what(), each.why().replaceFirst("\\.$", ""));
    }
  }

  private void chart(String chart, String alt, String svg) {
    if (svg != null) {
      charts.put(name + "-" + chart + ".svg", svg);
      page.line("");
      page.line("![%s](%s-%s.svg)", alt, name, chart);
      page.line("");
    }
  }
}
