package org.lanewise.bench.cold;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.lanewise.bench.job.Arguments;

/// What was asked of `bench/run --cold`.
///
/// @param patterns a job is taken whose name holds one of them; all without any
/// @param data the folder of data sets, or null
/// @param pairs how many processes of each mode
/// @param alsoVector whether the mode `vector` is timed too
/// @param loads whether the other processors are busy
/// @param list whether jobs are only named
record ColdOptions(
    List<Pattern> patterns,
    Path data,
    int pairs,
    boolean alsoVector,
    List<Boolean> loads,
    boolean list) {

  static final String HELP =
      """
      usage: bench/run --cold [options] [pattern ...]

      Times fresh processes with scalar kernels and with those that are handed over, in turns, beside
      idle processors and busy ones, and writes what was measured into bench/results/COLD-<cpu>-<jdk>.md
      (.tsv): jobs that are not measured keep their lines.

      pattern        jobs whose name holds one of these regular expressions
      --pairs N      processes of each mode (15)
      --data DIR     the folder of data sets: more files
      --vector       the mode vector, too
      --idle         only beside idle processors
      --busy         only beside busy ones
      --list         name the jobs, and stop
      --help         say this, and stop
      """;

  /// Reads the arguments.
  ///
  /// @throws Arguments.UsageException if one does not exist or does not fit
  static ColdOptions parse(List<String> arguments) throws Arguments.UsageException {
    List<Pattern> patterns = new ArrayList<>();
    Path data = null;
    int pairs = 15;
    boolean alsoVector = false;
    boolean list = false;
    List<Boolean> loads = List.of(false, true);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "--cold" -> {}
        case "--pairs" -> pairs = pairs(Arguments.value(arguments, ++i));
        case "--data" -> data = Arguments.folder("--data", Arguments.value(arguments, ++i));
        case "--vector" -> alsoVector = true;
        case "--idle" -> loads = List.of(false);
        case "--busy" -> loads = List.of(true);
        case "--list" -> list = true;
        default -> {
          if (argument.startsWith("-")) {
            throw new Arguments.UsageException(
                "there is no option '%s'; bench/run --cold --help names all".formatted(argument));
          }
          patterns.add(Arguments.pattern(argument));
        }
      }
    }
    return new ColdOptions(List.copyOf(patterns), data, pairs, alsoVector, loads, list);
  }

  private static int pairs(String text) throws Arguments.UsageException {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new Arguments.UsageException("--pairs is '%s'; 1 to 9999 is expected".formatted(text));
    }
    return Integer.parseInt(text);
  }

  boolean takes(ColdJob job) {
    return patterns.isEmpty() || patterns.stream().anyMatch(p -> p.matcher(job.name()).find());
  }
}
