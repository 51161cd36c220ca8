package org.lanewise.bench.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.JmhLog;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.job.Parameters;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.job.TimeLeft;
import org.lanewise.bench.machine.Load;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.rival.RivalOutcome;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/// Steps one after the other, and what came of them.
final class Session {

  /// About how long a rival takes in a process of its own.
  private static final double RIVAL_SECONDS = 15;

  private static final double MAX_SCALAR_FLOPS = 8e9;

  /// Scalar kernels are not timed on more cells than this, n·d, nor on more operations: a call
  /// would take seconds, and checking its result more of them.
  private static final long MAX_SCALAR_CELLS = 100_000_000;

  private final JmhLog log;
  private final List<String> flags;
  private final Mode mode;
  private final List<Planned> plan = new ArrayList<>();
  private final Roofs roofs = new Roofs();
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<ResultFile.Skipped> skipped = new ArrayList<>();
  private final List<RunResult> jmh = new ArrayList<>();
  private boolean failed;

  /// Something to run, its title, about how long it takes, and who wants to know what share of the
  /// machine was not ours meanwhile.
  private record Planned(String title, double seconds, Action action, Consumer<Double> others) {
    private Planned(String title, double seconds, Action action) {
      this(title, seconds, action, others -> {});
    }
  }

  /// What a planned step does.
  interface Action {
    void run() throws IOException, RunnerException, InterruptedException;
  }

  /// Begins.
  ///
  /// @param flags what the JVMs are started with beside the tier
  Session(JmhLog log, List<String> flags, Mode mode) {
    this.log = log;
    this.flags = List.copyOf(flags);
    this.mode = mode;
  }

  /// What was measured; rivals with the ratio of their time to ours.
  List<Measurement> measurements() {
    return measurements.stream().map(m -> m.against(measurements)).toList();
  }

  /// Whether something that is there could not be measured.
  boolean failed() {
    return failed;
  }

  /// Tells that something is not measured, though nothing is wrong.
  void skip(String what, String why) {
    skipped.add(new ResultFile.Skipped(what, why));
  }

  List<ResultFile.Skipped> skipped() {
    return skipped;
  }

  Collection<RunResult> jmh() {
    return jmh;
  }

  /// The roofs as the result file holds them.
  Map<String, Map<String, Double>> roofs() {
    return roofs.values();
  }

  /// Plans anything.
  ///
  /// @param seconds about how long it takes: what is left is told by that
  void plan(String title, double seconds, Action action) {
    plan.add(new Planned(title, seconds, action));
  }

  /// Plans the roof of one thread and of all.
  void planRoof(int allThreads) {
    roofs.plan(this, allThreads, flags, mode);
  }

  /// Plans a benchmark.
  ///
  /// @param use takes its result
  /// @param others takes the share of the machine that was not ours meanwhile
  void plan(Step step, Consumer<RunResult> use, Consumer<Double> others) {
    Action action =
        () -> {
          for (RunResult result : new Runner(step.options(), log).run()) {
            use.accept(result);
            jmh.add(result);
          }
        };
    plan.add(new Planned(step.toString(), step.seconds(), action, others));
  }

  private void plan(Step step, Consumer<RunResult> use) {
    plan(step, use, others -> {});
  }

  private List<String> arguments(List<String> others) {
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(others);
    return arguments;
  }

  /// Plans a job of ours in a tier, for every shape and number of workers.
  ///
  /// @param only the shapes to take; all where there are none
  void plan(Job job, Tier tier, Collection<String> only) {
    List<String> shapes =
        mode == Mode.QUICK && !job.quickShapes().isEmpty()
            ? job.quickShapes().subList(0, tier == Tier.SCALAR ? 1 : job.quickShapes().size())
            : Parameters.shapes(job).stream()
                .filter(shape -> only.isEmpty() || only.contains(shape))
                .toList();
    for (String shape : shapes) {
      Shape size = Shape.parse(shape);
      if (tier == Tier.SCALAR && tooMuchForScalar(job, size)) {
        continue;
      }
      for (String count : Parameters.workers(job)) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("shape", shape);
        if (!count.isEmpty()) {
          parameters.put("workers", count);
        }
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("tier", tier.label());
        Step step =
            new Step(job.method(), all, arguments(tier.jvmArguments()), 1, pace(job, tier, shape));
        plan(step, result -> use(job, tier.label(), all(parameters, result), result, null));
      }
    }
  }

  /// Parameters with those that a benchmark went through by itself, such as models.
  private static Map<String, String> all(Map<String, String> chosen, RunResult result) {
    Map<String, String> all = new LinkedHashMap<>(chosen);
    for (String key : result.getParams().getParamsKeys()) {
      if (!key.equals("tier")) {
        all.putIfAbsent(key, result.getParams().getParam(key));
      }
    }
    return all;
  }

  /// Threads are timed in the vector tier only: both tiers share work out alike.
  private static boolean tooMuchForScalar(Job job, Shape size) {
    return job.id().startsWith("workers-")
        || (long) size.rowCount() * size.featureCount() > MAX_SCALAR_CELLS
        || job.work().apply(size).flops() > MAX_SCALAR_FLOPS;
  }

  /// Plans OpenBLAS, a process for each shape and each kind of its kernels.
  ///
  /// @param choice the kernels that it chooses by itself
  void planOpenBlas(Job job, List<String> coreTypes, String choice) {
    for (String shape : Peers.OPEN_BLAS_SHAPES) {
      if (mode == Mode.QUICK && !job.quickShapes().contains(shape)) {
        continue;
      }
      for (String coreType : coreTypes) {
        List<String> arguments = arguments(Tier.VECTOR.jvmArguments());
        arguments.add("--enable-native-access=ALL-UNNAMED");
        Step.Pace pace =
            switch (mode) {
              case CHECK -> new Step.Pace(1, 0, 1, 1);
              case QUICK -> new Step.Pace(1, 5, 4, 100);
              case FULL -> new Step.Pace(1, 2, 5, 350);
            };
        Step step =
            new Step(
                Peers.OPEN_BLAS, Map.of("shape", shape, "coreType", coreType), arguments, 1, pace);
        plan(
            step,
            result -> {
              String note = "kernels " + (coreType.equals("default") ? choice : coreType);
              for (String each : Peers.bothClassCounts(shape)) {
                use(job, "OpenBLAS " + coreType, Map.of("shape", each), result, note);
              }
            });
      }
    }
  }

  /// Plans a rival that JMH times. One that fails is skipped, with what it said.
  ///
  /// @param by its name in results
  /// @param classPath what it needs before the class path of this process
  /// @param note what a reader has to know of what came out
  void planRival(
      Job job,
      String by,
      String shape,
      Step step,
      String classPath,
      Function<RivalOutcome, String> note) {
    String title = "%s %s %s".formatted(by, job.id(), shape);
    Action action =
        () -> {
          RivalOutcome.clear();
          // JMH starts its processes with the class path of this one.
          String key = "java.class.path";
          String own = System.getProperty(key);
          PrintStream out = System.out;
          PrintStream err = System.err;
          // Some of them are talkative.
          System.setOut(log.stream());
          System.setErr(log.stream());
          System.setProperty(key, classPath.isEmpty() ? own : classPath + File.pathSeparator + own);
          try {
            for (RunResult result : new Runner(step.options(), log).run()) {
              String said = note.apply(RivalOutcome.read());
              use(job, by, Map.of("shape", shape), result, said);
              jmh.add(result);
            }
          } catch (RunnerException e) {
            skip(title, log.failure());
            err.println("    skipped: " + log.failure());
          } finally {
            System.setOut(out);
            System.setErr(err);
            System.setProperty(key, own);
          }
        };
    plan(title, RIVAL_SECONDS, action);
  }

  /// Plans a rival of another language, a process for each data set and core type. One that fails
  /// is skipped.
  ///
  /// @param by its name in results
  /// @param threads of its linear algebra
  void planPeer(
      ScriptPeer peer, String by, List<Peers.Task> tasks, List<String> coreTypes, int threads) {
    double seconds =
        switch (mode) {
          case CHECK -> 0;
          case QUICK -> 0.3;
          case FULL -> 1;
        };
    Peers.byDataSet(tasks)
        .forEach((data, ofData) -> {
          String jobs = String.join(" ", ofData.stream().map(Peers.Task::job).toList());
          String title = "%s %s %s".formatted(by, data.shape(), jobs);
          Action action =
              () -> {
                try {
                  ScriptPeer.fastest(peer.time(data, ofData, coreTypes, seconds, threads))
                      .forEach((line, note) -> use(data.shape(), by, line, note));
                } catch (IOException e) {
                  skip(title, e.getMessage());
                  System.err.println("    skipped: " + e.getMessage());
                }
              };
          plan(title, RIVAL_SECONDS, action);
        });
  }

  private void use(Shape shape, String by, ScriptPeer.Line line, String note) {
    Job job =
        Catalogue.JOBS.stream().filter(j -> j.id().equals(line.job())).findFirst().orElseThrow();
    measurements.add(
        Measurement.of(
            job.id(),
            (by + " " + line.form()).strip(),
            Map.of("shape", shape.toString()),
            line.mean(),
            line.error(),
            List.of(line.mean()),
            job.work().apply(shape),
            roofs.of(1),
            null,
            (line.version() + " " + note).strip()));
  }

  /// Two processes where rivals are compared with ours, one elsewhere.
  private Step.Pace pace(Job job, Tier tier, String shape) {
    if (mode == Mode.CHECK) {
      return new Step.Pace(1, 0, 1, 1);
    }
    if (mode == Mode.QUICK) {
      return new Step.Pace(1, 4, 3, 100);
    }
    int millis = job.brief() ? 150 : 300;
    if (tier == Tier.SCALAR) {
      return new Step.Pace(1, 2, 3, millis);
    }
    int forks = Peers.shapes(job).contains(shape) ? 2 : 1;
    return new Step.Pace(forks, 3, forks == 1 ? 5 : 4, millis);
  }

  private void use(
      Job job, String by, Map<String, String> parameters, RunResult result, String note) {
    Result<?> primary = result.getPrimaryResult();
    List<Double> forks = new ArrayList<>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      forks.add(fork.getPrimaryResult().getScore());
    }
    Double bytes = null;
    for (String name : result.getSecondaryResults().keySet()) {
      if (name.endsWith("gc.alloc.rate.norm")) {
        bytes = result.getSecondaryResults().get(name).getScore();
      }
    }
    int threads = Integer.parseInt(parameters.getOrDefault("workers", "1"));
    measurements.add(
        Measurement.of(
            job.id(),
            by,
            parameters,
            primary.getScore(),
            primary.getScoreError(),
            forks,
            job.work().apply(Shape.parse(parameters.get("shape"))),
            roofs.of(threads),
            bytes,
            note));
  }

  /// Runs what is planned, a line for each step.
  void run() {
    long start = System.nanoTime();
    double all = plan.stream().mapToDouble(Planned::seconds).sum();
    double done = 0;
    for (int at = 0; at < plan.size(); at++) {
      Planned planned = plan.get(at);
      System.err.printf(
          Locale.ROOT,
          "[%d/%d, %s left] %s%n",
          at + 1,
          plan.size(),
          TimeLeft.text((System.nanoTime() - start) / 1e9, done, all),
          planned.title);
      done += planned.seconds;
      log.begin(planned.title);
      int known = measurements.size();
      Load before = Load.now();
      try {
        planned.action.run();
        double others = Load.now().othersSince(before);
        planned.others.accept(others);
        measurements
            .subList(known, measurements.size())
            .replaceAll(measurement -> measurement.withOthers(others));
      } catch (RunnerException e) {
        failed(planned, log.failure());
      } catch (IOException e) {
        failed(planned, e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failed(planned, "it was interrupted");
        return;
      }
    }
  }

  private void failed(Planned planned, String why) {
    failed = true;
    skip(planned.title, why);
    System.err.println("    failed: " + why);
  }
}
