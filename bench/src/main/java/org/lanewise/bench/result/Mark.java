package org.lanewise.bench.result;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.lanewise.bench.machine.Load;

/// What a reader has to know before believing a row of a table, in a word.
public enum Mark {
  /// Code was compiled well in one process and badly in another, or the machine was not idle.
  DIFFER("means of processes are more than a fifth apart"),

  /// Too few or too different samples.
  WIDE("the interval is wider than ± 20 %, or there is none: an order of size, not a figure"),

  /// Scoring one row is to allocate nothing.
  ALLOCATES("one row was scored, and that allocated"),

  /// The machine did something else as well.
  LOAD("other work and steal took 5 % of the machine or more"),

  /// Of a pair: the warm-up was too short.
  COMPILING("compilers took 5 % of the measured time or more"),

  /// Of a pair.
  ALLOCATES_MORE("a call of the new allocates more than one of the old");

  /// What a measurement can have.
  public static final Set<Mark> OF_MEASUREMENTS = EnumSet.range(DIFFER, LOAD);

  /// An interval that is wider on each side, by the time, is marked.
  static final double WIDE_SHARE = 0.2;

  /// What JMH itself allocates for each nanosecond, 4 to 7 kB in an iteration of 25 to 150 ms, and
  /// some more. Less than that is not the call's.
  private static final double BYTES_PER_NANO_OF_JMH = 4e-4;

  /// Less than a byte a call is a stray object now and then.
  private static final double MIN_BYTES = 1;

  private final String meaning;

  Mark(String meaning) {
    this.meaning = meaning;
  }

  /// The marks of a measurement.
  public static Set<Mark> of(Measurement m) {
    Set<Mark> marks = EnumSet.noneOf(Mark.class);
    if (m.unsteady()) {
      marks.add(DIFFER);
    }
    if (!(m.error() <= WIDE_SHARE * m.nanosPerCall())) {
      marks.add(WIDE);
    }
    if (m.ours()
        && m.bytesPerCall() != null
        && allocates(m.job(), m.bytesPerCall(), m.nanosPerCall())) {
      marks.add(ALLOCATES);
    }
    if (m.others() != null && m.others() >= Load.QUIET) {
      marks.add(LOAD);
    }
    return marks;
  }

  /// Whether a job that is to allocate nothing does.
  public static boolean allocates(String job, double bytesPerCall, double nanosPerCall) {
    return job.startsWith("row-") && bytesPerCall > bytesOfJmh(nanosPerCall);
  }

  /// Bytes that a call of some time does not answer for.
  public static double bytesOfJmh(double nanosPerCall) {
    return Math.max(MIN_BYTES, BYTES_PER_NANO_OF_JMH * nanosPerCall);
  }

  /// The word that tables have.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The words of some marks.
  public static String words(Set<Mark> marks) {
    return marks.stream().map(Mark::word).collect(Collectors.joining(" "));
  }

  /// A line for each mark that some measurements have: how many, and what it means.
  public static List<String> counts(List<Measurement> measurements) {
    List<String> lines = new ArrayList<>();
    for (Mark mark : values()) {
      long count = measurements.stream().filter(m -> of(m).contains(mark)).count();
      if (count > 0) {
        lines.add(
            "%d of %d measurements are marked `%s`: %s."
                .formatted(count, measurements.size(), mark.word(), mark.meaning));
      }
    }
    return lines;
  }

  /// What the words of some marks mean.
  public static String legend(Set<Mark> marks) {
    return marks.stream()
        .map(mark -> "`%s`: %s".formatted(mark.word(), mark.meaning))
        .collect(Collectors.joining("; "));
  }
}
