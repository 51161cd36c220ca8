package org.lanewise.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.job.Arguments.UsageException;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.JmhLog;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.machine.JvmFlags;
import org.lanewise.bench.machine.Machine;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.report.Report;
import org.lanewise.bench.result.Compare;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.result.ResultTable;
import org.lanewise.bench.result.TextTable;
import org.lanewise.bench.rival.OpenBlas;

/// `bench/run`: measures the roof, then the jobs, prints a table and writes a file.
public final class Bench {

  /// Names that patterns can ask for beside those of jobs.
  private static final String LATENCY = "latency";

  private static final String SCALING = "scaling";

  private static final String USAGE =
      """
      usage: bench/run [options] [pattern ...]

      Measures the machine's roof and every job whose name holds one of the patterns (regular
      expressions; all jobs without one), prints a table and writes bench/results/<date>-<cpu>-<jdk>.json.

        --quick        few shapes, short times: within 3 minutes
        --check        run each benchmark once, to see that its result is right; time nothing
        --rivals       jobs that rivals do, or those of the patterns; ours and the rivals
        --data DIR     the folder of data sets: newsgroups20 in it is measured too
        --tier T       vector or scalar only
        --avx2         as on a machine with AVX2 only (-XX:UseAVX=2), the roof too
        --out FILE     write the results there
        --report A.json [B.md]  write the report of results, and measure nothing
        --list         name the jobs and what they tell, and stop
        --help         say this, and stop
      """;

  /// For the script that starts this class: names the libraries that it shall build before, and
  /// stops.
  private static final String LIBRARIES = "--libraries";

  private final Mode mode;
  private final boolean avx2;
  private final boolean rivals;
  private final Path data;
  private final List<Tier> tiers;
  private final List<Pattern> patterns;
  private final Path out;
  private final String command;

  private Bench(String... arguments) throws UsageException {
    List<String> given = List.of(arguments);
    Mode modeGiven = Mode.FULL;
    boolean avx2Given = false;
    boolean rivalsGiven = false;
    Path dataGiven = null;
    Path outGiven = null;
    List<Tier> tiersGiven = List.of();
    List<Pattern> patternsGiven = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--quick" -> modeGiven = Mode.QUICK;
        case "--check" -> modeGiven = Mode.CHECK;
        case "--avx2" -> avx2Given = true;
        case "--rivals" -> rivalsGiven = true;
        case "--data" -> dataGiven = Arguments.folder("--data", Arguments.value(given, ++i));
        case "--tier" -> tiersGiven = List.of(Arguments.tier(Arguments.value(given, ++i)));
        case "--out" -> outGiven = Path.of(Arguments.value(given, ++i));
        default -> {
          if (arguments[i].startsWith("-")) {
            throw new UsageException(
                "there is no option '%s'; bench/run --help names all".formatted(arguments[i]));
          }
          patternsGiven.add(Arguments.pattern(arguments[i]));
        }
      }
    }
    mode = modeGiven;
    avx2 = avx2Given;
    rivals = rivalsGiven;
    data = dataGiven;
    if (!tiersGiven.isEmpty()) {
      tiers = tiersGiven;
    } else {
      tiers = rivals ? List.of(Tier.VECTOR) : List.of(Tier.VECTOR, Tier.SCALAR);
    }
    patterns = patternsGiven;
    out = outGiven;
    command = command(arguments);
    if (jobs().isEmpty() && !asked(LATENCY) && !asked(SCALING)) {
      throw new UsageException("no job fits %s; bench/run --list names all".formatted(patterns));
    }
  }

  /// What was typed, without the place of the data.
  private static String command(String... arguments) {
    List<String> words = new ArrayList<>(List.of("bench/run"));
    words.addAll(List.of(arguments));
    int at = words.indexOf("--data");
    if (at >= 0) {
      words.set(at + 1, "DIR");
    }
    return String.join(" ", words);
  }

  /// Runs.
  ///
  /// @param arguments as [#USAGE] says
  /// @throws IOException if a file cannot be written
  /// @throws InterruptedException if it is interrupted while it waits for a rival
  public static void main(String... arguments) throws IOException, InterruptedException {
    List<String> given = List.of(arguments);
    if (given.contains("--help")) {
      System.out.print(USAGE);
      return;
    }
    if (given.contains(LIBRARIES)) {
      printLibraries(given);
      return;
    }
    if (given.contains("--list")) {
      TextTable table = new TextTable(3, "job", "tells the speed of", "JMH benchmark");
      for (Job job : Catalogue.JOBS) {
        table.add(job.id(), job.question(), job.benchmark());
      }
      System.out.print(table);
      return;
    }
    try {
      if (given.contains("--report")) {
        report(given);
        return;
      }
      System.exit(new Bench(arguments).run() ? 0 : 1);
    } catch (UsageException e) {
      System.err.println("bench/run: " + e.getMessage() + ".");
      System.exit(2);
    } catch (IOException e) {
      System.err.println("bench/run: " + e.getMessage());
      System.exit(2);
    }
  }

  /// `--report A.json [B.md]`.
  private static void report(List<String> arguments) throws IOException, UsageException {
    if (!arguments.getFirst().equals("--report") || arguments.size() < 2 || arguments.size() > 3) {
      throw new UsageException(
          "--report takes a result file, and where to write, and nothing else");
    }
    Path file = Path.of(arguments.get(1));
    Path page = arguments.size() == 3 ? Path.of(arguments.get(2)) : Report.fileOf(file);
    Report.write(Compare.read(arguments.get(1)), page);
    System.out.println(page);
  }

  /// Latency goes with the jobs of one row, scaling with a run of everything; each has a name that
  /// a pattern can ask for.
  private void planMore(Session session, SingleCalls singleCalls, Growth growth) {
    if (asked(LATENCY)) {
      singleCalls.plan(session, tiers);
    }
    if (asked(SCALING)) {
      growth.plan(session);
    }
  }

  private boolean asked(String name) {
    return patterns.isEmpty()
        || patterns.stream().anyMatch(pattern -> pattern.matcher(name).find());
  }

  private List<Job> jobs() {
    return Catalogue.JOBS.stream()
        .filter(job -> asked(job.id()))
        .filter(job -> mode != Mode.QUICK || !patterns.isEmpty() || !job.quickShapes().isEmpty())
        .filter(job -> !rivals || !patterns.isEmpty() || !Peers.shapes(job).isEmpty())
        .toList();
  }

  private static void printLibraries(List<String> given) {
    List<String> others = new ArrayList<>(given);
    others.remove(LIBRARIES);
    try {
      Bench bench = new Bench(others.toArray(String[]::new));
      if (bench.hasFurtherRivals()) {
        new JvmRivals(null, bench.mode, List.of())
            .folders(bench.jobs(), bench.data != null)
            .forEach(System.out::println);
      }
    } catch (UsageException e) {
      // The run itself says so.
      System.exit(2);
    }
  }

  /// A quick run has few rivals, unless it is asked for them.
  private boolean hasFurtherRivals() {
    return rivals || mode == Mode.FULL && patterns.isEmpty();
  }

  private boolean run() throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(JvmFlags.COMMON);
    if (avx2) {
      flags.add(JvmFlags.AVX2);
    }
    Machine machine = Machine.here(flags);
    System.err.printf(
        Locale.ROOT,
        "%s, %d threads, %s, %s, %s%n",
        machine.cpu(),
        machine.threads(),
        machine.caches(),
        machine.kernels(),
        machine.jdk());
    try (JmhLog log = new JmhLog(Path.of("target", "jmh.log"))) {
      List<String> withData = new ArrayList<>(flags);
      if (data != null) {
        System.setProperty("lanewise.data", data.toString());
        withData.add(JvmFlags.DATA + data);
      }
      Session session = new Session(log, withData, mode);
      if (mode != Mode.CHECK) {
        session.planRoof(machine.threads());
      }
      plan(session);
      if (hasFurtherRivals()) {
        planFurtherRivals(session, coreTypes(machine), withData, machine.threads());
      }
      if (rivals || mode != Mode.CHECK && patterns.isEmpty()) {
        planRivals(session, coreTypes(machine));
      }
      SingleCalls singleCalls = new SingleCalls(flags, mode == Mode.QUICK);
      Growth growth = new Growth(flags, mode == Mode.QUICK);
      if (mode != Mode.CHECK && !rivals && tiers.contains(Tier.VECTOR)) {
        planMore(session, singleCalls, growth);
      }
      session.run();
      if (mode == Mode.CHECK) {
        for (Measurement m : session.measurements()) {
          if (!m.ours()) {
            System.out.println(m.key() + ": " + m.note());
          }
        }
        print(session.skipped());
        System.out.printf(
            "%d of %d results are right%n",
            session.measurements().size(),
            session.measurements().size() + session.skipped().size());
        return !session.failed();
      }
      ResultFile results =
          new ResultFile(
              command,
              System.getProperty("lanewise.commit"),
              LocalDate.now().toString(),
              machine,
              session.roofs(),
              session.measurements(),
              session.skipped(),
              singleCalls.results(),
              growth.series(),
              ResultFile.ofJmh(session.jmh()));
      ResultTable.print(results);
      print(results.skipped());
      Path file = out == null ? file(machine) : out;
      results.write(file);
      Path report = Report.fileOf(file);
      Report.write(results, report);
      String folder = out == null ? "bench/" : "";
      System.err.println("written to " + folder + file + " and " + folder + report);
      return !session.failed();
    }
  }

  private void plan(Session session) {
    for (Tier tier : tiers) {
      for (Job job : jobs()) {
        if (job.id().equals(Catalogue.MULTINOMIAL) && data == null) {
          if (tier == tiers.getFirst()) {
            session.skip(
                job.id(), "20 Newsgroups is needed: --data DIR names the folder of data sets");
          }
        } else {
          session.plan(job, tier, rivals ? Peers.shapes(job) : List.of());
        }
      }
    }
  }

  private void planRivals(Session session, List<String> coreTypes) throws InterruptedException {
    for (Job job : jobs()) {
      if (job.id().equals(Peers.OPEN_BLAS_JOB)) {
        OpenBlas.choice()
            .ifPresentOrElse(
                choice -> session.planOpenBlas(job, coreTypes, choice),
                () ->
                    session.skip(
                        "OpenBLAS",
                        "there is no libopenblas: apt install libopenblas0-pthread, or its like"));
      }
    }
    ScriptPeer sklearn = ScriptPeer.sklearn();
    if (sklearn == null) {
      session.skip("scikit-learn", ScriptPeer.SKLEARN_REMEDY);
    } else {
      session.planPeer(sklearn, "scikit-learn", measured(Peers.SKLEARN), coreTypes, 1);
    }
  }

  private void planFurtherRivals(
      Session session, List<String> coreTypes, List<String> flags, int threads)
      throws InterruptedException {
    List<Peers.Task> withThreads = measured(Peers.SKLEARN_THREADS);
    if (threads > 1 && !withThreads.isEmpty()) {
      ScriptPeer sklearn = ScriptPeer.sklearn();
      if (sklearn != null) {
        String by = "scikit-learn %d threads".formatted(threads);
        session.planPeer(sklearn, by, withThreads, coreTypes, threads);
      }
    }
    List<Peers.Task> withR = measured(Peers.R);
    if (!withR.isEmpty()) {
      ScriptPeer r = ScriptPeer.r();
      if (r == null) {
        session.skip("R: MASS, e1071", ScriptPeer.R_REMEDY);
      } else {
        session.planPeer(r, "R", withR, List.of(coreTypes.getLast()), 1);
      }
    }
    JvmRivals jvm = new JvmRivals(session, mode, flags);
    jvm.planProducts(jobs(), coreTypes);
    jvm.planLibraries(jobs(), coreTypes.getLast(), data != null);
  }

  /// Those tasks that this run asks for.
  private List<Peers.Task> measured(List<Peers.Task> tasks) {
    List<String> ids = jobs().stream().map(Job::id).toList();
    return tasks.stream()
        .filter(task -> ids.contains(task.job()))
        .filter(task -> mode != Mode.QUICK || !task.slow())
        .filter(task -> data != null || !task.job().equals(Catalogue.MULTINOMIAL))
        .toList();
  }

  /// OpenBLAS does not choose AVX-512 on every processor that has it.
  private List<String> coreTypes(Machine machine) {
    boolean amd64 = System.getProperty("os.arch").equals("amd64");
    if (amd64 && avx2) {
      return List.of("Haswell");
    }
    if (!amd64 || !machine.kernels().endsWith("-512")) {
      return List.of("default");
    }
    return mode == Mode.QUICK ? List.of("SkylakeX") : List.of("default", "SkylakeX");
  }

  private Path file(Machine machine) {
    String name = LocalDate.now() + "-" + machine.fileName();
    name += avx2 ? "-avx2" : "";
    name += mode == Mode.QUICK ? "-quick" : "";
    name += rivals ? "-rivals" : "";
    name += !patterns.isEmpty() || tiers.size() == 1 && !rivals ? "-partial" : "";
    return Path.of("results", name + ".json");
  }

  private static void print(List<ResultFile.Skipped> skipped) {
    for (ResultFile.Skipped each : skipped) {
      System.out.printf("skipped: %s: %s%n", each.what(), each.why());
    }
  }
}
