package org.lanewise.bench.pair;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.machine.Load;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Mark;

/// One job of one shape, in either tree: what is measured, and what came of it.
final class PairRow {

  /// The ratio that matters, of a batch.
  static final double BATCH_BAR = 1.05;

  /// The ratio that matters, of one row.
  static final double ROW_BAR = 1.03;

  /// 2.5 s: a job needs up to 1.2 s on an idle machine until C2 is done with it, but the other
  /// process is being compiled beside it. What is still compiled afterwards is marked.
  private static final int WARMUPS = 5;

  /// Two seconds of turns, so short that neighbours see the same machine, and so long that starting
  /// an iteration, half a millisecond, does not matter.
  private static final Step.Pace ROW_PACE = new Step.Pace(1, WARMUPS, 40, 25);

  private static final Step.Pace BATCH_PACE = new Step.Pace(1, WARMUPS, 24, 50);

  /// A share of the measured time that compilers may take without a word about it.
  private static final double MAX_COMPILING = 0.05;

  /// So many times the bytes of the old are more.
  private static final double MORE_BYTES = 1.05;

  private final Job job;
  private final Map<String, String> parameters;
  private final List<Round> rounds = new ArrayList<>();
  private String failure;

  /// Nothing measured yet.
  ///
  /// @param workers the number of workers, empty where the job has none
  PairRow(Job job, String shape, String workers) {
    this.job = job;
    parameters = new LinkedHashMap<>();
    parameters.put("shape", shape);
    if (!workers.isEmpty()) {
      parameters.put("workers", workers);
    }
  }

  Job job() {
    return job;
  }

  /// How it is measured.
  ///
  /// @param flags of the JVMs beside the tier
  Step step(Tier tier, List<String> flags) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put("tier", tier.label());
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(tier.jvmArguments());
    return new Step(job.method(), all, arguments, 1, job.brief() ? ROW_PACE : BATCH_PACE);
  }

  /// Whether one thread does the work.
  boolean alone() {
    return parameters.getOrDefault("workers", "1").equals("1");
  }

  /// The shape, and the workers if there are any.
  String parameterText() {
    return parameters.get("shape")
        + (parameters.containsKey("workers") ? " workers=" + parameters.get("workers") : "");
  }

  void add(Round round) {
    rounds.add(round);
  }

  void fail(String why) {
    failure = why;
  }

  /// Why it could not be measured, or null.
  String failure() {
    return failure;
  }

  /// The ratios of the rounds, new by old.
  ///
  /// @throws IllegalArgumentException if there was none
  Interval ratio() {
    return Interval.of(rounds.stream().mapToDouble(Round::ratio).toArray());
  }

  /// What the old tree's processes did, each figure the median of the rounds.
  Round.Side before() {
    return side(Round::before);
  }

  /// What the new tree's processes did.
  Round.Side after() {
    return side(Round::after);
  }

  private Round.Side side(Function<Round, Round.Side> side) {
    return new Round.Side(
        median(round -> side.apply(round).nanos()),
        median(round -> side.apply(round).clockNanos()),
        median(round -> side.apply(round).bytesPerCall()),
        median(round -> side.apply(round).compiling()));
  }

  /// The share of the machine that was not ours.
  double others() {
    return median(Round::others);
  }

  private double median(ToDoubleFunction<Round> what) {
    return Interval.medianOf(rounds.stream().mapToDouble(what).toArray());
  }

  double bar() {
    return job.brief() ? ROW_BAR : BATCH_BAR;
  }

  Verdict verdict() {
    return Verdict.of(ratio(), bar());
  }

  /// What a reader has to know of it.
  Set<Mark> marks() {
    Set<Mark> marks = EnumSet.noneOf(Mark.class);
    Round.Side old = before();
    Round.Side young = after();
    if (Mark.allocates(job.id(), young.bytesPerCall(), young.clockNanos())) {
      marks.add(Mark.ALLOCATES);
    }
    if (others() >= Load.QUIET) {
      marks.add(Mark.LOAD);
    }
    if (Math.max(old.compiling(), young.compiling()) >= MAX_COMPILING) {
      marks.add(Mark.COMPILING);
    }
    if (young.bytesPerCall()
        > MORE_BYTES * old.bytesPerCall() + Mark.bytesOfJmh(young.clockNanos())) {
      marks.add(Mark.ALLOCATES_MORE);
    }
    return marks;
  }
}
