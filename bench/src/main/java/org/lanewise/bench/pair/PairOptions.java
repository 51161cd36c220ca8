package org.lanewise.bench.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.job.Parameters;
import org.lanewise.bench.machine.JvmFlags;
import org.lanewise.bench.machine.Tier;

/// The options of `bench/compare --pair`.
///
/// @param patterns a job is taken whose name holds one of them; those of a quick run without any
/// @param shape a shape is taken that holds it; null for those of a quick run, or the first
/// @param rounds how many processes of either tree
/// @param tier the kernel tier
/// @param flags of the JVMs beside the tier
record PairOptions(
    List<Pattern> patterns, Pattern shape, int rounds, Tier tier, List<String> flags) {

  /// The k-th smallest and largest of so many enclose the median with 96 %, k being 3: two rounds
  /// that were disturbed on one side do no harm.
  static final int ROUNDS = 12;

  /// Reads the arguments after the commit.
  ///
  /// @throws Arguments.UsageException if one does not exist or does not fit
  static PairOptions parse(List<String> arguments) throws Arguments.UsageException {
    List<Pattern> patterns = new ArrayList<>();
    Pattern shape = null;
    int rounds = ROUNDS;
    Tier tier = Tier.VECTOR;
    List<String> flags = new ArrayList<>(JvmFlags.COMMON);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "--rounds" -> rounds = rounds(Arguments.value(arguments, ++i));
        case "--shape" -> shape = Arguments.pattern(Arguments.value(arguments, ++i));
        case "--tier" -> tier = Arguments.tier(Arguments.value(arguments, ++i));
        case "--avx2" -> flags.add(JvmFlags.AVX2);
        case "--data" ->
            flags.add(JvmFlags.DATA + Arguments.folder("--data", Arguments.value(arguments, ++i)));
        default -> {
          if (argument.startsWith("-")) {
            throw new Arguments.UsageException(
                "there is no option '%s'; bench/compare --help names all".formatted(argument));
          }
          patterns.add(Arguments.pattern(argument));
        }
      }
    }
    return new PairOptions(List.copyOf(patterns), shape, rounds, tier, List.copyOf(flags));
  }

  /// What is to be measured.
  ///
  /// @throws Arguments.UsageException if no job, or none of its shapes, fits
  List<PairRow> rows() throws Arguments.UsageException {
    List<PairRow> rows = new ArrayList<>();
    boolean withData = flags.stream().anyMatch(flag -> flag.startsWith(JvmFlags.DATA));
    for (Job job : Catalogue.JOBS) {
      if (isAskedFor(job) && (withData || !needsData(job))) {
        for (String each : shapes(job)) {
          Parameters.workers(job).forEach(workers -> rows.add(new PairRow(job, each, workers)));
        }
      }
    }
    if (rows.isEmpty()) {
      boolean missesData =
          !withData
              && Catalogue.JOBS.stream().filter(this::isAskedFor).anyMatch(PairOptions::needsData);
      throw new Arguments.UsageException(
          missesData
              ? Catalogue.MULTINOMIAL
                  + " needs 20 Newsgroups: --data DIR names the folder of data sets"
              : "no job fits %s%s; bench/run --list names all"
                  .formatted(patterns, shape == null ? "" : " with a shape that holds " + shape));
    }
    return rows;
  }

  private static boolean needsData(Job job) {
    return job.id().equals(Catalogue.MULTINOMIAL);
  }

  private boolean isAskedFor(Job job) {
    return patterns.isEmpty()
        ? !job.quickShapes().isEmpty()
        : patterns.stream().anyMatch(pattern -> pattern.matcher(job.id()).find());
  }

  private List<String> shapes(Job job) {
    List<String> declared = Parameters.shapes(job);
    if (shape != null) {
      return declared.stream().filter(each -> shape.matcher(each).find()).toList();
    }
    return job.quickShapes().isEmpty() ? declared.subList(0, 1) : job.quickShapes();
  }

  private static int rounds(String text) throws Arguments.UsageException {
    if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < Interval.MIN_VALUES) {
      throw new Arguments.UsageException(
          "--rounds is '%s'; a number from %d on is expected, for fewer have no interval"
              .formatted(text, Interval.MIN_VALUES));
    }
    return Integer.parseInt(text);
  }
}
